// SPDX-License-Identifier: Apache-2.0
//
// How many threads sleep at a lock, or are about to. A lock of four bytes has no room for that, so locks share some
// counts by their addresses. A count that is too high, because of another lock or of sleepers that fork(2) has left
// in the parent, costs time only. Argument: work/README.md, "Locks".
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "os/asymmetric_fence.hpp"

namespace rondo::sync {

class SleeperCount {
 public:
  // The rare side: before a thread looks at the word for which it wants to sleep, and when it has ended its sleep.
  void enter() {
    if ((word_.add_acq_rel(1) & kFenced) != 0) return;  // [L2]
    os::heavy_fence();  // [L2]
    word_.or_acq_rel(kFenced);  // [L2]
  }
  void leave() {
    uint32_t expected = kFenced;
    if (word_.sub_relaxed(1) == (kFenced | 1)) word_.cas_acq_rel(expected, 0);
  }

  // The frequent side: before and behind the store to the word, light_fence() between store and look.
  bool is_zero() const { return word_.load_relaxed() == 0; }  // [L2]

 private:
  // A heavy fence has been executed since the count was last 0: who enters now needs none.
  static constexpr uint32_t kFenced = 1u << 31;

  base::Atomic<uint32_t> word_{0};
};

class SleeperCounts {
 public:
  SleeperCount& of(const void* lock) { return counts_[place_of(lock)]; }

 private:
  static constexpr uint32_t kBits = 8;
  static uint32_t place_of(const void* lock) {
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(lock) * 0x9E3779B97F4A7C15u >> (64 - kBits));
  }

  alignas(base::kCacheLine) SleeperCount counts_[1u << kBits];
};

}  // namespace rondo::sync
