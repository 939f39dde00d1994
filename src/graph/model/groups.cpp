// SPDX-License-Identifier: Apache-2.0
#include "graph/model/groups.hpp"

#include <cstdlib>
#include <new>

#include "graph/model/heap_memory.hpp"

namespace rondo::graph {

ReducingGroups* take(ReducingGroups& groups) {
  if (groups.list.is_empty()) return nullptr;
  auto* taken = new (HeapMemory().allocate_lines(sizeof(ReducingGroups))) ReducingGroups;
  taken->list.swap(groups.list);
  taken->items.swap(groups.items);
  return taken;
}

ReducingGroups* copy_of(const ReducingGroups* groups) {
  if (groups == nullptr) return nullptr;
  ReducingGroups copy;
  for (size_t i = 0; i < groups->list.size(); i++) copy.list.push_back(groups->list[i]);
  for (size_t i = 0; i < groups->items.size(); i++) copy.items.push_back(groups->items[i]);
  return take(copy);
}

void free_groups(ReducingGroups* groups) {
  if (groups == nullptr) return;
  groups->~ReducingGroups();
  std::free(groups);
}

}  // namespace rondo::graph
