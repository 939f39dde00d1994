// SPDX-License-Identifier: Apache-2.0
//
// The flags by which members say that they have arrived, at a barrier or at a region's end, and the looks at these
// flags. For barrier.cpp, which completes the tasks before an arrival and works during the wait. Argument: README.md,
// "Arrival" and [B1]; tests/model/arrival_test.cpp.
#pragma once

#include "sched/idle/park.hpp"
#include "team/team.hpp"

namespace rondo::team {

// Whether members [first, end) have arrived with that number. A member that has arrived is not looked at again.
class Arrivals {
 public:
  Arrivals(const Team& team, uint32_t first, uint32_t end, uint64_t seq)
      : team_(team), next_(first), end_(end), seq_(seq) {}

  bool are_complete() {
    while (next_ < end_ && team_.member(next_)->arrived.has_reached_acquire(seq_)) next_++;  // [B1]
    return next_ >= end_;
  }

 private:
  const Team& team_;
  uint32_t next_;
  const uint32_t end_;
  const uint64_t seq_;
};

// Members [first, end) whose arrivals a member waits for at a region's end, and the member to which it reports: all
// report to the master, or up a tree.
struct Links {
  uint32_t first;
  uint32_t end;
  uint32_t above;
};

inline Links links_of(const Team& team, uint32_t index, uint32_t arity) {
  if (team.meeting == Meeting::Direct) return {1, index == 0 ? team.n_slots : 1, 0};
  const uint32_t first = index * arity + 1;
  const uint32_t end = first + arity;
  return {first, end < team.n_slots ? end : team.n_slots, (index - 1) / arity};
}

// The member has arrived, and says so to the one that waits for it. If that one sleeps, the last of those that it
// waits for wakes it: for the others it would only look and sleep again.
inline void report_up(Member& member, Team& team, uint32_t arity) {
  const uint32_t above = links_of(team, member.index, arity).above;
  const Links awaited = links_of(team, above, arity);
  member.arrived.store_release_turn(member.barrier_seq);  // [B1]
  os::light_fence();  // [sched/P1]
  if (team.n_parked.load_relaxed() == 0) return;  // [sched/P1]
  base::fence_seq_cst();  // [B8]
  if (!Arrivals(team, awaited.first, awaited.end, member.barrier_seq).are_complete()) return;  // [B8]
  sched::unpark(*team.member(above)->worker.load_acquire());  // [sched/S1]
}

// The same where members meet directly, to all others. The last one to arrive wakes those that sleep.
inline void report_to_all(Member& member, Team& team) {
  member.arrived.store_release_turn(member.barrier_seq);  // [B1]
  os::light_fence();  // [sched/P1]
  if (team.n_parked.load_relaxed() == 0) return;  // [sched/P1]
  base::fence_seq_cst();  // [B8]
  if (Arrivals(team, 0, team.n_slots, member.barrier_seq).are_complete()) sched::wake_all(team);  // [B8]
}

// Where members are counted: true for the last one, which lets the others go on.
inline bool is_last_to_arrive(Team& team) {
  if (team.n_absent.sub_acq_rel(1) != 1) return false;  // [B6]
  team.n_absent.store_relaxed(team.n_slots);  // [B6]
  return true;
}

// The barrier with that number is over: for all members, or, at a region's end, for the master.
inline void release_all(Team& team, uint64_t seq) {
  team.released.store_release_turn(seq);  // [B4]
  sched::announce_latch(team);
}

inline void release_master(Team& team, uint64_t seq) {
  team.released.store_release_turn(seq);  // [B4]
  os::light_fence();  // [sched/P1]
  sched::unpark(*team.member(0)->worker.load_acquire());  // [sched/S1]
}

inline bool is_released(const Team& team, uint64_t seq) { return team.released.has_reached_acquire(seq); }  // [B4]

}  // namespace rondo::team
