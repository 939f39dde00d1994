// SPDX-License-Identifier: Apache-2.0
#include "region/taskiter/taskiter.hpp"

#include "config/options.hpp"
#include "region/group_wait.hpp"
#include "region/modes/cycle.hpp"
#include "region/process.hpp"
#include "region/taskiter/check_iterations.hpp"
#include "region/taskiter/first_iterations.hpp"
#include "region/taskiter/plain_rounds.hpp"
#include "region/taskiter/rounds.hpp"
#include "region/taskiter/stretches.hpp"
#include "region/taskiter/trial.hpp"
#include "region/traced_use.hpp"
#include "region/watch.hpp"
#include "sched/create/create.hpp"
#include "sched/nodes/node_offer.hpp"
#include "sched/run/observe.hpp"
#include "sched/wait/taskwait.hpp"
#include "sched/wait/wait.hpp"
#include "team/runtime.hpp"

namespace rondo::region {

using depend::Dependence;
using graph::Event;
using graph::Gate;
using graph::Instance;
using graph::NodeIndex;
using graph::NodeState;
using graph::Reason;
using sched::Worker;
using task::Domain;
using task::Task;

using Phase = TaskiterLoop::Phase;

namespace {

// The loop waits for all of its iteration, but for none of the siblings that it is inline with.
bool keeps_all(const TaskiterLoop& loop) {
  return loop.is_while() && loop.condition.size() == 0 && loop.clauses.is_inline && !loop.is_part_of_region;
}

// Waits for the condition by ordinary means. Inside a region its execution has to see the wait; a recorder of the
// loop's own has another form of it.
void wait_for_condition(Worker& worker, TaskiterLoop& loop) {
  Domain& domain = sched::domain_of_current(worker);
  sched::RegionExecution* attached = domain.execution;
  if (!loop.is_part_of_region) domain.execution = nullptr;
  if (loop.condition.size() != 0) {
    sched::taskwait_depend(worker, {loop.condition.data(), loop.condition.size()});
  } else if (keeps_all(loop) && loop.recording != nullptr && !loop.recorder->has_unrecorded_tasks()) {
    sched::wait_for_tasks(worker, loop.kept_tasks.nodes());
  } else {
    sched::wait_for_innermost_group(worker);
  }
  domain.execution = attached;
}

// The control code has nothing more to do with the instance.
void close(Worker& worker, TaskiterLoop& loop) {
  bool needs_proxy_tasks = loop.clauses.is_inline && loop.phase == Phase::Stepping;
  close_cycle(worker, *loop.instance, needs_proxy_tasks ? &loop.accesses() : nullptr);
  loop.instance = nullptr;
}

void abandon(Worker& worker, TaskiterLoop& loop, const char* reason) {
  sched::domain_of_current(worker).execution->leave(worker, reason);
  detach(worker, loop);
  loop.phase = Phase::Plain;
  close(worker, loop);  // all of it is done
}

// The nodes of the loop's body have been captured, all but the condition in a while loop.
bool is_captured(const TaskiterLoop& loop) {
  const graph::NodeCursor& nodes = loop.recapture->nodes;
  return nodes.index() + (loop.is_while() ? 1 : 0) == nodes.end();
}

// The body has run in order. If some of its tasks have not, the rest of the loop is ordinary tasks.
void end_alone(Worker& worker, TaskiterLoop& loop, bool complete) {
  if (!end_in_order(worker, loop)) {
    loop.phase = Phase::Plain;
    return close(worker, loop);
  }
  if (complete && !loop.is_while()) advance_round(loop);
}

void end_update(Worker& worker, TaskiterLoop& loop, bool complete) {
  if (complete && !loop.recapture->has_mismatch() && is_captured(loop)) {
    if (loop.is_while()) return;  // its last node is captured when the condition is asked for
    detach(worker, loop);
    return advance_round(loop);
  }
  constexpr const char* kFewer = "an iteration created fewer tasks than were recorded";
  const char* reason = loop.recapture->has_mismatch() ? loop.recapture->mismatch() : kFewer;
  abandon(worker, loop, kFewer);
  if (!complete) return;
  note(loop, Event::Mismatch);
  note(loop, Reason::Mismatch, reason);
  process.taskiter.mismatches.add_relaxed(1);
  explain(loop, "does not repeat itself", "an iteration created other tasks than the first one");
}

bool is_recordable(Worker& worker, const TaskiterLoop& loop) {
  const TaskiterClauses& clauses = loop.clauses;
  Task& current = *worker.current;
  if (!clauses.if_clause) {
    note(loop, Event::PlainIf);
  } else if (!loop.options->graph) {
    note(loop, Event::PlainOff);
  } else if (clauses.n_iterations <= clauses.unroll) {
    note(loop, Event::PlainShort);
  } else if (clauses.unroll > UINT16_MAX) {
    note_refusal(loop, "rondo_unroll() is more than 65535");
  } else if (current.has(task::kInOrder)) {
    note(loop, Event::PlainNested);
  } else if (current.has(task::kFinal)) {
    note_refusal(loop, "the encountering task is final");
  } else {
    return true;
  }
  return false;
}

Execution plan_taskiter(Worker& worker, TaskiterLoop& loop) {
  if (loop.is_part_of_region) {
    note(loop, Event::PlainNested);
    return Execution::Plain;
  }
  if (!is_recordable(worker, loop)) return Execution::Plain;
  if (loop.options->check_graph) return Execution::Check;
  begin_encounter(worker, loop);
  return is_plain(loop) ? Execution::Plain : plan_first_iterations(worker, loop);
}

// To a tool it is an undeferred task, whose code the program itself calls.
Task& begin_own_task(Worker& worker) {
  task::TaskSpec spec = kEmptyTask;
  if (ompt::is_on()) sched::observe(worker, spec);
  Task& task = *sched::allocate(worker, spec);
  if (ompt::is_on()) sched::note_creation(worker, task, true, {});
  sched::begin_in_place(worker, task);
  if (ompt::is_on()) sched::share_call(*task.entry.observed);
  return task;
}

}  // namespace

bool has_own_task(const TaskiterLoop& loop) { return loop.implicit != nullptr; }

TaskiterLoop* enter_taskiter(Worker& worker, const TaskgraphSite& site, const TaskiterClauses& clauses) {
  process.taskiter.loops.add_relaxed(1);
  auto* loop = worker.slab.make<TaskiterLoop>();
  loop->options = &team::options();
  loop->site = site;
  loop->clauses = clauses;
  if (loop->clauses.unroll == 0) loop->clauses.unroll = 1;
  loop->history = watch({"taskiter", site.file, site.line, site.records, loop->clauses.unroll, site.is_directive});
  note(*loop, Event::Loop);
  for (const Dependence& dependence : clauses.condition) loop->condition.push_back(dependence);
  loop->has_group = !clauses.nowait && !clauses.is_inline;
  // Inside a task graph region the loop's tasks are the region's, whether these are recorded or not: dependences
  // order all of them.
  const Domain* domain = worker.current->domain;
  loop->is_part_of_region = worker.current->has(task::kInRegion) || (domain != nullptr && domain->execution != nullptr);
  if (loop->is_part_of_region) {
    loop->clauses.is_inline = true;
  } else {
    loop->known = table_of(*loop).known_loop();
    // Its tasks may be others than those of the encounter before, which only a look at them shows.
    if (loop->known.order == graph::RoundOrder::Dependences) loop->known.order = graph::RoundOrder::Unknown;
  }
  if (keeps_all(*loop)) loop->kept_tasks.which = graph::KeptTasks::Which::All;
  const Execution execution = plan_taskiter(worker, *loop);
  begin_use(worker, trace::kTaskiter, execution, 0);
  if (!loop->clauses.is_inline) {
    loop->implicit = &begin_own_task(worker);
  }
  if (loop->has_group) {
    sched::begin_taskgroup(worker);
    tell_group(worker);
  }
  switch (execution) {
    case Execution::Record:
      begin_recording(worker, *loop);
      break;
    case Execution::Validate:
      begin_validation(worker, *loop);
      break;
    case Execution::Check:
      begin_checks(worker, *loop);
      break;
    default:  // Plain; the others are no loop's
      break;
  }
  return loop;
}

Iteration begin_iteration(Worker& worker, TaskiterLoop& loop) {
  if (loop.n_begun == loop.clauses.n_iterations) return Iteration::Over;
  if (sched::is_cancelled(*worker.slot->arena, worker.current->group)) return Iteration::Over;
  if (loop.is_at_end_of_first()) {
    if (loop.phase == Phase::Recording) end_recording(worker, loop);
    if (loop.phase == Phase::Capturing) release_captured(worker, loop);
  }
  if (loop.phase == Phase::Checking) begin_checked(worker, loop);
  if (loop.phase == Phase::Plain && !loop.is_part_of_region) begin_plain_iteration(worker, loop);
  if (loop.phase == Phase::Released) return Iteration::Over;
  if (loop.phase == Phase::Counting) return Iteration::Count;
  loop.n_begun++;
  // Also while iterations are compared with a kept graph: they may turn out to differ, and be recorded.
  if (loop.recorder != nullptr) loop.recorder->copy = static_cast<uint16_t>(loop.n_begun - 1 - loop.n_plain);
  if (loop.is_capturing()) {
    begin_capture(worker, loop);
    return Iteration::Body;
  }
  if (loop.phase == Phase::Stepping) return step(worker, loop);
  return Iteration::Body;
}

void end_iteration(Worker& worker, TaskiterLoop& loop, bool complete) {
  if (!complete) loop.clauses.n_iterations = loop.n_begun;
  if (!complete && loop.phase == Phase::Checking) drop_checked(worker, loop);
  if (loop.is_capturing()) {
    if (end_capture(worker, loop, complete) && loop.phase == Phase::Stepping) step(worker, loop);
  } else if (loop.is_in_order) {
    end_alone(worker, loop, complete);
  } else if (loop.phase == Phase::Stepping) {
    end_update(worker, loop, complete);
  }
  if (loop.phase == Phase::Recording && !complete) {
    note(loop, Event::LeftEarly);
    drop_recorder(worker, loop);
  }
}

void release_iterations(Worker& worker, TaskiterLoop& loop, uint64_t n_left) {
  loop.clauses.n_iterations = loop.n_begun + n_left;
  release_rest(worker, loop);
}

namespace {
void await_next(Worker& worker, TaskiterLoop& loop) {
  std::span<const Dependence> reads(loop.condition.data(), loop.condition.size());
  if (loop.recording != nullptr) loop.recorder->add_condition(reads);
  if (loop.phase != Phase::Stepping) return wait_for_condition(worker, loop);
  if (loop.is_alone()) return advance_round(loop);
  Instance& instance = *loop.instance;
  NodeIndex condition = loop.iteration_in_turn().end - 1;
  if (instance.cycle->gate == Gate::Capture) {
    await_turn(worker, instance, condition);
    if (NodeState* ready = loop.recapture->nodes.captured()) sched::offer(worker, *ready);
    detach(worker, loop);
  }
  await_round(worker, instance, condition, instance.cycle->round + 1);
  advance_round(loop);
}
}  // namespace

void await_condition(Worker& worker, TaskiterLoop& loop) {
  if (loop.n_begun == 0) return;
  if (!ompt::is_on()) return await_next(worker, loop);
  sched::ObservedTaskwait waiting(worker, {loop.condition.data(), loop.condition.size()});
  await_next(worker, loop);
}

void leave_taskiter(Worker& worker, TaskiterLoop* loop) {
  end_checks(worker, *loop);
  if (loop->phase == Phase::Plain) detach(worker, *loop);
  if (loop->phase == Phase::Capturing) abandon_capture(worker, *loop);
  if (loop->phase == Phase::Recording) {
    note(*loop, Event::PlainShort);
    drop_recorder(worker, *loop);
  }
  if (loop->is_in_order) (void)end_in_order(worker, *loop);
  if (loop->instance != nullptr) end_stretches(*loop);
  if (loop->recapture != nullptr || loop->validation != nullptr) abandon(worker, *loop, "its loop was left");
  if (loop->instance != nullptr) close(worker, *loop);
  const bool is_whole = !sched::is_cancelled(*worker.slot->arena, worker.current->group);
  {
    GroupWait waiting(worker, loop->has_group);
    if (loop->has_group) sched::end_taskgroup(worker);
  }
  end_encounter(worker, *loop, is_whole);
  if (!loop->is_part_of_region) table_of(*loop).keep_known_loop(loop->known);
  if (loop->implicit != nullptr) sched::end_in_place(worker, *loop->implicit);
  end_use(worker);
  if (loop->recorder != nullptr) worker.slab.destroy(loop->recorder);
  loop->kept_tasks.release(worker.slab);
  if (loop->record != nullptr) loop->record->table().leave(*loop->record);
  graph::free_accesses(loop->own_accesses);
  worker.slab.destroy(loop);
}

TaskiterStats taskiter_stats() {
  const TaskiterCounts& n = process.taskiter;
  return {n.loops.load_relaxed(),      n.cycles.load_relaxed(), n.updates.load_relaxed(), n.iterations.load_relaxed(),
          n.mismatches.load_relaxed(), n.nodes.load_relaxed(),  n.edges.load_relaxed(),   n.reuses.load_relaxed()};
}

}  // namespace rondo::region
