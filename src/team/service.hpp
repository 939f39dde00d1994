// SPDX-License-Identifier: Apache-2.0
//
// How a thread comes to a member of a team, serves its regions, and leaves it: the part of the team's master
// (fork.cpp, pool.cpp), and the part of the thread. Argument: README.md, "Fork" to "Join", [B2], [B3] and [B5];
// tests/model/service_test.cpp.
#pragma once

#include "ompt/process.hpp"
#include "os/clock.hpp"
#include "os/thread.hpp"
#include "sched/idle/park.hpp"
#include "team/pauses.hpp"
#include "team/team.hpp"

namespace rondo::team {

struct Thread : sched::Worker {
  using Worker::Worker;
  base::Atomic<Member*> assignment{nullptr};  // set by a master, cleared by a dismissal
  Thread* next_idle = nullptr;                // link in the pool's lists, under its lock
  Pauses pauses{os::ticks_per_us()};
  os::NewThread start;  // written before it begins, read by itself
};

// ---- By the master, while the team is quiet --------------------------------------------------------------------

// Where the member's next thread begins to count.
inline void number_from_now(Member& member, const Team& team) {
  member.barrier_seq = team.released.load_relaxed();     // [B5]
  member.arrived.store_relaxed(member.barrier_seq);      // [B5]
  member.left.store_relaxed(team.phase.load_relaxed());  // [B5]
}

inline void slot(Thread& thread, Member& member) {
  member.worker.store_release(&thread);      // [sched/S1]
  thread.assignment.store_release(&member);  // [B5]
  os::light_fence();                         // [sched/P1]
  sched::unpark(thread);
}

inline void dismiss(Member& member) {
  auto& thread = static_cast<Thread&>(*member.worker.load_acquire());
  member.worker.store_release(nullptr);      // [sched/S1]
  thread.assignment.store_release(nullptr);  // [B5]
  os::light_fence();                         // [sched/P1]
  sched::unpark(thread);
}

// Whether the member's thread has left the last region for good.
inline bool has_left(const Member& member, const Team& team) {
  return member.left.load_acquire() >= team.phase.load_relaxed();  // [B3]
}

// The region begins: everything that its members read has been written.
inline void call_members(Team& team) {
  team.phase.store_release(team.phase.load_relaxed() + 1);  // [B2]
  os::light_fence();                                         // [sched/P1]
  sched::WakeUp wake_up;
  for (uint32_t i = 1; i < team.n_slots; i++) wake_up.add(*team.member(i)->worker.load_acquire());  // [sched/S1]
  wake_up.ring();
}

// Whether members that sleep at a region's end may do so until the next one begins. In an oversubscribed team they
// would run only to sleep again. They shall know of memory that was left, and a tool of ends.
inline bool may_sleep_on(const Team& team) {
  return team.is_oversubscribed.load_relaxed() && !ompt::is_on() && !sched::has_deposited_memory();
}

// The region is over: all have arrived at its end.
inline void release_members(Team& team) {
  team.phase.store_release(team.phase.load_relaxed() + 1);  // [B2]
  if (!may_sleep_on(team)) sched::announce_latch(team);
}

// Members that sleep on behind a region shall leave it. By the master of a quiet team.
inline void call_leavers(Team& team) { sched::announce_latch(team); }

// ---- By the thread ---------------------------------------------------------------------------------------------

// From its assignment to a member until its dismissal.
class Service {
 public:
  Service(const Thread& thread, Member& member)
      : thread_(thread), member_(member), seen_(member.left.load_relaxed()) {}  // [B5]

  // A region has begun, or the thread is dismissed.
  bool is_called() const { return phase() > seen_ || !is_assigned(); }

  // Whether it takes part in a region now. Whether it is dismissed is looked at after the phase, because the team may
  // run its next region with another thread on this slot.
  bool begins_region() {
    region_ = phase();
    return region_ > seen_ && is_assigned();
  }

  bool is_region_over() const { return phase() > region_; }

  // The thread has left that region for good.
  void leave_region() {
    seen_ = region_ + 1;
    member_.left.store_release(seen_);  // [B3]
  }

 private:
  uint64_t phase() const { return member_.team().phase.load_acquire(); }  // [B2]
  bool is_assigned() const { return thread_.assignment.load_acquire() == &member_; }  // [B5]

  const Thread& thread_;
  Member& member_;
  uint64_t seen_;  // it has seen phases up to this one
  uint64_t region_ = 0;  // the phase of the region that it takes part in
};

}  // namespace rondo::team
