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
  EXPECT_EQ(store_then_load(false, {.memory = MemoryModel::Sequential}), sequential);
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

// ---- Weak memory --------------------------------------------------------------------------------------------

constexpr Options kWeak = {.memory = MemoryModel::Weak};

// Threads that write down what they see. `Body`: of thread number i.
struct Litmus {
  Atomic<int> x{0};
  Atomic<int> y{0};
  Atomic<int> z{0};
  int seen[4] = {-1, -1, -1, -1};
  int data = 0;
};
using Body = std::function<void(Litmus&)>;

Outcomes outcomes_of(const std::vector<Body>& bodies, size_t n_seen, bool with_final_values = false) {
  Outcomes outcomes;
  const Result result = explore(
      [&](Execution& execution) {
        auto& litmus = execution.make<Litmus>();
        for (const Body& body : bodies) execution.thread([&] { body(litmus); });
        execution.at_end([&] {
          std::vector<int> outcome(litmus.seen, litmus.seen + n_seen);
          if (with_final_values) outcome.insert(outcome.end(), {litmus.x.load_relaxed(), litmus.y.load_relaxed()});
          outcomes.insert(outcome);
        });
      },
      kWeak);
  EXPECT_FALSE(result.failed) << result;
  return outcomes;
}

Body message(bool releases, bool fences = false) {
  return [=](Litmus& litmus) {
    litmus.x.store_relaxed(1);
    if (fences) base::fence_seq_cst();
    releases ? litmus.y.store_release(1) : litmus.y.store_relaxed(1);
  };
}
Body receiver(bool acquires, bool fences = false) {
  return [=](Litmus& litmus) {
    litmus.seen[0] = acquires ? litmus.y.load_acquire() : litmus.y.load_relaxed();
    if (fences) base::fence_seq_cst();
    litmus.seen[1] = litmus.x.load_relaxed();
  };
}

TEST(WeakLitmus, AMessageNeedsReleaseAndAcquireOrFences) {
  const std::vector<int> lost = {1, 0};
  EXPECT_FALSE(outcomes_of({message(true), receiver(true)}, 2).contains(lost));
  EXPECT_TRUE(outcomes_of({message(false), receiver(true)}, 2).contains(lost));
  EXPECT_TRUE(outcomes_of({message(true), receiver(false)}, 2).contains(lost));
  EXPECT_FALSE(outcomes_of({message(false, true), receiver(false, true)}, 2).contains(lost));
  EXPECT_FALSE(outcomes_of({message(false, true), receiver(true)}, 2).contains(lost));
  EXPECT_FALSE(outcomes_of({message(true), receiver(false, true)}, 2).contains(lost));
  EXPECT_TRUE(outcomes_of({message(false, true), receiver(false)}, 2).contains(lost));
}

