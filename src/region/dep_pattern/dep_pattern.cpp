// SPDX-License-Identifier: Apache-2.0
#include "region/dep_pattern/dep_pattern.hpp"

#include "os/clock.hpp"
#include "region/dep_pattern/plan.hpp"
#include "region/dep_pattern/record.hpp"
#include "region/dep_pattern/store.hpp"
#include "region/modes/pattern_use.hpp"
#include "region/modes/replay.hpp"
#include "region/process.hpp"
#include "region/traced_use.hpp"
#include "region/watch.hpp"
#include "sched/create/create.hpp"
#include "sched/create/earlier_siblings.hpp"
#include "team/runtime.hpp"

namespace rondo::region {

using graph::Event;
using graph::Graph;
using graph::Instance;
using graph::NodeIndex;
using graph::Reason;
using graph::Record;
using graph::Tag;
using graph::Way;
using sched::Worker;

namespace {

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
