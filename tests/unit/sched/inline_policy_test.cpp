// SPDX-License-Identifier: Apache-2.0
//
// sched/worker/inline_policy.hpp, with a clock of its own, and what creators do with it. Evidence and times are given
// by hand or bounded so widely that no test depends on how fast anything runs.
#include "sched/worker/inline_policy.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "sched/settings.hpp"
#include "sched/test_arena.hpp"

namespace rondo::sched {
namespace {

using depend::Dependence;
using depend::Kind;
using test::create;
using test::TestArena;

// ---- Rules ------------------------------------------------------------------------------------------------------

class InlinePolicyRules : public testing::Test {
 protected:
  static constexpr uint64_t kMost = 200;
  static constexpr uint64_t kFineGrained = 100;  // what few samples are enough for
  static constexpr Body kBody = 0x1234;
  static constexpr uint32_t kTeam = 2;

  void note_samples(int n, uint64_t took, bool has_created = false) {
    for (int i = 0; i < n; i++) inline_policy_.note_sample(known_, {kBody, took, has_created}, kTeam, kMost);
  }
  // How many samples it takes until the body is known.
  int samples_needed(uint64_t took) {
    for (int n = 0; n < 100'000; n++) {
      if (known_.has(kBody)) return n;
      note_samples(1, took);
    }
    return -1;
  }
  // One inline run; false: there is none.
  bool run(uint64_t took) {
    if (!inline_policy_.begin(now_)) return false;
    inline_policy_.end(known_, kBody, now_, now_ + took);
    now_ += took;
    return true;
  }

