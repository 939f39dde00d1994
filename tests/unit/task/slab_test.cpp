// SPDX-License-Identifier: Apache-2.0
//
// task/slab.hpp: blocks are large enough, aligned and apart; whoever frees them, all can be had again.
#include "task/slab.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/build.hpp"
#include "base/rng.hpp"
#include "support.hpp"

namespace rondo::task {
namespace {

// Under AddressSanitizer blocks come from malloc, which holds freed ones back on purpose.
constexpr bool kReuses = !base::kWatchesBlocks;

using BlockSet = std::set<void*>;

BlockSet allocate_many(Slab& slab, size_t bytes, size_t n) {
  BlockSet blocks;
  for (size_t i = 0; i < n; i++) {
    void* block = slab.allocate(bytes);
    EXPECT_TRUE(blocks.insert(block).second) << "a block was given out twice";
  }
  return blocks;
}

void release_all(Slab& slab, const BlockSet& blocks) {
  for (void* block : blocks) slab.release(block);
}

class SlabSize : public testing::TestWithParam<size_t> {};

TEST_P(SlabSize, BlocksAreAlignedAndLargeEnough) {
  Slab slab;
  const size_t bytes = GetParam();
  for (int i = 0; i < 3; i++) {
    void* block = slab.allocate(bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0u);
    EXPECT_GE(Slab::usable_bytes(block), bytes);
    std::memset(block, 0xAB, bytes);
    slab.release(block);
  }
}

TEST_P(SlabSize, ReleasedBlocksAreAllUsedAgain) {
  if (!kReuses) GTEST_SKIP() << "memory comes from malloc";
  Slab slab;
  const BlockSet first = allocate_many(slab, GetParam(), 50);
  release_all(slab, first);
  const BlockSet second = allocate_many(slab, GetParam(), 50);
  EXPECT_EQ(first, second);
  release_all(slab, second);
}

TEST_P(SlabSize, BlocksFreedElsewhereComeHome) {
  if (!kReuses) GTEST_SKIP() << "memory comes from malloc";
  Slab owner;
  Slab other;
  const BlockSet first = allocate_many(owner, GetParam(), 50);
  release_all(other, first);
  other.flush();
  const BlockSet second = allocate_many(owner, GetParam(), 50);
  EXPECT_EQ(first, second);
  release_all(owner, second);
}

INSTANTIATE_TEST_SUITE_P(Sizes, SlabSize,
                         testing::Values(0, 1, 63, 64, 65, 128, 1000, 1024, 1025, 2048, 8192, 8193, 65536, 100'000,
                                         2'000'000));

TEST(Slab, ClassesDoNotMix) {
  Slab slab;
  void* small = slab.allocate(base::kCacheLine);
  slab.release(small);
  void* large = slab.allocate(base::kCacheLine + 1);
  EXPECT_GE(Slab::usable_bytes(large), base::kCacheLine + 1);
  void* again = slab.allocate(base::kCacheLine);
  if (kReuses) {
    EXPECT_NE(large, small);
    EXPECT_EQ(again, small);
  }
  slab.release(large);
  slab.release(again);
}

TEST(Slab, TheBlockFreedLastIsGivenOutFirst) {
  if (!kReuses) GTEST_SKIP() << "memory comes from malloc";
  Slab slab;
  void* first = slab.allocate(100);
  void* second = slab.allocate(100);
  slab.release(first);
  slab.release(second);
  EXPECT_EQ(slab.allocate(100), second);
  EXPECT_EQ(slab.allocate(100), first);
}

TEST(Slab, RemoteBatchesOfSeveralOwnersAndSizesAreKeptApart) {
  if (!kReuses) GTEST_SKIP() << "memory comes from malloc";
  Slab owners[3];
  Slab other;
  constexpr size_t kLine = base::kCacheLine;
  constexpr size_t kSizes[] = {kLine, 3 * kLine, 16 * kLine, 32 * kLine};  // of four classes
  BlockSet before[3][4];
  for (int owner = 0; owner < 3; owner++) {
    for (int size = 0; size < 4; size++) before[owner][size] = allocate_many(owners[owner], kSizes[size], 37);
  }
  for (int i = 0; i < 37; i++) {
    for (auto& of_owner : before) {
      for (BlockSet& blocks : of_owner) other.release(*std::next(blocks.begin(), i));
    }
  }
  other.flush();
  other.flush();  // nothing left: harmless
  for (int owner = 0; owner < 3; owner++) {
    for (int size = 0; size < 4; size++) {
      EXPECT_EQ(allocate_many(owners[owner], kSizes[size], 37), before[owner][size]) << owner << " " << kSizes[size];
    }
  }
}

// ---- Many at once are given out in the order of their addresses ---------------------------------------------------

constexpr size_t kMany = 3000;
constexpr size_t kPageBytes = 64 * base::kCacheLine;

std::vector<void*> shuffled(const BlockSet& blocks) {
  std::vector<void*> list(blocks.begin(), blocks.end());
  base::Rng rng(1);
  for (size_t i = list.size() - 1; i > 0; i--) std::swap(list[i], list[rng.below(static_cast<uint32_t>(i + 1))]);
  return list;
}

// How often the next block lies in another page than the one before.
size_t n_page_changes(Slab& slab, size_t bytes, size_t n) {
  size_t n_changes = 0;
  uintptr_t last = 0;
  for (size_t i = 0; i < n; i++) {
    const uintptr_t page = reinterpret_cast<uintptr_t>(slab.allocate(bytes)) / kPageBytes;
    n_changes += page != last ? 1 : 0;
    last = page;
  }
  return n_changes;
}

class SlabOrder : public testing::TestWithParam<size_t> {
 protected:
  void SetUp() override {
    if (!kReuses) GTEST_SKIP() << "memory comes from malloc";
    blocks_ = allocate_many(slab_, GetParam(), kMany);
  }
  size_t most_page_changes() const {
    std::set<uintptr_t> pages;
    for (void* block : blocks_) pages.insert(reinterpret_cast<uintptr_t>(block) / kPageBytes);
    return pages.size();
  }

