// SPDX-License-Identifier: Apache-2.0
//
// team/pauses.hpp: what a thread makes of the pauses before.
#include "team/pauses.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace rondo::team {
namespace {

constexpr uint64_t kUs = 10;  // ticks

Pauses after(std::initializer_list<uint64_t> lengths_us) {
  Pauses pauses(kUs);
  for (uint64_t length : lengths_us) pauses.note(length * kUs);
  return pauses;
}

TEST(Pauses, NothingIsKnownAtFirst) {
  EXPECT_EQ(Pauses(kUs).sleep(), 0u);
  EXPECT_EQ(after({1000, 1000, 1000}).sleep(), 0u);
}

TEST(Pauses, AThreadWakesShortlyBeforeTheUsualTime) {
  const uint64_t sleep = after({1000, 1000, 1000, 1000}).sleep();
  EXPECT_GT(sleep, 850 * kUs);
  EXPECT_LT(sleep, 970 * kUs);
}

TEST(Pauses, TheShortestOfTheLastCounts) {
  EXPECT_EQ(after({1000, 600, 1000, 1000}).sleep(), after({600, 600, 600, 600}).sleep());
  EXPECT_EQ(after({600, 1000, 1000, 1000, 1000}).sleep(), after({1000, 1000, 1000, 1000, 1000}).sleep());
}

TEST(Pauses, AShortOneAmongThemIsReasonToSpin) {
  EXPECT_EQ(after({1000, 1000, 1000, 20}).sleep(), 0u);
  EXPECT_EQ(after({1000, 1000, 1000, 1000, 0}).sleep(), 0u);
  EXPECT_NE(after({1000, 1000, 1000, 1000, 0, 1000, 1000, 1000, 1000}).sleep(), 0u);
}

TEST(Pauses, ShortOnesAreSpunThrough) {
  EXPECT_EQ(after({60, 60, 60, 60}).sleep(), 0u);
  EXPECT_EQ(after({0, 0, 0, 0}).sleep(), 0u);
}

TEST(Pauses, LongOnesAreSleptThrough) {
  EXPECT_EQ(after({10'000, 5000, 100'000, 10'000}).sleep(), Pauses::kUntilCalled);
  EXPECT_NE(after({10'000, 3000, 100'000, 10'000}).sleep(), Pauses::kUntilCalled);
}

TEST(Pauses, WhereSleepsEndLateTheyEndEarlier) {
  Pauses pauses = after({1000, 1000, 1000, 1000});
  const uint64_t before = pauses.sleep();
  for (int i = 0; i < 100; i++) pauses.note_late(120 * kUs);
  const uint64_t late = pauses.sleep();
  EXPECT_LT(late, before - 50 * kUs);
  pauses.note_late(1'000'000 * kUs);  // the process was stopped
  EXPECT_GT(pauses.sleep(), late - 30 * kUs);
  for (int i = 0; i < 100; i++) pauses.note_late(0);
  EXPECT_GT(pauses.sleep(), before);
}

TEST(Pauses, WhoseSleepsEndedTooLateTriesAgain) {
  Pauses pauses = after({100, 100, 100, 100});
  EXPECT_NE(pauses.sleep(), 0u);
  for (int i = 0; i < 100; i++) pauses.note_late(120 * kUs);
  EXPECT_EQ(pauses.sleep(), 0u);
  for (int i = 0; i < 10; i++) pauses.note(100 * kUs);
  EXPECT_EQ(pauses.sleep(), 0u);
  for (int i = 0; i < 200; i++) pauses.note(100 * kUs);
  EXPECT_NE(pauses.sleep(), 0u);
}

}  // namespace
}  // namespace rondo::team
