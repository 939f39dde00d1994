// SPDX-License-Identifier: Apache-2.0
#include "region/taskiter/stretches.hpp"

#include "config/options.hpp"
#include "graph/tune/body_time.hpp"
#include "os/clock.hpp"
#include "region/modes/cycle.hpp"
#include "sched/worker/contention.hpp"

namespace rondo::region {

using graph::Stretch;
using graph::Way;
using sched::Worker;

namespace {

constexpr uint64_t kForGood = ~uint64_t{0};

// A loop that is not waited for is to run beside what comes behind it, even if its tasks are very short. One with
// events goes on while it waits for them.
bool may_choose(const TaskiterLoop& loop) {
  const config::Options& options = *loop.options;
  return options.graph_way != config::GraphWay::Spread && options.graph_coarsen && loop.has_group &&
         !loop.instance->graph->has_events;
}

// It runs alone without a trial.
bool is_always_alone(const Worker& worker, const TaskiterLoop& loop) {
  return loop.options->graph_way == config::GraphWay::Alone || worker.slot->arena->n_slots == 1;
}

void note_way(const TaskiterLoop& loop, Way way, uint64_t n_rounds) {
  if (loop.history == nullptr) return;
  loop.history->note_way(way == Way::Alone ? way : Way::Spread, n_rounds);
  for (const Way known : {Way::Spread, Way::Alone})
    loop.history->set_ticks(known, loop.known.stretches.round_ticks(known));
}

}  // namespace

void begin_stretches(TaskiterLoop& loop, bool is_behind_recorded) {
  loop.has_choice = may_choose(loop);
  loop.is_behind_recorded = is_behind_recorded;
  if (!loop.has_choice) return;
  loop.known.stretches.begin(loop.instance->graph->n_nodes);
  if (loop.recorded_ticks == 0 || is_behind_recorded) return;
  loop.known.stretches.note_recorded(loop.recorded_ticks, loop.instance->graph->ticks != nullptr);
}

void end_stretches(TaskiterLoop& loop) { note_way(loop, loop.stretch.way, loop.stretch.n_rounds - loop.n_rounds_left); }

Stretch next_stretch(Worker& worker, TaskiterLoop& loop) {
  if (!loop.has_choice || loop.is_behind_recorded) return {Way::Any, kForGood};
  if (is_always_alone(worker, loop)) return {Way::Alone, kForGood};
  Stretch stretch = loop.known.stretches.next(sched::are_processors_contended(os::ticks()));
  if (stretch.way == Way::Any) stretch.n_rounds = kForGood;
  return stretch;
}

void note_stretch(Worker& worker, TaskiterLoop& loop, Stretch stretch, uint64_t ticks) {
  loop.is_behind_recorded = false;
  if (!is_always_alone(worker, loop)) {
    const graph::Graph& graph = *loop.instance->graph;
    graph::Stretches& stretches = loop.known.stretches;
    if (stretches.wants_bodies()) stretches.note_bodies(graph::mean_time(graph) * graph.n_nodes);
    stretches.observe(stretch, worker.slot->arena->n_slots, ticks);
  }
  note_way(loop, stretch.way, stretch.n_rounds);
}

void begin_stepped_round(Worker& worker, TaskiterLoop& loop) {
  if (loop.n_rounds_left-- != 0) return;
  const uint64_t now = os::ticks();
  const Stretch before = loop.stretch;
  if (before.n_rounds != 0) note_stretch(worker, loop, before, now - loop.stretch_began_at);
  loop.stretch = next_stretch(worker, loop);
  loop.n_rounds_left = loop.stretch.n_rounds - 1;
  if (before.n_rounds != 0 && loop.stretch.way == Way::Alone && before.way != Way::Alone)
    await_cycle(worker, *loop.instance);
  loop.stretch_began_at = os::ticks();
}

void begin_in_order(Worker& worker, TaskiterLoop& loop) {
  loop.is_in_order = true;
  worker.current->flags |= task::kInOrder;
}

bool end_in_order(Worker& worker, TaskiterLoop& loop) {
  const bool is_still = worker.current->has(task::kInOrder);
  loop.is_in_order = false;
  worker.current->flags &= ~uint32_t{task::kInOrder};
  return is_still;
}

}  // namespace rondo::region