  Slab slab_;
  BlockSet blocks_;
};

TEST_P(SlabOrder, BlocksFreedElsewhereInAnyOrder) {
  Slab other;
  for (void* block : shuffled(blocks_)) other.release(block);
  other.flush();
  EXPECT_LE(n_page_changes(slab_, GetParam(), kMany), most_page_changes());
}

TEST_P(SlabOrder, BlocksReleasedInOrder) {
  for (void* block : shuffled(blocks_)) slab_.release_in_order(block);
  EXPECT_LE(n_page_changes(slab_, GetParam(), kMany), most_page_changes());
}

TEST_P(SlabOrder, EachOfThemOnceAmongOthers) {
  Slab other;
  const std::vector<void*> order = shuffled(blocks_);
  for (size_t i = 0; i < kMany; i++) {
    if (i % 3 == 0) slab_.release_in_order(order[i]);
    if (i % 3 == 1) other.release(order[i]);
    if (i % 3 == 2) slab_.release(order[i]);
  }
  other.flush();
  EXPECT_EQ(allocate_many(slab_, GetParam(), kMany), blocks_);
}

// Another thread may trim meanwhile, so the owner leaves the marks alone.
TEST_P(SlabOrder, ReleasedWhileTheRestIsDeposited) {
  const std::vector<void*> order = shuffled(blocks_);
  for (size_t i = 0; i < kMany / 2; i++) slab_.release_in_order(order[i]);
  slab_.deposit(0);
  for (size_t i = kMany / 2; i < kMany; i++) slab_.release_in_order(order[i]);
  const BlockSet again = allocate_many(slab_, GetParam(), kMany + 1024);  // with the rest of a chunk
  EXPECT_TRUE(std::includes(again.begin(), again.end(), blocks_.begin(), blocks_.end()));
}

INSTANTIATE_TEST_SUITE_P(Sizes, SlabOrder, testing::Values(64, 192, 1024, 4096));

TEST(Slab, LiveBlocksDoNotOverlap) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    Slab slabs[2];
    struct Live {
      unsigned char* block;
      size_t bytes;
      unsigned char fill;
    };
    std::vector<Live> live;
    for (int step = 0; step < 5000; step++) {
      if (live.empty() || rng.below(100) < 52) {
        const size_t bytes = 1 + (rng.below(8) == 0 ? rng.below(20'000) : rng.below(700));
        auto* block = static_cast<unsigned char*>(slabs[rng.below(2)].allocate(bytes));
        live.push_back({block, bytes, static_cast<unsigned char>(step)});
        std::memset(block, live.back().fill, bytes);
      } else {
        std::swap(live[rng.below(static_cast<uint32_t>(live.size()))], live.back());
        const Live& last = live.back();
        ASSERT_TRUE(std::all_of(last.block, last.block + last.bytes, [&](auto byte) { return byte == last.fill; }));
        slabs[rng.below(2)].release(last.block);
        live.pop_back();
      }
    }
    for (const Live& block : live) slabs[0].release(block.block);
  }
}

// Every thread allocates from its own slab, passes blocks on, and frees what it gets.
TEST(Slab, BlocksWanderAmongThreads) {
  constexpr size_t kBlocks = 3000;
  constexpr size_t kBytes = 200;
  for (uint32_t n_threads : test::kThreadCounts) {
    SCOPED_TRACE(n_threads);
    auto slabs = std::make_unique<Slab[]>(n_threads);
    auto allocated = std::make_unique<BlockSet[]>(n_threads);
    std::mutex mutex;
    std::vector<uint64_t*> passing;
    test::on_threads(n_threads, [&](uint32_t thread) {
      for (size_t i = 0; i < kBlocks; i++) {
        auto* block = static_cast<uint64_t*>(slabs[thread].allocate(kBytes));
        allocated[thread].insert(block);
        block[0] = block[kBytes / sizeof *block - 1] = reinterpret_cast<uint64_t>(block);
        const std::lock_guard lock(mutex);
        std::swap(block, passing.emplace_back(block));
        if (passing.size() < 64) continue;
        std::swap(passing[i % 64], passing.back());
        block = passing.back();
        passing.pop_back();
        EXPECT_EQ(block[0], reinterpret_cast<uint64_t>(block));
        EXPECT_EQ(block[kBytes / sizeof *block - 1], reinterpret_cast<uint64_t>(block));
        slabs[thread].release(block);
      }
      slabs[thread].flush();
    });
    for (uint64_t* block : passing) slabs[0].release(block);
    slabs[0].flush();
    if (!kReuses) continue;
    // Nothing was lost: what each slab ever gave out can be had again.
    for (uint32_t thread = 0; thread < n_threads; thread++) {
      EXPECT_EQ(allocate_many(slabs[thread], kBytes, allocated[thread].size()), allocated[thread]);
    }
  }
}

TEST(SlabDeathTest, ATaskBeyondAllSizesIsRefusedWithItsSize) {
  if (!kReuses) GTEST_SKIP() << "memory comes from malloc";
  Slab slab;
  const size_t bytes = size_t{1} << 50;
  EXPECT_EXIT(slab.allocate(bytes), testing::KilledBySignal(SIGABRT), "rondo: .* 1125899906842624 bytes");
}

}  // namespace
}  // namespace rondo::task
