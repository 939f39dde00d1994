// SPDX-License-Identifier: Apache-2.0
#include "region/taskgraph/record.hpp"

#include "config/options.hpp"
#include "graph/compile/compile.hpp"
#include "graph/inspect/check.hpp"
#include "os/modules.hpp"
#include "os/pages.hpp"
#include "region/modes/recording.hpp"
#include "region/process.hpp"
#include "region/taskgraph/counts.hpp"
#include "region/taskgraph/refresh.hpp"
#include "region/watch.hpp"
#include "sched/create/create.hpp"
#include "sched/wait/taskwait.hpp"

namespace rondo::region {

using graph::Event;
using graph::Record;
using graph::Recorder;
using sched::Worker;

namespace {

// A pure replay calls code of tasks while the region's own code is not there to create them: is all of that code in
// the module of the region, so that it goes together with the records?
graph::CodeOrigin code_of(const Recorder& recorder, const TaskgraphSite& site) {
  if (!recorder.can_skip_code()) return {true, 0};
  os::AddressRange module = os::module_of(site.records);
  bool is_own = true;
  for (size_t index = 0; index < recorder.notes.shapes().size() && is_own; index++) {
    const graph::Shape& shape = recorder.notes.shapes()[index];
    is_own = shape.kind != graph::NodeKind::Task || module.contains(reinterpret_cast<void*>(shape.spec.entry.gomp));
  }
  for (size_t index = 0; index < recorder.groups.items.size() && is_own; index++) {
    is_own = module.contains(reinterpret_cast<void*>(recorder.groups.items[index].combine));
  }
  return {is_own, is_own ? 0 : os::n_unloaded()};
}

// Why make_graph() has failed.
const char* why_no_graph(const Recorder& recorder) {
  return os::has_room(recorder.notes.bytes_of_graph()) ? graph::kTooDense : graph::kNoMemory;
}

// nullptr: the graph would be too dense, or there is no memory. `keeps_lists`: re-captures are to be compared with
// it.
graph::Graph* make_graph(const TaskgraphRegion& region, Recorder& recorder, bool keeps_lists) {
  Record& record = *region.record;
  if (region.captures != nullptr) note_ranges(record, recorder, *region.captures);
  if (!os::has_room(recorder.notes.bytes_of_graph())) return nullptr;
  graph::Graph* graph = graph::compile(recorder);
  if (graph == nullptr) return nullptr;
  graph::measure_ticks(*graph);
  process.taskgraph.add_edges(graph->n_edges, graph->n_edges_unreduced);
  // Tasks that are created behind a replay that is not waited for need its dependences.
  if (keeps_lists || region.nogroup) record.keep_lists(recorder);
  return graph;
}

// The graph of a watched region is made at once, so that the report has it even if the region is met only once.
void keep_watched(TaskgraphRegion& region, Recorder& recorder, graph::CodeOrigin code) {
  if (region.options->check_graph) region.record->set_transcript(graph::keep(recorder));
  if (graph::Graph* graph = make_graph(region, recorder, true)) {
    region.table->hold(*region.record);
    region.table->finish(*region.record, graph, code);
    watch_record(*region.history, *region.record);
  } else {
    refuse(region, why_no_graph(recorder));
  }
}

}  // namespace

void begin_recording(Worker& worker, TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  region.recorder = graph::make_recorder(clauses.same_data || clauses.has_inputs, region.options->check_graph);
  region.recording = worker.slab.make<Recording>(*region.recorder, clauses.unannounced, Recording::Objects::Kept);
  sched::domain_of_current(worker).execution = region.recording;
}

void end_recording(Worker& worker, TaskgraphRegion& region, bool complete) {
  worker.slab.destroy(region.recording);
  Recorder& recorder = *region.recorder;
  recorder.finish_events();
  if (!complete) {
    note(region, Event::LeftEarly);
    region.table->drop(*region.record);
  } else if (recorder.reason() != nullptr) {
    refuse(region, recorder.reason());
  } else {
    process.taskgraph.records.add_relaxed(1);
    process.taskgraph.nodes.add_relaxed(recorder.notes.size());
    graph::CodeOrigin code = code_of(recorder, region.site);
    // Tasks that are not part of the record would be missing if the code were skipped.
    if (!recorder.has_unrecorded_tasks()) region.record->set_values(region.values);
    region.record->take_objects(recorder.objects);
    const bool is_over = !region.nogroup || sched::are_children_done(worker, sched::domain_of_current(worker));
    if (is_over) region.record->set_recording_ticks(region.record->age());
    if (region.history == nullptr) return region.table->keep(*region.record, &recorder, code);
    keep_watched(region, recorder, code);
  }
  graph::free_recorder(&recorder);
}

// The block has run by ordinary means, so its results are right. Only now is it known what a replay would have done
// in its place.
void end_check(Worker& worker, TaskgraphRegion& region, bool complete) {
  worker.slab.destroy(region.recording);
  Recorder& recorder = *region.recorder;
  Record& record = *region.record;
  if (complete) {
    graph::Findings findings = {};
    if (recorder.reason() == nullptr) {
      findings = graph::compare(*record.transcript(), graph::view(recorder), region.skips_code && region.has_same_data);
    } else {
      graph::Finding& refusal = findings[graph::Drift::Refusal];
      refusal.n_places = 1;
      refusal.reason = recorder.reason();
    }
    watch_check(*region.history, findings);
    // As a re-capture does: the next execution records the region as it is now.
    if (!region.skips_code && findings.has_other_shape()) record.table().forget(record);
  }
  record.table().leave(record);
  graph::free_recorder(&recorder);
}

bool compile_record(TaskgraphRegion& region, bool keeps_lists) {
  Recorder& recorder = region.record->recorder();
  graph::Graph* graph = make_graph(region, recorder, keeps_lists);
  if (graph != nullptr) {
    region.table->compiled(*region.record, graph);
    return true;
  }
  refuse(region, why_no_graph(recorder));
  region.record = nullptr;
  return false;
}

}  // namespace rondo::region
