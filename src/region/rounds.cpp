// SPDX-License-Identifier: Apache-2.0
#include "region/rounds.hpp"

#include "config/options.hpp"
#include "region/cycle.hpp"
#include "region/process.hpp"
#include "region/taskgraph_counts.hpp"
#include "sched/create.hpp"
#include "sched/run_node.hpp"
#include "sched/taskwait.hpp"

namespace rondo::region {

using graph::Coarsening;
using graph::Event;
using graph::Gate;
using graph::Graph;
using graph::Instance;
using graph::NodeIndex;
using graph::UnrolledIteration;
using sched::Worker;

using Phase = TaskiterLoop::Phase;

namespace {

enum class FirstRound : uint8_t { BehindRecorded, Free };

// The loop runs from the graph of an earlier encounter.
void count_reuse() {
  process.taskiter.cycles.add_relaxed(1);
  process.taskiter.reuses.add_relaxed(1);
}

// All iterations that are left are released: the tasks now run on by themselves.
void release(Worker& worker, TaskiterLoop& loop, uint64_t n_iterations, FirstRound first) {
  Instance& instance = *loop.instance;
  instance.domain.join_counter.count_created(graph::set_limit(instance, n_iterations));
  process.taskiter.iterations.add_relaxed(n_iterations);
  note(loop, Event::PureReplay, n_iterations);
  if (loop.clauses.is_inline) make_proxy_tasks(worker, instance, loop.accesses());
  first == FirstRound::Free ? start_first_round(worker, instance)
                            : connect_first_round(worker, instance, loop.accesses(), loop.recorded_tasks);
  // Behind the recorded tasks, but before none of the first round: those are not in the table.
  if (loop.clauses.is_inline) submit_proxy_tasks(worker, instance, loop.accesses());
}

// All released iterations are over: the loop goes on in an instance of the graph that the record has then.
void change_instance(Worker& worker, TaskiterLoop& loop, uint64_t n_ahead) {
  char* blocks = loop.instance->blocks;
  loop.instance->blocks = nullptr;
  close_cycle(worker, *loop.instance, nullptr);
  take_tuned(worker, loop, n_ahead);
  graph::replace_blocks(*loop.instance, blocks);
  open_kept_cycle(worker, *loop.instance);
}

// The number of iterations that are worth being run first, by themselves, to time their nodes; 0: none. A loop that
// is not waited for must not wait here either.
uint64_t n_to_measure(const Worker& worker, const TaskiterLoop& loop, uint64_t n_iterations) {
  if (loop.record == nullptr || loop.clauses.nowait) return 0;
  const Graph& graph = *loop.instance->graph;
  uint32_t n_slots = worker.slot->arena->n_slots;
  if (graph.n_slots >= n_slots) return 0;
  uint64_t n_rounds = n_iterations / graph.cyclic->n_unrolled;
  bool pays = n_rounds >= graph::kMeasuredReplays + graph::replays_worth_tuning(graph, n_slots);
  return pays ? uint64_t{graph::kMeasuredReplays} * graph.cyclic->n_unrolled : 0;
}

void release_all(Worker& worker, TaskiterLoop& loop, uint64_t n_iterations, FirstRound first) {
  uint64_t n_first = n_to_measure(worker, loop, n_iterations);
  if (n_first != 0) {
    release(worker, loop, n_first, first);
    await_cycle(worker, *loop.instance);
    n_iterations -= n_first;
    first = FirstRound::Free;
    change_instance(worker, loop, n_iterations / loop.instance->graph->cyclic->n_unrolled);
  }
  release(worker, loop, n_iterations, first);
  loop.phase = Phase::Released;
}

// Called for a while loop, between two rounds.
void change_if_it_pays(Worker& worker, TaskiterLoop& loop) {
  const Graph& graph = *loop.instance->graph;
  uint64_t round = loop.instance->cycle->round;
  uint32_t n_slots = worker.slot->arena->n_slots;
  if (loop.record == nullptr || round < loop.next_look || graph.n_slots >= n_slots) return;
  loop.next_look = 2 * round;
  if ((loop.n_begun - 1) % graph.cyclic->n_unrolled != 0 || !loop.record->is_worth_tuning(n_slots, round)) return;
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
    if (graph::release_gate(instance.states[root])) sched::offer(worker, instance.states[root]);
  }
}

}  // namespace

void begin_rounds(Worker& worker, TaskiterLoop& loop) {
  if (loop.instance->cycle->gate == Gate::None) {
    if (waits_for_count(loop)) return;
    return release_rest(worker, loop);
  }
  loop.phase = Phase::Stepping;
  connect_first_round(worker, *loop.instance, loop.accesses(), loop.recorded_tasks);
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
  loop.is_reuse ? release_all(worker, loop, n_iterations, FirstRound::Free)
                : release_all(worker, loop, n_iterations - loop.n_begun, FirstRound::BehindRecorded);
}

Iteration step(Worker& worker, TaskiterLoop& loop) {
  if (loop.is_reuse && loop.n_begun == loop.clauses.unroll + uint64_t{1}) count_reuse();
  change_if_it_pays(worker, loop);
  Instance& instance = *loop.instance;
  const UnrolledIteration& copy = loop.iteration_in_turn();
  process.taskiter.iterations.add_relaxed(1);
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
}

}  // namespace rondo::region
