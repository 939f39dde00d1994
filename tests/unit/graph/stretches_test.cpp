// SPDX-License-Identifier: Apache-2.0
//
// Loops on machines on which one way or the other is faster: how their rounds run, and in how long stretches.
#include "graph/tune/stretches.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "os/clock.hpp"

namespace rondo::graph {
namespace {

constexpr uint32_t kStretchNodes = 100;

uint64_t ticks(uint64_t us) { return us * os::ticks_per_us(); }

// `us`: of one round, by way.
struct TwoWays {
  uint64_t spread_us;
  uint64_t alone_us;
  uint64_t cold_us = 0;  // more for the first round
  uint64_t n_spread = 0;  // rounds
  uint64_t n_alone = 0;

  void run(Stretches& stretches, uint64_t n_rounds) {
    while (n_rounds != 0) {
      Stretch stretch = stretches.next(false);
      ASSERT_NE(stretch.way, Way::Any);
      ASSERT_NE(stretch.n_rounds, 0u);
      stretch.n_rounds = std::min(stretch.n_rounds, n_rounds);
      n_rounds -= stretch.n_rounds;
      const bool is_alone = stretch.way == Way::Alone;
      (is_alone ? n_alone : n_spread) += stretch.n_rounds;
      stretches.observe(stretch, 2, stretch.n_rounds * ticks(is_alone ? alone_us : spread_us) + ticks(cold_us));
      cold_us = 0;
    }
  }
};

Stretches recorded(uint64_t us) {
  Stretches stretches;
  stretches.begin(kStretchNodes);
  stretches.note_recorded(ticks(us), false);
  return stretches;
}

TEST(Stretches, NothingIsChosenBeforeSomethingIsKnown) {
  Stretches stretches;
  stretches.begin(kStretchNodes);
  EXPECT_EQ(stretches.next(false).way, Way::Any);
}

TEST(Stretches, TinyTasksBeginAlone) {
  EXPECT_EQ(recorded(kStretchNodes / 2).next(false).way, Way::Alone);
  EXPECT_EQ(recorded(kStretchNodes * 3).next(false).way, Way::Any);
}

// Threads have shared the recorded tasks: they share the first rounds, which tell how long the bodies take.
TEST(Stretches, SharedTasksBeginSpread) {
  for (const uint64_t bodies_us : std::initializer_list<uint64_t>{40, 100}) {
    Stretches stretches;
    stretches.begin(kStretchNodes);
    stretches.note_recorded(ticks(kStretchNodes / 2), true);
    const Stretch first = stretches.next(false);
    EXPECT_EQ(first.way, Way::Spread);
    ASSERT_TRUE(stretches.wants_bodies());
    stretches.note_bodies(ticks(bodies_us));
    stretches.observe(first, 2, first.n_rounds * ticks(60));
    EXPECT_FALSE(stretches.wants_bodies());
    EXPECT_EQ(stretches.next(false).way, bodies_us < 60 ? Way::Alone : Way::Spread) << "of 60 us a round";
    TwoWays machine{60, bodies_us};
    machine.run(stretches, 1000);
    EXPECT_EQ(stretches.next(false).way, bodies_us < 60 ? Way::Alone : Way::Spread);
    EXPECT_LE(bodies_us < 60 ? machine.n_spread : machine.n_alone, 40U);
  }
}

// Other programs want the processors.
TEST(Stretches, AreAloneBesideOtherPrograms) {
  Stretches stretches = recorded(kStretchNodes / 2);
  TwoWays machine{30, 60};
  machine.run(stretches, 1000);
  EXPECT_EQ(stretches.next(true).way, Way::Alone);
  EXPECT_EQ(stretches.next(false).way, Way::Spread);
  EXPECT_EQ(recorded(kStretchNodes * 3).next(true).way, Way::Any) << "long bodies";
}

TEST(Stretches, TheTiniestSharedBodiesRunAlone) {
  Stretches stretches;
  stretches.begin(kStretchNodes);
  stretches.note_recorded(ticks(kStretchNodes / 2), true);
  const Stretch first = stretches.next(false);
  stretches.note_bodies(ticks(kStretchNodes) / 40);
  stretches.observe(first, 2, first.n_rounds * ticks(60));
  EXPECT_EQ(stretches.next(false).way, Way::Alone);
}

TEST(Stretches, LongBodiesAreSpread) {
  Stretches stretches = recorded(kStretchNodes / 2);
  const Stretch first = stretches.next(false);
  stretches.observe(first, 2, first.n_rounds * ticks(kStretchNodes * 3));  // they have become longer
  EXPECT_EQ(stretches.next(false).way, Way::Any);
}

TEST(Stretches, TrialsCostA64th) {
  constexpr uint64_t kRounds = 200'000;
  for (const uint64_t spread_us : std::initializer_list<uint64_t>{10, 39, 50, 400}) {
    Stretches stretches = recorded(kStretchNodes / 2);
    TwoWays machine{spread_us, 45};
    machine.run(stretches, kRounds);
    if (HasFatalFailure()) return;
    const uint64_t took_us = machine.n_spread * spread_us + machine.n_alone * 45;
    EXPECT_LT(took_us, kRounds * std::min<uint64_t>(spread_us, 45) * 66 / 64) << spread_us;
    EXPECT_GT(spread_us < 45 ? machine.n_spread : machine.n_alone, kRounds * 13 / 16) << spread_us;
  }
}

TEST(Stretches, AStretchIsSeveralRoundsAndLongEnoughForTheClock) {
  Stretches stretches = recorded(kStretchNodes / 2);
  const Stretch first = stretches.next(false);
  auto observe_first_two = [first](Stretches& observed, uint64_t us) {
    for (int i = 0; i < 2; i++) observed.observe(first, 2, first.n_rounds * ticks(us));
  };
  observe_first_two(stretches, kStretchNodes / 4);
  EXPECT_GE(stretches.next(false).n_rounds, 4u);
  Stretches of_short_rounds = recorded(kStretchNodes / 2);
  observe_first_two(of_short_rounds, 1);
  EXPECT_GE(of_short_rounds.next(false).n_rounds, 50u);
}

// A short loop is over before it has lost much: two rounds on one thread, then both ways are known.
TEST(Stretches, ASecondThreadIsTriedAtOnce) {
  Stretches stretches = recorded(kStretchNodes / 2);
  TwoWays machine{20, 45};
  machine.run(stretches, 20);
  EXPECT_EQ(machine.n_alone, 2u);
  EXPECT_EQ(stretches.next(false).way, Way::Spread);
  Stretches of_other = recorded(kStretchNodes / 2);
  TwoWays other{60, 45};
  other.run(of_other, 20);
  EXPECT_LE(other.n_spread, 8u);
  EXPECT_EQ(of_other.next(false).way, Way::Alone);
}

TEST(Stretches, TheTiniestTasksAreNotSharedSoon) {
  Stretches stretches = recorded(kStretchNodes / 2);
  TwoWays machine{20, 2};
  machine.run(stretches, 1000);
  EXPECT_EQ(machine.n_spread, 0u);
}

// Nothing of the graph and little of the data is in a cache in the first round, which is alone.
TEST(Stretches, TheFirstRoundDoesNotDecide) {
  Stretches stretches = recorded(kStretchNodes / 2);
  TwoWays machine{110, 100, 50};
  machine.run(stretches, 100);
  EXPECT_LE(machine.n_spread, 20u);
}

// Two threads that are always faster wait for each other only where the other way is tried.
TEST(Stretches, SpreadRoundsRunInLongStretches) {
  Stretches stretches = recorded(kStretchNodes / 2);
  TwoWays machine{20, 45};
  machine.run(stretches, 100'000);
  uint64_t longest = 0;
  for (int i = 0; i < 100; i++) {
    const Stretch stretch = stretches.next(false);
    longest = std::max(longest, stretch.n_rounds);
    machine.run(stretches, stretch.n_rounds);
    if (HasFatalFailure()) return;
  }
  EXPECT_GE(longest, 16u * 4u);
}

// A long stretch is one sample, as a short one is: disturbed once, it does not count as all of its rounds.
TEST(Stretches, OneDisturbedStretchDoesNotDecide) {
  Stretches stretches = recorded(kStretchNodes / 2);
  TwoWays machine{40, 45};
  machine.run(stretches, 100'000);
  Stretch stretch = stretches.next(false);
  ASSERT_EQ(stretch.way, Way::Spread);
  stretch.n_rounds = 1000;
  stretches.observe(stretch, 2, stretch.n_rounds * ticks(60));
  EXPECT_LE(stretches.round_ticks(Way::Spread), ticks(45));
}

TEST(Stretches, AnotherGraphIsAnotherLoop) {
  Stretches stretches = recorded(kStretchNodes / 2);
  TwoWays{20, 45}.run(stretches, 1000);
  stretches.begin(kStretchNodes);
  EXPECT_TRUE(stretches.is_known());
  stretches.begin(kStretchNodes + 1);
  EXPECT_FALSE(stretches.is_known());
}

}  // namespace
}  // namespace rondo::graph
