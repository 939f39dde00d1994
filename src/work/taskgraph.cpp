// SPDX-License-Identifier: Apache-2.0
#include "work/taskgraph.hpp"

#include <new>

#include "base/message.hpp"
#include "config/options.hpp"
#include "graph/record.hpp"
#include "sched/region.hpp"
#include "sched/run_node.hpp"
#include "sched/wait.hpp"

namespace rondo::work {

using graph::Coarsening;
using graph::Encounter;
using graph::Instance;
using graph::NodeIndex;
using graph::NodeState;
using graph::Record;
using graph::Recorder;
using graph::RecordTable;
using sched::Crew;
using sched::Worker;
using task::Depth;
using task::Domain;

struct TaskgraphRegion {
  TaskgraphPlace place = {};
  bool nogroup = false;
  RecordTable* table = nullptr;
  Record* record = nullptr;       // nullptr: plain execution
  Recorder* recorder = nullptr;   // recording
  Instance* instance = nullptr;   // re-capture
  Encounter* encounter = nullptr;
};

namespace {

struct Counters {
  base::Atomic<uint64_t> records{0}, pure_replays{0}, recaptures{0}, plain{0}, mismatches{0}, nodes{0}, edges{0},
      edges_unreduced{0};
  base::Atomic<uint64_t> tuned{0}, tuned_nodes{0}, units{0}, unit_edges{0}, overhead_bytes{0};
};
Counters g_counters;

template <class T, class... Arguments>
T* make(Worker& worker, Arguments&&... arguments) {
  return new (worker.slab.allocate(sizeof(T))) T{static_cast<Arguments&&>(arguments)...};
}

void count_units(const graph::Graph& graph) {
  g_counters.tuned.add_relaxed(1);
  g_counters.tuned_nodes.add_relaxed(graph.n_nodes);
  g_counters.units.add_relaxed(graph.n_units);
  g_counters.unit_edges.add_relaxed(graph.n_unit_edges);
  g_counters.overhead_bytes.add_relaxed(graph::overhead_bytes(graph));
}

// ---- Messages ------------------------------------------------------------------------------------------------

void explain(TaskgraphRegion& region, const char* what, const char* reason) {
  if (!region.table->is_first_message()) return;
  if (region.place.line != 0) {
    base::warn("the task graph region at %s:%u %s: %s; its tasks run as ordinary tasks (said once)", region.place.file,
               region.place.line, what, reason);
  } else {
    base::warn("the task graph region in %s %s: %s; its tasks run as ordinary tasks (said once)", region.place.file,
               what, reason);
  }
}

// ---- Replays -------------------------------------------------------------------------------------------------

Instance& instance_of(Domain& domain) { return reinterpret_cast<Instance&>(domain); }  // its first member

void give_back(Instance& instance) {
  Record* record = instance.record;
  record->give_back(&instance);
}

// The last descendant of a nogroup replay is done: its one child in the encountering task's tally is, too.
void on_dead(Worker& worker, Domain& domain) {
  Instance& instance = instance_of(domain);
  task::Tally& above = *domain.reports_to;
  Record& record = *instance.record;
  give_back(instance);
  record.table().leave(record);
  sched::count_done(worker, above);
}

// The instance becomes a child domain of the current task.
void open(Worker& worker, Instance& instance, bool nogroup) {
  Domain& parent = sched::domain_of_current(worker);
  task::Task& current = *worker.current;
  Domain& domain = instance.domain;
  bool may_move = nogroup || current.has(task::kUntied);
  domain.tally.open(may_move ? task::kNoWorker : worker.id);
  domain.tally.count_created(instance.graph->n_sinks);
  domain.outer = &parent;
  domain.depth = parent.depth + 1;
  domain.crew = parent.crew;
  domain.on_dead = on_dead;
  instance.group = current.group;
  instance.master = worker.id;
  instance.master_seat = worker.seat->index;
  instance.n_joined.store_relaxed(0);
  graph::place(instance, parent.crew->n_seats);
  if (!nogroup) return;
  bool in_group = current.group != nullptr && current.group->owner == &parent;
  domain.reports_to = in_group ? &current.group->tally : &parent.tally;
  domain.reports_to->count_created();
}

// Waits for a replay, or lets it go on by itself.
void close(Worker& worker, Instance& instance, bool nogroup) {
  Domain& domain = instance.domain;
  if (nogroup) {
    if (domain.tally.close()) on_dead(worker, domain);
    return;
  }
  sched::work_until(worker, *worker.seat->crew, sched::TallyLatch(domain.tally, Depth::Descendants), &domain);
  Record& record = *instance.record;
  give_back(instance);
  record.table().leave(record);
}

// Roots stand in creation order and their seats ascend: each seat gets its contiguous share at once, linked so that
// it is run in creation order.
void deal_roots(Worker& worker, Instance& instance) {
  Crew& crew = *worker.seat->crew;
  const graph::Graph& graph = *instance.graph;
  for (uint32_t end = graph.n_roots; end > 0;) {
    NodeState* last = &instance.states[graph.roots[end - 1]];
    uint32_t seat = last->seat;
    NodeState* tail = last;
    uint32_t begin = end - 1;
    while (begin > 0 && instance.states[graph.roots[begin - 1]].seat == seat) {
      begin--;
      tail->next = &instance.states[graph.roots[begin]];
      tail = tail->next;
    }
    crew.seats[seat]->node_mailbox.push(last, tail);
    os::light_fence();  // [sched/P1]
    if (seat != worker.seat->index && crew.n_parked.load_relaxed() != 0)
      sched::unpark(*crew.seats[seat]->worker.load_acquire());
    end = begin;
  }
}

Instance& take_instance(Worker& worker, Record& record, bool recaptures) {
  Coarsening coarsening = config::load().graph_coarsen ? Coarsening::On : Coarsening::Off;
  bool is_tuned = record.tune(worker.seat->crew->n_seats, coarsening);
  Instance& instance = *record.take_instance(recaptures);
  if (is_tuned) count_units(*instance.graph);
  return instance;
}

void replay_pure(Worker& worker, Record& record, bool nogroup) {
  g_counters.pure_replays.add_relaxed(1);
  Instance& instance = take_instance(worker, record, false);
  open(worker, instance, nogroup);
  deal_roots(worker, instance);
  close(worker, instance, nogroup);
}

// ---- Encounters ----------------------------------------------------------------------------------------------

void attach(Worker& worker, TaskgraphRegion& region, Encounter* encounter) {
  region.encounter = encounter;
  sched::domain_of_current(worker).encounter = encounter;
}

void begin_recording(Worker& worker, TaskgraphRegion& region, bool same_data) {
  region.recorder = make<Recorder>(worker, same_data);
  attach(worker, region, make<Encounter>(worker, *region.recorder));
}

void begin_recapture(Worker& worker, TaskgraphRegion& region) {
  g_counters.recaptures.add_relaxed(1);
  region.instance = &take_instance(worker, *region.record, true);
  open(worker, *region.instance, region.nogroup);
  attach(worker, region, make<Encounter>(worker, *region.instance));
}

void end_recording(Worker& worker, TaskgraphRegion& region, bool complete) {
  Recorder& recorder = *region.recorder;
  if (!complete) {
    region.table->drop(*region.record);
  } else if (recorder.reason() != nullptr) {
    explain(region, "cannot be recorded", recorder.reason());
    region.table->refuse(*region.record);
  } else {
    graph::Graph* graph = graph::compile(recorder);
    graph::measure_ticks(*graph);
    g_counters.records.add_relaxed(1);
    g_counters.nodes.add_relaxed(graph->n_nodes);
    g_counters.edges.add_relaxed(graph->n_edges);
    g_counters.edges_unreduced.add_relaxed(graph->n_edges_unreduced);
    region.table->finish(*region.record, graph);
  }
  recorder.~Recorder();
  worker.slab.release(&recorder);
}

void end_recapture(Worker& worker, TaskgraphRegion& region, bool complete) {
  Encounter& encounter = *region.encounter;
  Instance& instance = *region.instance;
  if (!encounter.has_mismatch() && !encounter.is_complete()) {
    sched::abandon(worker, encounter, "it created fewer tasks than were recorded");
  }
  if (!encounter.has_mismatch()) return close(worker, instance, region.nogroup);
  for (NodeIndex index = 0; index < instance.graph->n_nodes; index++) instance.states[index].is_empty = false;
  if (complete) {
    g_counters.mismatches.add_relaxed(1);
    explain(region, "does not fit its record", encounter.mismatch());
    region.record->table().forget(*region.record);
  }  // else the block was left by break, return, goto or an exception: that says nothing about the record
  close(worker, instance, region.nogroup);
}

bool is_nested_in_region(Worker& worker) {
  Domain* domain = worker.current->domain;
  return domain != nullptr && domain->encounter != nullptr;
}

}  // namespace

TaskgraphRegion* enter_taskgraph(Worker& worker, const TaskgraphPlace& place, const TaskgraphClauses& clauses) {
  auto* region = make<TaskgraphRegion>(worker);
  region->place = place;
  region->nogroup = clauses.nogroup;
  // A region directly inside another one is part of that: its tasks join the outer record.
  bool is_plain = !clauses.if_clause || !config::load().graph || is_nested_in_region(worker);
  RecordTable::Found found = RecordTable::Found::Nothing;
  if (!is_plain) {
    region->table = &RecordTable::of(place.records);
    found = region->table->find(clauses.graph_id, clauses.reset, &region->record);
  }
  if (found == RecordTable::Found::ToReplay && clauses.same_data && region->record->keeps_data()) {
    Record& record = *region->record;
    worker.slab.release(region);
    replay_pure(worker, record, clauses.nogroup);
    return nullptr;
  }
  if (!clauses.nogroup) sched::begin_taskgroup(worker);
  if (found == RecordTable::Found::Nothing) {
    g_counters.plain.add_relaxed(1);
  } else if (found == RecordTable::Found::ToRecord) {
    begin_recording(worker, *region, clauses.same_data);
  } else {
    begin_recapture(worker, *region);
  }
  return region;
}

void leave_taskgraph(Worker& worker, TaskgraphRegion* region, bool complete) {
  if (region->encounter != nullptr) sched::domain_of_current(worker).encounter = nullptr;
  if (region->instance != nullptr) end_recapture(worker, *region, complete);
  if (!region->nogroup) sched::end_taskgroup(worker);
  if (region->recorder != nullptr) end_recording(worker, *region, complete);
  if (region->encounter != nullptr) worker.slab.release(region->encounter);
  worker.slab.release(region);
}

TaskgraphStats taskgraph_stats() {
  return {g_counters.records.load_relaxed(),    g_counters.pure_replays.load_relaxed(),
          g_counters.recaptures.load_relaxed(), g_counters.plain.load_relaxed(),
          g_counters.mismatches.load_relaxed(), g_counters.nodes.load_relaxed(),
          g_counters.edges.load_relaxed(),      g_counters.edges_unreduced.load_relaxed()};
}

CoarseningStats coarsening_stats() {
  return {g_counters.tuned.load_relaxed(), g_counters.tuned_nodes.load_relaxed(), g_counters.units.load_relaxed(),
          g_counters.unit_edges.load_relaxed(), g_counters.overhead_bytes.load_relaxed()};
}

}  // namespace rondo::work
