// SPDX-License-Identifier: Apache-2.0
//
// task/slab_trim.cpp: chunks of which no block is in use go back to the system, all others stay, and what is needed
// again and again is kept. Time is a number here.
#include <sys/mman.h>

#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "slab_blocks.hpp"
#include "support.hpp"
#include "task/slab.hpp"

namespace rondo::task {
namespace {

bool is_mapped(void* address) {
  unsigned char resident;
  void* page = reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(address) & ~uintptr_t{4095});
  return mincore(page, 4096, &resident) == 0;
}

size_t n_mapped(const Blocks& blocks) {
  size_t n = 0;
  for (void* block : blocks) n += is_mapped(block) ? 1 : 0;
  return n;
}

class TrimSize : public TrimTest, public testing::WithParamInterface<size_t> {};

TEST_P(TrimSize, WhatIsFreeForLongGoesBackButForAMebibyte) {
  Slab slab;
  const Blocks blocks = allocate_bytes(slab, GetParam(), 8 * kMiB);
  EXPECT_GE(slab.held_bytes(), 8 * kMiB);
  release_all(slab, blocks);
  slab.deposit(5);
  EXPECT_EQ(slab.trim_idle(5), 5 + kIdle) << "says when it is due";
  EXPECT_EQ(slab.trim_idle(5 + kIdle - 1), 5 + kIdle);
  EXPECT_EQ(n_mapped(blocks), blocks.size());
  EXPECT_EQ(slab.trim_idle(5 + kIdle), 0u) << "nothing is left to look after";
  EXPECT_LE(slab.held_bytes(), kKept);
  EXPECT_LE(n_mapped(blocks) * GetParam(), kKept);
}

TEST_P(TrimSize, WhatRemainsAndWhatIsNewDoesNotOverlap) {
  Slab slab;
  for (int round = 0; round < 3; round++) {
    const Blocks blocks = allocate_bytes(slab, GetParam(), 4 * kMiB);
    EXPECT_EQ(std::set<void*>(blocks.begin(), blocks.end()).size(), blocks.size());
    release_all(slab, blocks);
    slab.deposit(0);
    slab.trim_idle(kIdle);
    EXPECT_LE(slab.held_bytes(), kKept) << round;
  }
}

TEST_P(TrimSize, BlocksFreedElsewhereCount) {
  Slab owner;
  Slab other;
  const Blocks blocks = allocate_bytes(owner, GetParam(), 8 * kMiB);
  owner.deposit(0);  // before any of them comes home
  release_all(other, blocks);
  other.flush();
  EXPECT_EQ(owner.trim_idle(kIdle), 0u);
  EXPECT_LE(owner.held_bytes(), kKept);
}

INSTANTIATE_TEST_SUITE_P(Sizes, TrimSize, testing::Values(64, 192, 1000, 2048, 8192, 65536, 1'000'000));

TEST_F(TrimTest, BlocksInUseStayAsTheyAre) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    Slab slab;
    Slab other;
    struct Used {
      unsigned char* block;
      size_t bytes;
      unsigned char fill;
    };
    std::vector<Used> used;
    size_t freed_bytes = 0;
    for (uint64_t now = 0; now < 20; now++) {
      const uint32_t one_in = 2 + rng.below(400);  // stays
      Blocks blocks;
      for (int i = 0; i < 4000; i++) {
        const size_t bytes = 1 + (rng.below(64) == 0 ? rng.below(40'000) : rng.below(900));
        auto* block = static_cast<unsigned char*>(slab.allocate(bytes));
        std::memset(block, static_cast<int>(now), bytes);
        if (rng.below(one_in) == 0) {
          used.push_back({block, bytes, static_cast<unsigned char>(now)});
        } else {
          blocks.push_back(block);
        }
      }
      for (void* block : blocks) (rng.below(2) == 0 ? slab : other).release(block);
      other.flush();
      const size_t before = slab.held_bytes();
      slab.deposit(now * kIdle);
      slab.trim_idle((now + 1) * kIdle);
      freed_bytes += before - slab.held_bytes();
      for (const Used& live : used) {
        ASSERT_TRUE(is_mapped(live.block));
        ASSERT_EQ(std::memcmp(live.block, std::string(live.bytes, static_cast<char>(live.fill)).data(), live.bytes), 0);
      }
    }
    EXPECT_GT(freed_bytes, kMiB);
  }
}

TEST_F(TrimTest, OneBlockInUseKeepsItsChunkAlone) {
  Slab slab;
  Blocks blocks = allocate_bytes(slab, 256, 8 * kMiB);
  void* kept = blocks[blocks.size() / 2];
  std::erase(blocks, kept);
  release_all(slab, blocks);
  slab.deposit(0);
  slab.trim_idle(kIdle);
  EXPECT_TRUE(is_mapped(kept));
  EXPECT_LE(slab.held_bytes(), kKept + 64 * 1024);
}

TEST_F(TrimTest, BlocksOnTheirWayHomeCountAsUsed) {
  Slab owner;
  Slab other;
  const Blocks blocks = allocate_bytes(owner, 1'000'000, 4 * kMiB);  // a chunk and, with others', a batch each
  release_all(other, blocks);
  owner.deposit(0);
  owner.trim_idle(kIdle);
  EXPECT_TRUE(is_mapped(blocks.back())) << "it lies in a batch that has not been sent";
  other.flush();
  owner.trim_idle(100 * kIdle);
  EXPECT_LE(owner.held_bytes(), 2 * kKept);
}

TEST_F(TrimTest, NothingIsTakenFromAnOwnerWhoNeedsIt) {
  Slab slab;
  Blocks blocks = allocate_bytes(slab, 256, 8 * kMiB);
  const size_t held = slab.held_bytes();
  for (uint64_t now = 0; now < 10; now++) {  // each time just before it would go
    release_all(slab, blocks);
    slab.deposit(now * (kIdle - 1));
    EXPECT_NE(slab.trim_idle((now + 1) * (kIdle - 1)), 0u);
    blocks = allocate_bytes(slab, 256, 8 * kMiB);
    EXPECT_EQ(slab.trim_idle(100 * kIdle), 0u) << "reclaimed";
    EXPECT_EQ(slab.held_bytes(), held);
  }
}

TEST_F(TrimTest, LayingDownTwiceDoesNotPutItOff) {
  Slab slab;
  const Blocks blocks = allocate_bytes(slab, 256, 8 * kMiB);
  void* later = slab.allocate(256);
  release_all(slab, blocks);
  slab.deposit(0);
  slab.deposit(kIdle / 2);
  slab.release(later);
  slab.deposit(kIdle / 2);
  EXPECT_EQ(slab.trim_idle(kIdle), 0u);
  EXPECT_LE(slab.held_bytes(), kKept);
}

TEST_F(TrimTest, WhoFindsNothingComesBackLessAndLessOften) {
  Slab slab;
  const Blocks blocks = allocate_bytes(slab, 256, 8 * kMiB);  // all in use
  slab.deposit(0);
  uint64_t now = kIdle;
  int n_looks = 0;
  for (; now < 100 * kIdle; n_looks++) {
    const uint64_t next = slab.trim_idle(now);
    ASSERT_GT(next, now);
    now = next;
  }
  EXPECT_LE(n_looks, 12);
  release_all(slab, blocks);
  slab.deposit(now);
  EXPECT_EQ(slab.trim_idle(now + kIdle), 0u);
  EXPECT_LE(slab.held_bytes(), kKept);
}

TEST_F(TrimTest, LittleMemoryIsNotLookedAt) {
  Slab slab;
  release_all(slab, allocate_bytes(slab, 256, kMiB / 2));
  EXPECT_FALSE(slab.holds_much());
  const size_t held = slab.held_bytes();
  slab.deposit(0);
  slab.trim_idle(kIdle);
  slab.trim_own(kIdle, Slab::First::AtOnce);
  EXPECT_EQ(slab.held_bytes(), held);
}

// ---- Owners that use their slab all the time ---------------------------------------------------------------------

// Every tenth of the idle time all of `bytes` is used and freed. How many bytes were mapped anew.
size_t iterate(Slab& slab, uint64_t& now, uint64_t end, size_t bytes, Slab::First first) {
  size_t mapped = 0;
  for (; now < end; now += kIdle / 10) {
    const size_t before = slab.held_bytes();
    release_all(slab, allocate_bytes(slab, 256, bytes));
    mapped += slab.held_bytes() - before;
    slab.trim_own(now, first);
    slab.deposit(now);
  }
  return mapped;
}

TEST_F(TrimTest, AnOwnerThatNeedsItAgainLooksLessAndLessOften) {
  for (Slab::First first : {Slab::First::AfterAWhile, Slab::First::AtOnce}) {
    Slab slab;
    uint64_t now = 1;
    const size_t at_first = iterate(slab, now, 2, 8 * kMiB, first);
    EXPECT_GE(at_first, 8 * kMiB);
    EXPECT_EQ(slab.held_bytes() <= kKept, first == Slab::First::AtOnce);
    // A look a second would be 100.
    EXPECT_LE(iterate(slab, now, 100 * kIdle, 8 * kMiB, first), 16 * 8 * kMiB);
  }
}

TEST_F(TrimTest, AnOwnerThatNeedsItNoMoreGivesItBack) {
  Slab slab;
  uint64_t now = 1;
  iterate(slab, now, 30 * kIdle, 8 * kMiB, Slab::First::AfterAWhile);
  EXPECT_GE(slab.held_bytes(), 8 * kMiB);
  const size_t mapped = iterate(slab, now, now + 17 * kIdle, kMiB / 4, Slab::First::AfterAWhile);
  EXPECT_LE(slab.held_bytes(), kKept);
  EXPECT_EQ(mapped, 0u);
}

// ---- The system refuses ------------------------------------------------------------------------------------------

TEST_F(TrimTest, WhereNoHoleCanBeMadeTheBlocksRemain) {
  size_t n_allowed = 0;
  std::ifstream("/proc/sys/vm/max_map_count") >> n_allowed;
  if (n_allowed == 0 || n_allowed > 200'000) GTEST_SKIP() << "the process may have " << n_allowed << " mappings";
  Slab slab;
  Blocks blocks{slab.allocate(256)};  // behind the chunk's own words
  const size_t n_in_chunk = (Slab::kChunkBytes - reinterpret_cast<uintptr_t>(blocks[0]) % Slab::kChunkBytes) / 256;
  while (blocks.size() < 128 * n_in_chunk) blocks.push_back(slab.allocate(256));  // chunks without rest
  std::map<uintptr_t, void*> chunks;  // a block of each
  for (void* block : blocks) chunks.emplace(reinterpret_cast<uintptr_t>(block) / Slab::kChunkBytes, block);
  Blocks used;  // at every other chunk, and where no chunk is beside it: each chunk between would be a hole
  for (const auto& [chunk, block] : chunks) {
    if (chunk % 2 == 0 || !chunks.contains(chunk - 1) || !chunks.contains(chunk + 1)) used.push_back(block);
  }
  const std::set<void*> all(blocks.begin(), blocks.end());
  for (void* block : used) std::erase(blocks, block);
  release_all(slab, blocks);
  slab.deposit(0);
  const size_t held = slab.held_bytes();

  constexpr size_t kPage = 4096;
  const size_t n_bytes = 2 * n_allowed * kPage;
  void* range = mmap(nullptr, n_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(range, MAP_FAILED);
  for (size_t i = 1; mprotect(static_cast<char*>(range) + i * 2 * kPage, kPage, PROT_READ) == 0; i++) {
    if (i + 1 == n_allowed) break;
  }
  slab.trim_idle(kIdle);
  munmap(range, n_bytes);
  EXPECT_EQ(slab.held_bytes(), held);
  for (void* block : all) ASSERT_TRUE(is_mapped(block));
  Blocks again = used;
  for (size_t i = used.size(); i < all.size(); i++) again.push_back(slab.allocate(256));
  EXPECT_EQ(std::set<void*>(again.begin(), again.end()), all);
}

}  // namespace
}  // namespace rondo::task
