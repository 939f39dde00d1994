// SPDX-License-Identifier: Apache-2.0
#include "work/cancel.hpp"

#include "sched/wait/wait.hpp"
#include "team/barrier.hpp"

namespace rondo::work {

using sched::ConditionLatch;
using sched::Worker;
using team::Cancellation;
using team::Member;
using team::Team;

namespace {

constexpr uint32_t kCancelWorkshare = kCancelLoop | kCancelSections;

// A barrier that can be abandoned: its state only counts the threads that have arrived. The team's own barrier is a
// tree whose parts remember how often they were used.
bool cancellable_barrier(Worker& worker, Member& member, Team& team) {
  Cancellation& cancellation = team.cancellation;
  team::complete_tasks(worker, member);
  if (is_region_cancelled(team)) return true;
  uint64_t n_before = cancellation.n_barriers.load_acquire();  // [W8]
  if (cancellation.n_arrived.add_acq_rel(1) + 1 == team.n_slots) {  // [W8]
    cancellation.n_arrived.store_relaxed(0);
    (void)cancellation.requested.and_acq_rel(~kCancelWorkshare);  // the loop or sections end with this barrier
    cancellation.n_barriers.store_release(n_before + 1);          // [W8]
    sched::announce_latch(team);
    return false;
  }
  auto is_over = [&] {
    return cancellation.n_barriers.load_acquire() != n_before || is_region_cancelled(team);  // [W8]
  };
  sched::work_until(worker, team, ConditionLatch(is_over), nullptr);
  return cancellation.n_barriers.load_acquire() == n_before;  // [W8]
}

// The taskgroup that a cancel directive refers to. Groups that the runtime opens for constructs with reductions do
// not count. nullptr: none.
task::TaskGroup* innermost_taskgroup(const Worker& worker) {
  task::TaskGroup* innermost = worker.current->group;
  for (task::TaskGroup* group = innermost; group != nullptr; group = group->outer) {
    if (group->of == task::TaskGroup::Of::Taskgroup) return group;
  }
  return innermost;  // not conforming; libgomp and libomp then cancel the construct's tasks
}

bool is_taskgroup_cancelled(const Worker& worker) {
  const task::TaskGroup* group = worker.current->group;
  return group != nullptr && group->is_cancelled();
}

}  // namespace

bool barrier(Worker& worker) {
  Member& member = team::member_of(worker);
  Team& team = member.team();
  if (team.is_cancellable) return cancellable_barrier(worker, member, team);
  team::barrier(worker);
  return false;
}

bool cancel(Worker& worker, CancelKind kind) {
  Team& team = team::team_of(worker);
  if (!team.is_cancellable) return false;
  if (kind == kCancelTaskgroup) {
    task::TaskGroup* group = innermost_taskgroup(worker);
    if (group == nullptr) return false;
    group->cancelled.store_relaxed(1);
    return true;
  }
  team.numbers_diverged.store_relaxed(1);
  if (kind == kCancelParallel) team.is_cancelled.store_relaxed(true);
  (void)team.cancellation.requested.or_acq_rel(kind);  // [W7]
  sched::announce_latch(team);
  return true;
}

bool is_cancelled(Worker& worker, CancelKind kind) {
  Team& team = team::team_of(worker);
  if (!team.is_cancellable) return false;
  uint32_t requested = team.cancellation.requested.load_acquire();  // [W7]
  switch (kind) {
    case kCancelTaskgroup:
      // The tasks of a cancelled region are cancelled with it.
      return is_taskgroup_cancelled(worker) || (requested & kCancelParallel) != 0;
    case kCancelLoop:
    case kCancelSections:
      return (requested & (kCancelWorkshare | kCancelParallel)) != 0;
    case kCancelParallel:
      return (requested & kCancelParallel) != 0;
  }
  return false;
}

}  // namespace rondo::work
