// SPDX-License-Identifier: Apache-2.0
//
// schedule(nonmonotonic: dynamic): every thread begins with a share of its own, at the cost of one uncontended
// addition a chunk, and then takes single chunks from the ends of the others' shares. The load is as balanced as with
// one common counter, without its contention. Argument: README.md, "Shares".
#pragma once

#include "team/team.hpp"

namespace rondo::work {

// True if the loop can be dealt out in this way.
bool fits_shares(const team::LoopState& loop, const team::Team& team);

void begin_shares(team::LoopState& loop, const team::Member& member);

// The next unit for this thread; false: every unit of the loop has been taken.
bool take_from_shares(team::LoopState& loop, team::Member& member, uint64_t& unit);

// The last thread that leaves a construct calls this, for every construct: it keeps very old words from being
// mistaken for new ones.
void retire_shares(team::Team& team, uint64_t number);

}  // namespace rondo::work
