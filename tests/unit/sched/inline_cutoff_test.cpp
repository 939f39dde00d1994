// SPDX-License-Identifier: Apache-2.0
//
// sched/worker/inline_cutoff.hpp: when a creator keeps more tasks for thieves, and when fewer again.
#include "sched/worker/inline_cutoff.hpp"

#include <gtest/gtest.h>

namespace rondo::sched {
namespace {

constexpr uint32_t kLeast = InlineCutoff::kLeast;

TEST(InlineCutoff, TasksRunInPlaceOnceItIsPassed) {
  InlineCutoff cutoff;
  EXPECT_FALSE(cutoff.note_look(kLeast));
  EXPECT_TRUE(cutoff.note_look(kLeast + 1));
  EXPECT_EQ(cutoff.n_tasks(), kLeast);
}

TEST(InlineCutoff, RisesWhenThievesHaveTakenAllMeanwhile) {
  InlineCutoff cutoff;
  cutoff.note_look(kLeast + 1);
  EXPECT_FALSE(cutoff.note_look(0));
  EXPECT_EQ(cutoff.n_tasks(), 2 * kLeast);
}

TEST(InlineCutoff, StaysWhereThievesAreAsFastAsTheCreator) {
  InlineCutoff cutoff;
  for (int i = 0; i < 100; i++) EXPECT_FALSE(cutoff.note_look(0)) << "nothing ran in place";
  EXPECT_EQ(cutoff.n_tasks(), kLeast);
}

TEST(InlineCutoff, StaysWhereThievesHaveLeftSome) {
  InlineCutoff cutoff;
  for (int i = 0; i < 100; i++) cutoff.note_look(i % 2 == 0 ? kLeast + 1 : 1);
  EXPECT_EQ(cutoff.n_tasks(), kLeast);
}

TEST(InlineCutoff, HasABound) {
  InlineCutoff cutoff;
  for (int i = 0; i < 100; i++) cutoff.note_look(i % 2 == 0 ? 2 * InlineCutoff::kMost : 0);
  EXPECT_EQ(cutoff.n_tasks(), InlineCutoff::kMost);
}

TEST(InlineCutoff, FallsWithEachWaitBeforeWhichItHasNotRisen) {
  InlineCutoff cutoff;
  for (int i = 0; i < 100; i++) cutoff.note_look(i % 2 == 0 ? 2 * InlineCutoff::kMost : 0);
  cutoff.note_wait();
  EXPECT_EQ(cutoff.n_tasks(), InlineCutoff::kMost) << "it has risen until here";
  for (uint32_t n = InlineCutoff::kMost; n > kLeast; n /= 2) {
    EXPECT_EQ(cutoff.n_tasks(), n);
    cutoff.note_wait();
  }
  cutoff.note_wait();
  EXPECT_EQ(cutoff.n_tasks(), kLeast);
}

}  // namespace
}  // namespace rondo::sched
