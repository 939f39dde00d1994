// SPDX-License-Identifier: Apache-2.0
//
// The memory blocks that came from an allocator, found by their addresses: gfortran (since 14) notes allocatable
// variables that have an allocator, and asks later whether an address is one of them. Any thread may call.
#pragma once

namespace rondo::work {

// Out of memory is fatal.
void register_allocation(void* block);
// Returns true once for each time that the block has been noted.
bool forget_allocation(void* block);

}  // namespace rondo::work
