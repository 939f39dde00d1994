// SPDX-License-Identifier: Apache-2.0
//
// depend/stream.hpp, through its table: streams that repeat, nearly repeat and do not repeat are ordered as the
// specification says, whatever is forecast; periods are found, and given up where forecasts fail time and again.
#include "depend/stream.hpp"

#include <memory>

#include <gtest/gtest.h>

#include "depend/oracle.hpp"
#include "depend/process.hpp"
#include "depend/table.hpp"
#include "support.hpp"

namespace rondo::depend {
namespace {

using task::Slab;
using task::Task;
using test::Dependences;

class Forecasts : public testing::Test {
 protected:
  void SetUp() override { process.longest_period = 512; }
  void TearDown() override { process.longest_period = 0; }
};

// Creates tasks, and retires ready ones in any order that a test likes. Looks at tasks that are not retired only, so
// that it can create many.
class Creator {
 public:
  Creator() : table_(slab_) {}
  ~Creator() {
    while (!left_.empty()) retire_any(0);
    table_.release(slab_);
  }
  Creator(const Creator&) = delete;
  Creator& operator=(const Creator&) = delete;

  void create(const Dependences& dependences) {
    auto& entry = *left_.emplace_back(std::make_unique<Entry>());
    entry.dependences = dependences;
    entry.task.node = make_node(slab_, &entry.task, static_cast<uint32_t>(dependences.size()));
    const uint32_t n_edges = table_.enter(*entry.task.node, dependences, slab_);
    if (publish(*entry.task.node, n_edges) &&
        (!entry.task.node->has_exclusions() || acquire_exclusions(*entry.task.node)))
      entry.is_ready = true;
  }

  // The task runs at once if nothing is left that it would wait for. False: it has to be created.
  bool pass(const Dependences& dependences) {
    bool must_wait = false;
    for (const auto& entry : left_) must_wait |= test::must_wait(dependences, entry->dependences);
    const bool passes = table_.passes(dependences, slab_, [] {});
    EXPECT_EQ(passes, !must_wait);
    return passes;
  }

  // Whether a wait with these dependences would be over at once.
  void ask(const Dependences& dependences) {
    bool must_wait = false;
    for (const auto& entry : left_) must_wait |= test::must_wait(dependences, entry->dependences);
    EXPECT_EQ(table_.drop_if_free(dependences, slab_), !must_wait);
  }

  void retire_any(uint32_t random) {
    const std::vector<size_t> ready = ready_ones();
    ASSERT_FALSE(ready.empty()) << "deadlock";
    retire(ready[random % ready.size()]);
  }
  void retire_newest() {
    const std::vector<size_t> ready = ready_ones();
    ASSERT_FALSE(ready.empty()) << "deadlock";
    retire(ready.back());
  }

  // Nothing is ready that must wait, and nothing waits that need not.
  void expect_exactly_the_ready_ones() const {
    for (size_t i = 0; i < left_.size(); i++) {
      bool must_wait = false;
      bool may_be_excluded = false;
      for (size_t j = 0; j < left_.size(); j++) {
        must_wait |= j < i && test::must_wait(left_[i]->dependences, left_[j]->dependences);
        may_be_excluded |= j != i && test::exclude_each_other(left_[i]->dependences, left_[j]->dependences);
      }
      if (must_wait) ASSERT_FALSE(left_[i]->is_ready) << "a task is ready too early";
      if (!must_wait && !may_be_excluded) ASSERT_TRUE(left_[i]->is_ready) << "a task is forgotten";
    }
  }

  void wait(base::Rng& rng) {
    while (!left_.empty()) retire_any(rng.below(1000));
  }

  size_t n_left() const { return left_.size(); }
  Table& table() { return table_; }
  Slab& slab() { return slab_; }

 private:
  struct Entry {
    Task task;  // first member
    Dependences dependences;
    bool is_ready = false;
  };
  std::vector<size_t> ready_ones() const {
    std::vector<size_t> ready;
    for (size_t i = 0; i < left_.size(); i++) {
      if (left_[i]->is_ready) ready.push_back(i);
    }
    return ready;
  }
  void retire(size_t index) {
    const std::unique_ptr<Entry> over = std::move(left_[index]);
    left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(index));
    depend::retire(
        *over->task.node, slab_, [&](Task* task) { reinterpret_cast<Entry*>(task)->is_ready = true; },
        [](task::WorkerId) {});
  }

