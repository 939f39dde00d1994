// SPDX-License-Identifier: Apache-2.0
#include "region/taskiter/first_iterations.hpp"

#include "config/options.hpp"
#include "graph/compile/compile.hpp"
#include "os/clock.hpp"
#include "os/modules.hpp"
#include "region/modes/cycle.hpp"
#include "region/modes/replay.hpp"
#include "region/process.hpp"
#include "region/taskiter/plain_rounds.hpp"
#include "region/taskiter/rounds.hpp"
#include "region/watch.hpp"
#include "sched/create/create.hpp"
#include "sched/settings.hpp"
#include "sched/wait/taskwait.hpp"
#include "team/fork.hpp"

namespace rondo::region {

using graph::Event;
using graph::Gate;
using graph::Graph;
using graph::NodeIndex;
using graph::Reason;
using graph::Record;
using graph::Recorder;
using graph::RecordTable;
using sched::Worker;

using Phase = TaskiterLoop::Phase;

namespace {

// One record for each form of the loop.
uint64_t key_of(const TaskiterLoop& loop) { return loop.clauses.unroll | (loop.is_while() ? uint64_t{1} << 32 : 0); }

// The condition's dependences are part of a while loop's graph: true if they are the same.
bool has_same_condition(const TaskiterLoop& loop, Record& record) {
  if (!loop.is_while()) return true;
  const Graph& graph = *loop.instance->graph;
  for (uint32_t copy = 0; copy < graph.cyclic->n_unrolled; copy++) {
    NodeIndex condition = graph.cyclic->unrolled[copy].end - 1;
    if (!record.accesses()->is_same(condition, {loop.condition.data(), loop.condition.size()})) return false;
  }
  return true;
}

// Keeps data with `update`, too: it tells who knows an event.
void make_recorder(Worker& worker, TaskiterLoop& loop) {
  loop.recorder = worker.slab.make<Recorder>(true);
  loop.recorder->tasks = &loop.kept_tasks;
}

// This encounter is the one that records; else it uses no record.
void claim_record(TaskiterLoop& loop) {
  loop.is_reuse = false;
  RecordTable& table = table_of(loop);
  RecordTable::Found found = table.find(key_of(loop), false, &loop.record);
  if (found == RecordTable::Found::ToReplay) table.leave(*loop.record);
  if (found != RecordTable::Found::ToRecord) loop.record = nullptr;
}

// `is_wrong`: no encounter is to find the record any more.
void leave_record(TaskiterLoop& loop, bool is_wrong) {
  if (loop.record == nullptr) return;
  RecordTable& table = loop.record->table();
  is_wrong ? table.drop(*loop.record) : table.leave(*loop.record);
  loop.record = nullptr;
}

Gate gate_of(const TaskiterLoop& loop, bool is_cancellable) {
  // Data that cannot be copied as bytes, and work beyond creating tasks, is done anew by the body's own code.
  const graph::Traits traits = loop.recorder->traits();
  if (loop.clauses.update || !traits.can_skip_code) return Gate::Capture;
  // A body may cancel the taskgroup in the loop, so that taskgroup has to be there.
  if (traits.has_groups && is_cancellable) return Gate::Capture;
  return loop.is_while() ? Gate::Launch : Gate::None;
}

// Why a loop with tasks that may be held runs as ordinary tasks; nullptr: it need not. Rounds wait for events where
// ordinary tasks would not, so each event has to come from its task's body, as far as the recorded iterations tell.
// A graph's join waits for everything before it; where the loop does not wait at its end, the code behind it may be
// what ends that.
const char* why_events_matter(const TaskiterLoop& loop, Gate gate) {
  const Recorder& recorder = *loop.recorder;
  const bool waits_for_more = !loop.has_group && recorder.has_partial_waits();
  if (waits_for_more && (recorder.has_events() || sched::settings.suspends))
    return "it does not wait at its end, its code waits for some of its tasks, and others may be held";
  if (!recorder.has_events()) return nullptr;
  if (!recorder.can_skip_code()) return "the event of a detachable task is known outside of it, or may be";
  if (recorder.traits().has_groups && recorder.has_pending_events()) return graph::kEventBeforeGroup;
  if (loop.clauses.is_inline && gate != Gate::None)
    return "it is inline, has detachable tasks, and its code goes from iteration to iteration";
  return nullptr;
}

const char* why_not_pure(const TaskiterLoop& loop) {
  if (loop.clauses.update) return loop.site.is_directive ? "the clause update was given" : "rondo_update() was given";
  if (loop.recorder->can_skip_code()) return "a taskgroup in it may be cancelled";
  return "a task captures objects that cannot be copied as bytes, or code from gcc reduces";
}

// The loop's code waits between two iterations of the graph, and behind recorded waits, for tasks that may wait for a
// detachable sibling, whose event is fulfilled behind the loop. It does not wait for ordinary tasks.
bool may_wait_for_event(const Worker& worker, const TaskiterLoop& loop, Gate gate, bool has_joins) {
  return loop.clauses.is_inline && worker.current->domain->has_detached && (gate != Gate::None || has_joins);
}

// Why a graph cannot serve the next encounter, whose first iterations would have to be validated; nullptr: it can. A
// wait would have to be executed in between, and a task beside the record could depend on tasks being validated. A
// detachable task that is validated has no event yet.
const char* why_not_kept(const TaskiterLoop& loop, Gate gate, const graph::RecordedAccesses& accesses) {
  const Recorder& recorder = *loop.recorder;
  if (accesses.has_joins()) return "its code waits for tasks";
  if (recorder.has_unrecorded_tasks()) return "it creates tasks that are not recorded";
  if (recorder.has_events()) return "it has detachable tasks";
  return gate == Gate::Capture ? "its code runs in every iteration" : nullptr;
}

void finish_record(TaskiterLoop& loop, Graph& graph) {
  Record& record = *loop.record;
  record.set_accesses(loop.own_accesses);
  loop.own_accesses = nullptr;
  graph::measure_ticks(graph);
  record.table().hold(record);  // this encounter's use goes on
  record.table().finish(record, &graph);
}

}  // namespace

// Not `inline`: siblings outside of the loop would have to be compared as well. Not `update`: the code runs in every
// iteration, which costs more than a record saves. Not if the loop is watched: each recording is to be seen.
bool is_keepable(const TaskiterLoop& loop) {
  bool is_findable = loop.site.module != nullptr || os::is_in_program(loop.site.records);
  return is_findable && !loop.clauses.is_inline && !loop.clauses.update && loop.history == nullptr;
}

Execution plan_first_iterations(Worker& worker, TaskiterLoop& loop) {
  if (!is_keepable(loop)) return Execution::Record;
  RecordTable::Found found = table_of(loop).find(key_of(loop), false, &loop.record);
  if (found == RecordTable::Found::Nothing) loop.record = nullptr;  // another thread is recording it
  if (found != RecordTable::Found::ToReplay) return Execution::Record;
  take_tuned(worker, loop, loop.n_known_rounds());
  if (has_same_condition(loop, *loop.record)) return Execution::Validate;
  give_back(*loop.instance, 0);
  loop.instance = nullptr;
  leave_record(loop, true);
  claim_record(loop);
  return Execution::Record;
}

void begin_recording(Worker& worker, TaskiterLoop& loop) {
  make_recorder(worker, loop);
  loop.phase = Phase::Recording;
  loop.began_at = os::ticks();
  attach_recording(worker, loop);
}

// The recorded iterations are timed, so tasks before them are to be over.
void record_from_here(Worker& worker, TaskiterLoop& loop) {
  detach(worker, loop);
  (void)wait_for_round(worker);
  if (loop.recorder != nullptr) worker.slab.destroy(loop.recorder);
  if (is_keepable(loop)) claim_record(loop);
  loop.n_plain = loop.n_begun;
  begin_recording(worker, loop);
}

void begin_validation(Worker& worker, TaskiterLoop& loop) {
  if (loop.instance->blocks == nullptr) graph::make_blocks(*loop.instance);
  loop.is_reuse = true;
  observe_cycle(worker, *loop.instance, loop.accesses());
  make_recorder(worker, loop);  // in case it is another loop by now
  loop.phase = Phase::Capturing;
  if (!loop.is_while()) return;
  open_kept_cycle(worker, *loop.instance);
  begin_stepping(worker, loop);
}

void drop_recorder(Worker& worker, TaskiterLoop& loop) {
  detach(worker, loop);
  worker.slab.destroy(loop.recorder);
  loop.recorder = nullptr;
  loop.phase = Phase::Plain;
  leave_record(loop, true);
}

namespace {
// The rest of the loop is ordinary tasks, too.
void go_on_plainly(Worker& worker, TaskiterLoop& loop) {
  drop_recorder(worker, loop);
  watch_plain(worker, loop);
}

void refuse(Worker& worker, TaskiterLoop& loop, const char* reason) {
  note_refusal(loop, reason);
  explain(loop, "cannot be made a cyclic graph", reason);
  go_on_plainly(worker, loop);
}
}  // namespace

bool runs_code(Worker& worker, const TaskiterLoop& loop) {
  return gate_of(loop, team::team_of(worker).is_cancellable) == Gate::Capture;
}

void end_recording(Worker& worker, TaskiterLoop& loop) {
  detach(worker, loop);
  loop.recorded_ticks = os::ticks() - loop.began_at;
  loop.recorder->finish_events();
  const char* reason = loop.recorder->reason();
  if (reason != nullptr) return refuse(worker, loop, reason);
  if (loop.recorder->notes.size() == 0) {
    note_refusal(loop, "its body creates no task");
    return go_on_plainly(worker, loop);
  }
  Gate gate = gate_of(loop, team::team_of(worker).is_cancellable);
  if (const char* event_reason = why_events_matter(loop, gate)) return refuse(worker, loop, event_reason);
  if (loop.clauses.update) loop.recorder->forget_data();
  if (gate == Gate::Capture) note(loop, Reason::NotPure, why_not_pure(loop));
  loop.own_accesses = graph::keep_accesses(*loop.recorder);
  bool has_joins = loop.own_accesses->has_joins();
  if (may_wait_for_event(worker, loop, gate, has_joins)) {
    note(loop, Event::PlainTask);
    return go_on_plainly(worker, loop);
  }
  const char* reason_to_drop = why_not_kept(loop, gate, *loop.own_accesses);
  if (reason_to_drop != nullptr) {
    note(loop, Reason::NotKept, reason_to_drop);
    leave_record(loop, true);
  }
  Graph* compiled = graph::compile_cycle(*loop.recorder, gate);
  if (compiled == nullptr) return refuse(worker, loop, graph::kTooDense);
  Graph& graph = *compiled;
  worker.slab.destroy(loop.recorder);
  loop.recorder = nullptr;
  process.taskiter.cycles.add_relaxed(1);
  process.taskiter.nodes.add_relaxed(graph.n_nodes);
  process.taskiter.edges.add_relaxed(graph.n_edges);
  if (gate == Gate::Capture) process.taskiter.updates.add_relaxed(1);
  if (has_joins) sched::taskwait(worker);  // tasks behind a wait need not have a dependence on it
  if (loop.history != nullptr) {
    prepare(graph);
    watch_cycle(*loop.history, graph);
  }
  if (loop.record != nullptr) {
    finish_record(loop, graph);
    loop.instance = &take_cycle(*loop.record);
    graph::replace_blocks(*loop.instance, nullptr);  // the data is the recorded one, which is in the graph
    open_kept_cycle(worker, *loop.instance);
  } else {
    loop.instance = &open_cycle(worker, graph, gate, loop.history);
  }
  observe_cycle(worker, *loop.instance, loop.accesses());
  begin_rounds(worker, loop);
}

void begin_capture(Worker& worker, TaskiterLoop& loop) {
  const graph::UnrolledIteration& copy = loop.iteration_in_turn();
  // A while loop's iterations start one by one; in other loops nothing starts before all have been captured.
  bool is_alone = loop.is_while();
  NodeIndex first_validated = is_alone ? copy.begin : 0;
  Recorder* otherwise = first_validated == 0 ? loop.recorder : nullptr;
  NodeIndex end = is_alone ? copy.end - 1 : copy.end;  // without the condition
  attach_validation(worker, loop, copy.begin, end, first_validated, otherwise);
}

bool end_capture(Worker& worker, TaskiterLoop& loop, bool complete) {
  const bool is_kept = loop.validation->end(worker, complete);
  const bool is_recording = loop.validation->is_recording();
  detach(worker, loop);
  if (is_kept) return true;
  loop.phase == Phase::Stepping ? close_cycle(worker, *loop.instance, nullptr) : give_back(*loop.instance, 0);
  loop.instance = nullptr;
  leave_record(loop, complete);
  loop.phase = Phase::Plain;
  if (!is_recording) return false;
  if (complete) claim_record(loop);
  loop.phase = Phase::Recording;
  loop.began_at = os::ticks();
  attach_recording(worker, loop);
  return false;
}

void abandon_capture(Worker& worker, TaskiterLoop& loop) {
  NodeIndex end = loop.n_begun == 0 ? 0 : loop.iteration_in_turn().end;
  attach_validation(worker, loop, end, end, 0, loop.recorder);
  (void)end_capture(worker, loop, false);
}

}  // namespace rondo::region
