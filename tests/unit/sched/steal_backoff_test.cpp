// SPDX-License-Identifier: Apache-2.0
//
// sched/worker/steal_backoff.hpp, with a clock of its own: 1000 ticks a microsecond, so that ticks are nanoseconds.
#include "sched/worker/steal_backoff.hpp"

#include <gtest/gtest.h>

#include "without.hpp"

namespace rondo::sched {
namespace {

class Backoff : public testing::Test {
 protected:
  static constexpr uint64_t kTicksPerUs = 1000;
  static constexpr uint64_t kShort_ns = 20;
  static constexpr uint64_t kLong_ns = 5000;

  // The worker steals something that takes so long. Returns how long it leaves the others alone then.
  uint64_t steal(uint64_t length_ns, uint32_t n_slots = 2, bool is_inside_task = false) {
    return steal_several(1, length_ns, n_slots, is_inside_task);
  }
  uint64_t steal_several(uint32_t n, uint64_t length_ns, uint32_t n_slots = 2, bool is_inside_task = false) {
    backoff_.note_theft(now_, 0, n);
    now_ += length_ns;
    backoff_.judge(now_, kTicksPerUs, n_slots, is_inside_task);
    uint64_t pause_ns = 0;
    while (!backoff_.is_over(now_ + pause_ns)) pause_ns++;
    now_ += pause_ns;
    return pause_ns;
  }