  Slab slab_;
  Table table_;
  std::vector<std::unique_ptr<Entry>> left_;
};

uint64_t n_forecast() {
  uint64_t n = 0;
  process.repetitions.for_each([&](const Repetition& repetition) { n += repetition.n_forecast.load_relaxed(); });
  return n;
}
uint64_t n_recorded() {
  uint64_t n = 0;
  process.repetitions.for_each([&](const Repetition& repetition) { n += repetition.n_recorded.load_relaxed(); });
  return n;
}
uint64_t n_resumed() {
  uint64_t n = 0;
  process.repetitions.for_each([&](const Repetition& repetition) { n += repetition.n_resumed.load_relaxed(); });
  return n;
}
uint64_t n_missed(Miss why) {
  uint64_t n = 0;
  process.repetitions.for_each(
      [&](const Repetition& repetition) { n += repetition.n_missed[static_cast<uint32_t>(why)].load_relaxed(); });
  return n;
}
uint64_t n_misses() {
  return n_missed(Miss::Number) + n_missed(Miss::Kind) + n_missed(Miss::Address) + n_missed(Miss::Asked);
}

Dependences random_task(base::Rng& rng, uint32_t n_addresses) {
  constexpr Kind kKinds[] = {Kind::In, Kind::In, Kind::Out, Kind::InOutSet};
  Dependences list;
  for (uint32_t n = 1 + rng.below(4); n > 0; n--)
    list.push_back({64 + 8 * uintptr_t{rng.below(n_addresses)}, kKinds[rng.below(4)]});
  return list;
}

// Periods of all kinds, with something else now and then.
TEST_F(Forecasts, EveryRandomStreamIsOrderedAsTheSpecificationSays) {
  const uint64_t before = n_forecast();
  const uint64_t missed_before = n_misses();
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    for (int run = 0; run < 12; run++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run);
      Creator creator;
      std::vector<Dependences> period(1 + rng.below(12));
      const uint32_t n_addresses = 1 + rng.below(12);
      for (Dependences& task : period) task = random_task(rng, n_addresses);
      const uint32_t most_left = 1 + rng.below(40);
      const bool passes = rng.below(4) == 0;
      const uint32_t odd_every = run % 3 == 0 ? 100'000 : 250 + rng.below(200);
      for (uint32_t i = 0; i < 700; i++) {
        while (creator.n_left() > 0 && (creator.n_left() >= most_left || rng.below(3) == 0)) {
          creator.retire_any(rng.below(1000));
          if (HasFatalFailure()) return;
        }
        if (i % odd_every == odd_every - 1) {
          Dependences odd = random_task(rng, n_addresses);
          const uint32_t what = rng.below(6);
          if (what == 0) odd = {{kAllMemory, Kind::Out}};
          if (what == 1) odd[0].kind = Kind::MutexInOutSet;
          if (what == 2) {
            creator.ask(odd);
          } else {
            creator.create(odd);
          }
          if (what == 3) i += rng.below(20);  // some are left out
        } else {
          const Dependences& task = period[i % period.size()];
          if (!passes || !creator.pass(task)) creator.create(task);
        }
        if (i % 3 == 0) creator.expect_exactly_the_ready_ones();
        if (HasFailure()) return;
      }
    }
  }
  EXPECT_GT(n_forecast() - before, 1'500 * test::kSeeds.size());
  EXPECT_GT(n_misses() - missed_before, 4 * test::kSeeds.size());
}

// Three shapes by turns, which begin alike and may end too early, behind waits and without.
TEST_F(Forecasts, OfSeveralShapesAreOrderedAsTheSpecificationSays) {
  const uint64_t before = n_forecast();
  const uint64_t resumed_before = n_resumed();
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    for (uint32_t run = 0; run < 6; run++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run);
      Creator creator;
      const uint32_t n_addresses = 1 + rng.below(12);
      std::vector<Dependences> shapes[3];
      for (auto& shape : shapes) {
        shape.assign(shapes[0].begin(), shapes[0].begin() + rng.below(static_cast<uint32_t>(shapes[0].size()) + 1));
        for (uint32_t n = 1 + rng.below(40); n > 0; n--) shape.push_back(random_task(rng, n_addresses));
      }
      const uint32_t most_left = 1 + rng.below(24);
      const uint32_t waits_percent = 50 * (run % 3);
      uint32_t shape = 0;
      for (uint32_t i = 0; i < 1000;) {
        if (rng.below(6) == 0) shape = rng.below(3);
        size_t n = shapes[shape].size();
        if (rng.below(20) == 0) n = rng.below(static_cast<uint32_t>(n));
        for (size_t task = 0; task < n; task++) {
          while (creator.n_left() > 0 && (creator.n_left() >= most_left || rng.below(3) == 0)) {
            creator.retire_any(rng.below(1000));
            if (HasFatalFailure()) return;
          }
          creator.create(shapes[shape][task]);
          if (i++ % 3 == 0) creator.expect_exactly_the_ready_ones();
          if (HasFailure()) return;
        }
        if (rng.below(100) < waits_percent) creator.wait(rng);
      }
    }
  }
  EXPECT_GT(n_forecast() - before, 250 * test::kSeeds.size());
  EXPECT_GT(n_resumed() - resumed_before, test::kSeeds.size());
}

