// SPDX-License-Identifier: Apache-2.0
//
// graph/tune/tuning_trial.hpp
#include "graph/tune/tuning_trial.hpp"

#include <gtest/gtest.h>

namespace rondo::graph {
namespace {

constexpr int kPure = 0, kRecapture = 1;

void observe(TuningTrial& trial, int n, uint64_t ticks) {
  for (int i = 0; i < n; i++) trial.observe(kRecapture, ticks);
}

TEST(TuningTrial, ASlowerGraphHasLost) {
  TuningTrial trial;
  trial.begin(0, 1000);
  observe(trial, 2, 2000);
  EXPECT_FALSE(trial.is_lost()) << "too soon";
  observe(trial, 20, 1100);
  EXPECT_TRUE(trial.is_lost());
  trial.end();
  EXPECT_FALSE(trial.is_lost());
  observe(trial, 20, 5000);
  EXPECT_FALSE(trial.is_lost()) << "it is the graph before";
}

TEST(TuningTrial, AFasterOneStaysWhateverComesLater) {
  TuningTrial trial;
  trial.begin(0, 1000);
  observe(trial, 3, 3000);  // something else was running
  observe(trial, 1, 1040);  // noise
  observe(trial, 20, 5000);
  EXPECT_FALSE(trial.is_lost());
}

TEST(TuningTrial, KindsAreComparedApart) {
  TuningTrial trial;
  trial.begin(0, 1000);
  for (int i = 0; i < 20; i++) trial.observe(kPure, 5000);
  EXPECT_FALSE(trial.is_lost()) << "nothing is known of pure replays before";
  trial.begin(5000, 1000);
  for (int i = 0; i < 7; i++) trial.observe(kPure, 5000);
  observe(trial, 1, 3000);
  EXPECT_FALSE(trial.is_lost()) << "one replay says nothing";
  observe(trial, 7, 3000);
  EXPECT_TRUE(trial.is_lost());
}

}  // namespace
}  // namespace rondo::graph