TEST(WeakLitmus, FencesOrderStoresBeforeLoads) {
  EXPECT_EQ(store_then_load(false, kWeak), (Outcomes{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(store_then_load(true, kWeak), (Outcomes{{0, 1}, {1, 0}, {1, 1}}));
}

// What load buffering would give is not explored.
TEST(WeakLitmus, LoadsDoNotSeeTheFuture) {
  const Body first = [](Litmus& litmus) {
    litmus.seen[0] = litmus.x.load_relaxed();
    litmus.y.store_relaxed(1);
  };
  const Body second = [](Litmus& litmus) {
    litmus.seen[1] = litmus.y.load_relaxed();
    litmus.x.store_relaxed(1);
  };
  EXPECT_EQ(outcomes_of({first, second}, 2), (Outcomes{{0, 0}, {0, 1}, {1, 0}}));
}

TEST(WeakLitmus, ModificationOrderNeedNotBeTheOrderOfSteps) {
  const Body first = [](Litmus& litmus) {
    litmus.x.store_relaxed(1);
    litmus.y.store_relaxed(2);
  };
  const Body second = [](Litmus& litmus) {
    litmus.y.store_relaxed(1);
    litmus.x.store_relaxed(2);
  };
  EXPECT_EQ(outcomes_of({first, second}, 0, true), (Outcomes{{1, 1}, {1, 2}, {2, 1}, {2, 2}}));
}

TEST(WeakLitmus, AWordDoesNotGoBack) {
  const Body reader = [](Litmus& litmus) {
    litmus.seen[0] = litmus.x.load_relaxed();
    litmus.seen[1] = litmus.x.load_relaxed();
  };
  const Body writer = [](Litmus& litmus) {
    litmus.x.store_relaxed(1);
    litmus.x.store_relaxed(2);
  };
  EXPECT_EQ(outcomes_of({reader, writer}, 2), (Outcomes{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}));
}

// Threads that read two words in different orders may disagree on which store came first, unless they fence.
TEST(WeakLitmus, TwoReadersMayDisagree) {
  for (const bool fences : {false, true}) {
    const Body reader = [fences](Litmus& litmus) {
      litmus.seen[0] = litmus.x.load_acquire();
      if (fences) base::fence_seq_cst();
      litmus.seen[1] = litmus.y.load_acquire();
    };
    const Body other = [fences](Litmus& litmus) {
      litmus.seen[2] = litmus.y.load_acquire();
      if (fences) base::fence_seq_cst();
      litmus.seen[3] = litmus.x.load_acquire();
    };
    const Outcomes outcomes = outcomes_of({[](Litmus& litmus) { litmus.x.store_release(1); },
                                           [](Litmus& litmus) { litmus.y.store_release(1); }, reader, other},
                                          4);
    EXPECT_EQ(outcomes.size(), fences ? 15u : 16u);
    EXPECT_EQ(outcomes.contains({1, 0, 1, 0}), !fences);
  }
}

TEST(WeakLitmus, WhatIsReadIsHandedOn) {
  const Outcomes outcomes = outcomes_of({[](Litmus& litmus) { litmus.x.store_relaxed(1); },
                                         [](Litmus& litmus) {
                                           if (litmus.x.load_relaxed() == 1) litmus.y.store_release(1);
                                         },
                                         receiver(true)},
                                        2);
  EXPECT_FALSE(outcomes.contains({1, 0}));
}

// A read-modify-write continues a release, an ordinary store of another thread does not.
TEST(WeakLitmus, ReleaseSequences) {
  for (const bool modifies : {false, true}) {
    const Body between = [modifies](Litmus& litmus) {
      if (litmus.y.load_relaxed() == 0) return;
      modifies ? (void)litmus.y.add_relaxed(1) : litmus.y.store_relaxed(2);
    };
    const Body last = [](Litmus& litmus) {
      litmus.seen[0] = litmus.y.load_acquire();
      litmus.seen[1] = litmus.x.load_relaxed();
    };
    EXPECT_EQ(outcomes_of({message(true), between, last}, 2).contains({2, 0}), !modifies);
  }
}

TEST(WeakLitmus, ReadModifyWritesReadTheNewest) {
  const Body add = [](Litmus& litmus) { (void)litmus.x.add_relaxed(1); };
  EXPECT_EQ(outcomes_of({add, add, add}, 0, true), (Outcomes{{3, 0}}));
}

Body light(bool fences) {
  return [=](Litmus& litmus) {
    litmus.x.store_relaxed(1);
    if (fences) light_fence();
    litmus.seen[0] = litmus.y.load_relaxed();
  };
}

TEST(WeakLitmus, AsymmetricFencesNeedBothSides) {
  const Body heavy = [](Litmus& litmus) {
    litmus.y.store_relaxed(1);
    heavy_fence();
    litmus.seen[1] = litmus.x.load_relaxed();
  };
  const Body no_heavy = [](Litmus& litmus) {
    litmus.y.store_relaxed(1);
    light_fence();
    litmus.seen[1] = litmus.x.load_relaxed();
  };
  EXPECT_EQ(outcomes_of({light(true), heavy}, 2), (Outcomes{{0, 1}, {1, 0}, {1, 1}}));
  EXPECT_TRUE(outcomes_of({light(false), heavy}, 2).contains({0, 0}));
  EXPECT_TRUE(outcomes_of({light(true), no_heavy}, 2).contains({0, 0}));
}

Result plain_beside(bool releases) {
  return explore(
      [=](Execution& execution) {
        auto& litmus = execution.make<Litmus>();
        execution.thread([&litmus, releases] {
          auto* made = new (allocate(sizeof(Atomic<int>))) Atomic<int>(7);
          litmus.data = 1;
          const auto word = static_cast<int>(reinterpret_cast<intptr_t>(made) & 0);
          releases ? litmus.y.store_release(word + 1) : litmus.y.store_relaxed(word + 1);
        });
        execution.thread([&litmus] {
          while (litmus.y.load_acquire() == 0) os::relax();
          check(litmus.data == 1, "the data is missing");
        });
      },
      kWeak);
}

TEST(WeakLitmus, PlainData) {
  EXPECT_FALSE(plain_beside(true).failed) << plain_beside(true);
  EXPECT_EQ(plain_beside(false).failure.find("data race"), 0u);
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

std::vector<Thread> random_program(uint64_t seed, uint32_t n_threads, uint32_t n_statements, uint32_t n_kinds) {
  base::Rng rng(seed);
  for (int warm_up = 0; warm_up < 8; warm_up++) rng.next();
  std::vector<Thread> threads(n_threads);
  int value = 1;
  for (Thread& thread : threads) {
    for (uint32_t i = 0; i < n_statements; i++) thread.push_back({rng.below(n_kinds), rng.below(2), value++});
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
      case 10:
        light_fence();
        break;
      case 11:
        word.store_relaxed(statement.value);
        break;
      case 12:
        seen.push_back(word.load_relaxed());
        break;
      case 13:
        seen.push_back(word.add_relaxed(statement.value));
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
std::optional<Outcomes> outcomes_of(const std::vector<Thread>& threads, const Options& options, uint64_t& n_schedules,
                                    bool& is_too_large) {
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
  is_too_large = result.failure.find("more schedules") == 0;
  EXPECT_TRUE(is_too_large || result.failure.find("threads wait for ever") == 0) << result;
  return std::nullopt;
}

void compare(uint32_t n_programs, uint32_t n_threads, uint32_t n_statements, MemoryModel memory) {
  const uint32_t n_kinds = memory == MemoryModel::Weak ? 14 : 10;
  uint64_t n_reduced = 0;
  uint64_t n_all = 0;
  for (uint64_t seed = 1; seed <= n_programs; seed++) {
    const std::vector<Thread> program = random_program(seed, n_threads, n_statements, n_kinds);
    bool is_too_large = false;
    const Options every = {.memory = memory, .reduces = false, .max_schedules = 20'000};
    const auto all = outcomes_of(program, every, n_all, is_too_large);
    if (is_too_large) continue;
    const auto reduced = outcomes_of(program, {.memory = memory}, n_reduced, is_too_large);
    ASSERT_EQ(reduced, all) << "seed " << seed << ", " << n_threads << " threads of " << n_statements;
  }
  std::cout << name_of(memory) << ": " << n_reduced << " schedules stand for " << n_all << "\n";
  EXPECT_LT(n_reduced, n_all);
}

TEST(Reduction, LosesNoOutcomeOfTwoThreads) {
  compare(400, 2, 3, MemoryModel::Sequential);
  compare(400, 2, 3, MemoryModel::TotalStoreOrder);
  compare(200, 2, 3, MemoryModel::Weak);
}

TEST(Reduction, LosesNoOutcomeOfThreeThreads) {
  compare(200, 3, 2, MemoryModel::Sequential);
  compare(60, 3, 2, MemoryModel::TotalStoreOrder);
  compare(40, 3, 2, MemoryModel::Weak);
}

}  // namespace
}  // namespace rondo::model
