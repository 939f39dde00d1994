// SPDX-License-Identifier: Apache-2.0
//
// schedule(nonmonotonic: dynamic): every thread begins with a share of its own, which costs it an uncontended
// addition a chunk, and then takes single chunks from the ends of the others' shares. As balanced as one common
// counter, without its contention. Argument: README.md, "Shares".
#pragma once

#include "team/team.hpp"

namespace rondo::work {

// True if the loop can be dealt out so.
bool fits_shares(const team::LoopState& loop, const team::Team& team);

void begin_shares(team::LoopState& loop, const team::Member& member);

// The next unit for this thread; false: every unit of the loop has been taken.
bool take_from_shares(team::LoopState& loop, team::Member& member, uint64_t& unit);

// By the last thread that leaves a construct, for every construct: keeps words of long ago from being mistaken for
// new.
void retire_shares(team::Team& team, uint64_t number);

}  // namespace rondo::work
