// SPDX-License-Identifier: Apache-2.0
//
// sched/at_once.hpp, with a clock of its own, and what creators do with it. Evidence and times are given by hand or
// bounded so widely that no test depends on how fast anything runs.
#include "sched/at_once.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "sched/crew.hpp"
#include "sched/settings.hpp"

namespace rondo::sched {
namespace {

using depend::Dependence;
using depend::Kind;
using test::create;
using test::TestCrew;

// ---- Rules ------------------------------------------------------------------------------------------------------

class AtOnceRules : public testing::Test {
 protected:
  static constexpr uint64_t kTiny = 100;
  static constexpr Body kBody = 0x1234;

  void note_samples(int n, uint64_t took, bool has_created = false) {
    for (int i = 0; i < n; i++) at_once_.note_sample(known_, kBody, took, has_created, kTiny);
  }
  // One run at once; false: there is none.
  bool run(uint64_t took) {
    if (!at_once_.begin(now_)) return false;
    at_once_.end(known_, kBody, now_, now_ + took, kTiny);
    now_ += took;
    return true;
  }

  uint64_t now_ = 1'000'000'000;
  TinyBodies known_;
  AtOnce at_once_;
};

TEST_F(AtOnceRules, TinyIsWhatWasFoundSoSeveralTimes) {
  at_once_.note_sample(known_, kBody, 1, false, kTiny);
  EXPECT_FALSE(known_.has(kBody));
  note_samples(10, 1);
  EXPECT_TRUE(known_.has(kBody));
  EXPECT_FALSE(known_.has(kBody + 1));
  known_.clear();
  EXPECT_FALSE(known_.has(kBody));
}

TEST_F(AtOnceRules, OneLongBodyAmongTinyOnesWeighsWhatItTakes) {
  note_samples(40, 1);
  at_once_.note_sample(known_, kBody, 1000 * kTiny, false, kTiny);
  note_samples(3, 1);
  EXPECT_FALSE(known_.has(kBody));
}

TEST_F(AtOnceRules, WhatCreatesTasksIsNotTiny) {
  note_samples(40, 1);
  note_samples(1, 1, true);
  EXPECT_FALSE(known_.has(kBody));
}

TEST_F(AtOnceRules, NeverWithoutALength) {
  for (int i = 0; i < 100; i++) at_once_.note_sample(known_, kBody, 0, false, 0);
  EXPECT_FALSE(known_.has(kBody));
}

TEST_F(AtOnceRules, TinyOnesFollowEachOther) {
  note_samples(40, 1);
  for (int i = 0; i < 1000; i++) ASSERT_TRUE(run(i % 4 == 0 ? 2 * kTiny : kTiny / 2));  // some take a little longer
  EXPECT_TRUE(known_.has(kBody));
}

TEST_F(AtOnceRules, LongOnesTakeASmallPartOfTheTime) {
  const uint64_t begin = now_;
  uint64_t n_long = 0;
  constexpr uint64_t kLong = 100'000;
  for (int i = 0; i < 100'000; i++) {
    n_long += run(kLong) ? 1 : 0;
    now_ += kTiny;  // the time between two creations
  }
  EXPECT_GT(n_long, 0u);
  EXPECT_LE(n_long * kLong, (now_ - begin) / 16 + 10 * kLong);
  EXPECT_FALSE(known_.has(kBody));
}

TEST_F(AtOnceRules, AnInterruptIsForgiven) {
  note_samples(40, 1);
  for (int i = 0; i < 10'000; i++) ASSERT_TRUE(run(kTiny / 2));
  EXPECT_TRUE(run(500 * kTiny));
  EXPECT_TRUE(run(kTiny / 2));
  EXPECT_TRUE(known_.has(kBody));
}

TEST_F(AtOnceRules, NoneInsideAnotherOne) {
  ASSERT_TRUE(at_once_.begin(now_));
  EXPECT_FALSE(at_once_.begin(now_));
  EXPECT_FALSE(at_once_.may_wait(now_));
  at_once_.take_back();
  EXPECT_TRUE(at_once_.begin(now_));
}

TEST_F(AtOnceRules, AWaitInVainIsNotRepeatedSoon) {
  EXPECT_TRUE(at_once_.may_wait(now_));
  at_once_.note_wait_in_vain(now_, now_ + 1000);
  EXPECT_FALSE(at_once_.may_wait(now_ + 2000));
  EXPECT_TRUE(at_once_.may_wait(now_ + 100'000));
}

// ---- Creators ---------------------------------------------------------------------------------------------------

class AtOnceCreation : public testing::Test {
 protected:
  AtOnceCreation() { settings.tiny_ticks = uint64_t{1} << 40; }  // everything is tiny
  ~AtOnceCreation() override { settings = {}; }

  Dependence out(int cell) { return {reinterpret_cast<uintptr_t>(&cells_[cell]), Kind::Out}; }

  // Creates a task, of which this crew knows that it is tiny.
  template <class Code>
  void create_tiny(TestCrew& crew, Worker& worker, const Dependence& dependence, Code code, int16_t priority = 0) {
    crew.crew.tiny_bodies.add(body_of({.gomp = test::call<Code>}));
    create(worker, code, {&dependence, 1}, priority);
  }

  uint64_t cells_[8] = {};
};

TEST_F(AtOnceCreation, WhatIsFreeRunsWhenItIsCreated) {
  TestCrew crew(2);  // nobody sits on the other seat
  int n_run = 0;
  for (int i = 0; i < 100; i++) {
    create_tiny(crew, crew.worker(0), out(i % 2), [&n_run] { n_run++; });
    ASSERT_EQ(n_run, i + 1);
  }
  EXPECT_TRUE(crew.seat(0).domain.tally.is_done(task::Depth::Children));
}

TEST_F(AtOnceCreation, OthersAreQueued) {
  TestCrew crew(2);
  int n_run = 0;
  const Dependence dependence = out(0);
  create(crew.worker(0), [&n_run] { n_run++; }, {&dependence, 1});
  EXPECT_EQ(n_run, 0);
  taskwait(crew.worker(0));
  EXPECT_EQ(n_run, 1);
}

// Its predecessor is in the creator's own deque: the creator helps, and both are over.
TEST_F(AtOnceCreation, WhatIsNotFreeComesAfterItsPredecessor) {
  TestCrew crew(2);
  std::vector<int> order;
  const Dependence dependence = out(0);
  create(crew.worker(0), [&order] { order.push_back(1); }, {&dependence, 1});
  create_tiny(crew, crew.worker(0), dependence, [&order] { order.push_back(2); });
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TEST_F(AtOnceCreation, PriorityAndIfDecideFirst) {
  settings.max_task_priority = 10;
  TestCrew crew(2);
  int n_run = 0;
  create_tiny(crew, crew.worker(0), out(0), [&n_run] { n_run++; }, 5);
  EXPECT_EQ(n_run, 0);
  taskwait(crew.worker(0));
  EXPECT_EQ(n_run, 1);
}

// What such a task creates is for others.
TEST_F(AtOnceCreation, ChildrenAreQueued) {
  TestCrew crew(2);
  static int n_children;
  static TestCrew* the_crew;
  static Dependence dependence;
  n_children = 0;
  the_crew = &crew;
  dependence = out(1);
  auto child = [] { n_children++; };
  crew.crew.tiny_bodies.add(body_of({.gomp = test::call<decltype(child)>}));
  bool has_run = false;
  create_tiny(crew, crew.worker(0), out(0), [&has_run, child] {
    create(the_crew->worker(0), child, {&dependence, 1});
    create(the_crew->worker(0), child, {&dependence, 1});
    has_run = n_children == 0;
  });
  EXPECT_TRUE(has_run);
  work_until(crew.worker(0), crew.crew, TallyLatch(crew.seat(0).domain.tally, task::Depth::Descendants), nullptr);
  EXPECT_EQ(n_children, 2);
}

// A task of the domain that is not of the group is no less a predecessor when all of the group are done.
TEST_F(AtOnceCreation, AGroupThatIsDoneIsNotAll) {
  TestCrew crew(2);
  static Worker* creator;
  creator = &crew.worker(0);
  std::atomic<bool> has_started{false};
  std::atomic<bool> may_end{false};
  std::atomic<bool> has_followed{false};
  crew.run([&] {
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
    create_tiny(crew, *creator, free, [] {});  // the one before it is waited for
    end_taskgroup(*creator);
    create(*creator, [&has_followed] { has_followed = true; }, {&held, 1});
    taskyield(*creator);
    EXPECT_FALSE(has_followed);
    may_end = true;
    taskwait(*creator);
  });
  EXPECT_TRUE(has_followed);
}

// Chains of tasks that all workers run, some of them at once: each adds to what the one before left.
TEST_F(AtOnceCreation, ChainsKeepTheirOrder) {
  for (uint32_t n_workers : {2u, 4u}) {
    TestCrew crew(n_workers);
    crew.run([&] {
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
