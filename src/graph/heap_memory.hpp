// SPDX-License-Identifier: Apache-2.0
//
// Memory from the C library for what belongs to a graph. Without any, the program ends with a message.
#pragma once

#include <cstdlib>

#include "base/bits.hpp"
#include "base/message.hpp"

namespace rondo::graph {

struct HeapMemory {
  void* allocate(size_t bytes) { return checked(std::malloc(bytes), bytes); }
  // Whole cache lines.
  void* allocate_lines(size_t bytes) {
    return checked(std::aligned_alloc(base::kCacheLine, base::round_up(bytes, base::kCacheLine)), bytes);
  }
  void release(void* memory) { std::free(memory); }

 private:
  static void* checked(void* memory, size_t bytes) {
    if (memory == nullptr) base::fatal("out of memory for a task graph (%zu bytes); set RONDO_GRAPH=0", bytes);
    return memory;
  }
};

}  // namespace rondo::graph
