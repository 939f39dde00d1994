// SPDX-License-Identifier: Apache-2.0
//
// task/deque.hpp: both ends by the book, growth, and every word taken exactly once by owner and thieves.
#include "task/deque.hpp"

#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "support.hpp"

namespace rondo::task {
namespace {

struct CountingMemory {
  int n_live = 0;
  bool is_refused = false;
  void* allocate(size_t bytes) {
    if (is_refused) return nullptr;
    n_live++;
    return std::malloc(bytes);
  }
  void release(void* memory) {
    n_live--;
    std::free(memory);
  }
  void discard(void* words, size_t bytes) { std::memset(words, 0xFF, bytes); }
};

using SmallDeque = Deque<CountingMemory, 2>;

TEST(Deque, OwnerTakesNewestThiefStealsOldest) {
  CountingMemory memory;
  Deque<CountingMemory> deque(memory);
  EXPECT_EQ(deque.take(), deque.kEmpty);
  EXPECT_EQ(deque.steal(), deque.kEmpty);
  EXPECT_EQ(deque.peek_oldest(), deque.kEmpty);
  EXPECT_TRUE(deque.looks_empty());
  for (uintptr_t word = 1; word <= 4; word++) deque.push(word);
  EXPECT_FALSE(deque.looks_empty());
  EXPECT_EQ(deque.size_hint(), 4);
  EXPECT_EQ(deque.peek_oldest(), 1u);
  EXPECT_EQ(deque.take(), 4u);
  EXPECT_EQ(deque.steal(), 1u);
  EXPECT_EQ(deque.peek_oldest(), 2u);
  EXPECT_EQ(deque.take(), 3u);
  EXPECT_EQ(deque.take(), 2u);
  EXPECT_EQ(deque.take(), deque.kEmpty);
  EXPECT_TRUE(deque.looks_empty());
}

TEST(Deque, SaysThatItIsFullWhereThereIsNoMemory) {
  CountingMemory memory;
  SmallDeque deque(memory);
  EXPECT_TRUE(deque.is_usable());
  memory.is_refused = true;
  EXPECT_TRUE(deque.push(1));
  EXPECT_TRUE(deque.push(2));
  EXPECT_FALSE(deque.push(3));
  EXPECT_EQ(deque.steal(), 1u);
  EXPECT_TRUE(deque.push(3));
  EXPECT_FALSE(deque.push(4));
  memory.is_refused = false;
  EXPECT_TRUE(deque.push(4));
  for (uintptr_t word = 4; word >= 2; word--) EXPECT_EQ(deque.take(), word);
  memory.is_refused = true;
  EXPECT_FALSE(SmallDeque(memory).is_usable());
}

TEST(Deque, WordsAreDiscardedOnlyFromAnEmptyDeque) {
  CountingMemory memory;
  SmallDeque deque(memory);
  for (int round = 0; round < 3; round++) {
    EXPECT_EQ(deque.has_large_ring(), round != 0);
    for (uintptr_t word = 1; word <= 100; word++) deque.push(word);
    deque.discard_words();
    for (uintptr_t word = 1; word <= 50; word++) EXPECT_EQ(deque.steal(), word);
    deque.discard_words();
    for (uintptr_t word = 100; word > 50; word--) EXPECT_EQ(deque.take(), word);
    deque.discard_words();
    EXPECT_EQ(deque.take(), deque.kEmpty);
    EXPECT_EQ(deque.steal(), deque.kEmpty);
  }
}

TEST(Deque, MayHoldMoreUntilItsOwnerLooks) {
  CountingMemory memory;
  Deque<CountingMemory> deque(memory);
  EXPECT_FALSE(deque.may_hold_more_than(0));
  for (uintptr_t word = 1; word <= 5; word++) deque.push(word);
  EXPECT_TRUE(deque.may_hold_more_than(4));
  EXPECT_FALSE(deque.may_hold_more_than(5));
  deque.steal();  // the owner has not looked since
  EXPECT_TRUE(deque.may_hold_more_than(4));
  EXPECT_EQ(deque.look(), 4);
  EXPECT_FALSE(deque.may_hold_more_than(4));
}

TEST(Deque, HasRoomBelowWhatItMayHoldAndWhatItsRingTakes) {
  CountingMemory memory;
  Deque<CountingMemory, 4> deque(memory);
  for (uintptr_t word = 1; word <= 3; word++) {
    EXPECT_TRUE(deque.has_room_above(2));
    deque.push_into_room(word);
  }
  EXPECT_FALSE(deque.has_room_above(2)) << "it holds three";
  EXPECT_TRUE(deque.has_room_above(100));
  deque.push_into_room(4);
  EXPECT_FALSE(deque.has_room_above(100)) << "the ring is full";
  deque.push(5);
  EXPECT_TRUE(deque.has_room_above(100));
  for (uintptr_t word = 5; word >= 1; word--) EXPECT_EQ(deque.take(), word);
}

TEST(Deque, IsTrustedForAWhile) {
  CountingMemory memory;
  Deque<CountingMemory> deque(memory);
  EXPECT_FALSE(deque.is_trusted());
  deque.trust(2);
  EXPECT_TRUE(deque.is_trusted());
  EXPECT_TRUE(deque.is_trusted());
  EXPECT_FALSE(deque.is_trusted()) << "the owner looks again";
  deque.trust(2);
  deque.withdraw_trust();
  EXPECT_FALSE(deque.is_trusted()) << "a thief found nothing";
}

TEST(Deque, ShowsWhetherItsOwnerMoves) {
  CountingMemory memory;
  Deque<CountingMemory> deque(memory);
  deque.push(1);
  deque.push(2);
  deque.trust(2);
  uint64_t seen = deque.motion();
  EXPECT_EQ(deque.steal(), 1u);
  EXPECT_EQ(deque.motion(), seen) << "a theft is no motion";
  EXPECT_TRUE(deque.is_trusted());
  EXPECT_NE(deque.motion(), seen);
  seen = deque.motion();
  deque.push(3);
  EXPECT_NE(deque.motion(), seen);
  seen = deque.motion();
  deque.stir();
  EXPECT_NE(deque.motion(), seen);
}

TEST(Deque, GrowsAndKeepsItsOrderAndGivesItsMemoryBack) {
  CountingMemory memory;
  {
    SmallDeque deque(memory);
    EXPECT_EQ(memory.n_live, 1);
    for (uintptr_t word = 1; word <= 1000; word++) deque.push(word);
    EXPECT_EQ(memory.n_live, 10);  // 2, 4, ... 1024: thieves may still read the old rings
    for (uintptr_t word = 1; word <= 500; word++) ASSERT_EQ(deque.steal(), word);
    for (uintptr_t word = 1000; word > 500; word--) ASSERT_EQ(deque.take(), word);
    EXPECT_EQ(deque.take(), deque.kEmpty);
  }
  EXPECT_EQ(memory.n_live, 0);
}

TEST(Deque, DoesNotGrowWhenThievesKeepUp) {
  CountingMemory memory;
  SmallDeque deque(memory);
  for (uintptr_t word = 1; word <= 1000; word++) {
    deque.push(word);
    ASSERT_EQ(deque.steal(), word);
  }
  EXPECT_EQ(memory.n_live, 1);
}

TEST(Deque, BehavesLikeADeque) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    CountingMemory memory;
    SmallDeque deque(memory);
    std::deque<uintptr_t> expected;
    for (uintptr_t word = 1; word <= 20'000; word++) {
      const uint32_t action = rng.below(10);
      if (action < 5) {
        deque.push(word);
        expected.push_back(word);
      } else if (action < 8) {
        ASSERT_EQ(deque.take(), expected.empty() ? 0 : expected.back());
        if (!expected.empty()) expected.pop_back();
      } else {
        ASSERT_EQ(deque.steal(), expected.empty() ? 0 : expected.front());
        if (!expected.empty()) expected.pop_front();
      }
      ASSERT_EQ(deque.size_hint(), static_cast<int64_t>(expected.size()));
    }
  }
}

