// SPDX-License-Identifier: Apache-2.0
//
// Memory for tasks, dependence nodes and domains: one Slab a worker, size classes, no lock and no atomic while blocks
// are freed where they were allocated. Blocks freed by another worker go home in remote-free batches, through a
// handover stack that the owner empties in one exchange. A batch lists its blocks, so that the owner can use the
// memory again without reading lines that lie in the other worker's cache. Blocks that come back by the hundred are
// given out in the order of their addresses. Memory that was not needed for a while goes back to the system
// (slab_trim.cpp). Argument: README.md, "Slab".
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "base/build.hpp"
#include "base/handover_stack.hpp"
#include "task/deposit.hpp"

namespace rondo::task {

class Slab {
 public:
  Slab() = default;
  Slab(const Slab&) = delete;
  Slab& operator=(const Slab&) = delete;

  // Owner. 64-byte aligned, contents undefined. Never returns nullptr: out of memory, the reserve included, is
  // fatal, with the size asked for.
  void* allocate(size_t bytes) {
    if constexpr (base::kWatchesBlocks) return allocate_watched(bytes);
    void* block = allocate_again(bytes);
    return block != nullptr ? block : allocate_anew(bytes);
  }

  // The same for callers that can do without: nullptr if there is no memory.
  void* try_allocate(size_t bytes) {
    if constexpr (base::kWatchesBlocks) return try_allocate_watched(bytes);
    void* block = allocate_again(bytes);
    return block != nullptr ? block : try_allocate_anew(bytes);
  }

  // Owner. The newest block that was freed here; nullptr if there is none.
  void* allocate_again(size_t bytes) {
    if constexpr (base::kWatchesBlocks) return nullptr;
    size_t size_class = (bytes - 1) / kGranule;
    if (size_class >= kSmallClasses) [[unlikely]]
      return nullptr;
    SizeClass& cls = classes_[size_class];
    Block* block = cls.free;
    if (block != nullptr) [[likely]]
      cls.free = block->next;
    return block;
  }

  // Owner: a block of this size will be asked for soon. The lines of the one that is next may come from other caches,
  // or from memory, meanwhile.
  void fetch_next(size_t bytes) const {
    const size_t size_class = (bytes - 1) / kGranule;
    if (size_class >= kSmallClasses) [[unlikely]]
      return;
    if (const Block* block = classes_[size_class].free) fetch_lines(block);
  }

  // The worker that owns *this* slab; the block may come from any slab.
  void release(void* memory) {
    if constexpr (base::kWatchesBlocks) return release_watched(memory);
    auto* block = static_cast<Block*>(memory);
    Chunk* chunk = chunk_of(block);
    if (chunk->owner != this) return release_remote(block, chunk);
    SizeClass& cls = classes_[chunk->size_class];
    block->next = cls.free;
    cls.free = block;
  }

  // The same for one of many blocks that are released together: they are given out in the order of their addresses.
  void release_in_order(void* memory) {
    if constexpr (base::kWatchesBlocks) return release_watched(memory);
    Chunk* chunk = chunk_of(memory);
    if (chunk->owner != this || deposit_.room() == nullptr) return release(memory);  // others may have the marks
    mark(classes_[chunk->size_class], memory);
  }
  // Has the slab's release(), for code that can do both.
  struct InOrder {
    Slab& slab;
    void release(void* memory) { slab.release_in_order(memory); }
  };

  // The same for objects.
  template <class T, class... Arguments>
  T* make(Arguments&&... arguments) {
    return new (allocate(sizeof(T))) T{static_cast<Arguments&&>(arguments)...};
  }
  template <class T>
  void destroy(T* object) {
    object->~T();
    release(object);
  }

  // Chunks of the reserve (reserve.hpp) have this size and alignment.
  static constexpr size_t kChunkBytes = 64 * 1024;  // also the alignment by which a block finds its chunk

  // The size of the block that allocate() returned; at least what was asked for.
  static size_t usable_bytes(void* block);

  // Any worker that will soon write this block, which may come from another one: its first lines come meanwhile.
  static void fetch_lines(const void* block) {
    const char* first = static_cast<const char*>(block);
    for (size_t line = 0; line < kLinesFetched; line++) __builtin_prefetch(first + line * kGranule, 1);
  }

  // Owner: sends batched remote blocks home. Called before a worker goes idle, so that nothing is withheld.
  void flush() {
    if (packing_ != 0) [[unlikely]]
      send_all();
  }

  // ---- Memory that is not needed any more (slab_trim.cpp) -----------------------------------------------------

  // Deposited memory is trimmed after so long, and then less and less often.
  static constexpr uint64_t kIdle_ns = 1'000'000'000;  // docs/tuning.md: idle memory
  // When an owner looks at its own slab first.
  enum class First { AfterAWhile, AtOnce };

  // Owner, a hint for others: there is enough memory that trimming pays.
  bool holds_much() const {
    if constexpr (base::kWatchesBlocks) return false;
    return held_bytes_.load_relaxed() > kKeptBytes;
  }
  size_t held_bytes() const { return held_bytes_.load_relaxed(); }

  // Owner: from kIdle_ns on, others may trim its free memory, unless the owner needs memory before. It may use the
  // slab as ever.
  void deposit(uint64_t now_ns);

  // Any thread: gives back memory that has been deposited for long. Returns when to call it again; 0: nothing is left
  // to trim.
  uint64_t trim_idle(uint64_t now_ns);

