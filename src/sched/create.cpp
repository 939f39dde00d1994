// SPDX-License-Identifier: Apache-2.0
#include "sched/create.hpp"

#include <cstring>

#include "depend/dep_node.hpp"
#include "graph/replay/kept_tasks.hpp"
#include "os/clock.hpp"
#include "sched/dispatch.hpp"
#include "sched/node_offer.hpp"
#include "sched/poll.hpp"
#include "sched/proxy_task.hpp"
#include "sched/region.hpp"
#include "sched/suspend.hpp"
#include "sched/table.hpp"
#include "sched/taskwait.hpp"
#include "task/reserve.hpp"

namespace rondo::sched {

using depend::DepNode;
using task::Domain;
using task::Task;
using task::TaskSpec;

namespace {

constexpr const char* kUndeferredTask = "it creates an undeferred task";

// A node whose predecessors are linked starts to count them. nullptr: it is ready; else the node with which its task
// waits: the task may already be over and gone, but the node stays until the next sibling is linked.
inline const DepNode* publish_node(DepNode& node, uint32_t n_edges) {
  if (!depend::publish(node, n_edges)) return &node;
  const bool is_ready = node.has_exclusions == 0 || depend::acquire_exclusions(node);
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

void run_undeferred(Worker& worker, Task& task, Dependences dependences) {
  adopt(worker, task, domain_for_undeferred(worker));
  if (!dependences.empty()) wait_for(worker, dependences);
  put_on_top(worker, task);
  is_discarded(task) ? skip_body(worker, task) : call_body(worker, task);
  finish_undeferred(worker, task);
}

// A child of the current task, whose domain this is, may complete after its body. A proxy task of the runtime's own
// does not count: it is over when tasks are that the team can run.
void note_detachable(Worker& worker, const Task& task, Domain& domain) {
  if (task.has(task::kInternal)) return;
  domain.has_detached = true;
  worker.current->flags &= ~uint32_t{task::kInOrder};  // others may depend on it, and its event on them
}

// Its body is over when this returns. The task is a child like any other until its event is fulfilled, too.
void run_detachable_undeferred(Worker& worker, Task& task, Domain& domain, Dependences dependences) {
  if (!dependences.empty()) wait_for(worker, dependences);
  adopt(worker, task, domain).count_created();
  if (!dependences.empty()) link(worker, make_node_of(worker, task, dependences), domain, dependences);  // it is ready
  run_now(worker, Work(&task));
}

// A task whose body is known to be fine-grained, and whose creation and end concern only its creator.
bool is_fine_grained(const Domain& domain, task::Entry entry, uint32_t flags, int16_t priority) {
  if (!domain.arena->fine_grained_bodies.has(body_of(entry))) [[likely]]
    return false;
  const bool is_plain = (flags & task::kDetachable) == 0 && (priority <= 0 || settings.max_task_priority == 0);
  return is_plain && !domain.has_open_blocks;
}

bool takes_only_notes(const Domain& domain, Dependences dependences) {
  return domain.execution == nullptr || domain.execution->may_run_inline(dependences);
}

// True if no predecessor is left, and if the creator's guesses have been right lately: the task is to run in place.
// `start` is the time now. Where creations are watched it is the time behind that: the one behind which a period is
// recorded or dropped takes as long as a time slice, but is no long body.
[[gnu::always_inline]] inline bool begin_inline(Worker& worker, const Domain& domain, Dependences dependences,
                                                uint64_t& start) {
  worker.slot->deque.stir();
  if (!worker.inline_policy.begin(start)) return false;
  depend::Table* table = domain.table;
  if (table == nullptr) return true;
  if (!table->is_watched()) {
    if (table->drop_if_free_now(dependences, worker.slab)) return true;
  } else if (table->passes(dependences, worker.slab)) {
    start = os::ticks();
    return true;
  }
  worker.inline_policy.take_back();
  return false;
}

[[gnu::always_inline]] inline void end_inline(Worker& worker, Task& task, const Domain& domain, uint64_t start) {
  const Body body = body_of(task.entry);
  run_undeferred(worker, task, {});
  worker.inline_policy.end(domain.arena->fine_grained_bodies, body, start, os::ticks());
}

// Runs the task in place if it may.
bool run_fine_grained(Worker& worker, Task& task, Domain& domain, Dependences dependences) {
  uint64_t start = os::ticks();
  if (!begin_inline(worker, domain, dependences, start)) return false;
  end_inline(worker, task, domain, start);
  return true;
}

// The body is known to be fine-grained. A function of its own, so that the question costs no frame elsewhere.
[[gnu::noinline]] bool run_known_body(Worker& worker, const TaskSpec& spec, void* data, Dependences dependences) {
  Domain& domain = domain_of_current(worker);
  if (!is_fine_grained(domain, spec.entry, spec.flags, spec.priority)) return false;
  base::CountFor counting(base::Construct::Create);
  Task task;
  init(task, spec);
  task.data = data;
  return run_fine_grained(worker, task, domain, dependences);
}

// The same in a region: it takes a note of the task, if nothing else. Of that the body's time has no part.
[[gnu::noinline]] bool run_known_body_of(RegionExecution& region, Worker& worker, const TaskSpec& spec, void* data,
                                         Dependences dependences) {
  const Domain& domain = *worker.current->domain;
  if (!region.may_run_inline(dependences)) return false;
  if (!is_fine_grained(domain, spec.entry, spec.flags, spec.priority)) return false;
  uint64_t start = os::ticks();
  if (!begin_inline(worker, domain, dependences, start)) return false;
  base::CountFor counting(base::Construct::Create);
  region.note_inline(worker, spec, data, dependences);
  Task task;
  init(task, spec);
  task.data = data;
  end_inline(worker, task, domain, os::ticks());
  return true;
}

// A function of its own, so that creation elsewhere needs no register for it.
[[gnu::noinline]] void meet_undeferred(Worker& worker, RegionExecution& region) {
  region.takes_creation() ? region.leave(worker, kUndeferredTask) : region.meet_unrecorded(worker);
}

// The task of a node belongs to the region's execution; all others are in a slab.
void release(Worker& worker, Task& task) {
  if (!is_in_region(worker, task)) worker.slab.release(&task);
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

void submit(Worker& worker, Task& task, Dependences dependences, bool if_clause) {
  base::CountFor counting(base::Construct::Create);
  const bool is_detachable = task.has(task::kDetachable);
  const bool is_plain = dependences.empty() && !is_detachable;
  if (is_plain && is_plainly_undeferred(worker, if_clause)) {
    run_undeferred(worker, task, {});
    return release(worker, task);
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
  const bool is_deferred = if_clause && !runs_undeferred(worker, domain) && !task::is_memory_scarce();
  if (!is_deferred && !task.has(task::kDetachable)) {
    run_undeferred(worker, task, dependences);
    release(worker, task);
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
inline bool may_link_at_once(const Domain& domain) { return !domain.has_open_blocks && !task::is_memory_scarce(); }
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
  init(task, fast_path_spec(body, bytes, flags));
  task.data = data;
  run_undeferred(worker, task, dependences);
}

void submit_dependent_noted(Worker& worker, Task& task, Dependences dependences) {
  Domain& domain = *worker.current->domain;
  enter_blocks(worker, domain);
  if (!runs_alone(domain) && !task::is_memory_scarce()) [[likely]]
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

bool run_inline(Worker& worker, const TaskSpec& spec, void* data, Dependences dependences) {
  const Task& creator = *worker.current;
  const Domain& nearest = creator.domain != nullptr ? *creator.domain : *creator.parent;
  if (!nearest.arena->fine_grained_bodies.has(body_of(spec.entry))) [[likely]]
    return false;
  RegionExecution* region = region_execution_of(worker);
  if (region != nullptr) return run_known_body_of(*region, worker, spec, data, dependences);
  return run_known_body(worker, spec, data, dependences);
}

void begin_in_place(Worker& worker, Task& task) {
  if (!task.has(task::kNotReplayable)) cannot_record(worker, kUndeferredTask);
  const bool is_detachable = task.has(task::kDetachable);
  Domain& domain = is_detachable ? domain_of_current(worker) : domain_for_undeferred(worker);
  if (is_detachable) note_detachable(worker, task, domain);
  task::JoinCounter& join_counter = adopt(worker, task, domain);
  if (is_detachable) join_counter.count_created();
  put_on_top(worker, task);
  worker.current = &task;
  if (task.has(task::kObserved)) [[unlikely]]
    begin_observed(worker, *task.entry.observed, *task.next);
}

void end_in_place(Worker& worker, Task& task) {
  end_kmp_body(worker, task);
  worker.current = task.next;
  if (task.has(task::kObserved)) [[unlikely]] {
    end_observed(worker, task, *task.next, is_discarded(task) ? ompt::TaskStatus::Cancel : ompt::TaskStatus::Complete);
    come_back(worker);
  }
  if (task.has(task::kDetachable)) {
    if (Work next = end_detachable_body(worker, task)) offer(worker, *next.task());
    return;
  }
  finish_undeferred(worker, task);
  release(worker, task);
}

void run_in_place(Worker& worker, const TaskSpec& spec, void* data, Dependences dependences) {
  if (RegionExecution* region = region_execution_of(worker)) [[unlikely]]
    meet_undeferred(worker, *region);
  Task task;
  init(task, spec);
  task.data = data;
  run_undeferred(worker, task, dependences);
}

}  // namespace rondo::sched
