// SPDX-License-Identifier: Apache-2.0
#include "region/dep_pattern/record.hpp"

#include "graph/pattern/pattern_graph.hpp"
#include "region/modes/recording.hpp"
#include "region/process.hpp"
#include "region/watch.hpp"
#include "sched/create/create.hpp"
#include "sched/wait/taskwait.hpp"

namespace rondo::region {

using graph::Event;
using graph::Graph;
using graph::Record;
using graph::Recorder;
using sched::Worker;

void count_pattern(const Graph& graph) {
  const graph::Pattern& pattern = *graph.pattern;
  process.patterns.tasks.add_relaxed(pattern.counts.n_acts);
  process.patterns.dependences.add_relaxed(pattern.counts.n_dependences);
  process.patterns.dependences_dropped.add_relaxed(pattern.counts.n_read_only);
  process.patterns.stations.add_relaxed(pattern.counts.n_stations);
  process.patterns.stream_bytes.add_relaxed(pattern.stream_bytes);
  process.patterns.nibble_form_bytes.add_relaxed(graph::nibble_form_bytes(pattern));
}

namespace {

void refuse(const PatternBlock& block, const char* reason) {
  explain(block, "cannot be recorded for", reason);
  note_refusal(block.history, reason);
  block.tag->table().refuse(*block.record);
}

// Until it is worth its price there is no pattern: blocks are ordinary tasks, or run where they are created.
bool may_be_put_off(const PatternBlock& block) {
  const config::Options& options = *block.options;
  const bool is_chosen = options.graph_way == config::GraphWay::Auto && options.graph_coarsen;
  return is_chosen && !options.check_graph && block.history == nullptr;
}

Graph* make_pattern_of(Recorder& recorder, const char** reason) {
  Graph* graph = graph::make_pattern_graph(recorder, reason);
  if (graph == nullptr) return nullptr;
  graph->has_events = recorder.has_events();
  graph::measure_ticks(*graph);
  count_pattern(*graph);
  return graph;
}

void make_pattern(const PatternBlock& block, Recorder& recorder) {
  const char* reason = nullptr;
  Graph* graph = make_pattern_of(recorder, &reason);
  if (graph == nullptr) return refuse(block, reason);
  process.patterns.recorded.add_relaxed(1);
  if (block.history != nullptr) block.tag->table().hold(*block.record);
  block.tag->table().finish(*block.record, graph);
  if (block.history != nullptr) watch_record(*block.history, *block.record);
}

}  // namespace

void begin_recording(Worker& worker, PatternBlock& block) {
  block.recorder = graph::make_recorder(false, false);
  block.recording = worker.slab.make<Recording>(*block.recorder);
  sched::domain_of_current(worker).execution = block.recording;
}

void end_recording(Worker& worker, PatternBlock& block, bool complete) {
  // As long as nothing of it is left, it has not run beside anything else.
  const bool is_over = sched::are_children_done(worker, sched::domain_of_current(worker));
  if (is_over) block.record->set_recording_ticks(block.record->age());
  Recorder& recorder = *block.recorder;
  worker.slab.destroy(block.recording);
  if (!complete) {  // left by break, return, goto or an exception: the next one may be whole
    note(block, Event::LeftEarly);
    block.tag->table().drop(*block.record);
  } else if (recorder.reason() != nullptr) {
    refuse(block, recorder.reason());
  } else if (may_be_put_off(block) && !recorder.has_events()) {
    process.patterns.recorded.add_relaxed(1);
    return block.tag->table().keep(*block.record, &recorder, {true, 0});
  } else {
    make_pattern(block, recorder);
  }
  graph::free_recorder(&recorder);
}

bool compile_pattern(Record& record, const char** reason) {
  Graph* graph = make_pattern_of(record.recorder(), reason);
  graph != nullptr ? record.table().compiled(record, graph) : record.table().refuse(record);
  return graph != nullptr;
}

}  // namespace rondo::region
