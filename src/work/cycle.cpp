// SPDX-License-Identifier: Apache-2.0
#include "work/cycle.hpp"

#include <cstdlib>

#include "base/message.hpp"
#include "graph/history.hpp"
#include "sched/execute.hpp"
#include "sched/run_node.hpp"
#include "sched/spawn.hpp"
#include "work/replay.hpp"

namespace rondo::work {

using depend::Dependence;
using graph::Cycle;
using graph::Gate;
using graph::Graph;
using graph::Instance;
using graph::NodeIndex;
using graph::NodeState;
using sched::Worker;
using task::Domain;
using task::Task;

namespace {

void do_nothing(void*) {}

// All rounds are over, and all descendants.
task::Tally& on_dead(Worker& worker, Domain& domain) {
  Instance& instance = instance_of(domain);
  task::Tally& above = *domain.reports_to;
  if (instance.cycle->gate != Gate::None && instance.cycle->stand_ins != nullptr) {
    for (NodeIndex index = 0; index < instance.graph->n_nodes; index++) {
      if (Task* task = instance.cycle->stand_ins[index]) sched::release_hold(worker, *task);
    }
  }
  auto* graph = const_cast<Graph*>(instance.graph);
  graph::History* history = instance.cycle->history;
  graph::free_instance(&instance);
  history != nullptr ? history->release(*graph) : graph::free_graph(graph);
  return above;
}

// The recorded iterations' tasks that come before this node are done: one of the counts of its first round.
void enter_first_round(void* state) {
  Worker& worker = *sched::t_worker;
  auto& node = *static_cast<NodeState*>(state);
  task::Tally& tally = node.instance->domain.tally;
  if (graph::release_gate(node)) sched::offer(worker, node);
  sched::count_done(worker, tally);
}

bool runs_at_all(const Instance& instance, NodeIndex node) {
  const Cycle& cycle = *instance.cycle;
  return cycle.gate != Gate::None || cycle.limit(instance.graph->nodes[node]) != 0;
}

}  // namespace

const task::TaskSpec kEmptyTask = {{.gomp = do_nothing}, 0, 0, 0, 0, true};

void RecordedAccesses::keep(const graph::Recorder& recorder) {
  list_.reserve(recorder.notes.n_dependences() + 1);
  for (const graph::RecordedNode& node : recorder.notes) {
    first_.push_back(static_cast<uint32_t>(list_.size()));
    has_joins_ |= node.shape.kind == graph::NodeKind::Join;
    for (uint32_t i = 0; i < node.dependences.size(); i++) {
      Dependence dependence = node.dependences[i];
      // In creation order, as in the graph. A stand-in that held the lock of a mutexinoutset to the end of the loop
      // could hold it against a recorded task of the same set, which the loop waits for.
      if (dependence.kind == depend::Kind::MutexInOutSet) dependence.kind = depend::Kind::Out;
      list_.push_back(dependence);
    }
  }
  first_.push_back(static_cast<uint32_t>(list_.size()));
}

Instance& open_cycle(Worker& worker, Graph& graph, Gate gate, graph::History* history) {
  Instance& instance = *graph::make_cycle(graph, gate);
  instance.cycle->history = history;
  instance.takes_times = graph.ticks != nullptr;
  open_instance(worker, instance, task::kNoWorker);
  return instance;
}

void connect_first_round(Worker& worker, Instance& instance, const RecordedAccesses& accesses) {
  const Graph& graph = *instance.graph;
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    if (graph.nodes[index].n_crossing == 0 || !runs_at_all(instance, index)) continue;
    instance.domain.tally.count_created();
    sched::run_behind(worker, accesses.of(index), enter_first_round, &instance.states[index]);
  }
}

void make_stand_ins(Worker& worker, Instance& instance, const RecordedAccesses& accesses) {
  const Graph& graph = *instance.graph;
  auto** stand_ins = static_cast<Task**>(std::calloc(graph.n_nodes + size_t{1}, sizeof(Task*)));
  if (stand_ins == nullptr) base::fatal("out of memory for a taskiter loop of %u tasks; drop `inline`", graph.n_nodes);
  instance.cycle->stand_ins = stand_ins;
  task::TaskSpec spec = kEmptyTask;
  spec.flags = task::kDetachable;
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    if (!accesses.of(index).empty() && runs_at_all(instance, index)) stand_ins[index] = sched::allocate(worker, spec);
  }
}

void submit_stand_ins(Worker& worker, Instance& instance, const RecordedAccesses& accesses) {
  for (NodeIndex index = 0; index < instance.graph->n_nodes; index++) {
    Task* stand_in = instance.cycle->stand_ins[index];
    if (stand_in != nullptr) sched::submit(worker, *stand_in, accesses.of(index));
  }
}

void close_cycle(Worker& worker, Instance& instance, const RecordedAccesses* accesses) {
  count_as_child(worker, instance, on_dead);
  if (accesses != nullptr) {
    make_stand_ins(worker, instance, *accesses);
    submit_stand_ins(worker, instance, *accesses);
  }
  close_instance(worker, instance);
}

}  // namespace rondo::work
