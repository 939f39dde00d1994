// SPDX-License-Identifier: Apache-2.0
#include "graph/instance.hpp"

#include <cstdlib>
#include <new>

#include "graph/cycle.hpp"
#include "graph/heap_memory.hpp"
#include "graph/renaming.hpp"

namespace rondo::graph {

Instance* make_instance(const Graph& graph, bool recaptures) {
  auto* instance = new (HeapMemory().allocate_lines(sizeof(Instance))) Instance;
  instance->graph = &graph;
  instance->n_captures = recaptures ? 1 : 0;
  instance->states =
      static_cast<NodeState*>(HeapMemory().allocate_lines((graph.n_nodes + size_t{1}) * sizeof(NodeState)));
  if (graph.pattern != nullptr) {
    instance->tasks =
        static_cast<task::Task**>(HeapMemory().allocate_lines((graph.n_nodes + size_t{1}) * sizeof(task::Task*)));
    instance->renaming = new (HeapMemory().allocate_lines(sizeof(Renaming))) Renaming(*graph.pattern);
  } else if (recaptures) {
    make_blocks(*instance);
  }
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    auto* state = new (&instance->states[index]) NodeState;
    state->instance = instance;
    state->node = &graph.nodes[index];
    rearm(*state);
  }
  return instance;
}

void make_blocks(Instance& instance) {
  instance.blocks = static_cast<char*>(HeapMemory().allocate_lines(instance.graph->payload_bytes + 1));
}

void replace_blocks(Instance& instance, char* blocks) {
  std::free(instance.blocks);
  instance.blocks = blocks;
}

void free_instance(Instance* instance) {
  free_cycle(instance->cycle);
  close_groups(*instance);
  if (instance->renaming != nullptr) instance->renaming->~Renaming();
  std::free(instance->renaming);
  std::free(instance->tasks);
  std::free(instance->root_runs);
  std::free(instance->states);
  std::free(instance->blocks);
  std::free(instance);
}

}  // namespace rondo::graph
