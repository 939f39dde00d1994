// SPDX-License-Identifier: Apache-2.0
//
// The explorer itself: outcomes that the memory model allows are all found and no others, and its reduction loses
// none (compared with running every interleaving, over programs made at random).
#include "explorer.hpp"

#include <iostream>
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/atomic.hpp"
#include "base/rng.hpp"
#include "os/cpu.hpp"

namespace rondo::model {
namespace {

using base::Atomic;
using Outcomes = std::set<std::vector<int>>;

// ---- Known programs -----------------------------------------------------------------------------------------

struct TwoWords {
  Atomic<int> x{0};
  Atomic<int> y{0};
  int seen[4] = {-1, -1, -1, -1};
};

// Each thread writes one word and reads the other.
Outcomes store_then_load(bool with_fences, const Options& options) {
  Outcomes outcomes;
  const Result result = explore(
      [&](Execution& execution) {
        auto& words = execution.make<TwoWords>();
        execution.thread([&words, with_fences] {
          words.x.store_relaxed(1);
          if (with_fences) base::fence_seq_cst();
          words.seen[0] = words.y.load_relaxed();
        });
        execution.thread([&words, with_fences] {
          words.y.store_relaxed(1);
          if (with_fences) base::fence_seq_cst();
          words.seen[1] = words.x.load_relaxed();
        });
        execution.at_end([&] { outcomes.insert({words.seen[0], words.seen[1]}); });
      },
      options);
  EXPECT_FALSE(result.failed) << result;
  return outcomes;
}

TEST(Litmus, StoreBuffersLetBothLoadsMiss) {
  const Outcomes sequential = {{0, 1}, {1, 0}, {1, 1}};
  const Outcomes all = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(store_then_load(false, {.store_buffers = false}), sequential);
  EXPECT_EQ(store_then_load(false, {}), all);
  EXPECT_EQ(store_then_load(true, {}), sequential);
  EXPECT_EQ(store_then_load(true, {.mutation = Mutation::NoFence}), all);
}

TEST(Litmus, StoresBecomeVisibleInOrder) {
  Outcomes outcomes;
  const Result result = explore([&](Execution& execution) {
    auto& words = execution.make<TwoWords>();
    execution.thread([&] {
      words.x.store_relaxed(1);
      words.y.store_release(1);
    });
    execution.thread([&] {
      words.seen[0] = words.y.load_acquire();
      words.seen[1] = words.x.load_relaxed();
    });
    execution.at_end([&] { outcomes.insert({words.seen[0], words.seen[1]}); });
  });
  EXPECT_FALSE(result.failed) << result;
  EXPECT_EQ(outcomes, (Outcomes{{0, 0}, {0, 1}, {1, 1}}));
}

TEST(Litmus, AllThreadsSeeStoresInOneOrder) {
  Outcomes outcomes;
  const Result result = explore([&](Execution& execution) {
    auto& words = execution.make<TwoWords>();
    execution.thread([&] { words.x.store_relaxed(1); });
    execution.thread([&] { words.y.store_relaxed(1); });
    execution.thread([&] {
      words.seen[0] = words.x.load_relaxed();
      words.seen[1] = words.y.load_relaxed();
    });
    execution.thread([&] {
      words.seen[2] = words.y.load_relaxed();
      words.seen[3] = words.x.load_relaxed();
    });
    execution.at_end([&] { outcomes.insert({words.seen, words.seen + 4}); });
  });
  EXPECT_FALSE(result.failed) << result;
  EXPECT_EQ(outcomes.size(), 15u);
  EXPECT_FALSE(outcomes.contains({1, 0, 1, 0}));
}

TEST(Litmus, AThreadReadsItsOwnStoreEarly) {
  Outcomes outcomes;
  const Result result = explore([&](Execution& execution) {
    auto& words = execution.make<TwoWords>();
    execution.thread([&] {
      words.x.store_relaxed(1);
      words.seen[0] = words.x.load_relaxed();
      words.seen[1] = words.y.load_relaxed();
    });
    execution.thread([&] {
      words.y.store_relaxed(1);
      words.seen[2] = words.y.load_relaxed();
      words.seen[3] = words.x.load_relaxed();
    });
    execution.at_end([&] { outcomes.insert({words.seen, words.seen + 4}); });
  });
  EXPECT_FALSE(result.failed) << result;
  EXPECT_EQ(outcomes, (Outcomes{{1, 0, 1, 0}, {1, 0, 1, 1}, {1, 1, 1, 0}, {1, 1, 1, 1}}));
}

// The light side has no fence at all.
Outcomes asymmetric(Mutation mutation) {
  Outcomes outcomes;
  const Result result = explore(
      [&](Execution& execution) {
        auto& words = execution.make<TwoWords>();
        execution.thread([&] {
          words.x.store_relaxed(1);
          words.seen[0] = words.y.load_relaxed();
        });
        execution.thread([&] {
          words.y.store_relaxed(1);
          heavy_fence();
          words.seen[1] = words.x.load_relaxed();
        });
        execution.at_end([&] { outcomes.insert({words.seen[0], words.seen[1]}); });
      },
      {.mutation = mutation});
  EXPECT_FALSE(result.failed) << result;
  return outcomes;
}

TEST(Litmus, OneHeavyFenceServesBothSides) {
  EXPECT_EQ(asymmetric(Mutation::None), (Outcomes{{0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(asymmetric(Mutation::NoHeavyFence), (Outcomes{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

// ---- Findings -----------------------------------------------------------------------------------------------

Result add_twice(Mutation mutation) {
  return explore(
      [&](Execution& execution) {
        auto& counter = execution.make<Atomic<int>>(0);
        for (int thread = 0; thread < 2; thread++) execution.thread([&] { (void)counter.add_acq_rel(1); });
        execution.at_end([&] { check(counter.load_relaxed() == 2, "lost an addition"); });
      },
      {.mutation = mutation});
}

TEST(Findings, AWrongOutcomeComesWithItsSchedule) {
  EXPECT_FALSE(add_twice(Mutation::None).failed);
  const Result result = add_twice(Mutation::SplitAdd);
  EXPECT_TRUE(result.failed);
  EXPECT_NE(result.failure.find("lost an addition\n  thread "), std::string::npos) << result;
}

struct HandOver {
  int data = 0;
  Atomic<int> is_ready{0};
};

Result hand_over(Mutation mutation) {
  return explore(
      [](Execution& execution) {
        auto& shared = execution.make<HandOver>();
        execution.thread([&] {
          shared.data = 7;
          shared.is_ready.store_release(1);
        });
        execution.thread([&] {
          while (shared.is_ready.load_acquire() == 0) os::relax();
          check(shared.data == 7, "read something else");
        });
      },
      {.mutation = mutation});
}

TEST(Findings, PlainDataNeedsReleaseAndAcquire) {
  EXPECT_FALSE(hand_over(Mutation::None).failed) << hand_over(Mutation::None);
  EXPECT_TRUE(hand_over(Mutation::ReleaseIsRelaxed).failed);
  EXPECT_TRUE(hand_over(Mutation::AcquireIsRelaxed).failed);
}

struct Locks {
  Atomic<int> a{0};
  Atomic<int> b{0};
};

void lock(Atomic<int>& word) {
  while (word.exchange_acquire(1) != 0) os::relax();
}

void lock_both(Atomic<int>& first, Atomic<int>& second) {
  lock(first);
  lock(second);
  second.store_release(0);
  first.store_release(0);
}

Result lock_in_order(bool same_order) {
  return explore([=](Execution& execution) {
    auto& locks = execution.make<Locks>();
    execution.thread([&locks] { lock_both(locks.a, locks.b); });
    execution.thread([&locks, same_order] { same_order ? lock_both(locks.a, locks.b) : lock_both(locks.b, locks.a); });
  });
}

TEST(Findings, Deadlock) {
  EXPECT_FALSE(lock_in_order(true).failed) << lock_in_order(true);
  const Result result = lock_in_order(false);
  EXPECT_TRUE(result.failed);
  EXPECT_EQ(result.failure.find("threads wait for ever"), 0u) << result;
}

TEST(Findings, TouchingReleasedMemory) {
  const Result result = explore([](Execution& execution) {
    auto& is_freed = execution.make<Atomic<int>>(0);
    auto* word = new (allocate(sizeof(Atomic<int>))) Atomic<int>(0);
    execution.thread([&is_freed, word] {
      release(word);
      is_freed.store_release(1);
    });
    execution.thread([&is_freed, word] {
      if (is_freed.load_acquire() == 0) (void)word->load_acquire();
    });
  });
  EXPECT_TRUE(result.failed);
  EXPECT_EQ(result.failure.find("touches a block that was released"), 0u) << result;
}

struct FutexWord {
  Atomic<uint32_t> value{0};
};

Result futex_handshake(bool sets_before_wake) {
  return explore([=](Execution& execution) {
    auto& word = execution.make<FutexWord>();
    execution.thread([&word] {
      while (word.value.load_acquire() == 0) futex_wait(word.value.address(), 0);
    });
    execution.thread([&word, sets_before_wake] {
      if (sets_before_wake) word.value.store_release(1);
      futex_wake(word.value.address(), 1);
      if (!sets_before_wake) word.value.store_release(1);
    });
  });
}

TEST(Findings, LostWakeUp) {
  EXPECT_FALSE(futex_handshake(true).failed) << futex_handshake(true);
  EXPECT_TRUE(futex_handshake(false).failed);
}

// ---- The reduction against every interleaving -----------------------------------------------------------------

struct Statement {
  uint32_t kind;
  uint32_t word;
  int value;
};
using Thread = std::vector<Statement>;

std::vector<Thread> random_program(uint64_t seed, uint32_t n_threads, uint32_t n_statements) {
  base::Rng rng(seed);
  for (int warm_up = 0; warm_up < 8; warm_up++) rng.next();
  std::vector<Thread> threads(n_threads);
  int value = 1;
  for (Thread& thread : threads) {
    for (uint32_t i = 0; i < n_statements; i++) thread.push_back({rng.below(10), rng.below(2), value++});
  }
  return threads;
}

struct Words {
  Atomic<int> word[2] = {Atomic<int>(0), Atomic<int>(0)};
  std::vector<int> seen[3];
};

void execute(const Thread& thread, Words& words, std::vector<int>& seen) {
  for (const Statement& statement : thread) {
    Atomic<int>& word = words.word[statement.word];
    int expected = 0;
    switch (statement.kind) {
      case 0:
        seen.push_back(word.exchange_acq_rel(statement.value));
        break;
      case 1:
        word.cas_acq_rel(expected, statement.value);
        seen.push_back(expected);
        break;
      case 2:
        base::fence_seq_cst();
        break;
      case 3:
        heavy_fence();
        break;
      case 9:
        os::relax();
        break;
      case 4:
      case 5:
      case 6:
        word.store_release(statement.value);
        break;
      default:
        seen.push_back(word.load_acquire());
        break;
    }
  }
}

// Nothing if the program can wait for ever (a pause waits for a change of memory).
std::optional<Outcomes> outcomes_of(const std::vector<Thread>& threads, const Options& options, uint64_t& n_schedules) {
  Outcomes outcomes;
  const Result result = explore(
      [&](Execution& execution) {
        auto& words = execution.make<Words>();
        for (size_t i = 0; i < threads.size(); i++) {
          execution.thread([&words, &threads, i] { execute(threads[i], words, words.seen[i]); });
        }
        execution.at_end([&] {
          std::vector<int> outcome = {words.word[0].load_relaxed(), words.word[1].load_relaxed()};
          for (auto& seen : words.seen) outcome.insert(outcome.end(), seen.begin(), seen.end());
          outcomes.insert(outcome);
        });
      },
      options);
  n_schedules += result.n_schedules;
  if (!result.failed) return outcomes;
  EXPECT_EQ(result.failure.find("threads wait for ever"), 0u) << result;
  return std::nullopt;
}

void compare(uint32_t n_programs, uint32_t n_threads, uint32_t n_statements, bool store_buffers) {
  uint64_t n_reduced = 0;
  uint64_t n_all = 0;
  for (uint64_t seed = 1; seed <= n_programs; seed++) {
    const std::vector<Thread> program = random_program(seed, n_threads, n_statements);
    const auto all = outcomes_of(program, {.store_buffers = store_buffers, .reduces = false}, n_all);
    const auto reduced = outcomes_of(program, {.store_buffers = store_buffers}, n_reduced);
    ASSERT_EQ(reduced, all) << "seed " << seed << ", " << n_threads << " threads of " << n_statements;
  }
  std::cout << n_reduced << " schedules stand for " << n_all << "\n";
  EXPECT_LT(n_reduced, n_all);
}

TEST(Reduction, LosesNoOutcomeOfTwoThreads) {
  compare(400, 2, 3, false);
  compare(400, 2, 3, true);
}

TEST(Reduction, LosesNoOutcomeOfThreeThreads) {
  compare(200, 3, 2, false);
  compare(60, 3, 2, true);
}

}  // namespace
}  // namespace rondo::model
