// SPDX-License-Identifier: Apache-2.0
//
// Memory from the C library for what belongs to a graph. If there is none, the program ends with a message. So where
// much may be needed os::has_room() is asked first, and a region whose graph has no room is refused.
#pragma once

#include <cstdlib>

#include "base/bits.hpp"
#include "base/message.hpp"

namespace rondo::graph {

struct HeapMemory {
  void* allocate(size_t bytes) { return checked(std::malloc(bytes), bytes); }
  // Whole cache lines.
  void* allocate_lines(size_t bytes) { return allocate_aligned(bytes, base::kCacheLine); }
  void* allocate_aligned(size_t bytes, size_t alignment) {
    return checked(std::aligned_alloc(alignment, base::round_up(bytes, alignment)), bytes);
  }
  void release(void* memory) { std::free(memory); }

  [[noreturn]] static void refuse(size_t bytes) {
    base::fatal("out of memory for a task graph (%zu bytes); set RONDO_GRAPH=0", bytes);
  }

 private:
  static void* checked(void* memory, size_t bytes) {
    if (memory == nullptr) refuse(bytes);
    return memory;
  }
};

}  // namespace rondo::graph
