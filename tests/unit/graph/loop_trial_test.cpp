// SPDX-License-Identifier: Apache-2.0
//
// Loops that are entered again and again: whether they go round a graph or are ordinary tasks, and when there is a
// graph at all.
#include "graph/tune/loop_trial.hpp"

#include <gtest/gtest.h>

#include "os/clock.hpp"

namespace rondo::graph {
namespace {

constexpr uint64_t kLoopRounds = 10;  // of an encounter
constexpr uint64_t kRoundTasks = 100;

uint64_t loop_ticks(uint64_t us) { return us * os::ticks_per_us(); }

// `us`: of a round. Encounters, and how many of them were ordinary tasks.
struct LoopEncounters {
  uint64_t n = 0;
  uint64_t n_plain = 0;

  void run(LoopTrial& trial, uint64_t n_more, uint64_t graph_us, uint64_t plain_us) {
    for (uint64_t i = 0; i < n_more; i++) {
      const Way way = trial.way(kLoopRounds);
      n_plain += way == Way::Plain ? 1 : 0;
      trial.observe({way, 2}, kLoopRounds * loop_ticks(way == Way::Plain ? plain_us : graph_us), kLoopRounds);
    }
    n += n_more;
  }
};

TEST(LoopTrial, ALongLoopHasAGraphAtOnce) {
  LoopTrial trial;
  EXPECT_EQ(trial.way(10'000), Way::Spread);
  EXPECT_EQ(trial.way(kLoopRounds), Way::Plain);
  EXPECT_EQ(trial.way(0), Way::Plain);
}

TEST(LoopTrial, AGraphIsMadeWhenRoundsHaveTakenLong) {
  LoopTrial trial;
  EXPECT_FALSE(trial.is_worth_recording(kRoundTasks, 1, loop_ticks(1000), true)) << "not in the first rounds";
  EXPECT_TRUE(trial.is_worth_recording(kRoundTasks, 9, loop_ticks(1000), true));
  EXPECT_FALSE(trial.is_worth_recording(kRoundTasks, 9, loop_ticks(1000), false))
      << "the code is executed all the same";
  EXPECT_TRUE(trial.is_worth_recording(kRoundTasks, 1, loop_ticks(10'000), false)) << "it is not noticed";
  LoopEncounters().run(trial, 4, 0, 20);  // 800 us in all
  EXPECT_TRUE(trial.is_worth_recording(kRoundTasks, 1, 0, true)) << "encounters before this one count";
}

// The bound: trials cost a 64th.
TEST(LoopTrial, GoesBackToOrdinaryTasksThatAreFaster) {
  LoopTrial trial;
  LoopEncounters before;
  before.run(trial, 2, 50, 40);
  EXPECT_EQ(before.n_plain, 2U);
  trial.begin_with_graph();
  LoopEncounters slower;
  slower.run(trial, 1000, 50, 40);
  EXPECT_GT(slower.n_plain, 930U);
  LoopEncounters faster;
  faster.run(trial, 5000, 20, 40);  // it has become so
  EXPECT_LT(faster.n_plain, 500U);
}

}  // namespace
}  // namespace rondo::graph
