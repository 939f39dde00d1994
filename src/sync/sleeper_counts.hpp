// SPDX-License-Identifier: Apache-2.0
//
// How many threads sleep at a lock, or are about to. A lock of four bytes has no room for that, so locks share some
// counts by their addresses. A count that is too high, because of another lock, costs time only.
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "base/bits.hpp"

namespace rondo::sync {

class SleeperCounts {
 public:
  base::Atomic<uint32_t>& of(const void* lock) { return counts_[place_of(lock)]; }

  // In the child after fork(2): the sleepers are gone.
  void forget() {
    for (auto& count : counts_) count.store_relaxed(0);
  }

 private:
  static constexpr uint32_t kBits = 8;
  static uint32_t place_of(const void* lock) {
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(lock) * 0x9E3779B97F4A7C15u >> (64 - kBits));
  }

  alignas(base::kCacheLine) base::Atomic<uint32_t> counts_[1u << kBits] = {};
};

}  // namespace rondo::sync
