// SPDX-License-Identifier: Apache-2.0
//
// schedule(nonmonotonic: dynamic): every thread begins with a share of its own, at the cost of one uncontended
// addition a chunk, and then takes single chunks from the ends of the others' shares. The load is as balanced as with
// one common counter, without its contention. The loop's last unit is in no share: the first thread that finds all of
// them empty has it. Argument: README.md, "Shares".
#pragma once

#include "team/team.hpp"

namespace rondo::work {

// True if the loop can be dealt out in this way, and is worth it: where a thread that runs executes the shares of
// many that do not, a word for each of them costs more than a counter.
bool fits_shares(const team::LoopState& loop, const team::Team& team);

void begin_shares(team::LoopState& loop, const team::Member& member);

// What a word counts: units taken from the front in its lowest bits, units taken from the back above them.
constexpr uint64_t kShareCountMask = (uint64_t{1} << team::kShareCountBits) - 1;
constexpr uint64_t kOneFront = 1;
constexpr uint64_t kOneBack = uint64_t{1} << team::kShareCountBits;
constexpr uint64_t front_of(uint64_t word) { return word & kShareCountMask; }
constexpr uint64_t back_of(uint64_t word) { return (word >> team::kShareCountBits) & kShareCountMask; }
constexpr bool has_units(const team::LoopState& loop, uint64_t word) {
  return front_of(word) + back_of(word) < loop.share_units;
}

// Takes one more unit of the share that the thread has begun. Most chunks come this way, so it is inlined into the
// compilers' entry points. False: the thread has to look further.
[[gnu::always_inline]] inline bool take_next_own(team::LoopState& loop, const team::Member& member, uint64_t& unit);

// To be called when the thread's own share is used up: it looks at the next thread's.
void leave_own_share(team::LoopState& loop, const team::Member& member);

// The next unit for this thread; false: every unit of all shares has been taken.
bool take_from_shares(team::LoopState& loop, team::Member& member, uint64_t& unit);

// The last thread that leaves a construct calls this, for every construct: it keeps very old words from being
// mistaken for new ones.
void retire_shares(team::Team& team, uint64_t number);

inline bool take_next_own(team::LoopState& loop, const team::Member& member, uint64_t& unit) {
  const uint64_t before = loop.own_share->add_relaxed(kOneFront);
  if (!has_units(loop, before)) [[unlikely]] {
    leave_own_share(loop, member);
    return false;
  }
  unit = loop.share_first + front_of(before);
  return true;
}

}  // namespace rondo::work
