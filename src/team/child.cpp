// SPDX-License-Identifier: Apache-2.0
#include "team/child.hpp"

#include <new>

#include "sched/idle/poll.hpp"
#include "sched/wait/wait.hpp"
#include "sync/spin_lock.hpp"
#include "team/binding.hpp"
#include "team/icvs.hpp"
#include "team/implicit.hpp"
#include "team/observed.hpp"
#include "team/pool.hpp"
#include "team/root.hpp"
#include "trace/session.hpp"

namespace rondo::team {

namespace {

// The thread goes on as an initial thread; `member` and the teams above it stay as they are and are not used.
void stand_in(sched::Worker& worker, Member& member) {
  void* memory = std::aligned_alloc(alignof(Root), base::round_up(sizeof(Root), alignof(Root)));
  auto* root = memory == nullptr ? nullptr : new (memory) Root;
  if (root == nullptr || !root->member.deque.is_usable()) {
    base::fatal("out of memory in a child process; use less before fork()");
  }
  root->team.stands_for = &member;
  root->member.worker.store_release(&worker);  // [sched/S1]
  root->team.icvs = icvs_of(worker);
  open_implicit(root->member, worker);
  occupy(worker, root->member);
}

}  // namespace

void before_fork() {
  if (sched::Worker* worker = sched::t_worker) sched::reclaim_memory_alone(*worker);
}

void after_fork_in_parent() {
  if (sched::Worker* worker = sched::t_worker) sched::leave_memory(*worker);
}

void after_fork_in_child() {
  forget_threads();
  sched::forget_deposited_memory();
  sched::forget_polls();
  if (trace::is_on()) trace::begin_in_child();
  sched::Worker* worker = sched::t_worker;
  if (worker == nullptr) return;
  if (trace::is_on()) go_on_in_child(*worker);
  unbind(*worker);
  Member& here = member_of(*worker);
  for (Member* member = &here; member != nullptr; member = member->team().parent_member) {
    for_each_serial(*member, [](Member& initial) { initial.hot_team = nullptr; });  // its threads are gone
    member->binding = {};
    member->team().n_busy.store_relaxed(1);  // [L1]
  }
  if (has_company(here)) stand_in(*worker, here);
}

void leave_region_in_child(sched::Worker& worker, Team& team) {
  Member& master = *team.stands_for;
  if (master.index != 0) end_of_way_in_child();
  worker.slot = master.team().parent_member;
  worker.current = master.outer_task;
  Member& outer = member_of(worker);
  if (has_company(outer)) stand_in(worker, outer);
}

void end_of_way_in_child() { sched::cannot_wait_in_child(); }

}  // namespace rondo::team
