// SPDX-License-Identifier: Apache-2.0
//
// Memory for tasks, dependence nodes and domains: one Slab a worker, size classes, no lock and no atomic while blocks
// are freed where they were allocated. A block freed by a foreign worker goes home in batches, through a handover
// stack that the owner empties in one exchange. Argument: README.md, "Slab".
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bits.hpp"
#include "base/handover_stack.hpp"

namespace rondo::task {

class Slab {
 public:
  Slab() = default;
  Slab(const Slab&) = delete;
  Slab& operator=(const Slab&) = delete;

  // Owner. 64-byte aligned, contents undefined. Never returns nullptr: out of memory is fatal, with the size asked for.
  void* allocate(size_t bytes);

  // The worker that owns *this* slab; the block may come from any slab.
  void release(void* block);

  // What allocate() really gave; at least what was asked for.
  static size_t usable_bytes(void* block);

  // Owner: hands batched foreign blocks home. Called before a worker goes idle, so that nothing is withheld.
  void flush();

 private:
  struct Block {
    Block* next;
  };
  struct Chunk;

  static constexpr size_t kGranule = base::kCacheLine;
  static constexpr size_t kSmallClasses = 16;     // 64, 128, ... 1024 bytes
  static constexpr size_t kClasses = kSmallClasses + 22;  // then powers of two, 2 KiB ... 4 GiB
  static constexpr uint32_t kForeignBatch = 32;   // docs/tuning.md: slab batch

  static size_t class_of(size_t bytes);
  static size_t class_bytes(size_t size_class);
  static Chunk* chunk_of(void* block);

  void* refill(size_t size_class);
  void* carve(size_t size_class);
  void reclaim_returned();
  Chunk* new_chunk(size_t bytes);

  Block* free_[kClasses] = {};
  char* bump_[kClasses] = {};      // next never-used block of the class's current chunk
  char* bump_end_[kClasses] = {};
  char* region_ = nullptr;         // pages not yet made into chunks
  char* region_end_ = nullptr;

  Slab* foreign_owner_ = nullptr;  // batch of blocks on their way home
  Block* foreign_first_ = nullptr;
  Block* foreign_last_ = nullptr;
  uint32_t foreign_count_ = 0;

  alignas(base::kCacheLine) base::HandoverStack<Block> returned_;  // written by other workers
};

}  // namespace rondo::task
