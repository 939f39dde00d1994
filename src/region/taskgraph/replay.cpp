// SPDX-License-Identifier: Apache-2.0
#include "region/taskgraph/replay.hpp"

#include "config/options.hpp"
#include "os/clock.hpp"
#include "region/group_wait.hpp"
#include "region/modes/recapture.hpp"
#include "region/modes/replay.hpp"
#include "region/process.hpp"
#include "region/taskgraph/counts.hpp"
#include "region/taskgraph/plan.hpp"
#include "sched/create/create.hpp"
#include "sched/nodes/serial_replay.hpp"
#include "sched/ranges/roots.hpp"
#include "sched/run/observe_nodes.hpp"
#include "sched/wait/taskwait.hpp"
#include "team/team.hpp"

namespace rondo::region {

using graph::Coarsening;
using graph::Event;
using graph::Instance;
using graph::NodeIndex;
using graph::Reason;
using sched::Worker;

namespace {

// Of a watched graph, so many replays time each node. The others show how long the region takes.
constexpr uint64_t kWatchedReplays = 8;

Instance& take_instance(Worker& worker, const TaskgraphRegion& region, bool recaptures) {
  graph::Record& record = *region.record;
  const bool may_tune = region.history == nullptr;  // the graph is not watched: it may be replaced by a better one
  Coarsening coarsening = region.options->graph_coarsen ? Coarsening::On : Coarsening::Off;
  bool is_tuned = may_tune && record.tune(worker.slot->arena->n_slots, coarsening);
  Instance& instance = *record.take_instance(recaptures);
  instance.choice = region.choice;
  if (is_tuned) count_tuned(*instance.graph);
  if (!may_tune) instance.takes_times = instance.graph->ticks != nullptr && record.n_measured() < kWatchedReplays;
  // Nothing of the graph is in any cache yet, and most of its memory is not there: times would say little.
  if (region.is_new && may_tune) {
    instance.takes_times = false;
    instance.is_partial = true;
  }
  return instance;
}

// The runtime creates the tasks, and not the region's code.
void create_all_nodes(Worker& worker, Instance& instance) {
  if (ompt::is_on()) sched::create_nodes(worker, instance, 0, instance.graph->n_nodes);
}

graph::Way way_of(const Instance& instance) {
  return instance.choice.way == graph::Way::Alone || !instance.is_spread() ? graph::Way::Alone : graph::Way::Spread;
}

}  // namespace

void replay_pure(Worker& worker, const TaskgraphRegion& region) {
  base::CountFor counting(base::Construct::Replay);
  process.taskgraph.pure_replays.add_relaxed(1);
  // A body that cancels its taskgroup is to cancel the region's, not one around it: so that group has to be there.
  // Where nothing can be cancelled, the instance's join counter takes its place.
  bool has_group = !region.nogroup && team::team_of(worker).is_cancellable;
  if (has_group) sched::begin_taskgroup(worker);
  if (!region.nogroup) tell_group(worker);
  Instance& instance = take_instance(worker, region, false);
  open_replay(worker, instance, region.nogroup);
  create_all_nodes(worker, instance);
  note_way(region, way_of(instance));
  instance.choice.way == graph::Way::Alone ? sched::run_in_order(worker, instance)
                                           : sched::deal_roots(worker, instance);
  // Code behind the region may count on what its own code, which is skipped, would have waited for.
  const NodeIndex joins_end = instance.graph->joins_end;
  if (region.nogroup && joins_end != 0) await_join(worker, instance, joins_end - 1);
  GroupWait waiting(worker, !region.nogroup);
  close_replay(worker, instance, region.nogroup);
  if (has_group) sched::end_taskgroup(worker);
}

// In order: as if the team had no other thread, with all that the compilers' code then gets.
void begin_aside(Worker& worker, TaskgraphRegion& region) {
  const bool is_in_order = region.execution == Execution::InOrder;
  TaskgraphCounts& counts = process.taskgraph;
  (is_in_order ? counts.recaptures : counts.plain).add_relaxed(1);
  if (is_in_order) note(region, Event::Recapture);
  note_way(region, is_in_order ? graph::Way::Alone : graph::Way::Plain);
  region.began_at = os::ticks();
  if (region.nogroup) return;
  sched::begin_taskgroup(worker);
  tell_group(worker);
  if (is_in_order) worker.current->flags |= task::kInOrder;
}

void end_aside(Worker& worker, TaskgraphRegion& region) {
  if (region.nogroup) {
    if (sched::are_children_done(worker, sched::domain_of_current(worker))) region.record->note_done();
    return region.table->leave(*region.record);
  }
  if (region.execution == Execution::InOrder) worker.current->flags &= ~uint32_t{task::kInOrder};
  {
    GroupWait waiting(worker, true);
    sched::end_taskgroup(worker);
  }
  if (region.choice.n_slots != 0) {
    region.record->note_aside(region.choice, !region.skips_code, os::ticks() - region.began_at);
  }
  region.table->leave(*region.record);
}

void begin_recapture(Worker& worker, TaskgraphRegion& region, const TaskgraphClauses* clauses) {
  process.taskgraph.recaptures.add_relaxed(1);
  note(region, Event::Recapture);
  region.instance = &take_instance(worker, region, true);
  Instance& instance = *region.instance;
  // With nogroup the program does not wait for the tasks: it wants them to run beside it, one by one even if they are
  // very short.
  if (region.nogroup) instance.body_time = {};
  instance.border.is_behind_siblings = region.is_behind_siblings;
  if (region.is_behind_siblings) instance.is_partial = true;  // it may wait for them
  instance.border.addresses = graph::Addresses::Unknown;  // until end_recapture()
  open_replay(worker, instance, region.nogroup);
  if (clauses == nullptr) create_all_nodes(worker, instance);
  note_way(region, way_of(instance));
  const auto unannounced = clauses != nullptr ? clauses->unannounced : Recapture::Unannounced::Recorded;
  region.recapture = worker.slab.make<Recapture>(instance, unannounced, &region.record->objects());
  sched::domain_of_current(worker).execution = region.recapture;
  const graph::RecordedLists* lists = region.record->lists();
  // With nogroup dependences are always compared: tasks that are created later need those of this replay.
  const bool compares = clauses != nullptr && (region.nogroup || compares_dependences(region, *clauses));
  if (lists != nullptr && compares)
    region.recapture->comparison.begin(*lists, *instance.graph, instance.recapture.moved);
}

void end_recapture(Worker& worker, TaskgraphRegion& region, bool complete) {
  Recapture& recapture = *region.recapture;
  Instance& instance = *region.instance;
  const graph::Addresses addresses = recapture.comparison.compared_at();
  recapture.forget_creation();
  recapture.comparison.end();
  if (!recapture.nodes.is_complete()) recapture.leave(worker, "it created fewer tasks than were recorded");
  const char* mismatch = recapture.mismatch();
  const bool has_events = recapture.has_events();
  if (mismatch == nullptr && has_events && region.nogroup) {
    recapture.follow_nodes(worker);
    worker.slab.destroy(&recapture);
    return leave_replay(worker, instance);
  }
  worker.slab.destroy(&recapture);
  if (mismatch == nullptr) {
    instance.border.addresses = addresses;
    return close_replay(worker, instance, region.nogroup);
  }
  if (complete) {
    process.taskgraph.mismatches.add_relaxed(1);
    explain(region, "does not fit its record", mismatch);
    note(region, Event::Mismatch);
    note(region, Reason::Mismatch, mismatch);
    region.record->table().forget(*region.record);
  }  // else the block was left by break, return, goto or an exception: that says nothing about the record
  if (has_events) return region.record->table().leave(*region.record);  // it has been handed over
  for (NodeIndex index = 0; index < instance.graph->n_nodes; index++) instance.states[index].is_empty = false;
  close_replay(worker, instance, region.nogroup);
}

}  // namespace rondo::region
