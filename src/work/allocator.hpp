// SPDX-License-Identifier: Apache-2.0
//
// omp_alloc and its family over the C library's memory. The predefined allocators differ in where memory should lie,
// but here all memory lies in the same place; an allocator made by omp_init_allocator can add alignment, a limit on
// its memory, a fallback when the limit is exceeded, and pinned memory (never swapped out).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace rondo::work {

using AllocatorHandle = uintptr_t;  // a small number, or the address of an Allocator

inline constexpr AllocatorHandle kNullAllocator = 0;
inline constexpr AllocatorHandle kDefaultMemory = 1;

// omp_alloctrait_key_t
enum Trait : int32_t {
  kSyncHint = 1,
  kAlignment = 2,
  kAccess = 3,
  kPoolSize = 4,
  kFallback = 5,
  kFallbackData = 6,
  kPinned = 7,
  kPartition = 8,
};

// omp_alloctrait_value_t, as far as a value changes something here.
inline constexpr uintptr_t kTraitTrue = 1;
enum class Fallback : uintptr_t { DefaultMemory = 11, Null = 12, Abort = 13, Allocator = 14 };

struct AllocatorTrait {
  int32_t key;
  uintptr_t value;
};
static_assert(sizeof(AllocatorTrait) == 16);

// kNullAllocator when a trait has a value that it cannot have, or without memory.
AllocatorHandle make_allocator(std::span<const AllocatorTrait> traits);
void destroy_allocator(AllocatorHandle handle);

// The current task's default allocator: the one that it has set, else its parent's, else that of OMP_ALLOCATOR.
AllocatorHandle default_allocator();
void set_default_allocator(AllocatorHandle handle);

// If `handle` is kNullAllocator, the default allocator is used; `alignment` 1 means the allocator's own. Returns
// nullptr for zero bytes, and when there is no memory and the allocator's fallback does not say otherwise.
enum class Contents : uint8_t { Undefined, Zero };
void* allocate(AllocatorHandle handle, size_t alignment, size_t bytes, Contents contents = Contents::Undefined);
// The same for arrays; nullptr when the product overflows.
void* allocate_array(AllocatorHandle handle, size_t alignment, size_t n, size_t bytes);

// Each block knows its allocator.
void* reallocate(void* block, size_t bytes, AllocatorHandle handle);
void release(void* block);

}  // namespace rondo::work
