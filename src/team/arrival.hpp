// SPDX-License-Identifier: Apache-2.0
//
// The flags by which members say that they have arrived, at a barrier or at a region's end, and the look at them. For
// fork.cpp, which sees to the tasks that come before and works meanwhile. Argument: README.md, "Arrival" and [B1];
// tests/model/arrival_test.cpp.
#pragma once

#include "sched/park.hpp"
#include "team/team.hpp"

namespace rondo::team {

// Whether members [first, end) have arrived with that number. Who has is not looked at again.
class Arrivals {
 public:
  Arrivals(const Team& team, uint32_t first, uint32_t end, uint64_t seq)
      : team_(team), next_(first), end_(end), seq_(seq) {}

  bool are_complete() {
    while (next_ < end_ && team_.member(next_)->arrived.load_acquire() >= seq_) next_++;  // [B1]
    return next_ >= end_;
  }

 private:
  const Team& team_;
  uint32_t next_;
  const uint32_t end_;
  const uint64_t seq_;
};

// The member has arrived, and says so to the one that waits for it,
inline void report_to(Member& member, const Member& above) {
  member.arrived.store_release(member.barrier_seq);  // [B1]
  os::light_fence();  // [sched/P1]
  sched::unpark(*above.worker.load_acquire());  // [sched/S1]
}

// or, where members meet directly, to everybody.
inline void report_to_all(Member& member, Team& team) {
  member.arrived.store_release(member.barrier_seq);  // [B1]
  sched::announce_latch(team);
}

}  // namespace rondo::team
