// SPDX-License-Identifier: Apache-2.0
//
// Data of worksharing constructs; the algorithms are in work/. A team has a short ring of Workshares, so that threads
// may be several nowait constructs apart; the n-th construct of the region uses slot n % kSlots, once the last thread has
// left the construct kSlots before.
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "base/bits.hpp"

namespace rondo::team {

// One worksharing construct: a loop in normalised form, iterations 0 .. n_iterations - 1.
struct alignas(base::kCacheLine) Workshare {
  // `claim` == number of the construct that owns the slot: the fields below are set up for it.
  base::Atomic<uint64_t> claim{0};
  base::Atomic<uint32_t> n_left{0};     // threads that have left the construct
  alignas(base::kCacheLine) base::Atomic<uint64_t> next{0};  // next iteration not handed out
  uint64_t n_iterations = 0;            // written by the thread that claims the slot, before `ready`
  uint64_t chunk = 1;
  base::Atomic<uint64_t> ready{0};      // == claim when the fields are set up
  alignas(base::kCacheLine) base::Atomic<uint64_t> ordered{0};  // next iteration that may enter its ordered region
};

struct WorkshareRing {
  static constexpr uint32_t kSlots = 8;
  Workshare slots[kSlots];

  // Before a region: nobody is in any construct.
  void reset() {
    for (Workshare& slot : slots) {
      slot.claim.store_relaxed(0);
      slot.ready.store_relaxed(0);
      slot.n_left.store_relaxed(0);
    }
  }
};

// A thread's own position in a loop.
struct StaticLoop {
  int64_t begin;            // the user's bounds, to denormalise iterations: value = begin + iteration * step
  int64_t step;
  uint64_t n_iterations;
  uint64_t chunk;
  uint64_t position;        // next iteration (static), first of the current chunk (ordered)
  uint64_t chunk_end;
  uint8_t kind;             // work::LoopKind
  bool is_ordered;
};

}  // namespace rondo::team
