// SPDX-License-Identifier: Apache-2.0
#include "graph/record/recorded_lists.hpp"

#include <new>

#include "graph/model/heap_memory.hpp"

namespace rondo::graph {

const RecordedLists* RecordedLists::make(const Notes& notes) {
  const size_t bytes = sizeof(RecordedLists) + notes.n_dependences() * sizeof(uintptr_t);
  auto* lists = new (HeapMemory().allocate(bytes)) RecordedLists;
  auto* address = reinterpret_cast<uintptr_t*>(lists + 1);
  for (const RecordedNode& node : notes) {
    for (uint32_t i = 0; i < node.dependences.size(); i++) *address++ = node.dependences[i].address;
  }
  return lists;
}

}  // namespace rondo::graph
