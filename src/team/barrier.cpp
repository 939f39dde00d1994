// SPDX-License-Identifier: Apache-2.0
//
// The three ways to meet. A member that waits here works meanwhile. Argument: README.md, "Arrival", "Barrier"; the
// flags themselves: arrival.hpp.
#include "team/barrier.hpp"

#include "os/cpu.hpp"
#include "sched/idle/purge.hpp"
#include "sched/wait/wait.hpp"
#include "team/arrival.hpp"
#include "team/implicit.hpp"
#include "team/runtime.hpp"

namespace rondo::team {

using sched::ConditionLatch;
using sched::JoinLatch;
using sched::Worker;
using task::Depth;

namespace {

constexpr uint32_t kArity = 4;  // of the arrival tree; docs/tuning.md
constexpr uint32_t kLooksFirst = 8;  // before a look for work, which would delay the next one; docs/tuning.md

// docs/tuning.md: barrier arity. In an oversubscribed team it costs more to wait for another thread's turn on a
// processor than to look at 16 flags, or to arrive on a counter that few processors share.
Meeting meeting_of(uint32_t size, bool is_oversubscribed) {
  constexpr uint32_t kMany = 16;
  if (size <= (is_oversubscribed ? kMany : kArity + 1)) return Meeting::Direct;
  return is_oversubscribed && n_processors() <= kMany ? Meeting::Counted : Meeting::Tree;
}

void await_arrivals(Worker& worker, Team& team, uint32_t first, uint32_t end, uint64_t seq) {
  Arrivals arrivals(team, first, end, seq);
  if (!team.is_oversubscribed.load_relaxed()) {
    for (uint32_t i = 0; i < kLooksFirst && !arrivals.are_complete(); i++) os::relax();
  }
  sched::work_until(worker, team, ConditionLatch([&] { return arrivals.are_complete(); }), nullptr);
}

void await_release(Worker& worker, Team& team, uint64_t seq) {
  sched::work_until(worker, team, ConditionLatch([&] { return is_released(team, seq); }), nullptr);
}

// The end of a region whose members are counted: the last one tells the master.
void arrive_counted(Worker& worker, Member& member, Team& team, uint64_t seq) {
  if (is_last_to_arrive(team)) release_master(team, seq);
  if (member.index == 0) await_release(worker, team, seq);
}

// The barrier of a small team: each member sees for itself that all have arrived and need not hear it from the
// master, so the flags travel at the same time.
void meet(Worker& worker, Member& member, Team& team) {
  const uint64_t seq = ++member.barrier_seq;
  complete_tasks(worker, member);
  report_to_all(member, team);
  await_arrivals(worker, team, 0, team.n_slots, seq);
}

// The barrier of a large team: members report up the tree, and then the master releases all.
void meet_by_master(Worker& worker, Member& member, Team& team) {
  arrive(worker, member, team);
  member.index == 0 ? release_all(team, member.barrier_seq) : await_release(worker, team, member.barrier_seq);
}

// The barrier of a large oversubscribed team: the last member to arrive releases it, and no thread has to run twice.
void meet_counted(Worker& worker, Member& member, Team& team) {
  const uint64_t seq = ++member.barrier_seq;
  complete_tasks(worker, member);
  is_last_to_arrive(team) ? release_all(team, seq) : await_release(worker, team, seq);
}

}  // namespace

void settle_meeting(Team& team, uint32_t size, bool is_oversubscribed) {
  team.meeting = meeting_of(size, is_oversubscribed);
  team.n_absent.store_relaxed(size);  // [B6]
}

void complete_tasks(Worker& worker, Member& member) {
  // A worksharing construct with a task reduction is a taskgroup that has a barrier inside.
  for (task::TaskGroup* group = member.implicit.group; group != nullptr; group = group->outer) {
    sched::work_until(worker, *member.arena, JoinLatch(group->join_counter, Depth::Descendants), nullptr);
  }
  sched::work_until(worker, *member.arena, JoinLatch(member.domain.join_counter, Depth::Descendants), nullptr);
}

void arrive(Worker& worker, Member& member, Team& team) {
  const uint64_t seq = ++member.barrier_seq;
  complete_tasks(worker, member);
  if (team.meeting == Meeting::Counted) return arrive_counted(worker, member, team, seq);
  const Links links = links_of(team, member.index, kArity);
  await_arrivals(worker, team, links.first, links.end, seq);
  if (member.index != 0) report_up(member, team, kArity);
}

void barrier(Worker& worker) {
  base::CountFor counting(base::Construct::Barrier);
  Member& member = member_of(worker);
  Team& team = member.team();
  switch (team.meeting) {
    case Meeting::Direct:
      meet(worker, member, team);
      break;
    case Meeting::Counted:
      meet_counted(worker, member, team);
      break;
    case Meeting::Tree:
      meet_by_master(worker, member, team);
      break;
  }
  // Tables still name finished tasks. A look that came at once would be wasted here.
  if (worker.slab.holds_much() && !is_alone(team)) [[unlikely]]
    sched::purge_own_memory(worker, false);
}

}  // namespace rondo::team
