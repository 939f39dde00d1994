// SPDX-License-Identifier: Apache-2.0
//
// The private copies of a taskgroup that reduces (OpenMP 5.2 section 5.5.9), where the compiler says how to make and
// combine them: one a thread for each item, made when its thread first asks for it, combined when the group is over.
// For the taskgroups of running code, and for those that a replay has in their place. Argument: README.md,
// "Reductions".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace rondo::task {

// One list item, and the compiler's functions for it.
struct ReductionItem {
  void* shared;    // combined into
  void* original;  // what `init` may look at
  size_t bytes;
  void (*init)(void* copy, void* original);  // nullptr: zeros
  void (*finish)(void* copy);                // destroys a copy; may be nullptr
  void (*combine)(void* into, void* from);
};

class Reductions {
 public:
  using Items = std::span<const ReductionItem>;

  // Memory that make() needs, aligned to a cache line. `n_threads`: of the team.
  static size_t bytes(Items items, uint32_t n_threads);
  static Reductions* make(void* memory, Items items, uint32_t n_threads);

  uint32_t n_threads() const { return n_threads_; }

  // The thread's copy of the item that `address` is the original or any copy of; nullptr: of none. Threads may call
  // it at the same time.
  void* find(const void* address, uint32_t thread);
  // The same for the address that `init` may look at, where that is another variable than `shared`.
  void* find_original(const void* address, uint32_t thread);

  // After the last use of a copy: all are combined and destroyed. Threads may ask for new ones then.
  void combine();
  void discard();  // destroyed only

 private:
  struct Copies {
    ReductionItem item;
    char* memory;  // `stride` bytes for each thread
    size_t stride;
    char* is_made;  // a byte for each thread, which only that thread looks at until the copies are combined
  };
  Reductions(uint32_t n_items, uint32_t n_threads) : n_items_(n_items), n_threads_(n_threads) {}
  Copies* copies() { return reinterpret_cast<Copies*>(this + 1); }
  bool covers(const Copies& copies, const void* address) const;
  static void* copy_of(Copies& copies, uint32_t thread);
  enum class End : uint8_t { Combined, Discarded };
  void end_copies(End end);

  uint32_t n_items_;
  uint32_t n_threads_;
};

}  // namespace rondo::task
