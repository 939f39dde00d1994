// SPDX-License-Identifier: Apache-2.0
#include "graph/replay/cycle.hpp"

#include <cstdlib>
#include <new>

#include "graph/model/heap_memory.hpp"

namespace rondo::graph {

Instance* make_cycle(const Graph& graph, Gate gate) {
  Instance* instance = make_instance(graph, gate == Gate::Capture);
  auto* cycle = new (HeapMemory().allocate(sizeof(Cycle))) Cycle{.gate = gate};
  using Rounds = base::Atomic<uint64_t>;
  cycle->rounds = static_cast<Rounds*>(HeapMemory().allocate((graph.n_nodes + size_t{1}) * sizeof(Rounds)));
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    new (&cycle->rounds[index]) Rounds(0);
  }
  instance->kind = gate == Gate::Capture ? ReplayKind::CapturedLoop : ReplayKind::Loop;
  instance->cycle = cycle;
  reset_cycle(*instance);
  return instance;
}

void reset_cycle(Instance& instance) {
  Cycle& cycle = *instance.cycle;
  cycle.n_rounds = cycle.n_rounds_before = cycle.round = 0;
  cycle.n_unrolled_more = 0;
  cycle.newest.store_relaxed(0);
  for (NodeIndex index = 0; index < instance.graph->n_nodes; index++) {
    cycle.rounds[index].store_relaxed(0);  // [sched/G4]
    const Node& node = instance.graph->nodes[index];
    uint32_t n_counts = node.n_predecessors - instance.graph->cyclic->n_crossing[index] + n_captures(instance.kind);
    n_counts += instance.graph->comes_behind_recorded(index) ? 1 : 0;  // one count for all recorded tasks
    instance.states[index].pending.store_relaxed(n_counts);            // [G2]
  }
}

void rewind_cycle(Instance& instance) {
  const Cycle& before = *instance.cycle;
  if (before.rounds[0].load_relaxed() == 0) return;  // it has not run yet
  const uint64_t n = before.n_rounds_before + before.n_rounds;
  reset_cycle(instance);
  instance.cycle->n_rounds_before = n;
}

void pass_round(Instance& instance, NodeIndex begin, NodeIndex end) {
  base::Atomic<uint64_t>* rounds = instance.cycle->rounds;
  for (NodeIndex index = begin; index < end; index++) rounds[index].store_relaxed(rounds[index].load_relaxed() + 1);
}

void free_cycle(Cycle* cycle) {
  if (cycle == nullptr) return;
  std::free(cycle->rounds);
  std::free(cycle->proxy_tasks);
  std::free(cycle);
}

uint32_t set_limit(Instance& instance, uint64_t n_iterations) {
  const Graph& graph = *instance.graph;
  Cycle& cycle = *instance.cycle;
  cycle.n_rounds = n_iterations / graph.cyclic->n_unrolled;
  cycle.n_unrolled_more = static_cast<uint32_t>(n_iterations % graph.cyclic->n_unrolled);
  if (cycle.n_rounds != 0) return graph.n_units;
  uint32_t n_units = 0;
  for (NodeIndex node = 0; node < graph.n_nodes && graph.nodes[node].shape().copy < cycle.n_unrolled_more; node++) {
    n_units += graph.is_head(node) ? 1 : 0;
  }
  return n_units;
}

}  // namespace rondo::graph
