// SPDX-License-Identifier: Apache-2.0
//
// sched/contention.hpp: what a yield tells of the processors, and what idle workers make of it.
#include "sched/contention.hpp"

#include <gtest/gtest.h>

#include "sched/wait.hpp"
#include "without.hpp"

namespace rondo::sched {
namespace {

class Contention : public testing::Test {
 protected:
  void SetUp() override {
    spin_ticks_ = process.idle_policy.spin_ticks.load_relaxed();
    process.idle_policy.spin_ticks.store_relaxed(us(1'000'000));
    process.idle_policy.contended_until.store_relaxed(0);
  }
  void TearDown() override {
    process.idle_policy.spin_ticks.store_relaxed(spin_ticks_);
    process.idle_policy.contended_until.store_relaxed(0);
  }

  static uint64_t us(uint64_t n) { return n * os::ticks_per_us(); }

  // Pauses until the worker may park; at most as many as take far longer than its first looks.
  static int n_pauses(bool is_oversubscribed) {
    constexpr int kMost = 100;
    Idle idle(is_oversubscribed);
    for (int n = 0; n < kMost; n++) {
      // The test's own yields may show contention; only what the test says counts.
      const uint64_t until = process.idle_policy.contended_until.load_relaxed();
      if (!idle.pause()) return n;
      process.idle_policy.contended_until.store_relaxed(until);
    }
    return kMost;
  }

  Tolerance tolerance_;

 private:
  uint64_t spin_ticks_ = 0;
};

TEST_F(Contention, AFewMomentsInALongTimeShowNothing) {
  uint64_t now = uint64_t{1} << 60;
  for (int i = 0; i < 1000; i++, now += us(5)) note_yield(tolerance_, us(5), now, now);
  note_yield(tolerance_, us(5), now, now + us(250));
  EXPECT_FALSE(are_processors_contended(now + us(250)));
  note_yield(tolerance_, us(5), now, now + us(250));
  EXPECT_TRUE(are_processors_contended(now + us(250)));
}

TEST_F(Contention, WhoWasNotThereHasNotSpun) {
  constexpr uint64_t kNow = uint64_t{1} << 60;
  note_yield(tolerance_, us(1'000'000), kNow, kNow + us(10));
  EXPECT_TRUE(are_processors_contended(kNow + us(10)));
}

TEST_F(Contention, ToleranceHasABound) {
  uint64_t now = uint64_t{1} << 60;
  for (int i = 0; i < 100'000; i++, now += us(50)) note_yield(tolerance_, us(50), now, now);
  note_yield(tolerance_, us(5), now, now + us(4000));
  EXPECT_FALSE(are_processors_contended(now + us(4000)));
  note_yield(tolerance_, us(5), now, now + us(4000));
  note_yield(tolerance_, us(5), now, now + us(4000));
  EXPECT_TRUE(are_processors_contended(now + us(4000)));
}

TEST_F(Contention, LastsInProportionToTheTimeAway) {
  constexpr uint64_t kNow = uint64_t{1} << 60;
  note_yield(tolerance_, 0, kNow, kNow + us(4000));
  EXPECT_TRUE(are_processors_contended(kNow + us(4000 + 90'000)));
  EXPECT_FALSE(are_processors_contended(kNow + us(4000 + 110'000)));
}

TEST_F(Contention, OfAShortTimeAwayIsShort) {
  constexpr uint64_t kNow = uint64_t{1} << 60;
  note_yield(tolerance_, 0, kNow, kNow + us(10));
  EXPECT_TRUE(are_processors_contended(kNow + us(10 + 200)));
  EXPECT_FALSE(are_processors_contended(kNow + us(10 + 300)));
}

TEST_F(Contention, IsOverASecondAfterAProcessWasStopped) {
  constexpr uint64_t kNow = uint64_t{1} << 60;
  const uint64_t end = kNow + us(3'600'000'000);
  note_yield(tolerance_, 0, kNow, end);
  EXPECT_TRUE(are_processors_contended(end + us(900'000)));
  EXPECT_FALSE(are_processors_contended(end + us(1'100'000)));
}

TEST_F(Contention, AShortYieldDoesNotEndIt) {
  constexpr uint64_t kNow = uint64_t{1} << 60;
  note_yield(tolerance_, 0, kNow, kNow + us(4000));
  note_yield(tolerance_, 0, kNow + us(3990), kNow + us(4000));  // of another worker
  EXPECT_TRUE(are_processors_contended(kNow + us(4000 + 90'000)));
}

TEST_F(Contention, AYieldToNobodyShowsNothing) {
  constexpr uint64_t kNow = uint64_t{1} << 60;
  note_yield(tolerance_, 0, kNow, kNow + us(1));
  EXPECT_FALSE(are_processors_contended(kNow + us(1)));
}

TEST_F(Contention, CanBeTurnedOff) {
  const test::Without without(config::Mechanism::Contention);
  constexpr uint64_t kNow = uint64_t{1} << 60;
  note_yield(tolerance_, 0, kNow, kNow + us(4000));
  EXPECT_FALSE(are_processors_contended(kNow + us(4000)));
}

TEST_F(Contention, IdleWorkersParkEarly) {
  EXPECT_EQ(n_pauses(false), 100);
  const uint64_t now = os::ticks();
  note_yield(tolerance_, 0, now, now + us(1'000'000));
  EXPECT_LE(n_pauses(false), 16);
  EXPECT_GE(n_pauses(false), 4) << "what comes at once should find them awake";
}

TEST_F(Contention, ThreadsSpinAsLongAsTheUserHasAskedFor) {
  process.idle_policy.parks_early.store_relaxed(false);
  const uint64_t now = os::ticks();
  note_yield(tolerance_, 0, now, now + us(1'000'000));
  EXPECT_EQ(n_pauses(false), 100);
  process.idle_policy.parks_early.store_relaxed(true);
}

TEST_F(Contention, OversubscribedTeamsYield) {
  const uint64_t before = process.idle_policy.oversubscribed_spin_ticks.load_relaxed();
  process.idle_policy.oversubscribed_spin_ticks.store_relaxed(us(1'000'000));
  const uint64_t now = os::ticks();
  note_yield(tolerance_, 0, now, now + us(1'000'000));
  EXPECT_EQ(n_pauses(true), 100);
  process.idle_policy.oversubscribed_spin_ticks.store_relaxed(before);
}

}  // namespace
}  // namespace rondo::sched
