// SPDX-License-Identifier: Apache-2.0
#include "work/taskiter.hpp"

#include <new>

#include "base/message.hpp"
#include "base/pod_vector.hpp"
#include "config/options.hpp"
#include "graph/encounter.hpp"
#include "sched/region.hpp"
#include "sched/run_node.hpp"
#include "sched/wait.hpp"
#include "work/cycle.hpp"
#include "work/place_text.hpp"
#include "work/watch.hpp"

namespace rondo::work {

using depend::Dependence;
using graph::Copy;
using graph::Encounter;
using graph::Event;
using graph::Gate;
using graph::Graph;
using graph::Instance;
using graph::NodeIndex;
using graph::NodeState;
using graph::Reason;
using graph::Recorder;
using sched::Worker;
using task::Domain;
using task::Task;

struct TaskiterLoop {
  enum class Phase : uint8_t {
    Plain,      // every iteration's tasks are ordinary ones
    Recording,  // so far, but they are taken down
    Stepping,   // each iteration is launched by itself, or captured
    Counting,   // all that are left will be released, when their number is known
    Released,   // all iterations have been
  };

  TaskgraphPlace place;
  TaskiterClauses clauses;
  Phase phase = Phase::Plain;
  uint64_t n_begun = 0;         // iterations
  Task* implicit = nullptr;     // the task that the body's code belongs to; nullptr: the encountering one
  Recorder* recorder = nullptr;
  Encounter* encounter = nullptr;
  Instance* instance = nullptr;
  RecordedAccesses accesses;
  base::PodVector<Dependence> condition;
  graph::History* history = nullptr;  // somebody looks at the graphs

