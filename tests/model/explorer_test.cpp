// SPDX-License-Identifier: Apache-2.0
//
// The explorer itself: outcomes that the memory model allows are all found and no others.
#include "explorer.hpp"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/atomic.hpp"
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

// What a loop changes itself and puts back is no reason to look once more.
TEST(Litmus, APauseWaitsForOthers) {
  for (MemoryModel memory : {MemoryModel::Sequential, MemoryModel::TotalStoreOrder, MemoryModel::Weak}) {
    const Result result = explore(
        [](Execution& execution) {
          auto& words = execution.make<TwoWords>();
          execution.thread([&words] {
            while (words.y.load_acquire() == 0) {
              if (words.x.exchange_acquire(1) == 0) words.x.store_release(0);
              os::relax();
            }
          });
          execution.thread([&words] { words.y.store_release(1); });
        },
        {.memory = memory});
    EXPECT_FALSE(result.failed) << name_of(memory) << ": " << result;
    EXPECT_LT(result.n_schedules, 20u) << name_of(memory);
  }
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

Result futex_handshake(bool sets_before_wake, uint32_t bits = ~0u) {
  return explore([=](Execution& execution) {
    auto& word = execution.make<FutexWord>();
    execution.thread([&word] {
      while (word.value.load_acquire() == 0) futex_wait(word.value.address(), 0, 1);
    });
    execution.thread([&word, sets_before_wake, bits] {
      if (sets_before_wake) word.value.store_release(1);
      futex_wake(word.value.address(), 1, bits);
      if (!sets_before_wake) word.value.store_release(1);
    });
  });
}

TEST(Findings, LostWakeUp) {
  EXPECT_FALSE(futex_handshake(true).failed) << futex_handshake(true);
  EXPECT_TRUE(futex_handshake(false).failed);
  EXPECT_TRUE(futex_handshake(true, 2).failed);
}

}  // namespace
}  // namespace rondo::model
