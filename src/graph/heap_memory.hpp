// SPDX-License-Identifier: Apache-2.0
//
// Memory from the C library for what belongs to a graph. Without any, the program ends with a message.
#pragma once

#include <cstdlib>

#include "base/message.hpp"

namespace rondo::graph {

struct HeapMemory {
  void* allocate(size_t bytes) {
    void* memory = std::malloc(bytes);
    if (memory == nullptr) base::fatal("out of memory for a task graph (%zu bytes); set RONDO_GRAPH=0", bytes);
    return memory;
  }
  void release(void* memory) { std::free(memory); }
};

}  // namespace rondo::graph
