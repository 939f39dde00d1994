// SPDX-License-Identifier: Apache-2.0
#include "sched/wait/taskwait.hpp"

#include <new>

#include "depend/dep_node.hpp"
#include "sched/idle/find.hpp"
#include "sched/run/proxy_task.hpp"
#include "sched/run/region.hpp"
#include "sched/wait/children.hpp"
#include "sched/wait/dispatch.hpp"
#include "sched/wait/reduction.hpp"
#include "sched/wait/wait.hpp"

namespace rondo::sched {

using depend::DepNode;
using task::Depth;
using task::Domain;
using task::Task;
using task::TaskGroup;

namespace {
void wait_until_ready(Worker& worker, Domain& domain, DepNode& node, uint32_t n_edges) {
  if (depend::publish(node, n_edges)) return;
  auto is_satisfied = [&node] { return node.pending.load_acquire() == 0; };  // [depend/E2]
  work_until(worker, *worker.slot->arena, ConditionLatch(is_satisfied), &domain);
}
}  // namespace

void wait_for(Worker& worker, Dependences dependences) {
  if (worker.current->domain == nullptr) return;  // it has created nothing
  Domain& domain = *worker.current->domain;
  enter_blocks(worker, domain);
  if (domain.table == nullptr) return;
  DepNode node;
  node.waiter = worker.id;
  wait_until_ready(worker, domain, node, domain.table->consult(node, dependences, worker.slab));
}

void wait_for_tasks(Worker& worker, std::span<DepNode* const> nodes) {
  DepNode waiting;
  waiting.waiter = worker.id;
  uint32_t n_edges = 0;
  for (DepNode* node : nodes) {
    if (node != nullptr) n_edges += depend::connect(*node, waiting, worker.slab);
  }
  wait_until_ready(worker, *worker.current->domain, waiting, n_edges);
}

void wait_for_children(Worker& worker, Domain& domain) {
  Arena& arena = *worker.slot->arena;
  for (TaskGroup* group = worker.current->group; group != nullptr && group->owner == &domain; group = group->outer) {
    work_until(worker, arena, JoinLatch(group->join_counter, Depth::Children), &domain);
  }
  work_until(worker, arena, JoinLatch(domain.join_counter, Depth::Children), &domain);
  forget_blocks(domain);
  domain.has_detached = false;
}

void wait_for_descendants(Worker& worker, Domain& domain) {
  work_until(worker, *worker.slot->arena, JoinLatch(domain.join_counter, Depth::Descendants), &domain);
}

bool are_children_done(Worker& worker, const Domain& domain) {
  for (TaskGroup* group = worker.current->group; group != nullptr && group->owner == &domain; group = group->outer) {
    if (!group->join_counter.is_done(Depth::Children)) return false;
  }
  return domain.join_counter.is_done(Depth::Children);
}

bool run_ready(Worker& worker, const Domain& domain) {
  Work work = find_work(worker, &domain, false);
  if (!work) {
    announce_owed(worker);
    flush(worker);  // other waits need not last until this worker idles
    return false;
  }
  while (work) work = run(worker, work);
  flush_completions(worker);
  return true;
}

void taskwait(Worker& worker) {
  base::CountFor counting(base::Construct::Taskwait);
  Domain* domain = worker.current->domain;
  if (domain == nullptr) return;
  // Nodes of a re-capture are not counted as children. Earlier siblings and tasks that are not part of the record
  // are.
  if (domain->execution != nullptr) domain->execution->join(worker, {}, Depth::Children);
  run_own_children(worker, *domain);
  wait_for_children(worker, *domain);
}

void wait_for_innermost_group(Worker& worker) {
  Domain& domain = domain_of_current(worker);
  TaskGroup* group = worker.current->group;
  if (group == nullptr || group->owner != &domain) return taskwait(worker);
  if (domain.execution != nullptr) domain.execution->join(worker, {}, Depth::Children);
  work_until(worker, *worker.slot->arena, JoinLatch(group->join_counter, Depth::Children), &domain);
}

void taskwait_depend(Worker& worker, Dependences dependences) {
  base::CountFor counting(base::Construct::Taskwait);
  Domain* domain = worker.current->domain;
  if (domain == nullptr) return;
  if (RegionExecution* region = domain->execution) {
    region->takes_wait() ? region->join(worker, dependences, Depth::Children) : region->meet_unrecorded(worker);
  }
  wait_for(worker, dependences);
}

TaskGroup& begin_taskgroup(Worker& worker, TaskGroup::Of of) {
  Domain& domain = domain_of_current(worker);
  Task& current = *worker.current;
  auto* group = new (worker.slab.allocate(sizeof(TaskGroup))) TaskGroup;
  group->join_counter.open(worker.id);
  group->outer = current.group;
  group->owner = &domain;
  group->of = of;
  current.group = group;
  return *group;
}

namespace {

void close_taskgroup(Worker& worker, TaskGroup* group) {
  worker.current->group = group->outer;
  worker.slab.release(group);
}

}  // namespace

void end_taskgroup(Worker& worker) {
  base::CountFor counting(base::Construct::Taskgroup);
  Domain& domain = domain_of_current(worker);
  TaskGroup* group = worker.current->group;
  if (group == nullptr) return;  // it was begun before fork(2), by a task that goes on in the parent process only
  if (domain.execution != nullptr) domain.execution->join(worker, {}, Depth::Descendants);
  work_until(worker, *worker.slot->arena, JoinLatch(group->join_counter, Depth::Descendants), &domain);
  end_reductions(worker, *group);
  close_taskgroup(worker, group);
}

void end_taskgroup_observed(Worker& worker) {
  const void* caller = worker.record.caller;
  {
    ObservedWait waiting(worker, ompt::SyncKind::Taskgroup);
    end_taskgroup(worker);
  }
  end_sync(worker, ompt::SyncKind::Taskgroup, caller);
}

void abandon_taskgroups(Worker& worker, const TaskGroup* outermost) {
  Domain& domain = domain_of_current(worker);
  while (worker.current->group != outermost && worker.current->group != nullptr) {
    TaskGroup* group = worker.current->group;
    work_until(worker, *worker.slot->arena, JoinLatch(group->join_counter, Depth::Descendants), &domain);
    discard_reductions(worker, *group);
    close_taskgroup(worker, group);
  }
}

void taskyield(Worker& worker) {
  // An untied task constrains nothing, as long as no tied one is suspended below it. So tasks that wait for a
  // message, with taskyield, let those run that send it.
  const Work below = worker.unconstrained;
  const Task& current = *worker.current;
  const bool is_free = current.has(task::kUnconstrained) && below.word() == Work(worker.current).word();
  Work work = find_work(worker, is_free ? nullptr : &domain_of_current(worker), true);
  if (work) {
    task::Observed* record = task::observed_of(current);
    if (record != nullptr) record->is_yielding = true;
    worker.unconstrained = is_free ? work : Work();
    work = run(worker, work);
    worker.unconstrained = below;
    if (record != nullptr) record->is_yielding = false;
  }
  if (work) queue(worker, work);
  announce_owed(worker);
  flush_completions(worker);  // the caller may wait in another way next, for a lock that this task's parent holds
}

}  // namespace rondo::sched
