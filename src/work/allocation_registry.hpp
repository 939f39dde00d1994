// SPDX-License-Identifier: Apache-2.0
//
// Blocks of memory of which somebody will ask, knowing only the address, whether they came from an allocator:
// gfortran (since 14) notes allocatable variables that have one. Any thread may call.
#pragma once

namespace rondo::work {

// Out of memory is fatal.
void register_allocation(void* block);
// True once for each time that the block has been noted.
bool forget_allocation(void* block);

}  // namespace rondo::work