  uint64_t now_ = 1'000'000'000;
  FineGrainedBodies known_;
  InlinePolicy inline_policy_;
};

TEST_F(InlinePolicyRules, TinyIsWhatWasFoundSoSeveralTimes) {
  note_samples(1, 1);
  EXPECT_FALSE(known_.has(kBody));
  note_samples(10, 1);
  EXPECT_TRUE(known_.has(kBody));
  EXPECT_FALSE(known_.has(kBody + 1));
  known_.clear();
  EXPECT_FALSE(known_.has(kBody));
}

TEST_F(InlinePolicyRules, OneLongBodyAmongTinyOnesWeighsWhatItTakes) {
  note_samples(40, 1);
  note_samples(1, 1000 * kFineGrained);
  note_samples(3, 1);
  EXPECT_FALSE(known_.has(kBody));
}

TEST_F(InlinePolicyRules, WhatCreatesTasksIsNotTiny) {
  note_samples(40, 1);
  note_samples(1, 1, true);
  EXPECT_FALSE(known_.has(kBody));
}

// Queueing takes the creator as long, or each of both workers with the other one's help.
TEST_F(InlinePolicyRules, WhatQueueingTakesIsTheLimit) {
  note_samples(4, 3 * kFineGrained);
  ASSERT_FALSE(known_.has(kBody));  // too long for few samples
  for (int i = 0; i < 100; i++) inline_policy_.note_queueing(known_, 50);
  note_samples(100, 200);
  ASSERT_TRUE(known_.has(kBody));
  EXPECT_NEAR(static_cast<double>(known_.limit(kBody)), (50 + 200 + 20) / 2.0, 15);
  known_.clear();
  for (int i = 0; i < 100; i++) inline_policy_.note_queueing(known_, 180);
  note_samples(100, 10);
  EXPECT_NEAR(static_cast<double>(known_.limit(kBody)), 180, 25);
}

TEST_F(InlinePolicyRules, NoLimitIsBeyondTheMost) {
  note_samples(4, 3 * kFineGrained);
  for (int i = 0; i < 100; i++) inline_policy_.note_queueing(known_, 100 * kMost);
  note_samples(100, kMost);
  EXPECT_EQ(known_.limit(kBody), kMost);
}

TEST_F(InlinePolicyRules, AnInterruptedSampleDoesNotRaiseTheLimit) {
  note_samples(4, 3 * kFineGrained);
  for (int i = 0; i < 100; i++) inline_policy_.note_queueing(known_, i == 50 ? 100'000 : 20);
  for (int i = 0; i < 100 && !known_.has(kBody); i++) note_samples(1, i % 8 == 5 ? 100 : 60);
  ASSERT_TRUE(known_.has(kBody));
  EXPECT_LT(known_.limit(kBody), 80u);
}

TEST_F(InlinePolicyRules, EachTryThatFailsAsksForMoreSamples) {
  for (int i = 0; i < 100; i++) inline_policy_.note_queueing(known_, 50);
  int before = samples_needed(150);
  for (int i = 0; i < 6; i++) {
    for (int k = 0; k < 100'000 && known_.has(kBody); k++) {
      if (!run(4 * kMost)) now_ += kMost;  // it pays for runs before
    }
    ASSERT_FALSE(known_.has(kBody));
    const int needed = samples_needed(150);
    EXPECT_GT(needed, before);
    before = needed;
  }
}

TEST_F(InlinePolicyRules, NeverWithoutALength) {
  for (int i = 0; i < 100; i++) inline_policy_.note_sample(known_, {kBody, 0, false}, kTeam, 0);
  EXPECT_FALSE(known_.has(kBody));
}

TEST_F(InlinePolicyRules, TinyOnesFollowEachOther) {
  note_samples(40, 1);
  // some take a little longer
  for (int i = 0; i < 1000; i++) ASSERT_TRUE(run(i % 4 == 0 ? 2 * kFineGrained : kFineGrained / 2));
  EXPECT_TRUE(known_.has(kBody));
}

TEST_F(InlinePolicyRules, LongOnesTakeASmallPartOfTheTime) {
  const uint64_t begin = now_;
  uint64_t n_long = 0;
  constexpr uint64_t kLong = 100'000;
  for (int i = 0; i < 100'000; i++) {
    n_long += run(kLong) ? 1 : 0;
    now_ += kFineGrained;  // the time between two creations
  }
  EXPECT_GT(n_long, 0u);
  EXPECT_LE(n_long * kLong, (now_ - begin) / 16 + 10 * kLong);
  EXPECT_FALSE(known_.has(kBody));
}

TEST_F(InlinePolicyRules, AnInterruptIsForgiven) {
  note_samples(40, 1);
  for (int i = 0; i < 10'000; i++) ASSERT_TRUE(run(kFineGrained / 2));
  EXPECT_TRUE(run(400 * kFineGrained));
  EXPECT_TRUE(run(kFineGrained / 2));
  EXPECT_TRUE(known_.has(kBody));
}

// Another program's time slice. Otherwise tasks would be queued for 32 times as long.
TEST_F(InlinePolicyRules, ATimeSliceIsPaidForByWhatWasGained) {
  note_samples(40, 1);
  for (int i = 0; i < 100'000; i++) ASSERT_TRUE(run(kFineGrained / 2));
  EXPECT_TRUE(run(20'000 * kFineGrained));
  EXPECT_FALSE(known_.has(kBody));  // its runs may be long from now on
  EXPECT_EQ(samples_needed(1), 4);
  EXPECT_TRUE(run(kFineGrained / 2));
}

TEST_F(InlinePolicyRules, LongOnesTakeNoMoreThanWasGained) {
  constexpr uint64_t kSlice = 20'000 * kFineGrained;
  const uint64_t begin = now_;
  uint64_t n_long = 0;
  for (int i = 0; i < 1000; i++) {
    samples_needed(1);  // it is found fine-grained again and again
    n_long += run(kSlice) ? 1 : 0;
    now_ += kSlice;  // others meanwhile
  }
  EXPECT_LE(n_long * kSlice, (now_ - begin) / 32 + 5 * kSlice);
}

TEST_F(InlinePolicyRules, AllRunsAreCountedAlsoWhereALongOneIsPaidFor) {
  constexpr uint64_t kLong = 1'000'000;
  samples_needed(1);
  const InlineRuns before = inline_policy_.runs();
  for (int i = 0; i < 10; i++) ASSERT_TRUE(run(7));
  ASSERT_TRUE(run(kLong));
  const InlineRuns between = inline_policy_.runs() - before;
  EXPECT_EQ(between.n, 11U);
  EXPECT_EQ(between.ticks, 10 * 7 + kLong);
}

TEST_F(InlinePolicyRules, NoneInsideAnotherOne) {
  ASSERT_TRUE(inline_policy_.begin(now_));
  EXPECT_FALSE(inline_policy_.begin(now_));
  EXPECT_FALSE(inline_policy_.may_wait(now_));
  inline_policy_.take_back();
  EXPECT_TRUE(inline_policy_.begin(now_));
}

TEST_F(InlinePolicyRules, AWaitInVainIsNotRepeatedSoon) {
  EXPECT_TRUE(inline_policy_.may_wait(now_));
  inline_policy_.note_wait(true, now_, now_ + 1000, kFineGrained);
  EXPECT_FALSE(inline_policy_.may_wait(now_ + 2000));
  EXPECT_TRUE(inline_policy_.may_wait(now_ + 100'000));
}

TEST_F(InlinePolicyRules, AWaitForWhatComesIsRepeated) {
  for (int i = 0; i < 1000; i++) {
    ASSERT_TRUE(inline_policy_.may_wait(now_));
    inline_policy_.note_wait(false, now_, now_ + 500 * kFineGrained, kFineGrained);  // as long as an interrupt
    now_ += 500 * kFineGrained;
  }
}

// Each of them ends well, but other programs use a time slice at each of its looks.
TEST_F(InlinePolicyRules, LongWaitsTakeASmallPartOfTheTime) {
  const uint64_t begin = now_;
  uint64_t n_waits = 0;
  constexpr uint64_t kLong = 100'000 * kFineGrained;
  for (int i = 0; i < 10'000; i++) {
    now_ += 1000 * kFineGrained;  // the time between two creations
    if (!inline_policy_.may_wait(now_)) continue;
    inline_policy_.note_wait(false, now_, now_ + kLong, kFineGrained);
    now_ += kLong;
    n_waits++;
  }
  EXPECT_GT(n_waits, 0u);
  EXPECT_LE(n_waits * kLong, (now_ - begin) / 32 + kLong);
}

// ---- Creators ---------------------------------------------------------------------------------------------------

class InlineCreation : public testing::Test {
 protected:
  static constexpr uint32_t kNoLimit = 1u << 31;
  InlineCreation() { settings.fine_grained_ticks = kNoLimit; }  // everything is fine-grained
  ~InlineCreation() override { settings = {}; }

  Dependence out(int cell) { return {reinterpret_cast<uintptr_t>(&cells_[cell]), Kind::Out}; }

  // Creates a task, of which this arena knows that it is fine-grained.
  template <class Code>
  void create_fine_grained(TestArena& arena, Worker& worker, const Dependence& dependence, Code code,
                           int16_t priority = 0) {
    arena.arena.fine_grained_bodies.add(body_of({.gomp = test::call<Code>}), kNoLimit);
    create(worker, code, {&dependence, 1}, priority);
  }

  uint64_t cells_[8] = {};
};

TEST_F(InlineCreation, WhatIsFreeRunsWhenItIsCreated) {
  TestArena arena(2);  // the other slot has no worker
  int n_run = 0;
  for (int i = 0; i < 100; i++) {
    create_fine_grained(arena, arena.worker(0), out(i % 2), [&n_run] { n_run++; });
    ASSERT_EQ(n_run, i + 1);
  }
  EXPECT_TRUE(arena.slot(0).domain.join_counter.is_done(task::Depth::Children));
}

TEST_F(InlineCreation, OthersAreQueued) {
  TestArena arena(2);
  int n_run = 0;
  const Dependence dependence = out(0);
  create(arena.worker(0), [&n_run] { n_run++; }, {&dependence, 1});
  EXPECT_EQ(n_run, 0);
  taskwait(arena.worker(0));
  EXPECT_EQ(n_run, 1);
}

// Its predecessor is in the creator's own deque: the creator helps, and both are over.
TEST_F(InlineCreation, WhatIsNotFreeComesAfterItsPredecessor) {
  TestArena arena(2);
  std::vector<int> order;
  const Dependence dependence = out(0);
  create(arena.worker(0), [&order] { order.push_back(1); }, {&dependence, 1});
  create_fine_grained(arena, arena.worker(0), dependence, [&order] { order.push_back(2); });
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TEST_F(InlineCreation, PriorityAndIfDecideFirst) {
  settings.max_task_priority = 10;
  TestArena arena(2);
  int n_run = 0;
  create_fine_grained(arena, arena.worker(0), out(0), [&n_run] { n_run++; }, 5);
  EXPECT_EQ(n_run, 0);
  taskwait(arena.worker(0));
  EXPECT_EQ(n_run, 1);
}

// What such a task creates is for others.
TEST_F(InlineCreation, ChildrenAreQueued) {
  TestArena arena(2);
  static int n_children;
  static TestArena* the_arena;
  static Dependence dependence;
  n_children = 0;
  the_arena = &arena;
  dependence = out(1);
  auto child = [] { n_children++; };
  arena.arena.fine_grained_bodies.add(body_of({.gomp = test::call<decltype(child)>}), kNoLimit);
  bool has_run = false;
  create_fine_grained(arena, arena.worker(0), out(0), [&has_run, child] {
    create(the_arena->worker(0), child, {&dependence, 1});
    create(the_arena->worker(0), child, {&dependence, 1});
    has_run = n_children == 0;
  });
  EXPECT_TRUE(has_run);
  work_until(arena.worker(0), arena.arena, JoinLatch(arena.slot(0).domain.join_counter, task::Depth::Descendants),
             nullptr);
  EXPECT_EQ(n_children, 2);
}

// A task of the domain that is not of the group is no less a predecessor when all of the group are done.
TEST_F(InlineCreation, AGroupThatIsDoneIsNotAll) {
  TestArena arena(2);
  static Worker* creator;
  creator = &arena.worker(0);
  std::atomic<bool> has_started{false};
  std::atomic<bool> may_end{false};
  std::atomic<bool> has_followed{false};
  arena.run([&] {
    const Dependence held = out(0);
    const auto holding = [&] {
      has_started = true;
      while (!may_end) std::this_thread::yield();
    };
    create(*creator, holding, {&held, 1});
    while (!has_started) std::this_thread::yield();
    begin_taskgroup(*creator);
    const Dependence free = out(1);
    create(*creator, [] {}, {&free, 1});
    create_fine_grained(arena, *creator, free, [] {});  // the one before it is waited for
    end_taskgroup(*creator);
    create(*creator, [&has_followed] { has_followed = true; }, {&held, 1});
    taskyield(*creator);
    EXPECT_FALSE(has_followed);
    may_end = true;
    taskwait(*creator);
  });
  EXPECT_TRUE(has_followed);
}

// Chains of tasks that all workers run, some of them inline: each adds to what the one before left.
TEST_F(InlineCreation, ChainsKeepTheirOrder) {
  for (uint32_t n_workers : {2u, 4u}) {
    TestArena arena(n_workers);
    arena.run([&] {
      for (uint64_t i = 0; i < 20'000; i++) {
        const Dependence dependence = out(static_cast<int>(i % 8));
        uint64_t* cell = &cells_[i % 8];
        const uint64_t expected = i / 8;
        create(*t_worker, [cell, expected] { *cell = *cell == expected ? expected + 1 : ~uint64_t{0}; },
               {&dependence, 1});
      }
      taskwait(*t_worker);
    });
    for (uint64_t& cell : cells_) {
      EXPECT_EQ(cell, 2500u);
      cell = 0;
    }
  }
}

}  // namespace
}  // namespace rondo::sched
