// SPDX-License-Identifier: Apache-2.0
//
// One encounter of a taskiter loop in progress: what the parts of its execution share. Its first iterations
// (first_iterations.hpp) are recorded, or compared with the graph that an earlier encounter left; the rounds that
// follow (rounds.hpp) run from the graph.
#pragma once

#include "config/options.hpp"
#include "graph/replay/kept_tasks.hpp"
#include "graph/store/history.hpp"
#include "graph/store/record_table.hpp"
#include "region/execution.hpp"
#include "region/modes/recapture.hpp"
#include "region/modes/recording.hpp"
#include "region/modes/validation.hpp"
#include "region/taskiter/taskiter.hpp"

namespace rondo::region {

struct LoopCheck;

struct TaskiterLoop {
  enum class Phase : uint8_t {
    Checking,   // check mode: every iteration is taken down, and its tasks are ordinary ones
    Plain,      // every iteration's tasks are ordinary ones
    Recording,  // as Plain, but the tasks are taken down
    Capturing,  // kept graph: the first iterations are compared with it, nothing of them has started
    Stepping,   // each iteration is launched by itself, or captured
    Counting,   // all iterations that are left will be released, when their number is known
    Released,   // all iterations have been released
  };

  const config::Options* options = nullptr;
  TaskgraphSite site;
  TaskiterClauses clauses;
  Phase phase = Phase::Plain;
  uint64_t n_begun = 0;         // iterations begun so far
  uint64_t n_plain = 0;         // of these, ordinary tasks before the recorded ones
  task::Task* implicit = nullptr;  // the task that the body's code belongs to; nullptr: the encountering one
  graph::Recorder* recorder = nullptr;
  graph::KeptTasks kept_tasks;
  LoopCheck* check = nullptr;   // check mode
  // The creations of the iteration in progress are reported to one of these, or to none.
  Recording* recording = nullptr;
  Validation* validation = nullptr;
  Recapture* recapture = nullptr;
  graph::Instance* instance = nullptr;
  graph::Record* record = nullptr;      // the record that is kept of the loop; nullptr: none
  bool is_reuse = false;                // the record was there before: no iteration has been recorded
  graph::RecordedAccesses* own_accesses = nullptr;  // without a record
  base::PodVector<depend::Dependence> condition;
  uint64_t next_look = graph::kMeasuredReplays;  // the round at which to ask whether tuning pays
  uint64_t began_at = 0;        // os::ticks(): the recording
  uint64_t recorded_ticks = 0;  // how long the recorded iterations took; 0: none has been recorded
  graph::KnownLoop known;       // of the encounters before, and of this one
  uint64_t entered_at = 0;      // os::ticks(),
  uint64_t round_began_at = 0;  // and when the present round of ordinary tasks began
  sched::InlineRuns runs_before;  // the encounter: of tasks that ran where they were created
  graph::Way way = graph::Way::Any;  // of the encounter, for the trial; Any: it is not timed
  graph::Stretch stretch;       // Stepping: the present one,
  uint64_t n_rounds_left = 0;   // of which so many have not begun,
  uint64_t stretch_began_at = 0;  // and os::ticks() then
  graph::History* history = nullptr;  // nullptr: the graphs are not watched

  bool is_part_of_region = false;  // its tasks are those of a task graph region around it
  bool has_group = false;          // it waits at its end
  bool is_put_off = false;          // ordinary tasks, and recorded as soon as that pays
  bool has_choice = false;          // its rounds may be spread, or run alone
  bool is_behind_recorded = false;  // recorded tasks may not be done
  bool is_in_order = false;         // the body is running, its tasks where they are created

  bool is_while() const { return clauses.n_iterations == TaskiterClauses::kWhile; }
  // 0: it is a while loop, or its iterations have not been counted yet.
  uint64_t n_known_rounds() const {
    const bool is_known = !is_while() && clauses.n_iterations != TaskiterClauses::kCounted;
    return is_known ? clauses.n_iterations / clauses.unroll : 0;
  }
  // The iteration begun last is to be compared with a kept graph, before any of it starts.
  bool is_capturing() const { return is_reuse && instance != nullptr && n_begun <= clauses.unroll; }
  bool is_at_end_of_first() const { return n_begun == n_plain + clauses.unroll; }
  bool is_alone() const { return stretch.way == graph::Way::Alone; }
  bool is_first_of_round() const { return (n_begun - 1) % instance->graph->cyclic->n_unrolled == 0; }
  const graph::RecordedAccesses& accesses() const { return record != nullptr ? *record->accesses() : *own_accesses; }
  const graph::UnrolledIteration& iteration_in_turn() const {  // of the iteration begun last
    const graph::Graph& graph = *instance->graph;
    return graph.cyclic->unrolled[(n_begun - 1) % graph.cyclic->n_unrolled];
  }
};

graph::RecordTable& table_of(const TaskiterLoop& loop);

// From here on the loop's creations are recorded by `loop.recorder`, compared with its kept nodes [begin, end), or
// fill its nodes [begin, end).
void attach_recording(sched::Worker& worker, TaskiterLoop& loop);
void attach_validation(sched::Worker& worker, TaskiterLoop& loop, graph::NodeIndex begin, graph::NodeIndex end,
                       graph::NodeIndex first_validated, graph::Recorder* otherwise);
void attach_recapture(sched::Worker& worker, TaskiterLoop& loop, graph::NodeIndex begin, graph::NodeIndex end);
// From here on the loop's creations are reported to none of them.
void detach(sched::Worker& worker, TaskiterLoop& loop);

// Between two rounds of ordinary tasks: waits for them, so that times are known. False: it does not, since some of
// them may wait for what comes later.
bool wait_for_round(sched::Worker& worker);

// A message about the loop; and notes for reports.
void explain(const TaskiterLoop& loop, const char* what, const char* reason);
void note(const TaskiterLoop& loop, graph::Event event, uint64_t n = 1);
void note(const TaskiterLoop& loop, graph::Reason reason, const char* text);
void note_refusal(const TaskiterLoop& loop, const char* reason);

}  // namespace rondo::region
