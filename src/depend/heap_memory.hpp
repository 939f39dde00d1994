// SPDX-License-Identifier: Apache-2.0
//
// Memory of the C library for an AddressMap that belongs to no worker.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "base/message.hpp"

namespace rondo::depend {

struct HeapMemory {
  const char* what;    // it is for, and
  const char* remedy;  // how to do without, for the message where there is none

  void* allocate(size_t bytes) {
    void* memory = std::malloc(bytes);
    if (memory == nullptr) base::fatal("out of memory for %s (%zu bytes); %s", what, bytes, remedy);
    return memory;
  }
  void release(void* memory) { std::free(memory); }
};

}  // namespace rondo::depend
