// SPDX-License-Identifier: Apache-2.0
#include "work/taskgraph.hpp"

#include <new>

#include "base/message.hpp"
#include "config/options.hpp"
#include "graph/check.hpp"
#include "graph/record.hpp"
#include "os/modules.hpp"
#include "sched/region.hpp"
#include "sched/roots.hpp"
#include "team/fork.hpp"
#include "work/captures.hpp"
#include "work/place_text.hpp"
#include "work/replay.hpp"
#include "work/static_tasks.hpp"
#include "work/taskgraph_counts.hpp"
#include "work/watch.hpp"

namespace rondo::work {

using graph::Coarsening;
using graph::Encounter;
using graph::Event;
using graph::Instance;
using graph::NodeIndex;
using graph::Reason;
using graph::Record;
using graph::Recorder;
using graph::RecordTable;
using sched::Worker;
using task::Domain;

struct TaskgraphRegion {
  TaskgraphPlace place = {};
  bool nogroup = false;
  RecordTable* table = nullptr;
  Record* record = nullptr;       // nullptr: plain execution
  Recorder* recorder = nullptr;   // recording
  Instance* instance = nullptr;   // re-capture
  Encounter* encounter = nullptr;
  graph::History* history = nullptr;  // somebody looks at the graphs
  bool is_check = false;          // check mode: recorded once more, to be compared with `record`
  bool would_be_pure = false;     // check mode: a replay would have skipped the block,
  bool has_same_data = false;     // because the user promised that the data is as recorded
  bool is_aliased = false;        // as of StaticUse: only a record made with the same values has the right edges
  std::span<const uint64_t> values;  // to be compared with those of later encounters
  const rondo_capture_table* captures = nullptr;  // of these values
};

namespace {

// ---- Messages ------------------------------------------------------------------------------------------------

void explain(TaskgraphRegion& region, const char* what, const char* reason) {
  if (!region.table->is_first_message()) return;
  PlaceText place(region.place.file, region.place.line);
  base::warn("the task graph region %s %s: %s; its tasks run as ordinary tasks (said once)", place.text(), what,
             reason);
}

void note(const TaskgraphRegion& region, Event event) {
  if (region.history != nullptr) region.history->count(event);
}

void note(const TaskgraphRegion& region, Reason reason, const char* text) {
  if (region.history != nullptr) region.history->set_reason(reason, text);
}

// ---- Replays -------------------------------------------------------------------------------------------------

// `may_tune`: nobody looks at the graph, so that it may be replaced by a better one.
Instance& take_instance(Worker& worker, Record& record, bool recaptures, bool may_tune) {
  Coarsening coarsening = config::load().graph_coarsen ? Coarsening::On : Coarsening::Off;
  bool is_tuned = may_tune && record.tune(worker.seat->crew->n_seats, coarsening);
  Instance& instance = *record.take_instance(recaptures);
  if (is_tuned) count_tuned(*instance.graph);
  if (!may_tune) instance.takes_times = instance.graph->ticks != nullptr;
  return instance;
}

// `is_first`: nothing of the graph is in any cache yet, most of its memory is not there: times would say little.
void replay_pure(Worker& worker, Record& record, bool nogroup, bool may_tune, bool is_first) {
  base::CountFor counting(base::Construct::Replay);
  taskgraph_counts.pure_replays.add_relaxed(1);
  // What a body may cancel is the region's group, not one around it. Else the instance's tally does for the group.
  bool has_group = !nogroup && team::team_of(worker).is_cancellable;
  if (has_group) sched::begin_taskgroup(worker);
  Instance& instance = take_instance(worker, record, false, may_tune);
  if (is_first && may_tune) {
    instance.takes_times = false;
    instance.is_partial = true;
  }
  open_replay(worker, instance, nogroup);
  sched::deal_roots(worker, instance);
  close_replay(worker, instance, nogroup);
  if (has_group) sched::end_taskgroup(worker);
}

// ---- Encounters ----------------------------------------------------------------------------------------------

void attach(Worker& worker, TaskgraphRegion& region, Encounter* encounter) {
  region.encounter = encounter;
  sched::domain_of_current(worker).encounter = encounter;
}

void begin_recording(Worker& worker, TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  region.recorder = graph::make_recorder(clauses.same_data || clauses.has_inputs, config::load().check_graph);
  attach(worker, region, worker.slab.make<Encounter>(*region.recorder, clauses.announced_only));
  region.encounter->has_marks = clauses.has_marks;
}

void begin_recapture(Worker& worker, TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  taskgraph_counts.recaptures.add_relaxed(1);
  note(region, Event::Recapture);
  region.instance = &take_instance(worker, *region.record, true, region.history == nullptr);
  // Whoever does not wait for tasks wants them to run beside it, be they ever so short.
  if (region.nogroup) region.instance->spread = {};
  open_replay(worker, *region.instance, region.nogroup);
  attach(worker, region, worker.slab.make<Encounter>(*region.instance, clauses.announced_only));
  region.encounter->has_marks = clauses.has_marks;
}

// Never by hope: the user has promised that the data is the same, or has announced of each task that none of its data
// is to be refreshed. A taskgroup in the region that may be cancelled has to be there, so that the code runs.
bool is_pure(const Worker& worker, const graph::Traits& graph, bool has_same_data) {
  if (!graph.can_skip_code || !(has_same_data || graph.is_settled)) return false;
  return !graph.has_groups || !team::team_of(worker).is_cancellable;
}

// A replay whose tasks get new data, in place of the region's code, by `create`.
template <class Create>
void replay_refreshed(Worker& worker, TaskgraphRegion* region, Create create) {
  note(*region, Reason::NotPure, "data that its tasks captured has changed");
  if (!region->nogroup) sched::begin_taskgroup(worker);
  begin_recapture(worker, *region, {});
  create();
  leave_taskgraph(worker, region, true);
}

// A region whose tasks the compiler knows: they are replayed, with fresh data if it is not as before. False: not this
// time.
bool run_known(Worker& worker, TaskgraphRegion* region, const TaskgraphClauses& clauses) {
  if (worker.current->has(task::kFinal)) return false;  // its tasks are undeferred
  StaticUse use = use_static_tasks(region->place, clauses, region->history);
  region->is_aliased = use.is_aliased;
  if (use.record == nullptr) return false;
  taskgraph_counts.add_edges(use.n_edges, use.n_edges_unreduced);
  region->record = use.record;
  region->table = &use.record->table();
  if (use.is_current) {
    note(*region, Event::PureReplay);
    bool may_tune = region->history == nullptr;
    worker.slab.release(region);
    replay_pure(worker, *use.record, clauses.nogroup, may_tune, use.is_new);
    return true;
  }
  replay_refreshed(worker, region, [&] { create_static_tasks(worker, {clauses.known, clauses.values.data()}); });
  return true;
}

// A region whose recorded tasks need other data, and the compiler knows which. False: its code is to be executed.
bool run_refreshed(Worker& worker, TaskgraphRegion* region, const TaskgraphClauses& clauses) {
  const Record& record = *region->record;
  if (!is_pure(worker, record.traits(), true) || worker.current->has(task::kFinal)) return false;
  if (clauses.captures == nullptr || record.ranges().empty()) return false;
  graph::Captures captures(*clauses.captures, record.values(), clauses.values);
  if (!captures.keep_shape(record.ranges())) return false;
  replay_refreshed(worker, region, [&] { refresh_tasks(worker, *region->instance, captures); });
  return true;
}

// Code that a pure replay calls without the region's own code being there to create its tasks: is all of it in the
// module that has the region, and ends with the records?
graph::CodeOrigin code_of(const Recorder& recorder, const TaskgraphPlace& place) {
  if (!recorder.can_skip_code()) return {true, 0};
  os::AddressRange module = os::module_of(place.records);
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

// nullptr: it would be too dense.
graph::Graph* make_graph(Record& record, Recorder& recorder, const rondo_capture_table* captures) {
  if (captures != nullptr) note_ranges(record, recorder, *captures);
  graph::Graph* graph = graph::compile(recorder);
  if (graph == nullptr) return nullptr;
  graph::measure_ticks(*graph);
  taskgraph_counts.add_edges(graph->n_edges, graph->n_edges_unreduced);
  return graph;
}

void refuse(TaskgraphRegion& region, const char* reason) {
  explain(region, "cannot be recorded", reason);
  note(region, Event::Refused);
  note(region, Reason::Refused, reason);
  region.table->refuse(*region.record);
}

void end_recording(TaskgraphRegion& region, bool complete) {
  Recorder& recorder = *region.recorder;
  if (!complete) {
    note(region, Event::LeftEarly);
    region.table->drop(*region.record);
  } else if (recorder.reason() != nullptr) {
    refuse(region, recorder.reason());
  } else {
    taskgraph_counts.records.add_relaxed(1);
    taskgraph_counts.nodes.add_relaxed(recorder.notes.size());
    graph::CodeOrigin code = code_of(recorder, region.place);
    // Tasks that are no part of the record would be missing if the code were skipped.
    if (!recorder.has_strangers()) region.record->set_values(region.values);
    if (region.history == nullptr) return region.table->keep(*region.record, &recorder, code);
    // Who looks at graphs sees each of them, also of a region met once.
    if (config::load().check_graph) region.record->set_transcript(graph::keep(recorder));
    if (graph::Graph* graph = make_graph(*region.record, recorder, region.captures)) {
      region.table->hold(*region.record);
      region.table->finish(*region.record, graph, code);
      watch_record(*region.history, *region.record);
    } else {
      refuse(region, graph::kTooDense);
    }
  }
  graph::free_recorder(&recorder);
}

void end_recapture(Worker& worker, TaskgraphRegion& region, bool complete) {
  Encounter& encounter = *region.encounter;
  Instance& instance = *region.instance;
  if (!encounter.has_mismatch() && !encounter.is_complete()) {
    sched::abandon(worker, encounter, "it created fewer tasks than were recorded");
  }
  if (!encounter.has_mismatch()) return close_replay(worker, instance, region.nogroup);
  for (NodeIndex index = 0; index < instance.graph->n_nodes; index++) instance.states[index].is_empty = false;
  if (complete) {
    taskgraph_counts.mismatches.add_relaxed(1);
    explain(region, "does not fit its record", encounter.mismatch());
    note(region, Event::Mismatch);
    note(region, Reason::Mismatch, encounter.mismatch());
    region.record->table().forget(*region.record);
  }  // else the block was left by break, return, goto or an exception: that says nothing about the record
  close_replay(worker, instance, region.nogroup);
}

// The compiler knows what the data depends on.
bool has_same_inputs(const TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  return clauses.has_inputs && !region.values.empty() && region.record->has_values(region.values);
}

// A replay without the region's code would call code of other modules, and since the record was made one has been
// unloaded.
bool is_stale(const Record& record) { return !record.code().is_own && record.code().n_unloaded != os::n_unloaded(); }

// Check mode: the block has run by ordinary means, whatever it does is right; now it is known what a replay would
// have done in its place.
void end_check(TaskgraphRegion& region, bool complete) {
  Recorder& recorder = *region.recorder;
  Record& record = *region.record;
  if (complete) {
    graph::Findings findings = {};
    if (recorder.reason() == nullptr) {
      findings =
          graph::compare(*record.transcript(), graph::view(recorder), region.would_be_pure && region.has_same_data);
    } else {
      graph::Finding& refusal = findings[graph::Drift::Refusal];
      refusal.n_places = 1;
      refusal.reason = recorder.reason();
    }
    watch_check(*region.history, findings);
    // As a re-capture does it: the next encounter records what the region has become.
    if (!region.would_be_pure && findings.has_other_shape()) record.table().forget(record);
  }
  record.table().leave(record);
  graph::free_recorder(&recorder);
}

// The graph of what an earlier encounter has noted; then it is to be replayed, or there is nothing to use.
RecordTable::Found make_replayable(TaskgraphRegion& region) {
  graph::Graph* graph = make_graph(*region.record, region.record->recorder(), region.captures);
  if (graph == nullptr) {
    refuse(region, graph::kTooDense);
    region.record = nullptr;
    return RecordTable::Found::Nothing;
  }
  region.table->compiled(*region.record, graph);
  return RecordTable::Found::ToReplay;
}

bool is_nested_in_region(Worker& worker) {
  Domain* domain = worker.current->domain;
  return domain != nullptr && domain->encounter != nullptr;
}

// Why an encounter that finds no record to use runs as ordinary tasks.
Event plain_event(const TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  if (!clauses.if_clause) return Event::PlainIf;
  if (!config::load().graph) return Event::PlainOff;
  if (region.table == nullptr) return Event::PlainNested;
  return region.history->n(Event::Refused) != 0 ? Event::PlainRefused : Event::PlainBusy;
}

const char* why_not_pure(const graph::Traits& graph, bool same_data) {
  if (!same_data && !graph.is_settled) return "no rondo_same_data()";
  if (!graph.is_trivial) return "a task captures objects that cannot be copied as bytes";
  return graph.can_skip_code ? "a taskgroup in it may be cancelled"
                             : "the record was made without rondo_same_data(), or code from gcc reduces in it";
}

}  // namespace

TaskgraphRegion* enter_taskgraph(Worker& worker, const TaskgraphPlace& place, const TaskgraphClauses& clauses) {
  auto* region = worker.slab.make<TaskgraphRegion>();
  region->place = place;
  region->nogroup = clauses.nogroup;
  region->captures = clauses.captures;
  region->history = watch({"taskgraph", place.file, place.line, place.records, clauses.graph_id});
  // A region directly inside another one is part of that: its tasks join the outer record.
  bool is_plain = !clauses.if_clause || !config::load().graph || is_nested_in_region(worker);
  if (!is_plain && clauses.known != nullptr && run_known(worker, region, clauses)) return nullptr;
  RecordTable::Found found = RecordTable::Found::Nothing;
  if (!is_plain) {
    region->table = &RecordTable::of(place.records, place.module);
    found = region->table->find(clauses.graph_id, clauses.reset, &region->record);
    bool has_record = found == RecordTable::Found::ToReplay || found == RecordTable::Found::ToCompile;
    if (has_record && is_stale(*region->record)) {
      region->table->drop(*region->record);
      found = region->table->find(clauses.graph_id, false, &region->record);
    }
    if (found == RecordTable::Found::ToCompile) found = make_replayable(*region);
  }
  if (clauses.has_inputs) region->values = clauses.values;
  if (region->is_aliased) {
    region->values = clauses.values;
    if (found == RecordTable::Found::ToReplay && !region->record->has_values(clauses.values)) {
      region->table->leave(*region->record);
      region->record = nullptr;
      found = RecordTable::Found::Nothing;
    }
  }
  bool is_replay = found == RecordTable::Found::ToReplay;
  bool has_same_data = clauses.same_data || (is_replay && has_same_inputs(*region, clauses));
  bool skips_code = is_replay && is_pure(worker, region->record->traits(), has_same_data);
  region->is_check = is_replay && config::load().check_graph;
  region->would_be_pure = skips_code;
  region->has_same_data = has_same_data;
  if (skips_code && !region->is_check) {
    Record& record = *region->record;
    note(*region, Event::PureReplay);
    bool may_tune = region->history == nullptr;
    worker.slab.release(region);
    replay_pure(worker, record, clauses.nogroup, may_tune, false);
    return nullptr;
  }
  if (is_replay && !region->is_check && run_refreshed(worker, region, clauses)) return nullptr;
  if (!clauses.nogroup) sched::begin_taskgroup(worker);
  if (found == RecordTable::Found::Nothing || region->is_check) taskgraph_counts.plain.add_relaxed(1);
  if (found == RecordTable::Found::Nothing) {
    if (region->history != nullptr) note(*region, plain_event(*region, clauses));
  } else if (found == RecordTable::Found::ToRecord || region->is_check) {
    begin_recording(worker, *region, clauses);
  } else {
    note(*region, Reason::NotPure, why_not_pure(region->record->traits(), has_same_data));
    begin_recapture(worker, *region, clauses);
  }
  return region;
}

void leave_taskgraph(Worker& worker, TaskgraphRegion* region, bool complete) {
  if (region->encounter != nullptr) sched::domain_of_current(worker).encounter = nullptr;
  if (region->instance != nullptr) end_recapture(worker, *region, complete);
  if (!region->nogroup) sched::end_taskgroup(worker);
  if (region->recorder != nullptr) {
    region->is_check ? end_check(*region, complete) : end_recording(*region, complete);
  }
  if (region->encounter != nullptr) worker.slab.destroy(region->encounter);
  worker.slab.release(region);
}

graph::Announcement* announcement_of(Worker& worker) {
  Domain* domain = worker.current->domain;
  return domain == nullptr || domain->encounter == nullptr ? nullptr : &domain->encounter->announcement;
}

}  // namespace rondo::work
