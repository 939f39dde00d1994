// SPDX-License-Identifier: Apache-2.0
#include "task/slab.hpp"

#include <malloc.h>

#include <bit>
#include <cstdlib>

#include "base/assert.hpp"
#include "base/build.hpp"
#include "base/message.hpp"
#include "os/pages.hpp"

namespace rondo::task {

namespace {
constexpr size_t kChunkBytes = 64 * 1024;    // also the alignment by which a block finds its chunk
constexpr size_t kRegionBytes = 1024 * 1024;
constexpr size_t kLargestShared = 8 * 1024;  // larger blocks have a chunk of their own
}  // namespace

struct alignas(base::kCacheLine) Slab::Chunk {
  Slab* owner;
  size_t size_class;
};

size_t Slab::class_of(size_t bytes) {
  if (bytes <= kSmallClasses * kGranule) return bytes == 0 ? 0 : (bytes - 1) / kGranule;
  return kSmallClasses + static_cast<size_t>(std::bit_width(bytes - 1)) - 11;
}

size_t Slab::class_bytes(size_t size_class) {
  if (size_class < kSmallClasses) return (size_class + 1) * kGranule;
  return size_t{1} << (size_class - kSmallClasses + 11);
}

Slab::Chunk* Slab::chunk_of(void* block) {
  return reinterpret_cast<Chunk*>(reinterpret_cast<uintptr_t>(block) & ~(kChunkBytes - 1));
}

void* Slab::allocate(size_t bytes) {
  if constexpr (base::kAddressSanitizer) {
    void* block = std::aligned_alloc(kGranule, base::round_up(bytes == 0 ? 1 : bytes, kGranule));
    if (block == nullptr) base::fatal("out of memory for a task of %zu bytes; create fewer or smaller tasks", bytes);
    return block;
  }
  size_t size_class = class_of(bytes);
  if (size_class >= kClasses) {
    base::fatal("a task of %zu bytes is larger than Rondo can create; share large data instead of copying it", bytes);
  }
  Block* block = free_[size_class];
  if (block == nullptr) return refill(size_class);
  free_[size_class] = block->next;
  return block;
}

size_t Slab::usable_bytes(void* block) {
  if constexpr (base::kAddressSanitizer) return malloc_usable_size(block);
  return class_bytes(chunk_of(block)->size_class);
}

void* Slab::refill(size_t size_class) {
  if (!returned_.is_empty()) {
    reclaim_returned();
    if (Block* block = free_[size_class]) {
      free_[size_class] = block->next;
      return block;
    }
  }
  return carve(size_class);
}

void* Slab::carve(size_t size_class) {
  size_t bytes = class_bytes(size_class);
  if (bump_[size_class] == bump_end_[size_class]) {
    size_t chunk_bytes = bytes <= kLargestShared ? kChunkBytes : sizeof(Chunk) + bytes;
    Chunk* chunk = new_chunk(chunk_bytes);
    chunk->owner = this;
    chunk->size_class = size_class;
    size_t n_blocks = (chunk_bytes - sizeof(Chunk)) / bytes;
    bump_[size_class] = reinterpret_cast<char*>(chunk + 1);
    bump_end_[size_class] = bump_[size_class] + n_blocks * bytes;
  }
  void* block = bump_[size_class];
  bump_[size_class] += bytes;
  return block;
}

Slab::Chunk* Slab::new_chunk(size_t bytes) {
  if (bytes > kChunkBytes) {
    void* pages = os::map_pages(base::round_up(bytes, kChunkBytes), kChunkBytes);
    if (pages == nullptr) {
      base::fatal("out of memory for a task of %zu bytes; share large data instead of copying it", bytes);
    }
    return static_cast<Chunk*>(pages);
  }
  if (region_ == region_end_) {
    region_ = static_cast<char*>(os::map_pages(kRegionBytes, kChunkBytes));
    if (region_ == nullptr) base::fatal("out of memory for tasks; create fewer tasks at once (see RONDO_THROTTLE)");
    region_end_ = region_ + kRegionBytes;
  }
  auto* chunk = reinterpret_cast<Chunk*>(region_);
  region_ += kChunkBytes;
  return chunk;
}

void Slab::release(void* memory) {
  if constexpr (base::kAddressSanitizer) {
    std::free(memory);
    return;
  }
  auto* block = static_cast<Block*>(memory);
  Chunk* chunk = chunk_of(block);
  if (chunk->owner == this) {
    block->next = free_[chunk->size_class];
    free_[chunk->size_class] = block;
    return;
  }
  if (foreign_owner_ != chunk->owner || foreign_count_ == kForeignBatch) {
    flush();
    foreign_owner_ = chunk->owner;
    foreign_last_ = block;
  }
  block->next = foreign_first_;
  foreign_first_ = block;
  foreign_count_++;
}

void Slab::flush() {
  if (foreign_count_ == 0) return;
  foreign_owner_->returned_.push(foreign_first_, foreign_last_);
  foreign_owner_ = nullptr;
  foreign_first_ = nullptr;
  foreign_last_ = nullptr;
  foreign_count_ = 0;
}

void Slab::reclaim_returned() {
  for (Block* block = returned_.take_all(); block != nullptr;) {
    Block* next = block->next;
    size_t size_class = chunk_of(block)->size_class;
    block->next = free_[size_class];
    free_[size_class] = block;
    block = next;
  }
}

}  // namespace rondo::task
