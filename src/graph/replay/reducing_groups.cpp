// SPDX-License-Identifier: Apache-2.0
#include "graph/replay/reducing_groups.hpp"

#include <cstdlib>
#include <new>

#include "graph/model/heap_memory.hpp"

namespace rondo::graph {

using task::Reductions;
using task::TaskGroup;

namespace {

// Private copies are kept from replay to replay; a larger team needs more of them.
void make_room(TaskGroup& group, Reductions::Items items, uint32_t n_threads) {
  if (group.reductions != nullptr && group.reductions->n_threads() >= n_threads) return;
  std::free(group.reductions);
  group.reductions =
      Reductions::make(HeapMemory().allocate_lines(Reductions::bytes(items, n_threads)), items, n_threads);
}

bool has_own_groups(const Instance& instance) { return instance.groups != &instance.group; }

}  // namespace

void open_groups(Instance& instance, uint32_t n_threads) {
  const Graph& graph = *instance.graph;
  const bool is_pure = graph.can_skip_code && !is_captured(instance.kind);
  if (graph.groups == nullptr || !is_pure) return;
  const size_t n_groups = graph.groups->list.size();
  if (!has_own_groups(instance)) {
    instance.groups = static_cast<TaskGroup**>(HeapMemory().allocate_lines((n_groups + 2) * sizeof(TaskGroup*)));
    instance.groups[n_groups + 1] = nullptr;  // an instance may outlive its graph: a nullptr ends the list
    for (size_t group = 1; group <= n_groups; group++) {
      instance.groups[group] = new (HeapMemory().allocate_lines(sizeof(TaskGroup))) TaskGroup;
    }
  }
  instance.groups[kNoGroup] = instance.group;
  for (uint32_t group = 1; group <= n_groups; group++) {
    instance.groups[group]->outer = instance.groups[graph.groups->list[group - 1].outer];
    make_room(*instance.groups[group], graph.groups->items_of(group), n_threads);
  }
}

void close_groups(Instance& instance) {
  if (!has_own_groups(instance)) return;
  for (TaskGroup** group = instance.groups + 1; *group != nullptr; group++) {
    std::free((*group)->reductions);
    std::free(*group);
  }
  std::free(static_cast<void*>(instance.groups));
}

}  // namespace rondo::graph
