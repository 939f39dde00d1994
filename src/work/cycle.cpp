// SPDX-License-Identifier: Apache-2.0
#include "work/cycle.hpp"

#include <cstdlib>

#include "base/message.hpp"
#include "graph/history.hpp"
#include "os/clock.hpp"
#include "os/cpu.hpp"
#include "sched/execute.hpp"
#include "sched/run_node.hpp"
#include "sched/spawn.hpp"
#include "sched/wait.hpp"
#include "work/replay.hpp"

namespace rondo::work {

using graph::Cycle;
using graph::Gate;
using graph::Graph;
using graph::Instance;
using graph::NodeIndex;
using graph::NodeState;
using graph::Record;
using sched::Worker;
using task::Domain;
using task::Task;

namespace {

void do_nothing(void*) {}

// Connecting a node with the recorded tasks costs about that; docs/tuning.md.
constexpr uint64_t kConnection_ns = 300;

// Runs tasks that are ready until all children of the current task are done or the time is over: true if they are.
bool run_children_for(Worker& worker, uint64_t time_ns) {
  Domain& domain = sched::domain_of_current(worker);
  uint64_t start = os::ticks();
  uint64_t most = time_ns * os::ticks_per_us() / 1000;
  while (!sched::are_children_done(worker, domain)) {
    if (os::ticks() - start >= most) return false;
    if (!sched::run_ready(worker, domain)) os::relax();
  }
  return true;
}

uint64_t n_rounds_of(const Instance& instance) {
  const Cycle& cycle = *instance.cycle;
  return cycle.gate == Gate::None ? cycle.n_rounds : cycle.round;
}

// All rounds are over, and all descendants.
task::Tally& on_dead(Worker& worker, Domain& domain) {
  Instance& instance = instance_of(domain);
  task::Tally& above = *domain.reports_to;
  if (instance.cycle->gate != Gate::None && instance.cycle->stand_ins != nullptr) {
    for (NodeIndex index = 0; index < instance.graph->n_nodes; index++) {
      if (Task* task = instance.cycle->stand_ins[index]) sched::release_hold(worker, *task);
    }
  }
  if (instance.record != nullptr) {
    give_back(instance, n_rounds_of(instance));
    return above;
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

Instance& open_cycle(Worker& worker, Graph& graph, Gate gate, graph::History* history) {
  Instance& instance = *graph::make_cycle(graph, gate);
  instance.cycle->history = history;
  instance.takes_times = graph.ticks != nullptr;
  open_instance(worker, instance, task::kNoWorker);
  return instance;
}

Instance& take_cycle(Record& record) {
  record.table().hold(record);
  Instance& instance = *record.take_instance(false);
  graph::reset_cycle(instance);
  instance.cycle->n_timed_rounds = graph::kMeasuredReplays;
  return instance;
}

void open_kept_cycle(Worker& worker, Instance& instance) { open_instance(worker, instance, task::kNoWorker); }

void start_first_round(Worker& worker, Instance& instance) {
  const Graph& graph = *instance.graph;
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    if (!graph.comes_behind_recorded(index) || !runs_at_all(instance, index)) continue;
    if (graph::release_gate(instance.states[index])) sched::offer(worker, instance.states[index]);
  }
}

void connect_first_round(Worker& worker, Instance& instance, const RecordedAccesses& accesses) {
  const Graph& graph = *instance.graph;
  if (run_children_for(worker, graph.n_nodes * kConnection_ns)) return start_first_round(worker, instance);
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    if (!graph.comes_behind_recorded(index) || !runs_at_all(instance, index)) continue;
    instance.domain.tally.count_created();
    sched::run_behind(worker, accesses.of(index), enter_first_round, &instance.states[index]);
  }
}

void await_cycle(Worker& worker, Instance& instance) {
  sched::TallyLatch is_over(instance.domain.tally, task::Depth::Descendants);
  sched::work_until(worker, *worker.seat->crew, is_over, instance.domain.outer);
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
