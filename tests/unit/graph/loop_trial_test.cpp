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
      const Way way = trial.way();
      n_plain += way == Way::Plain ? 1 : 0;
      trial.observe({way, 2}, kLoopRounds * loop_ticks(way == Way::Plain ? plain_us : graph_us), kLoopRounds);
    }
    n += n_more;
  }
};

// The first rounds of a loop; a slow one first. After how many of them is a graph worth making?
uint64_t n_rounds_before_graph(uint64_t round_us, uint64_t n_ahead, bool skips_code = true, bool is_kept = true,
                               uint64_t body_us = 0) {
  LoopTrial trial;
  RoundQuestion round{kRoundTasks, 0, 0, 0, skips_code, is_kept, loop_ticks(body_us)};
  while (round.n_rounds < 10'000) {
    round.n_ahead = n_ahead > round.n_rounds ? n_ahead - round.n_rounds : 0;
    if (trial.is_worth_recording(round)) break;
    const uint64_t ticks = loop_ticks(round.n_rounds == 0 ? 10 * round_us : round_us);
    trial.note_round(ticks);
    round.ticks += ticks;
    round.n_rounds++;
  }
  return round.n_rounds;
}

TEST(LoopTrial, BeginsAsOrdinaryTasks) {
  LoopTrial trial;
  EXPECT_EQ(trial.way(), Way::Plain);
  EXPECT_GT(n_rounds_before_graph(20, 10'000), 0U);
}

TEST(LoopTrial, AGraphIsMadeAtOnceWhereTasksTakeLongToCreate) {
  EXPECT_EQ(n_rounds_before_graph(20, 30), 3U) << "200 ns a task";
  EXPECT_EQ(n_rounds_before_graph(20, 0), 20U) << "it is not known how many rounds come";
  EXPECT_GT(n_rounds_before_graph(5, 0), 500U) << "50 ns a task: they run where they are created";
  EXPECT_EQ(n_rounds_before_graph(35, 30), 3U) << "350 ns a task";
  EXPECT_EQ(n_rounds_before_graph(20, 0, true, false), 64U) << "each encounter would pay for it";
  EXPECT_EQ(n_rounds_before_graph(80, 0), 10U) << "0.8 us a task: a graph gains a small part of that, in a long loop";
  EXPECT_EQ(n_rounds_before_graph(100, 1000), 3U) << "many rounds make up for a graph";
  EXPECT_GT(n_rounds_before_graph(5, 1000), 500U);
  EXPECT_GT(n_rounds_before_graph(20, 0, false), 50U) << "the code is executed all the same";
}

// 80 ns a task, of which the body takes 20: a graph saves 50, and takes as long as 32 rounds.
TEST(LoopTrial, AGraphOfTinyTasksIsMadeWhenItWouldHaveMadeUpForItself) {
  EXPECT_EQ(n_rounds_before_graph(8, 0, true, true, 2), 51U);
  EXPECT_EQ(n_rounds_before_graph(8, 0, true, false, 2), 51U) << "of one encounter";
  EXPECT_EQ(n_rounds_before_graph(8, 100, true, true, 2), 3U) << "it will";
  EXPECT_EQ(n_rounds_before_graph(8, 70, true, true, 2), 70U) << "too few rounds are left until its end";
  EXPECT_GT(n_rounds_before_graph(8, 0, true, true, 6), 300U) << "it saves a fifth of the time at most";
  EXPECT_GT(n_rounds_before_graph(8, 1000, false, true, 2), 100U) << "the code is executed all the same";
}

TEST(LoopTrial, LoopsOfTinyTasksHaveAGraphWhenAllTheirRoundsWouldHaveMadeUpForIt) {
  LoopTrial trial;
  for (int round = 0; round < 3; round++) trial.note_round(loop_ticks(8));
  LoopEncounters encounters;
  encounters.run(trial, 5, 0, 8);
  EXPECT_FALSE(trial.is_saved_up({kRoundTasks, 0, 0, kLoopRounds, true, true, loop_ticks(2)})) << "50 rounds";
  encounters.run(trial, 1, 0, 8);
  EXPECT_TRUE(trial.is_saved_up({kRoundTasks, 0, 0, kLoopRounds, true, true, loop_ticks(2)}));
  EXPECT_FALSE(trial.is_saved_up({kRoundTasks, 0, 0, kLoopRounds, true, false, loop_ticks(2)}))
      << "it is made anew each time";
  EXPECT_FALSE(trial.is_saved_up({kRoundTasks, 0, 0, kLoopRounds, true, true, 0})) << "they run elsewhere";
}

TEST(LoopTrial, KnowsTheRoundsOfEncountersBefore) {
  LoopTrial trial;
  for (int round = 0; round < 3; round++) trial.note_round(loop_ticks(20));
  EXPECT_FALSE(trial.is_worth_recording({kRoundTasks, 3, loop_ticks(60), 7, true, true})) << "a short loop";
  LoopEncounters().run(trial, 1, 0, 20);
  EXPECT_TRUE(trial.is_worth_recording({kRoundTasks, 0, 0, 0, true, true}));
}

TEST(LoopTrial, LongTasksAreOrdinaryInTheFirstTenEncounters) {
  LoopTrial trial;
  LoopEncounters encounters;
  encounters.run(trial, 9, 0, 120);  // 1.2 us a task
  EXPECT_FALSE(trial.is_worth_recording({kRoundTasks, 5, loop_ticks(600), 0, true, true}));
  EXPECT_FALSE(trial.is_long_plain(kRoundTasks));
  encounters.run(trial, 1, 0, 120);
  EXPECT_TRUE(trial.is_worth_recording({kRoundTasks, 5, loop_ticks(600), 0, true, true}));
  EXPECT_TRUE(trial.is_long_plain(kRoundTasks));
}

// 0.8 us a task: when nobody notices the making of a graph.
TEST(LoopTrial, ShortTasksHaveAGraphWhenTheLoopComesAgain) {
  LoopTrial trial;
  LoopEncounters encounters;
  encounters.run(trial, 5, 0, 80);
  EXPECT_FALSE(trial.is_worth_recording({kRoundTasks, 5, loop_ticks(400), 0, true, true}));
  EXPECT_FALSE(trial.is_long_plain(kRoundTasks));
  encounters.run(trial, 2, 0, 80);
  EXPECT_TRUE(trial.is_worth_recording({kRoundTasks, 5, loop_ticks(400), 0, true, true}));
  EXPECT_TRUE(trial.is_long_plain(kRoundTasks));

  LoopTrial of_many_rounds;
  of_many_rounds.observe({Way::Plain, 2}, 100 * loop_ticks(80), 100);
  EXPECT_FALSE(of_many_rounds.is_long_plain(kRoundTasks)) << "it has come once";
  of_many_rounds.observe({Way::Plain, 2}, 100 * loop_ticks(80), 100);
  EXPECT_TRUE(of_many_rounds.is_long_plain(kRoundTasks));
}

TEST(LoopTrial, TasksThatBecomeLongerAreNoticed) {
  LoopTrial trial;
  for (int round = 0; round < 3; round++) trial.note_round(loop_ticks(5));
  LoopEncounters encounters;
  encounters.run(trial, 3, 0, 5);  // 50 ns a task
  EXPECT_FALSE(trial.is_worth_recording({kRoundTasks, 0, 0, 0, true, true}));
  encounters.run(trial, 12, 0, 20);  // 200 ns a task
  EXPECT_TRUE(trial.is_worth_recording({kRoundTasks, 0, 0, 0, true, true}));
}

// The first encounter may be the only one.
TEST(LoopTrial, LongTasksHaveAGraphWhereAnEncounterIsLong) {
  LoopTrial trial;
  for (int round = 0; round < 3; round++) trial.note_round(loop_ticks(80));
  EXPECT_FALSE(trial.is_worth_recording({kRoundTasks, 10, loop_ticks(800), 0, true, true}));
  EXPECT_TRUE(trial.is_worth_recording({kRoundTasks, 20, loop_ticks(1600), 0, true, true}));
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
