// SPDX-License-Identifier: Apache-2.0
#include "region/taskgraph/plan.hpp"

#include "ompt/process.hpp"
#include "os/modules.hpp"
#include "region/process.hpp"
#include "region/taskgraph/counts.hpp"
#include "region/taskgraph/find_record.hpp"
#include "region/taskgraph/record.hpp"
#include "region/taskgraph/refresh.hpp"
#include "region/taskgraph/static_tasks.hpp"
#include "sched/create/create.hpp"
#include "sched/create/earlier_siblings.hpp"
#include "sched/wait/taskwait.hpp"
#include "sched/worker/contention.hpp"
#include "team/team.hpp"

namespace rondo::region {

using graph::Event;
using graph::Reason;
using graph::Record;
using graph::RecordTable;
using graph::ReplayKind;
using sched::Worker;
using task::Domain;

using Found = RecordTable::Found;

namespace {

// ---- Without a record ----------------------------------------------------------------------------------------

// A region directly inside another one is part of that: its tasks join the outer record, or run in order with others.
bool is_nested(const Worker& worker) {
  const Domain* domain = worker.current->domain;
  if (worker.current->has(task::kInOrder)) return true;
  return domain != nullptr && domain->execution != nullptr;
}

// False for a nogroup region beside a detachable task: later siblings wait for the whole region, the region may wait
// for the detachable task, and that task for one of these siblings.
bool may_be_waited_for(const Worker& worker, const TaskgraphClauses& clauses) {
  const Domain* domain = worker.current->domain;
  return !clauses.nogroup || domain == nullptr || !domain->has_detached;
}

// Where a re-capture turns out not to fit the record, the region's code waits in the middle for the tasks before.
// These may wait for an earlier detachable sibling, whose event the rest of the code may fulfill.
bool may_wait_for_event(Worker& worker, const graph::Traits& graph) {
  const Domain* domain = worker.current->domain;
  if (domain == nullptr || !domain->has_detached) return false;
  return graph.has_dependences && sched::has_siblings_ahead(worker);
}

// The region's tasks are ordinary ones, whatever is known of it.
bool must_be_plain(const Worker& worker, const TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  return !clauses.if_clause || !region.options->graph || is_nested(worker) || !may_be_waited_for(worker, clauses);
}

Execution plain(const Worker& worker, const TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  if (region.history == nullptr) return Execution::Plain;
  Event why = Event::PlainBusy;
  if (!clauses.if_clause) {
    why = Event::PlainIf;
  } else if (!region.options->graph) {
    why = Event::PlainOff;
  } else if (region.table == nullptr) {
    why = is_nested(worker) ? Event::PlainNested : Event::PlainTask;
  } else if (region.history->n(Event::Refused) != 0) {
    why = Event::PlainRefused;
  }
  note(region, why);
  return Execution::Plain;
}

// ---- The record ----------------------------------------------------------------------------------------------

// Only on a promise: the user has said that the data is the same, or has announced of each task that none of its data
// is to be refreshed. A taskgroup in the region that may be cancelled has to be there, so that the code runs.
bool is_pure(const Worker& worker, const graph::Traits& graph, bool has_same_data) {
  if (!graph.can_skip_code || !(has_same_data || graph.is_data_invariant)) return false;
  return !graph.has_groups || !team::team_of(worker).is_cancellable;
}

// A replay without the region's code would call code of other modules, and since the record was made a module has
// been unloaded.
bool is_stale(const Record& record) { return !record.code().is_own && record.code().n_unloaded != os::n_unloaded(); }

// The executions before promised more than this one does: this one's dependences have to be compared, and the record
// has no lists for that.
bool lacks_lists(const Worker& worker, const TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  const Record& record = *region.record;
  return record.lists() == nullptr && compares_dependences(region, clauses) &&
         !is_pure(worker, record.traits(), clauses.same_data) && !region.options->check_graph;
}

// Values that tasks have saved are in the record only.
bool has_saved_values(const Record& record) { return record.traits().has_saved_bytes || !record.objects().is_empty(); }

// Whether the encounter's time tells how long its tasks took. Earlier siblings count whatever was recorded: a block
// that runs in order may name other dependences than before.
bool is_timed(Worker& worker, const TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  if (!region.options->graph_coarsen || clauses.nogroup) return false;
  const Domain* domain = worker.current->domain;
  return (domain == nullptr || !domain->has_detached) && !sched::has_siblings_ahead(worker);
}

// A region that is not waited for: the regions that overlap are timed together. Never on the encountering thread
// alone: its code goes on beside the tasks, and how long that takes is not known.
graph::WayChoice choose_way_in_burst(Worker& worker, const TaskgraphRegion& region, bool may_be_plain) {
  const Domain* domain = worker.current->domain;
  const bool is_behind = domain != nullptr && !sched::are_children_done(worker, *domain);
  return region.record->choose_way_of_block({.n_slots = worker.slot->arena->n_slots,
                                             .is_contended = sched::are_processors_contended(os::ticks()),
                                             .recaptures = !region.skips_code,
                                             .ways = may_be_plain ? graph::Ways{graph::Way::Plain} : graph::Ways{}},
                                            is_behind);
}

graph::WayChoice choose_way_of_waited(Worker& worker, const TaskgraphRegion& region, bool may_be_plain) {
  return region.record->choose_way(
      {.n_slots = worker.slot->arena->n_slots,
       .is_contended = sched::are_processors_contended(os::ticks()),
       .recaptures = !region.skips_code,
       .ways = may_be_plain ? graph::Ways{graph::Way::Alone, graph::Way::Plain} : graph::Ways{graph::Way::Alone}});
}

// The graph is made when that does not matter any more. Until then the region's code creates ordinary tasks, or runs
// them at once, where that means what a replay would.
bool is_put_off(Worker& worker, const TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  Record& record = *region.record;
  const graph::Traits& graph = record.traits();
  if (region.options->graph_way != config::GraphWay::Auto || region.options->check_graph) return false;
  const bool is_in_burst = clauses.nogroup && region.options->graph_coarsen;
  if (!is_in_burst && !is_timed(worker, region, clauses)) return false;
  if (graph.is_data_invariant || !graph.is_complete || graph.has_events || has_saved_values(record)) return false;
  const bool skips_code = is_pure(worker, graph, clauses.same_data);
  return !record.is_worth_compiling(skips_code ? ReplayKind::Pure : ReplayKind::Recapture);
}

Found find_usable(Worker& worker, TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  RecordTable& table = *region.table;
  const TaskgraphSite& site = region.site;
  Found found = find_record(table, clauses.graph_id, clauses.reset, &region.record, site, *region.options);
  for (;;) {
    const bool is_ready = found == Found::ToReplay;
    if (!is_ready && found != Found::ToCompile) return found;
    const bool is_of_use = !is_stale(*region.record) && !(is_ready && lacks_lists(worker, region, clauses));
    if (is_of_use && is_ready) return found;
    if (is_of_use) {
      region.is_put_off = is_put_off(worker, region, clauses);
      if (region.is_put_off) {
        region.choice =
            clauses.nogroup ? choose_way_in_burst(worker, region, true) : choose_way_of_waited(worker, region, true);
        table.put_off(*region.record);
        return found;
      }
      const bool is_compared =
          compares_dependences(region, clauses) && !is_pure(worker, region.record->traits(), false);
      const bool keeps_lists = is_compared || ompt::is_on();  // a tool is told of the dependences of nodes, too
      return compile_record(region, keeps_lists) ? Found::ToReplay : Found::Nothing;
    }
    table.drop(*region.record);
    found = find_record(table, clauses.graph_id, false, &region.record, site, *region.options);
  }
}

// ---- With a record -------------------------------------------------------------------------------------------

// A wait in the region's code is for siblings, too, and only the code waits for them.
bool waits_for_siblings(Worker& worker, const graph::Traits& graph) {
  Domain* domain = worker.current->domain;
  return graph.has_waits && domain != nullptr && !sched::are_children_done(worker, *domain);
}

const char* why_pure(const TaskgraphRegion& region, bool is_promised) {
  if (is_promised) {
    return region.site.is_directive ? "the clause recurrent was given" : "rondo_same_data() was given";
  }
  return region.has_same_data ? "the values that its tasks depend on are known, and are as recorded"
                              : "no task has data to refresh";
}

const char* why_not_pure(const TaskgraphRegion& region, bool has_inputs, bool has_siblings) {
  if (has_siblings) return "tasks that it may depend on had been created before it, and were not done";
  const graph::Traits& graph = region.record->traits();
  bool is_directive = region.site.is_directive;
  if (!region.has_same_data && !graph.is_data_invariant) {
    if (has_inputs) return "values that its tasks depend on have changed";
    return is_directive ? "there is no clause recurrent" : "no rondo_same_data()";
  }
  if (!graph.is_trivial) return "a task captures objects that cannot be copied as bytes";
  if (graph.can_skip_code) return "a taskgroup in it may be cancelled";
  return is_directive ? "the record was made without the clause recurrent, or code from gcc reduces in it"
                      : "the record was made without rondo_same_data(), or code from gcc reduces in it";
}

Execution pure(const TaskgraphRegion& region, const char* why) {
  note(region, Event::PureReplay);
  note(region, Reason::Pure, why);
  return Execution::Pure;
}

// The tasks of the region get new data; its code does not run.
Execution filled(const TaskgraphRegion& region, Execution execution) {
  note(region, Reason::NotPure, "data that its tasks captured has changed");
  return execution;
}

// The recorded tasks need other data, and the compiler knows which: sets `region.new_data`.
bool can_refresh(Worker& worker, TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  const Record& record = *region.record;
  if (!is_pure(worker, record.traits(), true) || worker.current->has(task::kFinal)) return false;
  if (record.traits().has_events) return false;
  if (clauses.captures == nullptr || record.ranges().empty()) return false;
  region.new_data = worker.slab.make<graph::Captures>(*clauses.captures, record.values(), clauses.values);
  if (region.new_data->keep_shape(record.ranges())) return true;
  worker.slab.destroy(region.new_data);
  region.new_data = nullptr;
  return false;
}

// Whether ordinary tasks do what a replay would do: also where that skips code, which may create more tasks than were
// recorded, and where it is the record that has the data.
bool may_be_plain(const TaskgraphRegion& region) {
  const graph::Traits& graph = region.record->traits();
  if (has_saved_values(*region.record)) return false;
  return !region.skips_code || (region.has_same_data && graph.is_complete);
}

// Chooses the fastest way, where the graph may be left aside and the encounter's time tells how long its tasks took.
// With events it does not: and nobody may run such tasks one after the other.
void choose_way(Worker& worker, TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  const config::Options& options = *region.options;
  if (region.record->traits().has_events) {
    if (options.graph_way == config::GraphWay::Plain && may_be_plain(region)) region.choice.way = graph::Way::Plain;
    return;
  }
  if (clauses.nogroup) {
    if (options.graph_way == config::GraphWay::Plain && may_be_plain(region)) region.choice.way = graph::Way::Plain;
    if (options.graph_way != config::GraphWay::Auto || !options.graph_coarsen) return;
    region.choice = choose_way_in_burst(worker, region, may_be_plain(region));
    return;
  }
  if (!is_timed(worker, region, clauses)) return;
  switch (options.graph_way) {
    case config::GraphWay::Auto:
      region.choice = choose_way_of_waited(worker, region, may_be_plain(region));
      break;
    case config::GraphWay::Spread:
      break;
    case config::GraphWay::Alone:
      region.choice.way = graph::Way::Alone;
      break;
    case config::GraphWay::Plain:
      if (may_be_plain(region)) region.choice.way = graph::Way::Plain;
      break;
    case config::GraphWay::Turns:
      region.choice = region.record->take_turns(may_be_plain(region));
      break;
  }
}

Execution plan_replay(Worker& worker, TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  const Record& record = *region.record;
  const graph::Traits& traits = record.traits();
  // The user promises that the data is the same, or the compiler knows what it depends on.
  region.has_same_data =
      clauses.same_data || (clauses.has_inputs && !region.values.empty() && record.has_values(region.values));
  region.is_behind_siblings = traits.has_dependences && sched::has_siblings_ahead(worker);
  const bool has_siblings = region.is_behind_siblings || waits_for_siblings(worker, traits);
  // Not waited for: nodes with events are followed one by one, by what the code says of their dependences.
  const bool is_left_open = region.nogroup && traits.has_events;
  region.skips_code = !has_siblings && !is_left_open && is_pure(worker, traits, region.has_same_data);
  if (region.options->check_graph) return Execution::Check;
  choose_way(worker, region, clauses);
  if (region.choice.way == graph::Way::Plain) return Execution::Aside;
  if (region.skips_code) return pure(region, why_pure(region, clauses.same_data));
  if (!has_siblings && can_refresh(worker, region, clauses)) return filled(region, Execution::Refresh);
  note(region, Reason::NotPure, why_not_pure(region, clauses.has_inputs, has_siblings));
  const bool is_in_order = region.choice.way == graph::Way::Alone && !has_saved_values(record);
  return is_in_order ? Execution::InOrder : Execution::Recapture;
}

// ---- Tasks that the compiler knows ---------------------------------------------------------------------------

// Plain: the compiler's tasks cannot be used this time; the region's own records are to be looked at.
Execution plan_known(Worker& worker, TaskgraphRegion& region, const TaskgraphClauses& clauses, bool& is_aliased) {
  if (clauses.known == nullptr || sched::has_siblings_ahead(worker)) return Execution::Plain;
  if (worker.current->has(task::kFinal)) return Execution::Plain;  // its tasks are undeferred
  const StaticUse use = use_static_tasks(region, clauses);
  is_aliased = use.is_aliased;
  if (use.record == nullptr) return Execution::Plain;
  process.taskgraph.add_edges(use.n_edges, use.n_edges_unreduced);
  region.record = use.record;
  region.table = &use.record->table();
  region.is_new = use.is_new;
  region.has_same_data = region.skips_code = use.is_current;
  choose_way(worker, region, clauses);
  if (region.choice.way == graph::Way::Plain) return Execution::Aside;
  if (!use.is_current) return filled(region, Execution::CreateKnown);
  return pure(region, "its tasks are known at compile time, and their values are as before");
}

}  // namespace

bool compares_dependences(const TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  return !clauses.same_dependences && !clauses.same_data && region.options->graph_compare;
}

Execution plan_taskgraph(Worker& worker, TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  if (must_be_plain(worker, region, clauses)) return plain(worker, region, clauses);
  bool is_aliased = false;  // as of StaticUse: only a record made with the same values has the right edges
  const Execution known = plan_known(worker, region, clauses, is_aliased);
  if (known != Execution::Plain) return known;
  region.table = &RecordTable::of(region.site.records, region.site.module);
  const Found found = find_usable(worker, region, clauses);
  if (clauses.has_inputs || is_aliased) region.values = clauses.values;
  if (found == Found::ToRecord) return Execution::Record;
  if (found == Found::Nothing) return plain(worker, region, clauses);
  if (region.is_put_off) return region.choice.way == graph::Way::Alone ? Execution::InOrder : Execution::Aside;
  if (is_aliased && !region.record->has_values(clauses.values)) {
    region.table->leave(*region.record);
    region.record = nullptr;
    return plain(worker, region, clauses);
  }
  if (!region.options->check_graph && may_wait_for_event(worker, region.record->traits())) {
    region.table->leave(*region.record);
    region.record = nullptr;
    region.table = nullptr;
    return plain(worker, region, clauses);
  }
  return plan_replay(worker, region, clauses);
}

}  // namespace rondo::region
