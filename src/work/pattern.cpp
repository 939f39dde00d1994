// SPDX-License-Identifier: Apache-2.0
#include "work/pattern.hpp"

#include <new>

#include "base/message.hpp"
#include "config/options.hpp"
#include "graph/encounter.hpp"
#include "graph/tag.hpp"
#include "sched/region.hpp"
#include "work/pattern_store.hpp"
#include "work/place_text.hpp"
#include "work/replay.hpp"
#include "work/watch.hpp"

namespace rondo::work {

using graph::Encounter;
using graph::Event;
using graph::Graph;
using graph::Instance;
using graph::NodeIndex;
using graph::Reason;
using graph::Record;
using graph::Recorder;
using graph::RecordTable;
using graph::Tag;
using sched::Worker;
using task::Domain;

struct PatternUse {
  PatternPlace place;
  Tag* tag;
  Record* record;
  Recorder* recorder;  // recording,
  Instance* instance;  // or using
  Encounter* encounter;
  graph::History* history;  // of the tag; nullptr: nobody looks
};

namespace {

struct Counters {
  base::Atomic<uint64_t> recorded{0}, loaded{0}, uses{0}, plain{0}, mismatches{0}, tasks{0}, dependences{0},
      dependences_dropped{0}, stations{0}, stream_bytes{0}, nibble_form_bytes{0};
};
Counters g_counters;

// A tag whose uses differ time and again would cost more than it saves.
constexpr uint32_t kMaxMismatches = 4;

void explain(PatternUse& use, const char* what, const char* reason) {
  if (!use.tag->table().is_first_message()) return;
  const char* origin = use.tag->is_from_file.load_relaxed() ? ", which was loaded from a file," : "";
  PlaceText place(use.place.file, use.place.line);
  base::warn("the block %s %s dep_pattern \"%s\"%s: %s; its tasks run as ordinary tasks (said once a tag)",
             place.text(), what, use.tag->name(), origin, reason);
}

void note(const PatternUse& use, Event event) {
  if (use.history != nullptr) use.history->count(event);
}

void note_refusal(graph::History* history, const char* reason) {
  if (history == nullptr) return;
  history->count(Event::Refused);
  history->set_reason(Reason::Refused, reason);
}

graph::History* history_of(const PatternPlace& place) {
  if (!is_watched()) return nullptr;
  Tag& tag = graph::tag_of(place.tag, place.cache);
  return watch({"dep_pattern", tag.name(), 0, &tag, 0});
}

// A pattern that was loaded is seen when it is used first.
void keep_loaded(PatternUse& use) {
  if (use.history == nullptr || !use.tag->is_from_file.load_relaxed()) return;
  bool has_record = false;
  use.history->look(
      [&](const Record* record, const Graph*, const graph::Findings&) { has_record = record != nullptr; });
  if (has_record) return;
  use.tag->table().hold(*use.record);
  watch_record(*use.history, *use.record, Event::Loaded);
}

// Where the dependences of the block's tasks cannot be told from what is created in it; then `why` is set.
bool must_be_plain(Worker& worker, Event& why) {
  Domain* domain = worker.current->domain;
  if (!config::load().graph) {
    why = Event::PlainOff;
  } else if (domain != nullptr && domain->encounter != nullptr) {
    why = Event::PlainNested;  // directly inside another region its tasks are part of that
  } else if (worker.current->has(task::kFinal) || (domain != nullptr && domain->has_detached)) {
    why = Event::PlainTask;  // a detachable sibling cannot be waited for
  } else {
    return false;
  }
  return true;
}

void begin_recording(Worker& worker, PatternUse& use) {
  use.recorder = worker.slab.make<Recorder>(false);
  use.encounter = worker.slab.make<Encounter>(*use.recorder);
}

void begin_using(Worker& worker, PatternUse& use) {
  // Siblings with dependences come first: what the pattern's tasks depend on is in the pattern only.
  Domain& domain = sched::domain_of_current(worker);
  if (domain.table != nullptr || domain.has_pattern_children) sched::wait_for_children(worker, domain);
  g_counters.uses.add_relaxed(1);
  note(use, Event::Recapture);
  keep_loaded(use);
  use.instance = use.record->take_instance(true);
  use.instance->renaming->begin();
  open_replay(worker, *use.instance, true);
  use.encounter = worker.slab.make<Encounter>(*use.instance);
}

void end_recording(Worker& worker, PatternUse& use, bool complete) {
  Recorder& recorder = *use.recorder;
  RecordTable& table = use.tag->table();
  const char* reason = recorder.reason();
  Graph* graph = complete && reason == nullptr ? graph::make_pattern_graph(recorder, &reason) : nullptr;
  if (graph != nullptr) {
    graph::measure_ticks(*graph);
    count_pattern(*graph, false);
    if (use.history != nullptr) table.hold(*use.record);
    table.finish(*use.record, graph);
    if (use.history != nullptr) watch_record(*use.history, *use.record);
  } else if (complete) {
    explain(use, "cannot be recorded for", reason);
    note_refusal(use.history, reason);
    table.refuse(*use.record);
  } else {  // left by break, return, goto or an exception: the next one may be whole
    note(use, Event::LeftEarly);
    table.drop(*use.record);
  }
  worker.slab.destroy(&recorder);
}

void end_using(Worker& worker, PatternUse& use, bool complete) {
  Encounter& encounter = *use.encounter;
  Instance& instance = *use.instance;
  if (!encounter.has_mismatch() && !encounter.is_complete()) {
    sched::abandon(worker, encounter, "fewer tasks are created than the pattern has");
  }
  instance.renaming->end();
  if (encounter.has_mismatch()) {
    for (NodeIndex index = 0; index < instance.graph->n_nodes; index++) instance.states[index].is_empty = false;
    if (complete) {
      g_counters.mismatches.add_relaxed(1);
      use.tag->n_mismatches.add_relaxed(1);
      note(use, Event::Mismatch);
      if (use.history != nullptr) use.history->set_reason(Reason::Mismatch, encounter.mismatch());
      explain(use, "does not fit", encounter.mismatch());
      use.tag->table().forget(*use.record);
    }
  } else {
    worker.current->domain->has_pattern_children = true;
  }
  close_replay(worker, instance, true);
}

}  // namespace

PatternUse* enter_pattern(Worker& worker, const PatternPlace& place) {
  load_patterns_once();
  Record* record = nullptr;
  RecordTable::Found found = RecordTable::Found::Nothing;
  Tag* tag = nullptr;
  graph::History* history = history_of(place);
  Event why_plain = Event::PlainBusy;
  if (!must_be_plain(worker, why_plain)) {
    tag = &graph::tag_of(place.tag, place.cache);
    found = tag->table().find(0, false, &record);
  }
  if (found == RecordTable::Found::ToRecord && tag->n_mismatches.load_relaxed() >= kMaxMismatches) {
    tag->table().refuse(*record);
    note_refusal(history, "its blocks have differed too often");
    found = RecordTable::Found::Nothing;
  }
  if (found == RecordTable::Found::Nothing) {
    g_counters.plain.add_relaxed(1);
    if (history != nullptr) {
      bool is_refused = why_plain == Event::PlainBusy && history->n(Event::Refused) != 0;
      history->count(is_refused ? Event::PlainRefused : why_plain);
    }
    return nullptr;
  }
  auto* use = worker.slab.make<PatternUse>(place, tag, record, nullptr, nullptr, nullptr, history);
  found == RecordTable::Found::ToRecord ? begin_recording(worker, *use) : begin_using(worker, *use);
  sched::domain_of_current(worker).encounter = use->encounter;
  return use;
}

void leave_pattern(Worker& worker, PatternUse* use, bool complete) {
  worker.current->domain->encounter = nullptr;
  use->instance != nullptr ? end_using(worker, *use, complete) : end_recording(worker, *use, complete);
  worker.slab.destroy(use->encounter);
  worker.slab.release(use);
}

void count_pattern(const Graph& graph, bool is_from_file) {
  const graph::Pattern& pattern = *graph.pattern;
  (is_from_file ? g_counters.loaded : g_counters.recorded).add_relaxed(1);
  g_counters.tasks.add_relaxed(pattern.counts.n_acts);
  g_counters.dependences.add_relaxed(pattern.counts.n_dependences);
  g_counters.dependences_dropped.add_relaxed(pattern.counts.n_read_only);
  g_counters.stations.add_relaxed(pattern.counts.n_stations);
  g_counters.stream_bytes.add_relaxed(pattern.stream_bytes);
  g_counters.nibble_form_bytes.add_relaxed(graph::nibble_form_bytes(pattern));
}

PatternStats pattern_stats() {
  return {g_counters.recorded.load_relaxed(),
          g_counters.loaded.load_relaxed(),
          g_counters.uses.load_relaxed(),
          g_counters.plain.load_relaxed(),
          g_counters.mismatches.load_relaxed(),
          g_counters.tasks.load_relaxed(),
          g_counters.dependences.load_relaxed(),
          g_counters.dependences_dropped.load_relaxed(),
          g_counters.stations.load_relaxed(),
          g_counters.stream_bytes.load_relaxed(),
          g_counters.nibble_form_bytes.load_relaxed()};
}

}  // namespace rondo::work
