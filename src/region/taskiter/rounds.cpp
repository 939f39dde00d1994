// SPDX-License-Identifier: Apache-2.0
#include "region/taskiter/rounds.hpp"

#include "config/options.hpp"
#include "os/clock.hpp"
#include "region/modes/cycle.hpp"
#include "region/process.hpp"
#include "region/taskgraph/counts.hpp"
#include "region/taskiter/stretches.hpp"
#include "sched/create/create.hpp"
#include "sched/nodes/node_offer.hpp"
#include "sched/nodes/serial_replay.hpp"
#include "sched/run/execute.hpp"
#include "sched/run/observe_nodes.hpp"
#include "sched/settings.hpp"
#include "sched/wait/taskwait.hpp"

namespace rondo::region {

using graph::Coarsening;
using graph::Event;
using graph::Gate;
using graph::Graph;
using graph::Instance;
using graph::NodeIndex;
using graph::UnrolledIteration;
using graph::Way;
using sched::Worker;

using Phase = TaskiterLoop::Phase;

namespace {

// The loop runs from the graph of an earlier encounter.
void count_reuse() {
  process.taskiter.cycles.add_relaxed(1);
  process.taskiter.reuses.add_relaxed(1);
}

// The instance is open, and its first round has not begun.
void open_rounds(Worker& worker, TaskiterLoop& loop) {
  bool is_behind_recorded = false;
  if (!loop.is_reuse) {
    const uint64_t start = os::ticks();
    is_behind_recorded = !await_recorded(worker, *loop.instance->graph);
    loop.recorded_ticks += os::ticks() - start;
  }
  begin_stretches(loop, is_behind_recorded);
}

void enter_first_round(Worker& worker, TaskiterLoop& loop) {
  loop.is_behind_recorded ? connect_first_round(worker, *loop.instance, loop.accesses(), loop.kept_tasks)
                          : start_first_round(worker, *loop.instance);
}

// Later rounds are created by the threads that run them: the encountering one does not come by in between.
void create_first_round(Worker& worker, Instance& instance) {
  const Graph& graph = *instance.graph;
  const graph::Cycle& cycle = *instance.cycle;
  const uint32_t n_copies = cycle.n_rounds != 0 ? graph.cyclic->n_unrolled : cycle.n_unrolled_more;
  if (n_copies != 0) sched::create_nodes(worker, instance, 0, graph.cyclic->unrolled[n_copies - 1].end);
}

// These iterations are released: their tasks run on by themselves.
void release(Worker& worker, TaskiterLoop& loop, uint64_t n_iterations) {
  Instance& instance = *loop.instance;
  graph::rewind_cycle(instance);
  instance.domain.join_counter.count_created(graph::set_limit(instance, n_iterations));
  if (ompt::is_on()) create_first_round(worker, instance);
  process.taskiter.iterations.add_relaxed(n_iterations);
  note(loop, Event::PureReplay, n_iterations);
  if (loop.clauses.is_inline) make_proxy_tasks(worker, instance, loop.accesses());
  enter_first_round(worker, loop);
  // Behind the recorded tasks, but before none of the first round: those are not in the table.
  if (loop.clauses.is_inline) submit_proxy_tasks(worker, instance, loop.accesses());
  if (!loop.has_group) await_last_join(worker, instance);
}

// All released iterations are over: the loop goes on in an instance of the graph that the record has then.
void change_instance(Worker& worker, TaskiterLoop& loop, uint64_t n_ahead) {
  char* blocks = loop.instance->blocks;
  loop.instance->blocks = nullptr;
  close_cycle(worker, *loop.instance, nullptr);
  take_tuned(worker, loop, n_ahead);
  graph::replace_blocks(*loop.instance, blocks);
  open_kept_cycle(worker, *loop.instance);
  observe_cycle(worker, *loop.instance, loop.accesses());
}

// Whether the loop may wait in its middle, to go on with a better graph. Not if nodes may be held: what one waits for
// may depend on a later iteration.
bool may_be_tuned(const TaskiterLoop& loop) { return loop.record != nullptr && !sched::settings.suspends; }

// The number of iterations that are worth being run first, by themselves, to time their nodes; 0: none. A loop that
// is not waited for must not wait here either.
uint64_t n_to_measure(const Worker& worker, const TaskiterLoop& loop, uint64_t n_iterations) {
  if (!may_be_tuned(loop) || loop.clauses.nowait) return 0;
  const Graph& graph = *loop.instance->graph;
  uint32_t n_slots = worker.slot->arena->n_slots;
  if (graph.n_slots >= n_slots) return 0;
  uint64_t n_rounds = n_iterations / graph.cyclic->n_unrolled;
  bool pays = n_rounds >= graph::kMeasuredReplays + graph::replays_worth_tuning(graph, n_slots);
  return pays ? uint64_t{graph::kMeasuredReplays} * graph.cyclic->n_unrolled : 0;
}

// The control code runs these iterations by itself.
void run_alone(Worker& worker, TaskiterLoop& loop, uint64_t n_iterations) {
  Instance& instance = *loop.instance;
  const Graph& graph = *instance.graph;
  process.taskiter.iterations.add_relaxed(n_iterations);
  note(loop, Event::PureReplay, n_iterations);
  const uint32_t n_unrolled = graph.cyclic->n_unrolled;
  const uint32_t n_more = static_cast<uint32_t>(n_iterations % n_unrolled);
  instance.cycle->n_rounds += n_iterations / n_unrolled;
  for (uint64_t n_left = n_iterations / n_unrolled; n_left != 0; n_left--) {
    if (!sched::run_round_in_order(worker, instance, 0, graph.n_nodes)) return;
  }
  if (n_more != 0) (void)sched::run_round_in_order(worker, instance, 0, graph.cyclic->unrolled[n_more - 1].end);
}

// The iterations of one stretch, which are over when this returns.
void run_stretch(Worker& worker, TaskiterLoop& loop, graph::Stretch stretch, uint64_t n_iterations) {
  const uint64_t start = os::ticks();
  if (stretch.way == Way::Alone) {
    run_alone(worker, loop, n_iterations);
  } else {
    release(worker, loop, n_iterations);
    await_cycle(worker, *loop.instance);
  }
  stretch.n_rounds = n_iterations / loop.instance->graph->cyclic->n_unrolled;
  note_stretch(worker, loop, stretch, os::ticks() - start);
}

void release_all(Worker& worker, TaskiterLoop& loop, uint64_t n_iterations) {
  const uint32_t n_unrolled = loop.instance->graph->cyclic->n_unrolled;
  open_rounds(worker, loop);
  const uint64_t n_first = n_to_measure(worker, loop, n_iterations);
  if (n_first != 0) {
    run_stretch(worker, loop, {next_stretch(worker, loop).way, 0}, n_first);
    n_iterations -= n_first;
    change_instance(worker, loop, n_iterations / n_unrolled);
  }
  loop.phase = Phase::Released;
  const task::TaskGroup* group = worker.current->group;
  while (!sched::is_cancelled(*worker.slot->arena, group)) {
    const graph::Stretch stretch = next_stretch(worker, loop);
    const uint64_t n_rounds = n_iterations / n_unrolled;
    // The last one is awaited when the loop is left.
    if (stretch.way == Way::Any) {
      loop.stretch = {Way::Any, n_rounds};
      return release(worker, loop, n_iterations);
    }
    if (stretch.n_rounds >= n_rounds) return run_stretch(worker, loop, stretch, n_iterations);
    run_stretch(worker, loop, stretch, stretch.n_rounds * n_unrolled);
    n_iterations -= stretch.n_rounds * n_unrolled;
  }
}

// Called for a while loop, between two rounds.
void change_if_it_pays(Worker& worker, TaskiterLoop& loop) {
  const Graph& graph = *loop.instance->graph;
  uint64_t round = loop.instance->cycle->round;
  uint32_t n_slots = worker.slot->arena->n_slots;
  if (!may_be_tuned(loop) || round < loop.next_look || graph.n_slots >= n_slots) return;
  loop.next_look = 2 * round;
  if (!loop.is_first_of_round() || !loop.record->is_worth_tuning(n_slots, round)) return;
  await_cycle(worker, *loop.instance);
  change_instance(worker, loop, 0);
  start_first_round(worker, *loop.instance);
}

bool waits_for_count(TaskiterLoop& loop) {
  if (loop.clauses.n_iterations != TaskiterClauses::kCounted) return false;
  loop.phase = Phase::Counting;
  return true;
}

// The condition is true: the iteration's roots need not wait for anything but their predecessors.
void launch(Worker& worker, TaskiterLoop& loop) {
  Instance& instance = *loop.instance;
  const Graph& graph = *instance.graph;
  const UnrolledIteration& copy = loop.iteration_in_turn();
  for (uint32_t i = copy.first_root; i < copy.end_root; i++) {
    NodeIndex root = graph.roots[i];
    await_turn(worker, instance, root);
    if (ompt::is_on()) sched::create_nodes(worker, instance, root, root + 1);
    if (graph::release_gate(instance.states[root])) sched::offer(worker, instance.states[root]);
  }
}

// Nothing of the loop is left to run.
Iteration step_alone(Worker& worker, TaskiterLoop& loop) {
  Instance& instance = *loop.instance;
  const UnrolledIteration& copy = loop.iteration_in_turn();
  if (instance.cycle->gate == Gate::Launch) {
    note(loop, Event::PureReplay);
    (void)sched::run_round_in_order(worker, instance, copy.begin, copy.end);
    return Iteration::Released;
  }
  note(loop, Event::Recapture);
  graph::pass_round(instance, copy.begin, copy.end);
  begin_in_order(worker, loop);
  return Iteration::Body;
}

}  // namespace

void begin_rounds(Worker& worker, TaskiterLoop& loop) {
  if (loop.instance->cycle->gate == Gate::None) {
    if (waits_for_count(loop)) return;
    return release_rest(worker, loop);
  }
  begin_stepping(worker, loop);
}

void begin_stepping(Worker& worker, TaskiterLoop& loop) {
  loop.phase = Phase::Stepping;
  open_rounds(worker, loop);
  enter_first_round(worker, loop);
}

void release_captured(Worker& worker, TaskiterLoop& loop) {
  count_reuse();
  open_kept_cycle(worker, *loop.instance);
  if (waits_for_count(loop)) return;
  release_rest(worker, loop);
}

// Captured iterations have not run yet, recorded ones have.
void release_rest(Worker& worker, TaskiterLoop& loop) {
  const uint64_t n_iterations = loop.clauses.n_iterations;
  release_all(worker, loop, loop.is_reuse ? n_iterations : n_iterations - loop.n_begun);
}

Iteration step(Worker& worker, TaskiterLoop& loop) {
  if (loop.is_reuse && loop.n_begun == loop.clauses.unroll + uint64_t{1}) count_reuse();
  change_if_it_pays(worker, loop);
  if (loop.is_first_of_round()) begin_stepped_round(worker, loop);
  Instance& instance = *loop.instance;
  const UnrolledIteration& copy = loop.iteration_in_turn();
  process.taskiter.iterations.add_relaxed(1);
  if (loop.is_alone()) return step_alone(worker, loop);
  instance.domain.join_counter.count_created(copy.n_sinks);
  instance.n_joined.store_relaxed(0);
  if (instance.cycle->gate == Gate::Launch) {
    note(loop, Event::PureReplay);
    launch(worker, loop);
    return Iteration::Released;
  }
  note(loop, Event::Recapture);
  attach_recapture(worker, loop, copy.begin, copy.end);
  return Iteration::Body;
}

void advance_round(TaskiterLoop& loop) {
  if (loop.n_begun % loop.instance->graph->cyclic->n_unrolled == 0) loop.instance->cycle->round++;
}

void take_tuned(Worker& worker, TaskiterLoop& loop, uint64_t n_ahead) {
  Coarsening coarsening = loop.options->graph_coarsen ? Coarsening::On : Coarsening::Off;
  bool is_tuned = loop.record->tune(worker.slot->arena->n_slots, coarsening, n_ahead);
  loop.instance = &take_cycle(*loop.record);
  if (is_tuned) count_tuned(*loop.instance->graph);
  if (is_tuned) loop.known.stretches.restart();
}

}  // namespace rondo::region
