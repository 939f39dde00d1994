// SPDX-License-Identifier: Apache-2.0
//
// task/slab_trim.cpp with threads: slabs are trimmed while their owners and others use them.
#include <atomic>
#include <mutex>
#include <vector>

#include <gtest/gtest.h>

#include "base/build.hpp"
#include "slab_blocks.hpp"
#include "support.hpp"
#include "task/slab.hpp"

namespace rondo::task {
namespace {

// Owners allocate, deposit and reclaim; everybody frees blocks of everybody; one thread trims all the time. They go
// on until it has found something: an owner lays down for moments only.
TEST_F(TrimTest, BlocksWanderWhileSlabsAreTrimmed) {
  constexpr size_t kBytes = 200;
  constexpr uint32_t kOwners = 3;
  constexpr int kRounds = base::kThreadSanitizer ? 30 : 100;
  constexpr int kMostRounds = 100 * kRounds;
  Slab slabs[kOwners];
  std::mutex mutex;
  std::vector<uint64_t*> passing;
  std::atomic<uint32_t> n_busy{kOwners};
  std::atomic<size_t> n_given_back{0};
  test::on_threads(kOwners + 1, [&](uint32_t thread) {
    if (thread == kOwners) {
      for (uint64_t now = 0; n_busy.load() != 0; now += 64 * kIdle) {
        for (Slab& slab : slabs) {
          const size_t before = slab.held_bytes();
          slab.trim_idle(now);
          n_given_back.fetch_add(slab.held_bytes() < before ? 1 : 0);
        }
      }
      return;
    }
    Slab& mine = slabs[thread];
    for (int round = 0; round < kRounds || (n_given_back.load() == 0 && round < kMostRounds); round++) {
      std::vector<uint64_t*> blocks;
      for (size_t i = 0; i < 4 * kMiB / kBytes; i++) {
        auto* block = static_cast<uint64_t*>(mine.allocate(kBytes));
        block[0] = block[kBytes / sizeof *block - 1] = reinterpret_cast<uint64_t>(block);
        blocks.push_back(block);
      }
      {
        const std::lock_guard lock(mutex);
        std::swap(blocks, passing);  // others' blocks for one's own
      }
      for (uint64_t* block : blocks) {
        ASSERT_EQ(block[0], reinterpret_cast<uint64_t>(block));
        ASSERT_EQ(block[kBytes / sizeof *block - 1], reinterpret_cast<uint64_t>(block));
        mine.release(block);
      }
      mine.flush();
      mine.deposit(0);
      if (round % 8 == 0) mine.trim_own(static_cast<uint64_t>(round) * 64 * kIdle + 1, Slab::First::AtOnce);
      if (round % 3 == 0) mine.reclaim_alone();
    }
    n_busy.fetch_sub(1);
  });
  EXPECT_GT(n_given_back.load(), 0u);
  for (uint64_t* block : passing) slabs[0].release(block);
  slabs[0].flush();
  for (Slab& slab : slabs) {
    slab.deposit(0);
    slab.trim_idle(~uint64_t{0} / 2);
    EXPECT_LE(slab.held_bytes(), kKept);
  }
}

}  // namespace
}  // namespace rondo::task
