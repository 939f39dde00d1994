// SPDX-License-Identifier: Apache-2.0
//
// An allocator with a limit has to know the size and the owner of a block that comes back, possibly without its
// handle (omp_free(p, omp_null_allocator)): each block has a header in front of it.
#include "work/allocator.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "base/message.hpp"
#include "os/pages.hpp"
#include "team/fork.hpp"
#include "work/allocator_text.hpp"
#include "work/icvs.hpp"
#include "work/process.hpp"

namespace rondo::work {

namespace {

constexpr uintptr_t kDefaultValue = ~uintptr_t{0};

struct Allocator {
  size_t alignment = 1;
  size_t pool_bytes = ~size_t{0};
  Fallback fallback = Fallback::DefaultMemory;
  AllocatorHandle fallback_allocator = kDefaultMemory;
  bool is_pinned = false;
  mutable base::Atomic<size_t> used_bytes{0};  // with a pool only
};

constexpr AllocatorHandle kHighestPredefined = 1024;  // compilers have more than the standard's 8

// All predefined allocators behave as this one, which has no pool.
constinit const Allocator kPredefined;

const Allocator& allocator_of(AllocatorHandle handle) {
  return handle <= kHighestPredefined ? kPredefined : *reinterpret_cast<const Allocator*>(handle);
}

// In front of each block.
struct Header {
  void* memory;  // as the C library returned it
  size_t bytes;  // of the block
  const Allocator* owner;
  size_t locked_bytes;  // of `memory`, if it is pinned
};
constexpr size_t kLeastAlignment = 16;
static_assert(sizeof(Header) % kLeastAlignment == 0);

Header& header_of(void* block) { return static_cast<Header*>(block)[-1]; }

bool reserve(const Allocator& allocator, size_t bytes) {
  if (allocator.pool_bytes == ~size_t{0}) return true;
  size_t used = allocator.used_bytes.load_relaxed();
  do {
    if (bytes > allocator.pool_bytes - used) return false;
  } while (!allocator.used_bytes.cas_acq_rel(used, used + bytes));
  return true;
}

void give_back(const Allocator& allocator, size_t bytes) {
  if (allocator.pool_bytes != ~size_t{0}) (void)allocator.used_bytes.sub_acq_rel(bytes);
}

// Whole pages, zeroed, so that a locked page holds no other data.
void* allocate_pinned(size_t bytes, size_t* locked_bytes) {
  size_t page = os::page_bytes();
  *locked_bytes = base::round_up(bytes, page);
  if (*locked_bytes < bytes) return nullptr;
  void* memory = os::map_pages(*locked_bytes, page);
  if (memory == nullptr || os::lock_pages(memory, *locked_bytes)) return memory;
  os::unmap_pages(memory, *locked_bytes);
  return nullptr;
}

// Memory for a block whose bytes are in the allocator's count already; nullptr when there is none.
void* make_block(const Allocator& allocator, size_t alignment, size_t bytes, Contents contents) {
  if (alignment < allocator.alignment) alignment = allocator.alignment;
  if (alignment < kLeastAlignment) alignment = kLeastAlignment;
  size_t total = bytes + sizeof(Header) + alignment;
  if (total < bytes) return nullptr;
  size_t locked_bytes = 0;
  void* memory = nullptr;
  if (allocator.is_pinned) {
    memory = allocate_pinned(total, &locked_bytes);
  } else {
    memory = contents == Contents::Zero ? std::calloc(total, 1) : std::malloc(total);
  }
  if (memory == nullptr) return nullptr;
  auto start = reinterpret_cast<uintptr_t>(memory) + sizeof(Header);
  void* block = static_cast<char*>(memory) + (base::round_up(start, alignment) - reinterpret_cast<uintptr_t>(memory));
  header_of(block) = {memory, bytes, &allocator, locked_bytes};
  return block;
}

void free_block(void* block) {
  const Header& header = header_of(block);
  if (header.locked_bytes != 0) {
    os::unmap_pages(header.memory, header.locked_bytes);  // which unlocks them
  } else {
    std::free(header.memory);
  }
}

// nullptr when the pool or the memory is exhausted.
void* try_allocate(const Allocator& allocator, size_t alignment, size_t bytes, Contents contents) {
  if (!reserve(allocator, bytes)) return nullptr;
  void* block = make_block(allocator, alignment, bytes, contents);
  if (block == nullptr) give_back(allocator, bytes);
  return block;
}

// A block that stays with its allocator never needs more of the pool than the larger of its sizes. When this returns
// nullptr (as above), the old block is unchanged.
void* try_resize(void* block, size_t bytes) {
  const size_t old_bytes = header_of(block).bytes;
  const Allocator& owner = *header_of(block).owner;
  const size_t more_bytes = bytes > old_bytes ? bytes - old_bytes : 0;
  if (!reserve(owner, more_bytes)) return nullptr;
  void* moved = make_block(owner, 1, bytes, Contents::Undefined);
  if (moved == nullptr) {
    give_back(owner, more_bytes);
    return nullptr;
  }
  std::memcpy(moved, block, bytes < old_bytes ? bytes : old_bytes);
  free_block(block);
  if (bytes < old_bytes) give_back(owner, old_bytes - bytes);
  return moved;
}

bool is_alignment(uintptr_t value) { return value != 0 && base::is_power_of_two(value); }

// False: the trait cannot have this value.
bool set_trait(Allocator& allocator, const AllocatorTrait& trait) {
  bool is_default = trait.value == kDefaultValue;
  switch (trait.key) {
    case kAlignment:
      if (is_default) return true;
      allocator.alignment = trait.value;
      return is_alignment(trait.value);
    case kPoolSize:
      if (!is_default) allocator.pool_bytes = trait.value;
      return true;
    case kFallback:
      if (is_default) return true;
      allocator.fallback = static_cast<Fallback>(trait.value);
      return allocator.fallback >= Fallback::DefaultMemory && allocator.fallback <= Fallback::Allocator;
    case kFallbackData:
      allocator.fallback_allocator = trait.value;
      return true;
    case kPinned:
      allocator.is_pinned = !is_default && trait.value == kTraitTrue;
      return true;
    case kSyncHint:
    case kAccess:
    case kPartition:
      return true;  // nothing to choose from
    default:
      return false;
  }
}

// If two threads come here first at the same time, both read the variable, and one of the two allocators stays
// unused.
AllocatorHandle allocator_of_environment() {
  AllocatorHandle handle = process.environment_allocator.load_acquire();  // [A1]
  if (handle != kNullAllocator) return handle;
  const char* text = team::options().allocator;
  AllocatorHandle named = text == nullptr ? kDefaultMemory : allocator_from_text(text);
  if (named == kNullAllocator) {
    base::warn_once("OMP_ALLOCATOR='%.200s' is no allocator that can be had; using omp_default_mem_alloc", text);
    named = kDefaultMemory;
  }
  return process.environment_allocator.cas_acq_rel(handle, named) ? named : handle;  // [A1]
}

}  // namespace

AllocatorHandle make_allocator(std::span<const AllocatorTrait> traits) {
  void* memory = std::malloc(sizeof(Allocator));
  if (memory == nullptr) return kNullAllocator;
  auto* allocator = new (memory) Allocator;
  for (const AllocatorTrait& trait : traits) {
    if (set_trait(*allocator, trait)) continue;
    std::free(memory);
    return kNullAllocator;
  }
  return reinterpret_cast<AllocatorHandle>(allocator);
}

void destroy_allocator(AllocatorHandle handle) {
  if (handle > kHighestPredefined) std::free(reinterpret_cast<Allocator*>(handle));
}

AllocatorHandle default_allocator() {
  AllocatorHandle handle = team::icvs_of(team::this_worker()).default_allocator;
  return handle == kNullAllocator ? allocator_of_environment() : handle;
}
void set_default_allocator(AllocatorHandle handle) {
  if (handle == kNullAllocator) handle = kDefaultMemory;
  set_icv(team::this_worker(), &config::Icvs::default_allocator, handle);
}

void* allocate(AllocatorHandle handle, size_t alignment, size_t bytes, Contents contents) {
  if (bytes == 0) return nullptr;
  if (handle == kNullAllocator) handle = default_allocator();
  const Allocator& allocator = allocator_of(handle);
  if (void* block = try_allocate(allocator, alignment, bytes, contents)) return block;
  switch (allocator.fallback) {
    case Fallback::DefaultMemory:
      // The fallback is asked for the failing allocator's alignment, because the program relies on it.
      if (alignment < allocator.alignment) alignment = allocator.alignment;
      return &allocator == &kPredefined ? nullptr : try_allocate(kPredefined, alignment, bytes, contents);
    case Fallback::Abort:
      base::fatal("an allocator with abort_fb has no %zu bytes left; raise its pool_size or ask for less", bytes);
    case Fallback::Allocator:
      return allocate(allocator.fallback_allocator, alignment, bytes, contents);
    case Fallback::Null:
      break;
  }
  return nullptr;
}

void* allocate_array(AllocatorHandle handle, size_t alignment, size_t n, size_t bytes) {
  size_t total = 0;
  if (__builtin_mul_overflow(n, bytes, &total)) return nullptr;
  return allocate(handle, alignment, total, Contents::Zero);
}

void* reallocate(void* block, size_t bytes, AllocatorHandle handle) {
  if (block == nullptr) return allocate(handle, 1, bytes);
  if (bytes == 0) {
    release(block);
    return nullptr;
  }
  size_t old_bytes = header_of(block).bytes;
  // Without a handle, the block stays with the allocator that it came from.
  const Allocator* owner = header_of(block).owner;
  if (handle == kNullAllocator) {
    handle = owner == &kPredefined ? kDefaultMemory : reinterpret_cast<AllocatorHandle>(owner);
  }
  if (&allocator_of(handle) == owner) {
    if (void* resized = try_resize(block, bytes)) return resized;
  }
  void* moved = allocate(handle, 1, bytes);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, block, bytes < old_bytes ? bytes : old_bytes);
  release(block);
  return moved;
}

void release(void* block) {
  if (block == nullptr) return;
  give_back(*header_of(block).owner, header_of(block).bytes);
  free_block(block);
}

}  // namespace rondo::work
