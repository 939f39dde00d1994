// SPDX-License-Identifier: Apache-2.0
#include "sched/spawn.hpp"

#include <cstring>
#include <new>

#include "depend/node.hpp"
#include "depend/table.hpp"
#include "os/clock.hpp"
#include "sched/children.hpp"
#include "sched/launch.hpp"
#include "sched/pattern.hpp"
#include "sched/reduction.hpp"
#include "sched/region.hpp"
#include "sched/run_node.hpp"
#include "sched/settings.hpp"
#include "sched/wait.hpp"
#include "sched/withhold.hpp"

namespace rondo::sched {

using depend::Node;
using depend::Table;
using task::Depth;
using task::Domain;
using task::Task;
using task::TaskGroup;
using task::TaskSpec;

Domain& new_domain_of_current(Worker& worker) { return begin_domain(worker, worker.slab.allocate(sizeof(Domain))); }

namespace {

Encounter* encounter_of(Worker& worker) {
  Domain* domain = worker.current->domain;
  return domain == nullptr ? nullptr : domain->encounter;
}

constexpr const char* kUndeferredTask = "it creates an undeferred task";

// Links the task behind its predecessors; nullptr if it is ready, else the node with which it waits. The task may be
// over then, and gone; the node stays until the next sibling is linked.
const Node* link(Worker& worker, Task& task, Domain& domain, Dependences dependences) {
  if (domain.table == nullptr) domain.table = new (worker.slab.allocate(sizeof(Table))) Table(worker.slab);
  Node* node = depend::make_node(worker.slab, &task, static_cast<uint32_t>(dependences.size()));
  task.node = node;
  uint32_t n_edges = domain.table->enter(*node, dependences, worker.slab);
  if (!depend::publish(*node, n_edges)) return node;
  const bool is_ready = node->exclusions == nullptr || depend::acquire_exclusions(*node);
  return is_ready ? nullptr : node;
}

// The same for a task that no later one depends on.
bool link_unnamed(Worker& worker, Task& task, Domain& domain, Dependences dependences) {
  if (domain.table == nullptr) return true;
  Node* node = depend::make_node(worker.slab, &task, 0);
  node->list.store_relaxed(Node::kDetached);  // [depend/E3]: the table never named it
  task.node = node;
  return depend::publish(*node, domain.table->consult(*node, dependences, worker.slab));
}

void run_undeferred(Worker& worker, Task& task, Domain& domain, Dependences dependences) {
  adopt(worker, task, domain);
  if (!dependences.empty()) wait_for(worker, dependences);
  is_discarded(task) ? skip_body(worker, task) : call_body(worker, task);
  finish_undeferred(worker, task);
}

// One of those that are found to be tiny: nobody has to see it created, or to be told when it is over.
bool is_tiny(const Domain& domain, task::Entry entry, uint16_t flags, int16_t priority) {
  if (!domain.crew->tiny_bodies.has(body_of(entry))) [[likely]]
    return false;
  const bool is_plain = (flags & task::kDetachable) == 0 && (priority <= 0 || settings.max_task_priority == 0);
  return is_plain && domain.encounter == nullptr && !domain.has_pattern_children;
}

// Runs the task in place if that is free to run, and if its creator has not been wrong lately.
bool run_tiny(Worker& worker, Task& task, Domain& domain, Dependences dependences) {
  const uint64_t start = os::ticks();
  if (!worker.at_once.begin(start)) return false;
  if (domain.table != nullptr && !domain.table->is_free(dependences, worker.slab)) {
    worker.at_once.take_back();
    return false;
  }
  const Body body = body_of(task.entry);
  run_undeferred(worker, task, domain, {});
  worker.at_once.end(domain.crew->tiny_bodies, body, start, os::ticks(), settings.tiny_ticks);
  return true;
}

// A node's task lies in its instance, all others in a slab.
void release(Worker& worker, Task& task) {
  if (!is_in_region(worker, task)) worker.slab.release(&task);
}

}  // namespace

Task* allocate_with(Worker& worker, Encounter& encounter, const TaskSpec& spec) {
  Task* task = nullptr;
  uint16_t mark = 0;
  if (encounter.takes_creation()) {
    task = allocate_in_region(worker, encounter, spec);
  } else {
    mark = task::kNotReplayable;
    meet_stranger(worker, encounter);
  }
  if (task == nullptr) task = static_cast<Task*>(worker.slab.allocate(sizeof(Task) + spec.block_bytes));
  if (encounter.clears_blocks()) std::memset(task->block(), 0, spec.block_bytes);
  init(*task, spec);
  task->flags |= mark;
  return task;
}

void submit(Worker& worker, Task& task, Dependences dependences, bool if_clause) {
  base::CountFor counting(base::Construct::Create);
  Domain& domain = domain_of_current(worker);
  bool is_plain = dependences.empty() && if_clause && domain.encounter == nullptr && !task.has(task::kDetachable);
  if (is_plain && !runs_undeferred(worker, domain)) [[likely]]
    return launch(worker, task, domain);
  if (domain.encounter != nullptr && submit_in_region(worker, *domain.encounter, task, dependences, if_clause)) return;
  bool is_detachable = task.has(task::kDetachable);
  // Before this task is counted: neither it nor, if it is detachable, what it waits for can be waited for.
  if (is_detachable || !dependences.empty()) wait_for_pattern(worker, domain);
  if (is_detachable) domain.has_detached = true;
  if ((!if_clause || runs_undeferred(worker, domain)) && !is_detachable) {
    run_undeferred(worker, task, domain, dependences);
    release(worker, task);
    return;
  }
  const bool is_tiny_one = !dependences.empty() && is_tiny(domain, task.entry, task.flags, task.priority);
  if (is_tiny_one && run_tiny(worker, task, domain, dependences)) {
    worker.slab.release(&task);
    return;
  }
  task::Tally& tally = adopt(worker, task, domain);
  const bool looks = tally.count_one_created();
  const Node* waiting = dependences.empty() ? nullptr : link(worker, task, domain, dependences);
  if (waiting == nullptr) {
    start_task(worker, task);
  } else if (is_tiny_one) {
    catch_up(worker, *waiting, tally, domain);
  }
  if (looks) help_if_ahead(worker, tally, domain);
}

bool run_at_once(Worker& worker, const TaskSpec& spec, void* data, Dependences dependences) {
  Domain& domain = domain_of_current(worker);
  if (!is_tiny(domain, spec.entry, spec.flags, spec.priority)) return false;
  base::CountFor counting(base::Construct::Create);
  Task task;
  init(task, spec);
  task.data = data;
  return run_tiny(worker, task, domain, dependences);
}

void run_behind(Worker& worker, Dependences dependences, void (*function)(void*), void* data) {
  Domain& domain = domain_of_current(worker);
  auto* task = static_cast<Task*>(worker.slab.allocate(sizeof(Task)));
  init(*task, {.entry = {.gomp = function},
               .block_bytes = 0,
               .shareds_offset = 0,
               .flags = task::kOurs,
               .priority = 0,
               .is_trivial = true});
  task->data = data;
  adopt(worker, *task, domain).count_created();
  if (link_unnamed(worker, *task, domain, dependences)) start_task(worker, *task);
}

void start(Worker& worker, graph::NodeState& node) {
  has_plenty(worker) ? run_now(worker, Work(&node)) : offer(worker, node);
}

void begin_in_place(Worker& worker, Task& task) {
  if (!task.has(task::kNotReplayable)) cannot_record(worker, kUndeferredTask);
  Domain& domain = domain_of_current(worker);
  adopt(worker, task, domain);
  task.next = worker.current;
  worker.current = &task;
}

void end_in_place(Worker& worker, Task& task) {
  end_kmp_body(worker, task);
  worker.current = task.next;
  finish_undeferred(worker, task);
  release(worker, task);
}

void run_in_place(Worker& worker, const TaskSpec& spec, void* data, Dependences dependences) {
  Encounter* encounter = encounter_of(worker);
  if (encounter != nullptr) {
    encounter->takes_creation() ? leave_recording(worker, *encounter, kUndeferredTask)
                                : meet_stranger(worker, *encounter);
  }
  Domain& domain = domain_of_current(worker);
  Task task;
  init(task, spec);
  task.data = data;
  run_undeferred(worker, task, domain, dependences);
}

void wait_for(Worker& worker, Dependences dependences) {
  Domain& domain = domain_of_current(worker);
  wait_for_pattern(worker, domain);
  if (domain.table == nullptr) return;
  Node node;
  node.waiter = worker.id;
  uint32_t n_edges = domain.table->consult(node, dependences, worker.slab);
  if (!depend::publish(node, n_edges)) {
    auto is_satisfied = [&node] { return node.pending.load_acquire() == 0; };  // [depend/E2]
    work_until(worker, *worker.seat->crew, ConditionLatch(is_satisfied), &domain);
  }
}

void wait_for_children(Worker& worker, Domain& domain) {
  Crew& crew = *worker.seat->crew;
  for (TaskGroup* group = worker.current->group; group != nullptr && group->owner == &domain; group = group->outer) {
    work_until(worker, crew, TallyLatch(group->tally, Depth::Children), &domain);
  }
  work_until(worker, crew, TallyLatch(domain.tally, Depth::Children), &domain);
  domain.has_pattern_children = false;
}

bool are_children_done(Worker& worker, const Domain& domain) {
  for (TaskGroup* group = worker.current->group; group != nullptr && group->owner == &domain; group = group->outer) {
    if (!group->tally.is_done(Depth::Children)) return false;
  }
  return domain.tally.is_done(Depth::Children);
}

bool run_ready(Worker& worker, const Domain& domain) {
  Work work = find_work(worker, &domain, false);
  if (!work) {
    announce_owed(worker);
    worker.flush();  // who waits for what was done here need not wait for this worker to idle
    return false;
  }
  while (work) work = run(worker, work);
  return true;
}

void taskwait(Worker& worker) {
  base::CountFor counting(base::Construct::Taskwait);
  Domain* domain = worker.current->domain;
  if (domain == nullptr) return;
  // The nodes of a re-capture are no children; tasks that are not part of the record are, and earlier siblings.
  if (domain->encounter != nullptr) join_in_region(worker, *domain->encounter, {}, Depth::Children);
  run_own_children(worker, *domain);
  wait_for_children(worker, *domain);
}

void taskwait_depend(Worker& worker, Dependences dependences) {
  base::CountFor counting(base::Construct::Taskwait);
  Domain* domain = worker.current->domain;
  if (domain == nullptr) return;
  if (Encounter* encounter = domain->encounter) {
    encounter->takes_wait() ? join_in_region(worker, *encounter, dependences, Depth::Children)
                            : meet_stranger(worker, *encounter);
  }
  wait_for(worker, dependences);
}

void begin_taskgroup(Worker& worker) {
  Domain& domain = domain_of_current(worker);
  Task& current = *worker.current;
  auto* group = new (worker.slab.allocate(sizeof(TaskGroup))) TaskGroup;
  group->tally.open(worker.id);
  group->outer = current.group;
  group->owner = &domain;
  current.group = group;
}

void end_taskgroup(Worker& worker) {
  base::CountFor counting(base::Construct::Taskgroup);
  Domain& domain = domain_of_current(worker);
  TaskGroup* group = worker.current->group;
  if (group == nullptr) return;  // begun in the parent of this process, by a task that goes on only there
  if (domain.encounter != nullptr) join_in_region(worker, *domain.encounter, {}, Depth::Descendants);
  work_until(worker, *worker.seat->crew, TallyLatch(group->tally, Depth::Descendants), &domain);
  end_reductions(worker, *group);
  worker.current->group = group->outer;
  worker.slab.release(group);
}

void taskyield(Worker& worker) {
  Work work = find_work(worker, &domain_of_current(worker), true);
  if (work) work = run(worker, work);
  if (work) queue(worker, work);
  announce_owed(worker);
}

void require_code(Worker& worker) {
  Encounter* encounter = encounter_of(worker);
  if (encounter == nullptr) return;
  if (encounter->is_withholding()) hand_over(worker, *encounter, "it does more than creating tasks");
  if (encounter->mode() == Encounter::Mode::Record) encounter->recorder().require_code();
}

void cannot_record(Worker& worker, const char* reason) {
  if (Encounter* encounter = encounter_of(worker)) leave_recording(worker, *encounter, reason);
}

}  // namespace rondo::sched
