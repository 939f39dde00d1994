// SPDX-License-Identifier: Apache-2.0
#include "region/modes/cycle.hpp"

#include <cstdlib>

#include "base/message.hpp"
#include "graph/store/history.hpp"
#include "os/clock.hpp"
#include "os/cpu.hpp"
#include "region/modes/replay.hpp"
#include "sched/create/behind.hpp"
#include "sched/create/create.hpp"
#include "sched/nodes/node_offer.hpp"
#include "sched/run/execute.hpp"
#include "sched/run/observe_nodes.hpp"
#include "sched/wait/taskwait.hpp"
#include "sched/wait/wait.hpp"

namespace rondo::region {

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

// What connecting a node with the recorded tasks costs, roughly; docs/tuning.md.
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
  return cycle.gate == Gate::None ? cycle.n_rounds_before + cycle.n_rounds : cycle.round;
}

// All rounds are over, and all descendants.
task::JoinCounter& on_last_round_dead(Worker& worker, Domain& domain) {
  Instance& instance = instance_of(domain);
  task::JoinCounter& above = *domain.reports_to;
  if (instance.cycle->gate != Gate::None && instance.cycle->proxy_tasks != nullptr) {
    for (NodeIndex index = 0; index < instance.graph->n_nodes; index++) {
      if (Task* task = instance.cycle->proxy_tasks[index]) sched::release_hold(worker, *task);
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

// Called when the recorded iterations' tasks that come before this node are done: one of the counts of its first
// round.
void enter_first_round(void* state) {
  Worker& worker = *sched::t_worker;
  auto& node = *static_cast<NodeState*>(state);
  task::JoinCounter& join_counter = node.instance->domain.join_counter;
  if (graph::release_gate(node)) sched::offer(worker, node);
  sched::count_done(worker, join_counter);
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

void observe_cycle(Worker& worker, Instance& instance, const RecordedAccesses& accesses) {
  if (ompt::is_on()) sched::observe_nodes(worker, instance, nullptr, &accesses);
}

void open_kept_cycle(Worker& worker, Instance& instance) { open_instance(worker, instance, task::kNoWorker); }

void start_first_round(Worker& worker, Instance& instance) {
  const Graph& graph = *instance.graph;
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    if (!graph.comes_behind_recorded(index) || !runs_at_all(instance, index)) continue;
    if (graph::release_gate(instance.states[index])) sched::offer(worker, instance.states[index]);
  }
}

bool await_recorded(Worker& worker, const Graph& graph) {
  return run_children_for(worker, graph.n_nodes * kConnection_ns);
}

void connect_first_round(Worker& worker, Instance& instance, const RecordedAccesses& accesses,
                         graph::KeptTasks& tasks) {
  const Graph& graph = *instance.graph;
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    if (!graph.comes_behind_recorded(index) || !runs_at_all(instance, index)) continue;
    instance.domain.join_counter.count_created();
    sched::Behind gate(worker, enter_first_round, &instance.states[index]);
    // Another encounter may have made groups of the nodes by now.
    NodeIndex member = index;
    do {
      gate.add(accesses.of(member), tasks.of(member));
      member = graph.next_member(member);
    } while (member != 0);
    gate.submit();
  }
  tasks.release(worker.slab);
}

void await_round(Worker& worker, Instance& instance, NodeIndex index, uint64_t n_rounds) {
  Cycle& cycle = *instance.cycle;
  auto has_run = [&] { return cycle.rounds[index].load_acquire() >= n_rounds; };  // [sched/G4]
  if (has_run()) return;
  cycle.awaited.store_relaxed(index);  // [sched/P1]
  sched::work_until(worker, *worker.slot->arena, sched::ConditionLatch(has_run), instance.domain.outer);
  cycle.awaited.store_relaxed(~NodeIndex{0});
}

// Each join comes behind all that come before it.
void await_last_join(Worker& worker, Instance& instance) {
  const Graph& graph = *instance.graph;
  NodeIndex last = 0;
  uint64_t n_rounds = 0;
  for (NodeIndex index = 0; index < graph.joins_end; index++) {
    const graph::Node& node = graph.nodes[index];
    const uint64_t limit = instance.cycle->limit(node);
    if (node.kind != graph::NodeKind::Join || limit < n_rounds) continue;
    last = index;
    n_rounds = limit;
  }
  await_round(worker, instance, last, n_rounds);
}

void await_cycle(Worker& worker, Instance& instance) {
  sched::JoinLatch is_over(instance.domain.join_counter, task::Depth::Descendants);
  sched::work_until(worker, *worker.slot->arena, is_over, instance.domain.outer);
}

void make_proxy_tasks(Worker& worker, Instance& instance, const RecordedAccesses& accesses) {
  const Graph& graph = *instance.graph;
  auto** proxy_tasks = static_cast<Task**>(std::calloc(graph.n_nodes + size_t{1}, sizeof(Task*)));
  if (proxy_tasks == nullptr)
    base::fatal("out of memory for a taskiter loop of %u tasks; drop `inline`", graph.n_nodes);
  instance.cycle->proxy_tasks = proxy_tasks;
  task::TaskSpec spec = kEmptyTask;
  spec.flags = task::kInternal | task::kDetachable;
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    if (!accesses.of(index).empty() && runs_at_all(instance, index)) proxy_tasks[index] = sched::allocate(worker, spec);
  }
}

void submit_proxy_tasks(Worker& worker, Instance& instance, const RecordedAccesses& accesses) {
  for (NodeIndex index = 0; index < instance.graph->n_nodes; index++) {
    Task* proxy_task = instance.cycle->proxy_tasks[index];
    if (proxy_task != nullptr) sched::submit(worker, *proxy_task, accesses.of(index));
  }
}

void close_cycle(Worker& worker, Instance& instance, const RecordedAccesses* accesses) {
  count_as_child(instance, on_last_round_dead);
  if (accesses != nullptr) {
    make_proxy_tasks(worker, instance, *accesses);
    submit_proxy_tasks(worker, instance, *accesses);
  }
  close_instance(worker, instance);
}

}  // namespace rondo::region
