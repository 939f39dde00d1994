// SPDX-License-Identifier: Apache-2.0
#include "task/slab.hpp"

#include <malloc.h>

#include <bit>
#include <cstdlib>

#include "base/assert.hpp"
#include "base/build.hpp"
#include "base/message.hpp"
#include "os/pages.hpp"
#include "task/reserve.hpp"

namespace rondo::task {

namespace {
constexpr size_t kRegionBytes = 1024 * 1024;
}  // namespace

size_t Slab::class_of(size_t bytes) {
  if (bytes <= kSmallClasses * kGranule) return bytes == 0 ? 0 : (bytes - 1) / kGranule;
  return kSmallClasses + static_cast<size_t>(std::bit_width(bytes - 1)) - 11;
}

size_t Slab::class_bytes(size_t size_class) {
  if (size_class < kSmallClasses) return (size_class + 1) * kGranule;
  return size_t{1} << (size_class - kSmallClasses + 11);
}

void* Slab::try_allocate_watched(size_t bytes) {
  return std::aligned_alloc(kGranule, base::round_up(bytes == 0 ? 1 : bytes, kGranule));
}

void* Slab::allocate_watched(size_t bytes) {
  void* block = try_allocate_watched(bytes);
  if (block == nullptr) base::fatal("out of memory for a task of %zu bytes; create fewer or smaller tasks", bytes);
  return block;
}

void Slab::release_watched(void* block) { std::free(block); }

void* Slab::allocate_anew(size_t bytes) {
  void* block = try_allocate_anew(bytes);
  if (block != nullptr) return block;
  if (class_of(bytes) >= kClasses) {
    base::fatal("a task of %zu bytes is larger than Rondo can create; share large data instead of copying it", bytes);
  }
  base::fatal(
      "out of memory for tasks (%zu bytes); create fewer tasks at once (see RONDO_THROTTLE), and share large "
      "data instead of copying it",
      bytes);
}

void* Slab::try_allocate_anew(size_t bytes) {
  size_t size_class = class_of(bytes);
  if (size_class >= kClasses) return nullptr;
  SizeClass& cls = classes_[size_class];
  Block* block = cls.free;
  if (block == nullptr) return refill(size_class);
  cls.free = block->next;
  return block;
}

size_t Slab::usable_bytes(void* block) {
  if constexpr (base::kWatchesBlocks) return malloc_usable_size(block);
  return class_bytes(chunk_of(block)->size_class);
}

void* Slab::refill(size_t size_class) {
  SizeClass& cls = classes_[size_class];
  if (void* block = reuse(cls)) return block;
  collect_returned(classes_);
  if (cls.n_batches >= kManyBatches && deposit_.room() != nullptr) mark_remote(cls);
  if (void* block = reuse(cls)) return block;
  if (cls.unused == cls.unused_end && reclaim()) {
    if (void* block = reuse(cls)) return block;
  }
  return carve(size_class);
}

void* Slab::reuse(SizeClass& cls) {
  if (cls.remote_batches != nullptr) return unpack(cls);
  if (cls.free == nullptr && cls.partial != nullptr) return take_page(cls);
  Block* block = cls.free;
  if (block != nullptr) cls.free = block->next;
  return block;
}

void* Slab::unpack(SizeClass& cls) {
  RemoteBatch* batch = cls.remote_batches;
  if (batch->n_blocks == 0) {
    cls.remote_batches = batch->next;
    cls.n_batches--;
    return batch;
  }
  Block* block = batch->blocks()[--batch->n_blocks];
  if (batch->n_blocks != 0) fetch_lines(batch->blocks()[batch->n_blocks - 1]);  // it will be written soon
  return block;
}

// ---- In order -------------------------------------------------------------------------------------------------

void Slab::mark(FreeBlocks& blocks, void* block) {
  Chunk* chunk = chunk_of(block);
  const size_t granule = (reinterpret_cast<uintptr_t>(block) & (kChunkBytes - 1)) / kGranule;
  chunk->marked[granule / 64] |= uint64_t{1} << granule % 64;
  if (chunk->is_partial) return;
  chunk->is_partial = true;
  chunk->next_partial = blocks.partial;
  blocks.partial = chunk;
}

void Slab::mark_remote(FreeBlocks& blocks) {
  for (RemoteBatch* batch = blocks.remote_batches; batch != nullptr;) {
    RemoteBatch* next = batch->next;
    for (uint32_t i = 0; i < batch->n_blocks; i++) mark(blocks, batch->blocks()[i]);
    mark(blocks, batch);
    batch = next;
  }
  blocks.remote_batches = nullptr;
  blocks.n_batches = 0;
}

void Slab::mark_all(FreeBlocks& blocks) {
  mark_remote(blocks);
  while (Block* block = blocks.free) {
    blocks.free = block->next;
    mark(blocks, block);
  }
}

// The blocks at these granules of a page, lowest address first.
Slab::Block* Slab::list_of(char* page, uint64_t marks) {
  Block* list = nullptr;
  while (marks != 0) {
    const auto last = static_cast<size_t>(std::bit_width(marks) - 1);
    marks ^= uint64_t{1} << last;
    list = new (page + last * kGranule) Block{list};
  }
  return list;
}

// The marked blocks of one page: the first is returned, the others become the list, which is empty. nullptr if none
// is marked.
void* Slab::take_page(SizeClass& cls) {
  while (Chunk* chunk = cls.partial) {
    for (size_t page = 0; page < kPages; page++) {
      const uint64_t marks = chunk->marked[page];
      if (marks == 0) continue;
      chunk->marked[page] = 0;
      char* start = reinterpret_cast<char*>(chunk) + page * kPageBytes;
      cls.free = list_of(start, marks & (marks - 1));
      return start + static_cast<size_t>(std::countr_zero(marks)) * kGranule;
    }
    chunk->is_partial = false;
    cls.partial = chunk->next_partial;
  }
  return nullptr;
}

void* Slab::carve(size_t size_class) {
  SizeClass& cls = classes_[size_class];
  size_t bytes = class_bytes(size_class);
  if (cls.unused == cls.unused_end) {
    Chunk* chunk = new_chunk(chunk_bytes(size_class));
    if (chunk == nullptr) return nullptr;
    new (chunk) Chunk{this, size_class, {}, nullptr, false};
    cls.unused = reinterpret_cast<char*>(chunk + 1);
    cls.unused_end = cls.unused + n_blocks_of_chunk(size_class) * bytes;
  }
  void* block = cls.unused;
  cls.unused += bytes;
  return block;
}

// Blocks of more than kLargestShared have a chunk each.
size_t Slab::n_blocks_of_chunk(size_t size_class) {
  const size_t bytes = class_bytes(size_class);
  return bytes <= kLargestShared ? (kChunkBytes - sizeof(Chunk)) / bytes : 1;
}

size_t Slab::chunk_bytes(size_t size_class) {
  return base::round_up(sizeof(Chunk) + n_blocks_of_chunk(size_class) * class_bytes(size_class), kChunkBytes);
}

Slab::Chunk* Slab::new_chunk(size_t bytes) {
  void* chunk = bytes > kChunkBytes ? os::map_pages(bytes, kChunkBytes) : new_small_chunk();
  if (chunk == nullptr) return nullptr;
  held_bytes_.add_relaxed(bytes);
  mapped_bytes_ += bytes;
  return static_cast<Chunk*>(chunk);
}

char* Slab::new_small_chunk() {
  if (region_ == region_end_) {
    auto* region = static_cast<char*>(os::map_pages(kRegionBytes, kChunkBytes));
    if (region == nullptr) return static_cast<char*>(take_reserved(kChunkBytes));
    region_ = region;
    region_end_ = region + kRegionBytes;
  }
  char* chunk = region_;
  region_ += kChunkBytes;
  return chunk;
}

size_t Slab::batch_capacity(size_t size_class) {
  size_t fits = (class_bytes(size_class) - sizeof(RemoteBatch)) / sizeof(Block*);
  return fits < kLargestBatch ? fits : kLargestBatch;
}

void Slab::release_remote(Block* block, Chunk* chunk) {
  SizeClass& cls = classes_[chunk->size_class];
  if (cls.remote != nullptr && cls.remote_owner != chunk->owner) send(cls);
  if (cls.remote == nullptr) {
    cls.remote = reinterpret_cast<RemoteBatch*>(block);
    cls.remote->n_blocks = 0;
    cls.remote_owner = chunk->owner;
    packing_ |= uint64_t{1} << chunk->size_class;
    return;
  }
  cls.remote->blocks()[cls.remote->n_blocks++] = block;
  if (cls.remote->n_blocks == batch_capacity(chunk->size_class)) send(cls);
}

void Slab::send(SizeClass& cls) {
  base::CountFor counting(base::Construct::Report);
  cls.remote_owner->returned_.push(cls.remote);
  cls.remote = nullptr;
  packing_ &= ~(uint64_t{1} << (&cls - classes_));
}

void Slab::send_all() {
  while (packing_ != 0) send(classes_[std::countr_zero(packing_)]);
}

}  // namespace rondo::task
