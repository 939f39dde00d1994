// SPDX-License-Identifier: Apache-2.0
//
// OMP_ALLOCATOR: the name or number of a predefined allocator, or a memory space with the traits of a new one:
//
//     omp_high_bw_mem_alloc
//     omp_default_mem_space:alignment=64,pool_size=1000000,fallback=abort_fb
#pragma once

#include "work/allocator.hpp"

namespace rondo::work {

// The allocator that the text names, or a new one, which is never destroyed. kNullAllocator: the text is malformed,
// or its traits are not possible.
AllocatorHandle allocator_from_text(const char* text);

}  // namespace rondo::work
