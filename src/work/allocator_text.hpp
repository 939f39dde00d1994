// SPDX-License-Identifier: Apache-2.0
//
// OMP_ALLOCATOR: the name or number of a predefined allocator, or a memory space with the traits of a new one:
//
//     omp_high_bw_mem_alloc
//     omp_default_mem_space:alignment=64,pool_size=1000000,fallback=abort_fb
#pragma once

#include "work/allocator.hpp"

namespace rondo::work {

// What the text means; the allocator stays for ever. kNullAllocator: it has no meaning, or traits that cannot be had.
AllocatorHandle allocator_from_text(const char* text);

}  // namespace rondo::work
