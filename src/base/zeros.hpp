// SPDX-License-Identifier: Apache-2.0
//
// Zeros that are written, and not only promised.
#pragma once

#include <cstddef>
#include <cstring>

namespace rondo::base {

// For memory that will be read before it is written, such as a hash table. Of malloc() and a memset() behind it
// compilers make calloc(), which leaves memory that is new from the system as it is. A page of it that is read first
// is the kernel's page of zeros; at the first write the kernel has to take that away from all processors that run a
// thread of the process. In a virtual machine this takes 20 us a page.
inline void write_zeros(void* memory, size_t bytes) {
  asm volatile("" : "+r"(memory) : : "memory");
  std::memset(memory, 0, bytes);
}

}  // namespace rondo::base
