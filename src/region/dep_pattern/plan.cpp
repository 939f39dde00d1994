// SPDX-License-Identifier: Apache-2.0
#include "region/dep_pattern/plan.hpp"

#include "region/dep_pattern/record.hpp"
#include "region/process.hpp"
#include "sched/create/create.hpp"
#include "sched/create/earlier_siblings.hpp"
#include "sched/worker/contention.hpp"

namespace rondo::region {

using graph::Event;
using graph::RecordTable;
using graph::Way;
using sched::Worker;
using task::Domain;

namespace {

// A tag whose uses differ time and again would cost more than it saves.
constexpr uint32_t kMaxMismatches = 4;

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
    block.choice =
        block.record->choose_way_of_block({n_slots, sched::are_processors_contended(os::ticks())}, is_behind);
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
  if (!block.record->is_worth_compiling(graph::ReplayKind::Pattern)) {
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

}  // namespace

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

}  // namespace rondo::region
