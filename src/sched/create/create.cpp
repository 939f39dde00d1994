// SPDX-License-Identifier: Apache-2.0
#include "sched/create/create.hpp"

#include <cstring>

#include "depend/dep_node.hpp"
#include "graph/replay/kept_tasks.hpp"
#include "os/clock.hpp"
#include "sched/idle/poll.hpp"
#include "sched/nodes/node_offer.hpp"
#include "sched/run/proxy_task.hpp"
#include "sched/run/region.hpp"
#include "sched/run/suspend.hpp"
#include "sched/run/table.hpp"
#include "sched/wait/dispatch.hpp"
#include "sched/wait/taskwait.hpp"
#include "task/reserve.hpp"

namespace rondo::sched {

using depend::DepNode;
using task::Domain;
using task::Task;
using task::TaskSpec;

namespace {

// A node whose predecessors are linked starts to count them. nullptr: it is ready; else the node with which its task
// waits: the task may already be over and gone, but the node stays until the next sibling is linked.
inline const DepNode* publish_node(DepNode& node, uint32_t n_edges) {
  if (!depend::publish(node, n_edges)) return &node;
  const bool is_ready = !node.has_exclusions() || depend::acquire_exclusions(node);
  return is_ready ? nullptr : &node;
}

// Links the task behind its predecessors, and publishes its node.
inline const DepNode* link(Worker& worker, DepNode& node, Domain& domain, Dependences dependences) {
  return publish_node(node, table_of(worker, domain).enter(node, dependences, worker.slab));
}

DepNode& make_node_of(Worker& worker, Task& task, Dependences dependences) {
  task.node = depend::make_node(worker.slab, &task, static_cast<uint32_t>(dependences.size()));
  return *task.node;
}

// Its body is over when this returns. The task is a child like any other until its event is fulfilled, too.
void run_detachable_undeferred(Worker& worker, Task& task, Domain& domain, Dependences dependences) {
  if (!dependences.empty()) wait_for(worker, dependences);
  adopt(worker, task, domain).count_created();
  if (!dependences.empty()) link(worker, make_node_of(worker, task, dependences), domain, dependences);  // it is ready
  run_now(worker, Work(&task));
}

bool takes_only_notes(const Domain& domain, Dependences dependences) {
  return domain.execution == nullptr || domain.execution->may_run_inline(dependences);
}

[[gnu::noinline]] void note_queueing(Worker& worker, const Domain& domain, uint64_t start) {
  worker.inline_policy.note_queueing(domain.arena->fine_grained_bodies, os::ticks() - start);
}

// launch() for a task with dependences.
[[gnu::always_inline]] inline void launch_behind(Worker& worker, Task& task, Domain& domain, Dependences dependences,
                                                 bool is_fine_grained_one) {
  const uint64_t start = worker.inline_policy.is_queueing_sample() ? os::ticks() : 0;
  task::JoinCounter& join_counter = adopt(worker, task, domain);
  const bool looks = join_counter.count_one_created();
  const DepNode* waiting = link(worker, make_node_of(worker, task, dependences), domain, dependences);
  if (waiting == nullptr) {
    start_task(worker, task);
  } else {
    worker.slot->deque.stir();
  }
  if (start != 0) [[unlikely]]
    note_queueing(worker, domain, start);
  if (waiting != nullptr && is_fine_grained_one) [[unlikely]]
    catch_up(worker, *waiting, join_counter, domain);
  if (looks) [[unlikely]]
    help_if_ahead(worker, join_counter, domain);
}

// By a creator that is the only thread: what has become ready meanwhile, through operations that have ended, runs
// before the creator goes on, by its priority. Each runs on a stack of its own, so the creator goes on when a task
// blocks.
void run_ready_alone(Worker& worker, const Domain& domain) {
  while (true) {
    poll_if_due(worker, kBusyPause_ns);
    Work work = find_on_top(worker, &domain);
    if (!work && !turn_to_another(worker, false)) break;
    while (work) work = run(worker, work);
  }
  announce_owed(worker);
  flush_completions(worker);  // the creator goes on, perhaps to a lock that one of these tasks' parents holds
}

void offer_any(Worker& worker, Work work) {
  work.is_node() ? offer(worker, *work.node()) : offer(worker, *work.task());
}

}  // namespace

Task* allocate_scarce(Worker& worker, const TaskSpec& spec) {
  const size_t bytes = sizeof(Task) + spec.block_bytes;
  if (const Domain* domain = worker.current->domain) {
    help_until_done(worker, domain->join_counter, *domain);
    if (void* block = worker.slab.try_allocate(bytes)) return static_cast<Task*>(block);
  }
  return static_cast<Task*>(worker.slab.allocate(bytes));
}

void run_now(Worker& worker, Work work) {
  if (Work next = run(worker, work)) offer_any(worker, next);
}

void start_alone(Worker& worker, Task& task) {
  if (!settings.suspends && !is_prioritised(task)) return run_now(worker, Work(&task));
  const Domain& domain = *task.parent;
  offer(worker, task);
  if (settings.suspends) run_ready_alone(worker, domain);
}

namespace {
// Tasks that would have to wait run in place, unless the creator itself may have to go on for them to be ready: by
// fulfilling the event of a sibling.
inline bool saves_memory(const Domain& domain) { return task::is_memory_scarce() && !domain.has_detached; }
}  // namespace

void submit(Worker& worker, Task& task, Dependences dependences, bool if_clause) {
  base::CountFor counting(base::Construct::Create);
  const bool is_detachable = task.has(task::kDetachable);
  const bool is_plain = dependences.empty() && !is_detachable;
  if (is_plain && is_plainly_undeferred(worker, if_clause)) {
    run_undeferred(worker, task, {});
    return release_block(worker, task);
  }
  Domain& domain = domain_of_current(worker);
  if (is_plain && if_clause && domain.execution == nullptr && !runs_undeferred(worker, domain)) [[likely]]
    return launch(worker, task, domain);
  if (RegionExecution* region = domain.execution) {
    if (region->submit(worker, task, dependences, if_clause)) return;
  }
  if (!dependences.empty()) enter_blocks(worker, domain);
  if (task.has(task::kDetachable)) {  // now, if not before
    note_detachable(worker, task, domain);
    if (!if_clause || worker.current->has(task::kFinal))
      return run_detachable_undeferred(worker, task, domain, dependences);
  }
  const bool is_deferred = if_clause && !runs_undeferred(worker, domain) && !saves_memory(domain);
  if (!is_deferred && !task.has(task::kDetachable)) {
    run_undeferred(worker, task, dependences);
    release_block(worker, task);
    return;
  }
  const bool is_fine_grained_one = !dependences.empty() &&
                                   is_fine_grained(domain, task.entry, task.flags, task.priority) &&
                                   takes_only_notes(domain, dependences);
  if (is_fine_grained_one && run_fine_grained(worker, task, domain, dependences)) {
    worker.slab.release(&task);
    return;
  }
  dependences.empty() ? launch(worker, task, domain)
                      : launch_behind(worker, task, domain, dependences, is_fine_grained_one);
  if (settings.suspends && worker.slot->arena->n_slots == 1) run_ready_alone(worker, domain);  // also if it waits
}

namespace {
// Neither blocks that the table does not know yet, nor want of memory.
inline bool may_link_at_once(const Domain& domain) { return !domain.has_open_blocks && !saves_memory(domain); }
}  // namespace

bool spawn_dependent_fast(Worker& worker, task::GompEntry body, void* data, size_t bytes, uint32_t flags,
                          const Dependences& dependences) {
  base::CountFor counting(base::Construct::Create);
  Domain& domain = domain_of_current(worker);
  if (!may_link_at_once(domain)) [[unlikely]]
    return false;
  const bool is_known = domain.arena->fine_grained_bodies.has(body_of({.gomp = body}));
  if (is_known && run_known_body(worker, fast_path_spec(body, bytes, flags), data, dependences)) return true;
  auto* task = static_cast<Task*>(worker.slab.try_allocate(sizeof(Task) + bytes));
  if (task == nullptr) [[unlikely]]
    return false;
  init(*task, fast_path_spec(body, bytes, flags));
  copy_block(task->block(), data, bytes);
  launch_behind(worker, *task, domain, dependences, is_known);
  return true;
}

namespace {
[[gnu::always_inline]] inline void run_or_launch(Worker& worker, Task& task, Domain& domain,
                                                 const Dependences& dependences) {
  base::CountFor counting(base::Construct::Create);
  const bool is_known = domain.arena->fine_grained_bodies.has(body_of(task.entry));
  if (is_known && run_fine_grained(worker, task, domain, dependences)) return worker.slab.release(&task);
  launch_behind(worker, task, domain, dependences, is_known);
}
}  // namespace

void submit_dependent_fast(Worker& worker, Task& task, Dependences dependences) {
  Domain& domain = domain_of_current(worker);
  if (!may_link_at_once(domain)) [[unlikely]]
    return submit(worker, task, dependences);
  run_or_launch(worker, task, domain, dependences);
}

void spawn_dependent_noted(Worker& worker, task::GompEntry body, void* data, size_t bytes, uint32_t flags,
                           const Dependences& dependences) {
  Domain& domain = *worker.current->domain;
  enter_blocks(worker, domain);
  if (!runs_alone(domain) && spawn_dependent_fast(worker, body, data, bytes, flags, dependences)) return;
  Task task;
  init(task, fast_path_spec(body, bytes, flags), data);
  run_undeferred(worker, task, dependences);
}

void submit_dependent_noted(Worker& worker, Task& task, Dependences dependences) {
  Domain& domain = *worker.current->domain;
  enter_blocks(worker, domain);
  if (!runs_alone(domain) && !saves_memory(domain)) [[likely]]
    return run_or_launch(worker, task, domain, dependences);
  run_undeferred(worker, task, dependences);
  worker.slab.release(&task);
}

bool submit_kept(Worker& worker, Task& task, const graph::Recorder& recorder, Dependences dependences) {
  if (recorder.tasks == nullptr || !recorder.tasks->takes(dependences)) return false;
  graph::KeptTasks& tasks = *recorder.tasks;
  Domain& domain = domain_of_current(worker);
  if (task.has(task::kDetachable)) note_detachable(worker, task, domain);
  if (runs_undeferred(worker, domain)) return false;
  if (!dependences.empty()) enter_blocks(worker, domain);
  task::JoinCounter& join_counter = adopt(worker, task, domain);
  const bool looks = join_counter.count_one_created();
  DepNode& node = make_node_of(worker, task, dependences);
  const uint32_t position = recorder.n_met - 1;
  // A task without dependences has a node only to come behind itself in the iteration before.
  uint32_t n_edges = dependences.empty() ? 0 : table_of(worker, domain).enter(node, dependences, worker.slab);
  if (DepNode* before = tasks.of(position)) n_edges += depend::connect(*before, node, worker.slab);
  const bool is_ready = publish_node(node, n_edges) == nullptr;
  tasks.keep(position, node, worker.slab);
  if (is_ready) start_task(worker, task);
  if (looks) help_if_ahead(worker, join_counter, domain);
  return true;
}

bool run_past_cutoff(Worker& worker, Task& task, Dependences dependences) {
  constexpr uint32_t kUnusual = task::kDetachable | task::kObserved | task::kTaskloop;
  const bool is_usual = dependences.empty() && (task.flags & kUnusual) == 0 && !is_prioritised(task);
  if (!is_usual || !is_fast_path_parent(*worker.current) || !is_past_cutoff(worker)) return false;
  run_undeferred_fast(worker, task);
  return true;
}

}  // namespace rondo::sched
