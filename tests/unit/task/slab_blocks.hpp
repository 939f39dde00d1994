// SPDX-License-Identifier: Apache-2.0
//
// What tests of trimmed slabs share: many blocks at once, and a fixture that is left out where memory comes from
// malloc.
#pragma once

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "base/build.hpp"
#include "task/slab.hpp"

namespace rondo::task {

constexpr uint64_t kIdle = Slab::kIdle_ns;
constexpr size_t kMiB = 1024 * 1024;
constexpr size_t kKept = kMiB;

using Blocks = std::vector<void*>;

inline Blocks allocate_bytes(Slab& slab, size_t block_bytes, size_t total_bytes) {
  Blocks blocks;
  for (size_t bytes = 0; bytes < total_bytes; bytes += block_bytes) {
    blocks.push_back(slab.allocate(block_bytes));
    std::memset(blocks.back(), 0xAB, block_bytes);
  }
  return blocks;
}

inline void release_all(Slab& slab, const Blocks& blocks) {
  for (void* block : blocks) slab.release(block);
}

class TrimTest : public testing::Test {
 protected:
  void SetUp() override {
    if (base::kWatchesBlocks) GTEST_SKIP() << "memory comes from malloc";
  }
};

}  // namespace rondo::task
