// SPDX-License-Identifier: Apache-2.0
#include "graph/replay/instance.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "graph/model/heap_memory.hpp"
#include "graph/replay/comparison.hpp"
#include "graph/replay/cycle.hpp"
#include "graph/replay/observed_nodes.hpp"
#include "graph/replay/reducing_groups.hpp"

namespace rondo::graph {

namespace {

// Blocks are copied in whole lines: there is room behind the last one.
char* allocate_blocks(const Graph& graph) {
  const size_t bytes = graph.payload_bytes + base::kCacheLine;
  return static_cast<char*>(HeapMemory().allocate_aligned(bytes, graph.block_alignment));
}

// Memory is touched for detachable nodes only. Nothing comes behind single nodes of a loop.
void make_event_states(Instance& instance) {
  const Graph& graph = *instance.graph;
  if (instance.kind == ReplayKind::Pure) {
    instance.detachable_blocks = allocate_blocks(graph);
    return;
  }
  if (graph.cyclic != nullptr) return;
  instance.border.followers =
      static_cast<NodeFollower*>(HeapMemory().allocate((graph.n_nodes + size_t{1}) * sizeof(NodeFollower)));
  for (NodeIndex index = 0; index < graph.n_nodes; index++) new (&instance.border.followers[index]) NodeFollower;
}

}  // namespace

Instance* make_instance(const Graph& graph, bool recaptures) {
  auto* instance = new (HeapMemory().allocate_lines(sizeof(Instance))) Instance;
  instance->graph = &graph;
  if (recaptures) instance->kind = graph.pattern != nullptr ? ReplayKind::Pattern : ReplayKind::Recapture;
  instance->states =
      static_cast<NodeState*>(HeapMemory().allocate_lines((graph.n_nodes + size_t{1}) * sizeof(NodeState)));
  instance->to_nodes = reinterpret_cast<intptr_t>(graph.nodes) - reinterpret_cast<intptr_t>(instance->states);
  if (graph.pattern != nullptr) {
    instance->pattern.tasks =
        static_cast<task::Task**>(HeapMemory().allocate_lines((graph.n_nodes + size_t{1}) * sizeof(task::Task*)));
    instance->pattern.renaming = new (HeapMemory().allocate_lines(sizeof(Renaming))) Renaming(*graph.pattern);
  } else if (recaptures) {
    make_blocks(*instance);
  }
  if (graph.has_events) make_event_states(*instance);
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    auto* state = new (&instance->states[index]) NodeState;
    state->instance = instance;
    rearm(*state);
  }
  return instance;
}

void make_blocks(Instance& instance) { instance.blocks = allocate_blocks(*instance.graph); }

void replace_blocks(Instance& instance, char* blocks) {
  std::free(instance.blocks);
  instance.blocks = blocks;
}

// Called by the master only. Workers that run nodes captured earlier may look meanwhile.
void note_captured_group(Instance& instance, NodeIndex node, task::TaskGroup* group) {
  task::TaskGroup** groups = instance.recapture.groups.load_relaxed();  // [G5]
  if (groups == nullptr) {
    const size_t bytes = (instance.graph->n_nodes + size_t{1}) * sizeof(*groups);
    groups = static_cast<task::TaskGroup**>(HeapMemory().allocate(bytes));
    std::memset(static_cast<void*>(groups), 0, bytes);
    instance.recapture.groups.store_release(groups);  // [G5]
  }
  groups[node] = group;
}

void free_instance(Instance* instance) {
  free_cycle(instance->cycle);
  close_groups(*instance);
  free_observed_nodes(instance->observed);
  free_moved(instance->recapture.moved);
  std::free(instance->recapture.groups.load_relaxed());  // [G5]
  if (instance->kind == ReplayKind::Pattern) instance->pattern.renaming->~Renaming();
  std::free(instance->pattern.renaming);
  std::free(instance->pattern.tasks);
  std::free(instance->root_runs);
  std::free(instance->states);
  std::free(instance->blocks);
  std::free(instance->detachable_blocks);
  std::free(instance->border.followers);
  std::free(instance);
}

}  // namespace rondo::graph