// The words are indices of plain data, which must have arrived with them.
TEST(Deque, EveryWordIsTakenOnce) {
  constexpr uint32_t kWords = 50'000;
  for (uint32_t n_thieves : {0u, 1u, 2u, 3u}) {
    for (uint64_t seed : test::kSeeds) {
      SCOPED_TRACE(seed);
      CountingMemory memory;
      SmallDeque deque(memory);
      std::vector<uint32_t> data(kWords + 1);
      std::vector<std::vector<uintptr_t>> taken(n_thieves + 1);
      std::atomic<bool> is_over{false};
      auto take = [&](uint32_t thread, uintptr_t word) {
        if (word == 0) return false;
        EXPECT_EQ(data[word], 2 * word);
        taken[thread].push_back(word);
        return true;
      };
      test::on_threads(n_thieves + 1, [&](uint32_t thread) {
        if (thread != 0) {
          while (!is_over.load()) {
            if (!take(thread, deque.steal())) std::this_thread::yield();
          }
          return;
        }
        base::Rng rng(seed);
        for (uint32_t word = 1; word <= kWords; word++) {
          data[word] = 2 * word;
          deque.push(word);
          for (uint32_t n = rng.below(3); n > 0; n--) take(thread, deque.take());
        }
        while (take(thread, deque.take())) {
        }
        is_over.store(true);
      });
      std::vector<uint32_t> n_taken(kWords + 1);
      for (const auto& of_thread : taken) {
        for (uintptr_t word : of_thread) n_taken[word]++;
      }
      for (uint32_t word = 1; word <= kWords; word++) ASSERT_EQ(n_taken[word], 1u) << word;
    }
  }
}

}  // namespace
}  // namespace rondo::task