// No two of the tasks are alike.
std::vector<Dependences> random_sweep(base::Rng& rng, uint32_t n_tasks, uintptr_t own) {
  std::vector<Dependences> sweep(n_tasks);
  for (Dependences& task : sweep) {
    task = random_task(rng, 30);
    task.push_back({own, Kind::Out});
    own += 8;
  }
  return sweep;
}

// Every tenth sweep has another shape: forecasts go on behind it, and it is itself not searched for.
TEST_F(Forecasts, TakeUpWhatTheyKnow) {
  const uint64_t before = n_forecast();
  const uint64_t recorded_before = n_recorded();
  const uint64_t resumed_before = n_resumed();
  base::Rng rng(3);
  Creator creator;
  const std::vector<Dependences> usual = random_sweep(rng, 100, 0x1000), other = random_sweep(rng, 60, 0x2000);
  for (uint32_t sweep = 0; sweep < 200; sweep++) {
    for (const Dependences& task : sweep % 10 == 9 ? other : usual) creator.create(task);
    creator.wait(rng);
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(n_recorded() - recorded_before, 1u);
  EXPECT_EQ(n_resumed() - resumed_before, 19u);
  EXPECT_GT(n_forecast() - before, 170 * usual.size());
}

// The creator is so far ahead that no known period can be taken up: it is recorded again, and recognised.
TEST_F(Forecasts, RecogniseWhatTheyKnow) {
  const uint64_t before = n_forecast(), recorded_before = n_recorded(), resumed_before = n_resumed();
  base::Rng rng(5);
  Creator creator;
  const std::vector<Dependences> usual = random_sweep(rng, 100, 0x5000), other = random_sweep(rng, 30, 0x6000);
  for (uint32_t sweep = 0; sweep < 60; sweep++) {
    for (const Dependences& task : sweep % 20 == 19 ? other : usual) {
      creator.create(task);
      if (creator.n_left() > 300) creator.retire_any(rng.below(1000));
    }
    creator.expect_exactly_the_ready_ones();
    if (HasFailure()) return;
  }
  EXPECT_EQ(n_recorded() - recorded_before, 1u);
  EXPECT_GE(n_resumed() - resumed_before, 1u);
  EXPECT_GT(n_forecast() - before, 20 * usual.size());
}

// Learning a long period takes as long as some sweeps gain, so a program of few sweeps does without.
TEST_F(Forecasts, OfLongPeriodsAreMadeWhenTheseGoOn) {
  process.longest_period = 1024;
  const uint64_t before = n_forecast(), recorded_before = n_recorded();
  base::Rng rng(11);
  Creator creator;
  const std::vector<Dependences> sweep = random_sweep(rng, 600, 0x20000);
  for (uint32_t i = 0; i < 20; i++) {
    for (const Dependences& task : sweep) creator.create(task);
    creator.wait(rng);
    if (HasFatalFailure()) return;
    if (i == 5) EXPECT_EQ(n_recorded(), recorded_before);
  }
  creator.table().release(creator.slab());  // counts
  EXPECT_EQ(n_recorded() - recorded_before, 1u);
  EXPECT_GT(n_forecast() - before, 8 * sweep.size());
}

// Both are known, and neither ends the other one's forecasts.
TEST_F(Forecasts, ChangeFromOneKnownPeriodToAnother) {
  base::Rng rng(3);
  Creator creator;
  std::vector<Dependences> shapes[2] = {random_sweep(rng, 100, 0x1000), random_sweep(rng, 70, 0x2000)};
  std::copy_n(shapes[0].begin(), 20, shapes[1].begin());  // they begin alike
  auto sweep = [&](uint32_t which) {
    for (const Dependences& task : shapes[which]) {
      creator.create(task);
      if (creator.n_left() > 8) creator.retire_any(rng.below(1000));
      if (creator.n_left() % 4 == 0) creator.expect_exactly_the_ready_ones();
    }
    creator.wait(rng);
  };
  for (uint32_t i = 0; i < 50; i++) sweep(i < 10 ? 0 : 1);
  const uint64_t before = n_forecast();
  const uint64_t recorded_before = n_recorded(), missed_before = n_misses();
  uint32_t n_tasks = 0;
  for (uint32_t i = 0; i < 60; i++) {
    const uint32_t which = rng.below(2);
    sweep(which);
    n_tasks += static_cast<uint32_t>(shapes[which].size());
    if (HasFatalFailure()) return;
  }
  creator.table().release(creator.slab());  // counts
  EXPECT_EQ(n_recorded(), recorded_before);
  EXPECT_EQ(n_misses(), missed_before);
  EXPECT_GE(n_forecast() - before, n_tasks);
}

// A creator that is further ahead than a period: nodes leave the ring before they are retired. Which addresses they
// share depends on their place in the period; those of every third one are named by such tasks alone, so that nothing
// else comes after it.
TEST_F(Forecasts, WhatLeavesTheRingIsNotForgotten) {
  for (const uint32_t period : {4u, 23u}) {
    SCOPED_TRACE(period);
    const uint64_t before = n_forecast();
    const uintptr_t shared = 0x10000 * period, own = shared + 64;
    Creator creator;
    for (uint32_t i = 0; i < 400; i++) {
      const uintptr_t place = i % period;
      const bool has_own = place % 3 != 0;
      Dependences task = {{shared + 8 * (has_own ? 2 + place % 3 : place % 2), Kind::In}};
      if (has_own) task.push_back({own + 8 * place, Kind::Out});
      creator.create(task);
      if (i < 300) creator.retire_any(0);
    }
    creator.expect_exactly_the_ready_ones();
    EXPECT_EQ(creator.n_left(), 100u);
    for (uint32_t i = 0; i < 5; i++) creator.create({{shared + 8 * i, Kind::Out}});
    EXPECT_GT(n_forecast() - before, 100u);
    while (creator.n_left() > 0) {
      creator.retire_newest();
      creator.expect_exactly_the_ready_ones();
      if (HasFailure()) return;
    }
  }
}

// Readers of what a task writes that is older than their period: it is nowhere among the forecasts.
TEST_F(Forecasts, BeginWhenNothingOlderIsLeft) {
  const uint64_t before = n_forecast();
  {
    Creator creator;
    creator.create({{64, Kind::Out}});
    for (uint32_t i = 0; i < 600; i++) creator.create({{64, Kind::In}, {72 + 8 * uintptr_t{i % 4}, Kind::Out}});
    creator.expect_exactly_the_ready_ones();
  }
  EXPECT_EQ(n_forecast(), before);
}

// Many readers look like a period of one task until their writer comes. Only the period with the writer has an order.
TEST_F(Forecasts, OfTasksWithoutAnOrderAreNotMade) {
  const uint64_t before = n_forecast();
  const uint64_t missed_before = n_misses();
  const uint64_t unordered_before = n_missed(Miss::Unordered);
  {
    Creator creator;
    for (uint32_t i = 0; i < 30'000; i++) {
      creator.create({{0x7000, i % 300 == 299 ? Kind::Out : Kind::In}});
      creator.retire_any(0);
    }
    EXPECT_EQ(n_misses(), missed_before);
    EXPECT_GT(n_missed(Miss::Unordered), unordered_before);
    EXPECT_LE(n_missed(Miss::Unordered), unordered_before + 3);  // of 64, of 128 and of 256 readers in a row
  }
  EXPECT_GT(n_forecast() - before, 20'000u);
}

TEST_F(Forecasts, EndWithTheMissesOfAStreamThatNeverRepeatsForLong) {
  const uint64_t before = process.n_given_up.load_relaxed();
  base::Rng rng(1);
  Creator creator;
  for (uint32_t i = 0; i < 60'000; i++) {
    const bool is_odd = i > 300 && i % 15 > 11;
    creator.create({{64 + 8 * uintptr_t{is_odd ? 100 + rng.below(1000) : i % 5}, Kind::Out}});
    creator.retire_any(0);
  }
  EXPECT_EQ(process.n_given_up.load_relaxed(), before + 1);
}

// What `rondo graph` shows of a miss.
TEST_F(Forecasts, SayWhyTheyEnd) {
  // Addresses of this test's own: what others have left in the process may be taken up.
  const Dependences usual = {{0x4000, Kind::In}, {0x4008, Kind::Out}};
  const struct {
    Miss why;
    Dependences odd;
  } cases[] = {{Miss::Number, {{0x4000, Kind::In}}},
               {Miss::Kind, {{0x4000, Kind::In}, {0x4008, Kind::In}}},
               {Miss::Address, {{0x4000, Kind::In}, {0x4010, Kind::Out}}},
               {Miss::Asked, {}}};
  for (const auto& [why, odd] : cases) {
    SCOPED_TRACE(static_cast<int>(why));
    const uint64_t before = n_missed(why), all_before = n_misses();
    Creator creator;
    for (int i = 0; i < 300; i++) {
      creator.create(usual);
      creator.retire_any(0);
    }
    odd.empty() ? creator.ask(usual) : creator.create(odd);
    EXPECT_EQ(n_missed(why), before + 1);
    EXPECT_EQ(n_misses(), all_before + 1);
  }
}

TEST(Repetitions, KeepTheCountsOfEachPeriodApart) {
  Repetitions repetitions;
  int code[2];
  Repetition& first = repetitions.of(&code[0], 5);
  EXPECT_NE(&repetitions.of(&code[1], 5), &first);
  EXPECT_NE(&repetitions.of(&code[0], 6), &first);
  EXPECT_EQ(&repetitions.of(&code[0], 5), &first);
  first.n_forecast.add_relaxed(3);
  repetitions.restart_in_child();
  EXPECT_EQ(first.n_forecast.load_relaxed(), 0u);
  // More than there is room for share the last place.
  for (uint32_t period = 100; period < 300; period++) repetitions.of(nullptr, period).n_recorded.add_relaxed(1);
  uint32_t n = 0;
  uint64_t n_recorded = 0;
  repetitions.for_each([&](const Repetition& repetition) {
    n++;
    n_recorded += repetition.n_recorded.load_relaxed();
  });
  EXPECT_EQ(n, 64u);
  EXPECT_EQ(n_recorded, 200u);
}

// Creators one after the other, each of which creates one period: as where each step is a parallel region.
TEST_F(Forecasts, GoOnWithTheNextCreator) {
  const uint64_t before = n_forecast();
  const uint64_t missed_before = n_misses();
  base::Rng rng(7);
  std::vector<Dependences> period(100);
  for (Dependences& task : period) task = random_task(rng, 30);
  for (int step = 0; step < 20; step++) {
    SCOPED_TRACE(step);
    Creator creator;
    for (const Dependences& task : period) {
      creator.create(task);
      if (creator.n_left() > 50) creator.retire_any(rng.below(1000));
      if (HasFatalFailure()) return;
    }
    if (step == 15) creator.create({{kAllMemory, Kind::Out}});
    creator.expect_exactly_the_ready_ones();
    if (HasFailure()) return;
  }
  EXPECT_GT(n_forecast() - before, 1'000u);
  EXPECT_EQ(n_misses() - missed_before, 1u);
}

// Tasks that run when they are created need no forecast; when they do not any more, forecasts begin anew.
TEST_F(Forecasts, RestWhileTasksRunAtOnce) {
  const uint64_t before = n_forecast();
  const uint64_t missed_before = n_misses();
  Creator creator;
  auto create = [&](uint32_t i) { return Dependences{{0x5000, Kind::In}, {0x5008 + 8 * uintptr_t{i % 5}, Kind::Out}}; };
  for (uint32_t i = 0; i < 400; i++) creator.create(create(i));
  while (creator.n_left() != 0) creator.retire_any(0);
  for (uint32_t i = 400; i < 3000; i++) ASSERT_TRUE(creator.pass(create(i)));
  const uint64_t n_before_rest = n_forecast() - before;
  EXPECT_GT(n_before_rest, 1'000u);
  EXPECT_LT(n_before_rest, 2'000u);
  for (uint32_t i = 3000; i < 3700; i++) creator.create(create(i));
  creator.table().release(creator.slab());
  EXPECT_GT(n_forecast() - before, n_before_rest + 100);
  EXPECT_EQ(n_misses(), missed_before);
}

TEST_F(Forecasts, SearchNoLongerWhereTasksRunAtOnce) {
  const uint64_t before = n_recorded();
  Creator creator;
  auto create = [](uintptr_t i) { return Dependences{{0x5000, Kind::In}, {0x5008 + 8 * i, Kind::Out}}; };
  for (uint32_t i = 0; i < 100; i++) creator.create(create(i));
  while (creator.n_left() != 0) creator.retire_any(0);
  for (uint32_t i = 100; i < 1500; i++) ASSERT_TRUE(creator.pass(create(i)));
  for (uint32_t i = 0; i < 2000; i++) ASSERT_TRUE(creator.pass(create(i % 5)));
  EXPECT_EQ(n_recorded(), before);
  for (uint32_t i = 0; i < 1000; i++) creator.create(create(i % 5));
  EXPECT_EQ(n_recorded(), before + 1);
}

}  // namespace
}  // namespace rondo::depend
