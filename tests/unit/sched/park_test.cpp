// SPDX-License-Identifier: Apache-2.0
//
// sched/idle/park.hpp on real threads and the real futex: rounds of sleeping and waking, in which a lost wake-up is a
// hang.
#include "sched/idle/park.hpp"

#include <chrono>

#include <gtest/gtest.h>
#include <sched.h>

#include "os/clock.hpp"
#include "os/topology.hpp"
#include "sched/test_arena.hpp"
#include "without.hpp"

namespace rondo::sched {
namespace {

using test::TestArena;

TEST(Park, WakesNobodyWhoIsAwake) {
  TestArena arena(2);
  EXPECT_FALSE(unpark(arena.worker(0)));
  wake_one(arena.arena, 0);
  wake_all(arena.arena);
  EXPECT_EQ(arena.arena.n_parked.load_relaxed(), 0u);
}

TEST(Park, DoesNotSleepWhenThereIsSomethingToDo) {
  TestArena arena(2);
  int n_looks = 0;
  park(arena.worker(0), &arena.arena, 0, [&] {
    n_looks++;
    EXPECT_EQ(arena.arena.n_parked.load_relaxed(), 1u);  // announced before the look
    return true;
  });
  EXPECT_EQ(n_looks, 1);
  EXPECT_EQ(arena.arena.n_parked.load_relaxed(), 0u);
  EXPECT_EQ(arena.worker(0).parker.state.load_relaxed(), Parker::kAwake);
}

TEST(Park, TimesOut) {
  TestArena arena(1);
  park(arena.worker(0), &arena.arena, 1000, [] { return false; });
  EXPECT_EQ(arena.arena.n_parked.load_relaxed(), 0u);
}

TEST(Park, SeesEveryKindOfWork) {
  TestArena arena(2);
  task::Task task = {};
  task.priority = 1;
  graph::NodeState node;
  EXPECT_FALSE(has_work(arena.arena));
  arena.slot(1).deque.push(1);
  EXPECT_TRUE(has_work(arena.arena));
  arena.slot(1).deque.take();
  EXPECT_FALSE(has_work(arena.arena));
  arena.slot(1).mailbox.push(&task);
  EXPECT_TRUE(has_work(arena.arena));
  arena.slot(1).mailbox.take_all();
  arena.slot(0).node_mailbox.push(&node);
  EXPECT_TRUE(has_work(arena.arena));
  arena.slot(0).node_mailbox.take_all();
  arena.arena.prioritised.push(&task, 1);
  EXPECT_TRUE(has_work(arena.arena));
  arena.arena.prioritised.take();
  EXPECT_FALSE(has_work(arena.arena));
}

// All of an oversubscribed arena meet again and again; the last one wakes the others by one call.
TEST(Park, WakesACrowdTogether) {
  constexpr uint32_t kRounds = 2000;
  constexpr uint32_t kWorkers = 5;
  TestArena arena(kWorkers);
  arena.arena.is_oversubscribed.store_relaxed(true);
  base::Atomic<uint32_t> n_arrived{0};
  test::on_threads(kWorkers, [&](uint32_t index) {
    for (uint32_t round = 1; round <= kRounds; round++) {
      auto are_here = [&] { return n_arrived.load_acquire() >= round * kWorkers; };
      if (n_arrived.add_acq_rel(1) + 1 == round * kWorkers) {
        announce_latch(arena.arena);
      } else {
        while (!are_here()) park(arena.worker(index), &arena.arena, 0, are_here);
      }
    }
  });
  EXPECT_EQ(arena.arena.n_parked.load_relaxed(), 0u);
}

// A token goes round the arena; workers that do not have it sleep.
void pass_a_token_round(bool is_oversubscribed) {
  constexpr uint64_t kRounds = 3000;
  for (uint32_t n_workers : {2u, 3u, 4u}) {
    TestArena arena(n_workers);
    arena.arena.is_oversubscribed.store_relaxed(is_oversubscribed);
    base::Atomic<uint64_t> turn{0};
    test::on_threads(n_workers, [&](uint32_t index) {
      for (uint64_t round = 0; round < kRounds; round++) {
        const uint64_t mine = round * n_workers + index;
        auto is_mine = [&] { return turn.load_acquire() >= mine; };
        while (!is_mine()) park(arena.worker(index), &arena.arena, 0, is_mine);
        turn.store_release(mine + 1);
        os::light_fence();
        unpark(arena.worker((index + 1) % n_workers));
      }
    });
    EXPECT_EQ(arena.arena.n_parked.load_relaxed(), 0u);
  }
}

TEST(Park, PassesATokenRound) { pass_a_token_round(false); }
TEST(Park, PassesATokenRoundInACrowd) { pass_a_token_round(true); }

// A worker that was kept off its waker's processor while it was woken has its own mask again when it goes on. A
// worker that is bound, or in an oversubscribed arena, is woken where it is.
TEST(Park, WakesElsewhereAndGivesTheMaskBack) {
  constexpr uint64_t kRounds = 2000;
  constexpr uint32_t kMany = 2 * Parker::kMostWakesElsewhere;  // more than a worker sets itself
  const os::CpuSet own = os::thread_cpus();
  for (const bool is_oversubscribed : {false, true}) {
    TestArena arena(2);
    arena.arena.is_oversubscribed.store_relaxed(is_oversubscribed);
    base::Atomic<uint64_t> turn{0};
    uint32_t n_wakes_elsewhere = 0;
    test::on_threads(2, [&](uint32_t index) {
      Worker& worker = arena.worker(index);
      for (uint64_t mine = index; mine < kRounds; mine += 2) {
        auto is_mine = [&] { return turn.load_acquire() >= mine; };
        worker.parker.n_wakes_elsewhere = kMany;
        while (!is_mine()) park(worker, &arena.arena, 0, is_mine);
        EXPECT_EQ(os::thread_cpus(), own);
        n_wakes_elsewhere +=
            worker.parker.n_wakes_elsewhere > Parker::kMostWakesElsewhere && worker.parker.n_wakes_elsewhere < kMany
                ? 1
                : 0;
        turn.store_release(mine + 1);
        os::light_fence();
        unpark(arena.worker(1 - index));
      }
    });
    EXPECT_EQ(n_wakes_elsewhere != 0, !is_oversubscribed) << n_wakes_elsewhere;
  }
}

// Both on one processor, where the waker goes on for a millisecond and the sleeper preempts no thread. Returns how
// many wakes are to go elsewhere in the end.
uint32_t wakes_elsewhere_after_wakes_in_the_way() {
  constexpr int kRounds = 20;
  TestArena arena(2);
  os::CpuSet one;
  one.add(os::thread_cpus().first());
  base::Atomic<int> turn{0};
  test::on_threads(2, [&](uint32_t index) {
    EXPECT_TRUE(os::bind_thread(one));
    if (index == 1) {
      const sched_param no_priority = {};
      EXPECT_EQ(sched_setscheduler(0, SCHED_BATCH, &no_priority), 0);
    }
    for (int round = 1; round <= kRounds; round++) {
      auto is_mine = [&] { return turn.load_acquire() >= round; };
      if (index == 1) {
        while (!is_mine()) park(arena.worker(1), &arena.arena, 0, is_mine);
        continue;
      }
      while (arena.arena.n_parked.load_relaxed() == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
      turn.store_release(round);
      announce_latch(arena.arena);
      const uint64_t end_ns = os::now_ns() + 1'000'000;
      while (os::now_ns() < end_ns) os::relax();
    }
  });
  return arena.worker(1).parker.n_wakes_elsewhere;
}

TEST(Park, LearnsThatItsWakersAreInTheWay) {
  EXPECT_GT(wakes_elsewhere_after_wakes_in_the_way(), 0u);
  rondo::test::Without without(config::Mechanism::WakesElsewhere);
  EXPECT_EQ(wakes_elsewhere_after_wakes_in_the_way(), 0u);
}

// One makes work, the others sleep until there is some: each piece is announced once, and none is slept over.
TEST(Park, NobodySleepsOverWork) {
  constexpr uint32_t kPieces = 20'000;
  for (uint32_t n_workers : {2u, 3u, 4u}) {
    TestArena arena(n_workers);
    std::atomic<uint32_t> n_taken{0};
    test::on_threads(n_workers, [&](uint32_t index) {
      if (index == 0) {
        for (uint32_t i = 1; i <= kPieces; i++) {
          arena.slot(0).deque.push(i);
          announce_work(arena.arena, 0);
          // In step, so that the others run dry and sleep again and again.
          while (i % 4 == 0 && n_taken.load() < i - 3) std::this_thread::yield();
        }
        return;
      }
      while (n_taken.load() < kPieces) {
        if (arena.slot(0).deque.steal() != 0) {
          if (n_taken.fetch_add(1) + 1 == kPieces) announce_latch(arena.arena);
          continue;
        }
        park(arena.worker(index), &arena.arena, 0, [&] { return n_taken.load() == kPieces || has_work(arena.arena); });
      }
    });
    EXPECT_EQ(n_taken.load(), kPieces);
    EXPECT_EQ(arena.arena.n_parked.load_relaxed(), 0u);
  }
}

}  // namespace
}  // namespace rondo::sched