  bool is_while() const { return clauses.n_iterations == TaskiterClauses::kWhile; }
  const Copy& copy_in_turn() const {  // of the iteration begun last
    const Graph& graph = *instance->graph;
    return graph.copies[(n_begun - 1) % graph.n_copies];
  }
};

namespace {

using Phase = TaskiterLoop::Phase;

struct Counters {
  base::Atomic<uint64_t> loops{0}, cycles{0}, updates{0}, iterations{0}, mismatches{0}, nodes{0}, edges{0};
};
Counters g_counters;

void explain(const TaskiterLoop& loop, const char* what, const char* reason) {
  auto* said = reinterpret_cast<uint32_t*>(loop.place.records);
  if (!base::first_time(said)) return;
  PlaceText place(loop.place.file, loop.place.line);
  base::warn("the taskiter loop %s %s: %s; its tasks run as ordinary tasks (said once)", place.text(), what, reason);
}

void note(const TaskiterLoop& loop, Event event, uint64_t n = 1) {
  if (loop.history != nullptr) loop.history->count(event, n);
}

void note(const TaskiterLoop& loop, Reason reason, const char* text) {
  if (loop.history != nullptr) loop.history->set_reason(reason, text);
}

void note_refusal(const TaskiterLoop& loop, const char* reason) {
  note(loop, Event::Refused);
  note(loop, Reason::Refused, reason);
}

// ---- The first iterations ----------------------------------------------------------------------------------------

void attach(Worker& worker, TaskiterLoop& loop, Encounter* encounter) {
  loop.encounter = encounter;
  sched::domain_of_current(worker).encounter = encounter;
}

void detach(Worker& worker, TaskiterLoop& loop) {
  if (loop.encounter == nullptr) return;
  sched::domain_of_current(worker).encounter = nullptr;
  worker.slab.destroy(loop.encounter);
  loop.encounter = nullptr;
}

void begin_recording(Worker& worker, TaskiterLoop& loop) {
  loop.recorder = worker.slab.make<Recorder>(!loop.clauses.update);
  loop.phase = Phase::Recording;
  attach(worker, loop, worker.slab.make<Encounter>(*loop.recorder));
}

void drop_recorder(Worker& worker, TaskiterLoop& loop) {
  detach(worker, loop);
  worker.slab.destroy(loop.recorder);
  loop.recorder = nullptr;
  loop.phase = Phase::Plain;
}

// A condition that is waited for by ordinary means.
void wait_for_condition(Worker& worker, TaskiterLoop& loop) {
  Domain& domain = sched::domain_of_current(worker);
  graph::Encounter* encounter = domain.encounter;
  domain.encounter = nullptr;  // the recorder has its own form of it
  if (loop.condition.size() == 0) {
    sched::taskwait(worker);
  } else {
    sched::wait_for(worker, {loop.condition.data(), loop.condition.size()});
  }
  domain.encounter = encounter;
}

// ---- The cycle ---------------------------------------------------------------------------------------------------

Gate gate_of(const TaskiterLoop& loop) {
  // What cannot be copied as bytes, or is more than creating tasks, is done anew by the body's own code.
  if (loop.clauses.update || !loop.recorder->can_skip_code()) return Gate::Capture;
  return loop.is_while() ? Gate::Launch : Gate::None;
}

const char* why_not_pure(const TaskiterLoop& loop) {
  return loop.clauses.update ? "rondo_update() was given"
                             : "a task captures objects that cannot be copied as bytes, or the body reduces";
}

// All that is left is released: the tasks now run on by themselves.
void release_all(Worker& worker, TaskiterLoop& loop) {
  Instance& instance = *loop.instance;
  uint64_t n_left = loop.clauses.n_iterations - loop.n_begun;
  instance.domain.tally.count_created(graph::set_limit(instance, n_left));
  g_counters.iterations.add_relaxed(n_left);
  note(loop, Event::PureReplay, n_left);
  if (loop.clauses.is_inline) make_stand_ins(worker, instance, loop.accesses);
  connect_first_round(worker, instance, loop.accesses);
  // Behind the recorded tasks, but before none of the first round: those are not in the table.
  if (loop.clauses.is_inline) submit_stand_ins(worker, instance, loop.accesses);
  loop.phase = Phase::Released;
}

void end_recording(Worker& worker, TaskiterLoop& loop) {
  detach(worker, loop);
  const char* reason = loop.recorder->reason();
  if (reason != nullptr || loop.recorder->notes.size() == 0) {
    note_refusal(loop, reason != nullptr ? reason : "its body creates no task");
    if (reason != nullptr) explain(loop, "cannot be made a cyclic graph", reason);
    return drop_recorder(worker, loop);
  }
  Gate gate = gate_of(loop);
  if (gate == Gate::Capture) note(loop, Reason::NotPure, why_not_pure(loop));
  loop.accesses.keep(*loop.recorder);
  Graph* graph = graph::compile_cycle(*loop.recorder, gate);
  drop_recorder(worker, loop);
  g_counters.cycles.add_relaxed(1);
  g_counters.nodes.add_relaxed(graph->n_nodes);
  g_counters.edges.add_relaxed(graph->n_edges);
  if (gate == Gate::Capture) g_counters.updates.add_relaxed(1);
  if (loop.accesses.has_joins()) sched::taskwait(worker);  // what is behind a wait need not have a dependence on it
  if (loop.history != nullptr) {
    prepare(*graph);
    watch_cycle(*loop.history, *graph);
  }
  loop.instance = &open_cycle(worker, *graph, gate, loop.history);
  if (gate == Gate::None && loop.clauses.n_iterations == TaskiterClauses::kCounted) {
    loop.phase = Phase::Counting;
    return;
  }
  if (gate == Gate::None) return release_all(worker, loop);
  loop.phase = Phase::Stepping;
  connect_first_round(worker, *loop.instance, loop.accesses);
}

// ---- Iterations from the graph -----------------------------------------------------------------------------------

// The condition is true: the iteration's roots need not wait for anything but their predecessors.
void launch(Worker& worker, TaskiterLoop& loop) {
  Instance& instance = *loop.instance;
  const Graph& graph = *instance.graph;
  const Copy& copy = loop.copy_in_turn();
  for (uint32_t i = copy.first_root; i < copy.end_root; i++) {
    NodeIndex root = graph.roots[i];
    sched::await_round(worker, instance, root, instance.cycle->round);
    if (graph::release_gate(instance.states[root])) sched::offer(worker, instance.states[root]);
  }
}

Iteration step(Worker& worker, TaskiterLoop& loop) {
  Instance& instance = *loop.instance;
  const Copy& copy = loop.copy_in_turn();
  g_counters.iterations.add_relaxed(1);
  instance.domain.tally.count_created(copy.n_sinks);
  instance.n_joined.store_relaxed(0);
  if (instance.cycle->gate == Gate::Launch) {
    note(loop, Event::PureReplay);
    launch(worker, loop);
    return Iteration::Released;
  }
  note(loop, Event::Recapture);
  attach(worker, loop, worker.slab.make<Encounter>(instance, copy.begin, copy.end));
  return Iteration::Body;
}

void advance_round(TaskiterLoop& loop) {
  if (loop.n_begun % loop.instance->graph->n_copies == 0) loop.instance->cycle->round++;
}

// The control code has nothing more to do with the instance.
void close(Worker& worker, TaskiterLoop& loop) {
  bool needs_stand_ins = loop.clauses.is_inline && loop.phase == Phase::Stepping;
  close_cycle(worker, *loop.instance, needs_stand_ins ? &loop.accesses : nullptr);
  loop.instance = nullptr;
}

void abandon(Worker& worker, TaskiterLoop& loop, const char* reason) {
  if (!loop.encounter->has_mismatch()) sched::abandon(worker, *loop.encounter, reason);
  detach(worker, loop);
  loop.phase = Phase::Plain;
  close(worker, loop);  // all of it is done
}

// The nodes of the loop's body have been captured, all but the condition in a while loop.
bool is_captured(const TaskiterLoop& loop) {
  return loop.encounter->cursor() + (loop.is_while() ? 1 : 0) == loop.encounter->end();
}

void end_capture(Worker& worker, TaskiterLoop& loop, bool complete) {
  if (complete && !loop.encounter->has_mismatch() && is_captured(loop)) {
    if (loop.is_while()) return;  // its last node is captured when the condition is asked for
    detach(worker, loop);
    return advance_round(loop);
  }
  constexpr const char* kFewer = "an iteration created fewer tasks than were recorded";
  const char* reason = loop.encounter->has_mismatch() ? loop.encounter->mismatch() : kFewer;
  abandon(worker, loop, kFewer);
  if (!complete) return;
  note(loop, Event::Mismatch);
  note(loop, Reason::Mismatch, reason);
  g_counters.mismatches.add_relaxed(1);
  explain(loop, "does not repeat itself", "an iteration created other tasks than the first one");
}

bool is_recordable(Worker& worker, const TaskiterLoop& loop) {
  const TaskiterClauses& clauses = loop.clauses;
  Task& current = *worker.current;
  if (!clauses.if_clause) {
    note(loop, Event::PlainIf);
  } else if (!config::load().graph) {
    note(loop, Event::PlainOff);
  } else if (clauses.n_iterations <= clauses.unroll) {
    note(loop, Event::PlainShort);
  } else if (clauses.unroll > UINT16_MAX) {
    note_refusal(loop, "rondo_unroll() is more than 65535");
  } else if (current.has(task::kFinal)) {
    note_refusal(loop, "the encountering task is final");
  } else if (current.has(task::kUntied)) {
    note_refusal(loop, "the encountering task is untied");
  } else {
    return true;
  }
  return false;
}

}  // namespace

TaskiterLoop* enter_taskiter(Worker& worker, const TaskgraphPlace& place, const TaskiterClauses& clauses) {
  g_counters.loops.add_relaxed(1);
  auto* loop = worker.slab.make<TaskiterLoop>();
  loop->place = place;
  loop->clauses = clauses;
  if (loop->clauses.unroll == 0) loop->clauses.unroll = 1;
  loop->history = watch({"taskiter", place.file, place.line, place.records, loop->clauses.unroll});
  note(*loop, Event::Loop);
  for (const Dependence& dependence : clauses.condition) loop->condition.push_back(dependence);
  // Inside a task graph region the loop's tasks are the region's.
  Domain* domain = worker.current->domain;
  bool is_part_of_region = domain != nullptr && domain->encounter != nullptr;
  bool records = !is_part_of_region && is_recordable(worker, *loop);
  if (is_part_of_region) {
    note(*loop, Event::PlainNested);
    loop->clauses.is_inline = true;
  }
  if (!loop->clauses.is_inline) {
    loop->implicit = sched::allocate(worker, kEmptyTask);
    sched::begin_in_place(worker, *loop->implicit);
    if (!clauses.nowait) sched::begin_taskgroup(worker);
  }
  if (records) begin_recording(worker, *loop);
  return loop;
}

Iteration begin_iteration(Worker& worker, TaskiterLoop& loop) {
  if (loop.n_begun == loop.clauses.n_iterations) return Iteration::Over;
  const task::TaskGroup* group = worker.current->group;
  if (group != nullptr && group->is_cancelled()) return Iteration::Over;
  if (loop.phase == Phase::Recording && loop.n_begun == loop.clauses.unroll) end_recording(worker, loop);
  if (loop.phase == Phase::Released) return Iteration::Over;
  if (loop.phase == Phase::Counting) return Iteration::Count;
  loop.n_begun++;
  if (loop.phase == Phase::Stepping) return step(worker, loop);
  if (loop.phase == Phase::Recording) loop.recorder->copy = static_cast<uint16_t>(loop.n_begun - 1);
  return Iteration::Body;
}

void end_iteration(Worker& worker, TaskiterLoop& loop, bool complete) {
  if (!complete) loop.clauses.n_iterations = loop.n_begun;
  if (loop.phase == Phase::Stepping) end_capture(worker, loop, complete);
  if (loop.phase == Phase::Recording && !complete) {
    note(loop, Event::LeftEarly);
    drop_recorder(worker, loop);
  }
}

void await_condition(Worker& worker, TaskiterLoop& loop) {
  if (loop.n_begun == 0) return;
  std::span<const Dependence> reads(loop.condition.data(), loop.condition.size());
  if (loop.phase == Phase::Recording) loop.recorder->add_condition(reads);
  if (loop.phase != Phase::Stepping) return wait_for_condition(worker, loop);
  Instance& instance = *loop.instance;
  NodeIndex condition = loop.copy_in_turn().end - 1;
  if (instance.cycle->gate == Gate::Capture) {
    sched::await_round(worker, instance, condition, instance.cycle->round);
    if (NodeState* ready = loop.encounter->captured()) sched::offer(worker, *ready);
    detach(worker, loop);
  }
  sched::await_round(worker, instance, condition, instance.cycle->round + 1);
  advance_round(loop);
}

void release_iterations(Worker& worker, TaskiterLoop& loop, uint64_t n_left) {
  loop.clauses.n_iterations = loop.n_begun + n_left;
  release_all(worker, loop);
}

void leave_taskiter(Worker& worker, TaskiterLoop* loop) {
  if (loop->recorder != nullptr) {
    note(*loop, Event::PlainShort);
    drop_recorder(worker, *loop);
  }
  if (loop->encounter != nullptr) abandon(worker, *loop, "its loop was left");
  if (loop->instance != nullptr) close(worker, *loop);
  if (loop->implicit != nullptr) {
    if (!loop->clauses.nowait) sched::end_taskgroup(worker);
    sched::end_in_place(worker, *loop->implicit);
  }
  worker.slab.destroy(loop);
}

TaskiterStats taskiter_stats() {
  return {g_counters.loops.load_relaxed(),      g_counters.cycles.load_relaxed(),     g_counters.updates.load_relaxed(),
          g_counters.iterations.load_relaxed(), g_counters.mismatches.load_relaxed(), g_counters.nodes.load_relaxed(),
          g_counters.edges.load_relaxed()};
}

}  // namespace rondo::work
