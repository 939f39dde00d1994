// SPDX-License-Identifier: Apache-2.0
#include "region/dep_pattern.hpp"

#include <new>

#include "base/message.hpp"
#include "config/options.hpp"
#include "graph/pattern/pattern_graph.hpp"
#include "graph/store/tag.hpp"
#include "os/clock.hpp"
#include "region/execution.hpp"
#include "region/pattern_store.hpp"
#include "region/pattern_use.hpp"
#include "region/process.hpp"
#include "region/recording.hpp"
#include "region/replay.hpp"
#include "region/site_text.hpp"
#include "region/traced_use.hpp"
#include "region/watch.hpp"
#include "sched/create.hpp"
#include "sched/earlier_siblings.hpp"
#include "sched/taskwait.hpp"
#include "team/runtime.hpp"

namespace rondo::region {

using graph::Event;
using graph::Graph;
using graph::Instance;
using graph::NodeIndex;
using graph::Reason;
using graph::Record;
using graph::Recorder;
using graph::RecordTable;
using graph::Tag;
using graph::Way;
using sched::Worker;
using task::Domain;

struct PatternBlock {
  const config::Options* options;
  PatternSite site;
  graph::History* history;  // of the tag; nullptr: it is not watched
  Tag* tag = nullptr;
  Record* record = nullptr;
  Execution execution = Execution::Plain;
  // Record:
  Recorder* recorder = nullptr;
  Recording* recording = nullptr;
  // InOrder, UsePattern:
  uint64_t began_at = 0;  // os::ticks()
  graph::WayChoice choice = {};
  // UsePattern:
  Instance* instance = nullptr;
  PatternUse* use = nullptr;
};

namespace {

// A tag whose uses differ time and again would cost more than it saves.
constexpr uint32_t kMaxMismatches = 4;

void explain(const PatternBlock& block, const char* what, const char* reason) {
  if (!block.tag->table().is_first_message()) return;
  const char* origin = block.tag->is_from_file.load_relaxed() ? ", which was loaded from a file," : "";
  SiteText site(block.site.file, block.site.line);
  base::warn("the block %s %s dep_pattern \"%s\"%s: %s; its tasks run as ordinary tasks (said once a tag)", site.text(),
             what, block.tag->name(), origin, reason);
}

void note(const PatternBlock& block, Event event) {
  if (block.history != nullptr) block.history->count(event);
}

void note_refusal(graph::History* history, const char* reason) {
  if (history == nullptr) return;
  history->count(Event::Refused);
  history->set_reason(Reason::Refused, reason);
}

graph::History* history_of(const PatternSite& site) {
  if (!is_watched()) return nullptr;
  Tag& tag = graph::tag_of(site.tag, site.cache);
  return watch({"dep_pattern", tag.name(), 0, &tag, 0});
}

// A pattern that was loaded from a file is reported when it is used first.
void keep_loaded(PatternBlock& block) {
  if (block.history == nullptr || !block.tag->is_from_file.load_relaxed()) return;
  bool has_record = false;
  block.history->look(
      [&](const Record* record, const Graph*, const graph::Findings&) { has_record = record != nullptr; });
  if (has_record) return;
  block.tag->table().hold(*block.record);
  watch_record(*block.history, *block.record, Event::Loaded);
}

// True where the dependences of the block's tasks cannot be told from what is created in it; then `why` is set.
bool must_be_plain(Worker& worker, const config::Options& options, Event& why) {
  Domain* domain = worker.current->domain;
  if (!options.graph) {
    why = Event::PlainOff;
  } else if (domain != nullptr && domain->execution != nullptr) {
    why = Event::PlainNested;  // directly inside another region its tasks are part of that
  } else if (sched::runs_its_tasks_in_place(*worker.current)) {
    why = Event::PlainTask;
  } else {
    return false;
  }
  return true;
}

// Later siblings wait for the whole block, and a group in the block for all nodes before it, which may wait for an
// earlier sibling that only they complete. Siblings come behind each node by itself if the pattern has events.
bool is_beside_event(const Worker& worker, const graph::Traits& pattern) {
  const Domain* domain = worker.current->domain;
  if (domain == nullptr || !domain->has_detached) return false;
  return !pattern.has_events || pattern.has_groups;
}

void begin_recording(Worker& worker, PatternBlock& block) {
  block.recorder = graph::make_recorder(false, false);
  block.recording = worker.slab.make<Recording>(*block.recorder);
  sched::domain_of_current(worker).execution = block.recording;
}

void note_way(const PatternBlock& block, Way way) {
  if (block.history == nullptr) return;
  block.history->note_way(way, 1);
  for (const Way known : graph::kEachWay) block.history->set_ticks(known, block.record->ticks(true, known));
}

// Each task runs where it is created, whatever the pattern has recorded.
void begin_in_order(Worker& worker, PatternBlock& block) {
  process.patterns.uses.add_relaxed(1);
  note(block, Event::Recapture);
  note_way(block, Way::Alone);
  block.began_at = os::ticks();
  worker.current->flags |= task::kInOrder;
}

void end_in_order(Worker& worker, PatternBlock& block) {
  worker.current->flags &= ~uint32_t{task::kInOrder};
  if (block.choice.n_slots != 0) block.record->note_aside(block.choice, true, os::ticks() - block.began_at);
  block.tag->table().leave(*block.record);
}

void begin_using(Worker& worker, PatternBlock& block) {
  const bool is_behind_siblings = sched::has_siblings_ahead(worker);
  process.patterns.uses.add_relaxed(1);
  note(block, Event::Recapture);
  note_way(block, Way::Spread);
  keep_loaded(block);
  block.instance = block.record->take_instance(true);
  block.instance->choice = block.choice;
  block.instance->border.is_behind_siblings = is_behind_siblings;
  block.instance->pattern.renaming->begin();
  open_replay(worker, *block.instance, true);
  block.use = worker.slab.make<PatternUse>(*block.instance);
  sched::domain_of_current(worker).execution = block.use;
}

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

// Every block is compared with its pattern; check mode counts the blocks and reports what was found.
void note_check(const PatternBlock& block) {
  if (block.history == nullptr || !block.options->check_graph) return;
  graph::Findings findings = {};
  if (const char* mismatch = block.use->mismatch()) {
    findings[graph::Drift::Misfit].n_places = 1;
    findings[graph::Drift::Misfit].reason = mismatch;
  }
  watch_check(*block.history, findings);
}

void end_using(Worker& worker, PatternBlock& block, bool complete) {
  Instance& instance = *block.instance;
  block.use->end(worker);
  const char* const mismatch = block.use->mismatch();
  const bool has_events = block.record->traits().has_events;
  const bool is_handed_over = has_events && mismatch != nullptr;
  if (!is_handed_over) instance.pattern.renaming->end();
  if (complete) note_check(block);
  if (mismatch != nullptr) {
    for (NodeIndex index = 0; !is_handed_over && index < instance.graph->n_nodes; index++)
      instance.states[index].is_empty = false;
    if (complete) {
      process.patterns.mismatches.add_relaxed(1);
      block.tag->n_mismatches.add_relaxed(1);
      note(block, Event::Mismatch);
      if (block.history != nullptr) block.history->set_reason(Reason::Mismatch, mismatch);
      explain(block, "does not fit", mismatch);
      block.tag->table().forget(*block.record);
    }
  }
  if (is_handed_over) {
    block.record->table().leave(*block.record);
  } else if (has_events) {
    block.use->follow_nodes(worker);
    leave_replay(worker, instance);
  } else {
    close_replay(worker, instance, true);
  }
  worker.slab.destroy(block.use);
}

Execution plain(graph::History* history, Event why) {
  process.patterns.plain.add_relaxed(1);
  if (history == nullptr) return Execution::Plain;
  const bool is_refused = why == Event::PlainBusy && history->n(Event::Refused) != 0;
  history->count(is_refused ? Event::PlainRefused : why);
  return Execution::Plain;
}

// Whether the tasks run where they are created, because the pattern costs more than a second thread gains, or are
// ordinary ones: entering the blocks before one that overlaps costs more than looking dependences up. A block that
// comes behind siblings is never run in order: it may wait for them.
void choose_way(Worker& worker, PatternBlock& block) {
  const config::Options& options = *block.options;
  const uint32_t n_slots = worker.slot->arena->n_slots;
  if (options.graph_way == config::GraphWay::Spread || !options.graph_coarsen || options.check_graph) return;
  const bool is_behind = sched::has_siblings_ahead(worker);
  const bool is_always = options.graph_way == config::GraphWay::Alone || n_slots == 1;
  if (is_always) {
    if (!is_behind) block.choice.way = Way::Alone;
  } else if (options.graph_way == config::GraphWay::Plain) {
    block.choice.way = Way::Plain;
  } else if (options.graph_way == config::GraphWay::Auto) {
    block.choice = block.record->choose_way_of_block({n_slots, is_behind});
  } else if (!is_behind) {
    block.choice = block.record->take_turns(true);
  }
}

// The tasks are ordinary ones, although there is a pattern.
Execution leave_aside(PatternBlock& block) {
  process.patterns.plain.add_relaxed(1);
  note_way(block, Way::Plain);
  block.tag->table().leave(*block.record);
  return Execution::Plain;
}

// There are only the notes of the recorded block. True: there is a pattern now; else the execution is decided.
bool make_if_worth_it(Worker& worker, PatternBlock& block, Execution& execution) {
  RecordTable& table = block.tag->table();
  if (!block.record->is_worth_compiling(false)) {
    if (!is_beside_event(worker, block.record->traits())) choose_way(worker, block);
    table.put_off(*block.record);
    execution = block.choice.way == Way::Alone ? Execution::InOrder : leave_aside(block);
    return false;
  }
  const char* reason = nullptr;
  if (compile_pattern(*block.record, &reason)) return true;
  explain(block, "cannot be recorded for", reason);
  execution = plain(block.history, Event::PlainBusy);
  return false;
}

// Finds the record of the tag: `block.tag` and `block.record`, unless the execution is plain.
Execution plan_pattern(Worker& worker, PatternBlock& block) {
  Event why_plain = Event::PlainBusy;
  if (must_be_plain(worker, *block.options, why_plain)) return plain(block.history, why_plain);
  block.tag = &graph::tag_of(block.site.tag, block.site.cache);
  RecordTable& table = block.tag->table();
  const RecordTable::Found found = table.find(0, false, &block.record);
  if (found == RecordTable::Found::Nothing) return plain(block.history, why_plain);
  if (found != RecordTable::Found::ToRecord) {
    Execution execution = Execution::Plain;
    if (found == RecordTable::Found::ToCompile && !make_if_worth_it(worker, block, execution)) return execution;
    const bool has_events = block.record->traits().has_events;
    if (is_beside_event(worker, block.record->traits())) {
      table.leave(*block.record);
      return plain(block.history, Event::PlainTask);
    }
    if (!has_events) choose_way(worker, block);  // tasks with events do not run one after the other
    if (block.choice.way == Way::Plain) return leave_aside(block);
    return block.choice.way == Way::Alone ? Execution::InOrder : Execution::UsePattern;
  }
  if (block.tag->n_mismatches.load_relaxed() < kMaxMismatches) return Execution::Record;
  table.refuse(*block.record);
  note_refusal(block.history, "its blocks have differed too often");
  return plain(block.history, why_plain);
}

}  // namespace

PatternBlock* enter_pattern(Worker& worker, const PatternSite& site) {
  load_patterns_once();
  PatternBlock block{&team::options(), site, history_of(site)};
  block.execution = plan_pattern(worker, block);
  if (block.execution == Execution::Plain) return nullptr;
  begin_use(worker, trace::kDepPattern, block.execution, 0);
  switch (block.execution) {
    case Execution::Record:
      begin_recording(worker, block);
      break;
    case Execution::UsePattern:
      begin_using(worker, block);
      break;
    case Execution::InOrder:
      begin_in_order(worker, block);
      break;
    default:  // no pattern's
      break;
  }
  return worker.slab.make<PatternBlock>(block);
}

void leave_pattern(Worker& worker, PatternBlock* block, bool complete) {
  switch (block->execution) {
    case Execution::InOrder:
      end_in_order(worker, *block);
      break;
    case Execution::UsePattern:
      worker.current->domain->execution = nullptr;
      end_using(worker, *block, complete);
      break;
    default:  // Record
      worker.current->domain->execution = nullptr;
      end_recording(worker, *block, complete);
  }
  end_use(worker);
  worker.slab.release(block);
}

bool compile_pattern(Record& record, const char** reason) {
  Graph* graph = make_pattern_of(record.recorder(), reason);
  graph != nullptr ? record.table().compiled(record, graph) : record.table().refuse(record);
  return graph != nullptr;
}

void count_pattern(const Graph& graph) {
  const graph::Pattern& pattern = *graph.pattern;
  process.patterns.tasks.add_relaxed(pattern.counts.n_acts);
  process.patterns.dependences.add_relaxed(pattern.counts.n_dependences);
  process.patterns.dependences_dropped.add_relaxed(pattern.counts.n_read_only);
  process.patterns.stations.add_relaxed(pattern.counts.n_stations);
  process.patterns.stream_bytes.add_relaxed(pattern.stream_bytes);
  process.patterns.nibble_form_bytes.add_relaxed(graph::nibble_form_bytes(pattern));
}

PatternStats pattern_stats() {
  const PatternCounts& counts = process.patterns;
  return {counts.recorded.load_relaxed(),
          counts.loaded.load_relaxed(),
          counts.uses.load_relaxed(),
          counts.plain.load_relaxed(),
          counts.mismatches.load_relaxed(),
          counts.tasks.load_relaxed(),
          counts.dependences.load_relaxed(),
          counts.dependences_dropped.load_relaxed(),
          counts.stations.load_relaxed(),
          counts.stream_bytes.load_relaxed(),
          counts.nibble_form_bytes.load_relaxed()};
}

}  // namespace rondo::region