  uint64_t now_ = 1'000'000;
  StealBackoff backoff_;
};

TEST_F(Backoff, WhatIsWorthItsWayIsFollowedByTheNextAtOnce) {
  for (int i = 0; i < 100; i++) EXPECT_EQ(steal(kLong_ns), 0u);
}

TEST_F(Backoff, TinyTasksAreTakenEverMoreSeldom) {
  uint64_t last_ns = steal(kShort_ns);
  EXPECT_GT(last_ns, 0u);
  for (int i = 0; i < 3; i++) {
    const uint64_t pause_ns = steal(kShort_ns);
    EXPECT_EQ(pause_ns, 2 * last_ns);
    last_ns = pause_ns;
  }
}

TEST_F(Backoff, ThePauseHasABoundThatGrowsWithTheArenaUpToABound) {
  auto longest = [&](uint32_t n_slots) {
    backoff_ = {};
    for (int i = 0; i < 40; i++) steal(kShort_ns, n_slots);
    return steal(kShort_ns, n_slots);
  };
  const uint64_t of_two_ns = longest(2);
  EXPECT_EQ(longest(4), 2 * of_two_ns);
  EXPECT_EQ(longest(64), longest(1000));
}

TEST_F(Backoff, LongTasksEndTheRestraintSoon) {
  for (int i = 0; i < 40; i++) steal(kShort_ns);
  uint64_t waited_ns = 0;
  for (int i = 0; i < 4; i++) waited_ns += steal(kLong_ns);
  EXPECT_LT(waited_ns, kLong_ns);
  EXPECT_EQ(steal(kLong_ns), 0u);
}

// As many as may go with the next theft, each so long.
void steal_all(StealBackoff& backoff, uint64_t& now, uint64_t each_ns, uint32_t n_thefts) {
  for (uint32_t i = 0; i < n_thefts; i++) {
    const uint32_t n = backoff.n_at_once();
    backoff.note_theft(now, 0, n);
    now += n * each_ns;
    backoff.judge(now, 1000, 2, false);
  }
}

TEST_F(Backoff, ShortTasksTravelTogether) {
  EXPECT_EQ(backoff_.n_at_once(), 1u);
  steal_all(backoff_, now_, 230, 2);
  EXPECT_EQ(backoff_.n_at_once(), 4u);
  steal_all(backoff_, now_, 100, 20);
  EXPECT_EQ(backoff_.n_at_once(), StealBackoff::kMostAtOnce);
}

TEST_F(Backoff, LongTasksTravelAlone) {
  steal_all(backoff_, now_, 1500, 20);
  EXPECT_LE(backoff_.n_at_once(), 2u);
  steal_all(backoff_, now_, 230, 20);
  EXPECT_GT(backoff_.n_at_once(), 4u);
  steal_all(backoff_, now_, kLong_ns, 10);
  EXPECT_EQ(backoff_.n_at_once(), 1u);
}

TEST_F(Backoff, TinyTasksTravelAloneAndNoMoreOfThemWhileTheyAreTakenSeldom) {
  steal_all(backoff_, now_, 230, 20);
  EXPECT_GT(steal_several(16, 16 * kShort_ns), 0u);
  EXPECT_EQ(backoff_.n_at_once(), 1u);
  for (int i = 0; i < 10; i++) steal(kShort_ns);
  steal(300);
  EXPECT_EQ(backoff_.n_at_once(), 1u);
  for (int i = 0; i < 10; i++) steal(300);
  EXPECT_GT(backoff_.n_at_once(), 1u);
}

// A theft that found fewer than it might have taken says nothing about more.
TEST_F(Backoff, WhereThereAreFewTasksTheirNumberDoesNotGrow) {
  steal_several(1, 230);
  for (int i = 0; i < 20; i++) steal_several(1, 230);
  EXPECT_EQ(backoff_.n_at_once(), 2u);
}

TEST_F(Backoff, WithoutItNothingIsPausedFor) {
  test::Without without(config::Mechanism::StealBackoff);
  for (int i = 0; i < 40; i++) EXPECT_EQ(steal(kShort_ns), 0u);
}

TEST_F(Backoff, NobodyIsSparedInsideALongTask) {
  for (int i = 0; i < 3; i++) steal(kShort_ns);
  const uint64_t pause_ns = steal(kShort_ns);
  for (int i = 0; i < 100; i++) EXPECT_EQ(steal(kShort_ns, 2, true), 0u);
  EXPECT_EQ(steal(kShort_ns), 2 * pause_ns) << "what was learnt before is kept";
}

struct Victim {
  uint64_t motion() const { return n_created; }
  int64_t size_hint() const { return n_held; }
  uint64_t n_created = 0;
  int64_t n_held = 0;
};

TEST_F(Backoff, IsDueWhereNothingWasStolen) {
  Victim victim;
  EXPECT_TRUE(backoff_.is_due(2, victim));
  EXPECT_TRUE(backoff_.is_due(2, victim));
}

TEST_F(Backoff, AVictimThatHasNotMovedForAWhileMayBeInsideALongTask) {
  backoff_.note_theft(now_, 7, 1);
  EXPECT_FALSE(backoff_.is_still(now_ + 100, kTicksPerUs));
  EXPECT_TRUE(backoff_.is_still(now_ + 3 * kTicksPerUs, kTicksPerUs));
  backoff_.note_theft(now_ + 3 * kTicksPerUs, 7, 1);
  EXPECT_TRUE(backoff_.is_still(now_ + 3 * kTicksPerUs, kTicksPerUs)) << "still where it was";
  backoff_.note_theft(now_ + 4 * kTicksPerUs, 8, 1);
  EXPECT_FALSE(backoff_.is_still(now_ + 4 * kTicksPerUs, kTicksPerUs)) << "it has moved";
}

// By the clock: a worker has stolen from the victim, 10 us ago for the first time, and now again something tiny. (It
// may be interrupted, and seem long then.)
bool goes_on_at_once(Victim victim_now) {
  StealBackoff backoff;
  constexpr uint64_t kSeen = 7;
  const uint64_t before = os::ticks() - 10 * os::ticks_per_us();
  backoff.note_theft(before, kSeen, 1);
  backoff.note_theft(os::ticks(), kSeen, 1);
  return backoff.is_due(2, victim_now);
}

TEST(StealBackoff, GoesOnAtOnceOnlyIfItsVictimIsStillAndHasABacklog) {
  int n_pauses_moving = 0;
  int n_pauses_poor = 0;
  for (int i = 0; i < 100; i++) {
    EXPECT_TRUE(goes_on_at_once({7, 100}));
    n_pauses_moving += goes_on_at_once({8, 100}) ? 0 : 1;
    n_pauses_poor += goes_on_at_once({7, 3}) ? 0 : 1;
  }
  EXPECT_GT(n_pauses_moving, 0);
  EXPECT_GT(n_pauses_poor, 0);
}

}  // namespace
}  // namespace rondo::sched