  // Owner, when most of its blocks are free: from time to time gives back chunks that are wholly free; less often the
  // more of them was needed again.
  void trim_own(uint64_t now_ns, First first);

  // Owner, before fork(2): takes the slab back from other threads. May wait for one that trims it.
  void reclaim_alone();
  // In the child after fork(2), for slabs of other workers: they keep what they have now, and can be used again.
  void forget_deposit() { deposit_.forget(); }

 private:
  struct Block {
    Block* next;
  };
  // It is in one of the freed blocks, and lists the others. All are of one class and one owner.
  struct RemoteBatch {
    RemoteBatch* next;
    uint32_t n_blocks;
    Block** blocks() { return reinterpret_cast<Block**>(this + 1); }
  };
  static constexpr size_t kGranule = base::kCacheLine;
  static constexpr size_t kPageBytes = 64 * kGranule;  // a page here: what a word has bits for
  static constexpr size_t kPages = kChunkBytes / kPageBytes;
  struct alignas(base::kCacheLine) Chunk {
    Slab* owner;
    size_t size_class;
    // In lines of their own, which only the worker that has the free blocks touches: the owner, or who trims them.
    alignas(base::kCacheLine) uint64_t marked[kPages];  // a word a page: bit g is set if a block begins at granule g
        // and is free and in no list
    Chunk* next_partial;
    bool is_partial;  // it is in the list of its class
  };

  struct FreeBlocks {
    Block* free = nullptr;  // freed here, newest first
    RemoteBatch* remote_batches = nullptr;  // come home
    uint32_t n_batches = 0;  // of these
    Chunk* partial = nullptr;  // chunks with marked blocks
  };
  struct SizeClass : FreeBlocks {
    char* unused = nullptr;  // [unused, unused_end): never used part of the newest chunk
    char* unused_end = nullptr;
    Slab* remote_owner = nullptr;  // of the blocks in `remote`
    RemoteBatch* remote = nullptr;  // being packed
  };

  static constexpr size_t kSmallClasses = 16;  // 64, 128, ... 1024 bytes
  static constexpr size_t kClasses = kSmallClasses + 22;  // then powers of two, 2 KiB ... 4 GiB
  static constexpr size_t kLargestShared = 8 * 1024;  // larger blocks have a chunk of their own
  static constexpr size_t kLinesFetched = 3;  // a node with five dependences has three
  static constexpr size_t kLargestBatch = 30;  // blocks listed; docs/tuning.md: slab batch
  static constexpr uint32_t kManyBatches = 8;  // whose blocks are put in order; docs/tuning.md: slab order
  static constexpr size_t kKeptBytes = 1024 * 1024;  // which are never trimmed; docs/tuning.md: idle memory

  // The contents of the deposit.
  struct Deposited {
    FreeBlocks classes[kClasses];
    uint64_t patience_ns;  // until the next look by others
  };
  class Trimming;

  static size_t class_of(size_t bytes);
  static size_t class_bytes(size_t size_class);
  static size_t chunk_bytes(size_t size_class);
  static size_t n_blocks_of_chunk(size_t size_class);
  static size_t batch_capacity(size_t size_class);
  static Chunk* chunk_of(void* block) {
    return reinterpret_cast<Chunk*>(reinterpret_cast<uintptr_t>(block) & ~(kChunkBytes - 1));
  }

  // kWatchesBlocks: from and to the C library, or what stands for it.
  static void* allocate_watched(size_t bytes);
  static void* try_allocate_watched(size_t bytes);
  static void release_watched(void* block);

  void* allocate_anew(size_t bytes);
  void* try_allocate_anew(size_t bytes);
  void* refill(size_t size_class);
  // `Blocks`: FreeBlocks or what is derived from it, one a class.
  template <class Blocks>
  void collect_returned(Blocks* classes) {
    for (RemoteBatch* batch = returned_.take_all(); batch != nullptr;) {
      RemoteBatch* next = batch->next;
      FreeBlocks& home = classes[chunk_of(batch)->size_class];
      batch->next = home.remote_batches;
      home.remote_batches = batch;
      home.n_batches++;
      batch = next;
    }
  }
  static void mark(FreeBlocks& blocks, void* block);
  static void mark_remote(FreeBlocks& blocks);
  static void mark_all(FreeBlocks& blocks);
  void* reuse(SizeClass& size_class);
  void* unpack(SizeClass& size_class);
  static Block* list_of(char* page, uint64_t marks);
  void* take_page(SizeClass& size_class);
  void* carve(size_t size_class);
  bool reclaim();
  size_t trim(Deposited& deposited);
  void send(SizeClass& size_class);
  void send_all();
  void release_remote(Block* block, Chunk* chunk);
  Chunk* new_chunk(size_t bytes);
  char* new_small_chunk();

  SizeClass classes_[kClasses];
  uint64_t packing_ = 0;  // bit c: classes_[c].foreign is not empty
  char* region_ = nullptr;  // pages not yet made into chunks
  char* region_end_ = nullptr;
  size_t mapped_bytes_ = 0;  // since the owner's last trimming; what that gave back, and when the next one is due
  size_t given_back_bytes_ = 0;
  uint64_t look_due_ns_ = 0;
  uint64_t look_interval_ns_ = 0;

  alignas(base::kCacheLine) base::HandoverStack<RemoteBatch> returned_;  // written by other workers
  base::Atomic<size_t> held_bytes_{0};
  base::Atomic<uint64_t> deposit_due_ns_{0};
  Deposit<Deposited> deposit_;
};

}  // namespace rondo::task
