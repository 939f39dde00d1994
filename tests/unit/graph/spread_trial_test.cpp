// SPDX-License-Identifier: Apache-2.0
//
// Machines on which one way or the other is faster, now and then another: what is chosen, and what choosing costs.
#include "graph/tune/spread_trial.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "os/clock.hpp"

namespace rondo::graph {
namespace {

constexpr uint64_t kBodiesUnknown = 0;

// `us`: of one replay, by way.
class Machine {
 public:
  Machine(uint64_t spread_us, uint64_t alone_us) { set(spread_us, alone_us); }
  void set(uint64_t spread_us, uint64_t alone_us) {
    ticks_[0] = spread_us * os::ticks_per_us();
    ticks_[1] = alone_us * os::ticks_per_us();
  }
  // The ticks of so many replays.
  uint64_t run(SpreadTrial& trial, int n_replays, uint64_t bodies = kBodiesUnknown, uint32_t n_slots = 2) {
    uint64_t sum = 0;
    for (int replay = 0; replay < n_replays; replay++) {
      const Way way = trial.way();
      const uint64_t ticks = ticks_[static_cast<int>(way)];
      n_[static_cast<int>(way)]++;
      sum += ticks;
      trial.observe({way, n_slots}, ticks, bodies);
    }
    return sum;
  }
  uint64_t best(int n_replays) const { return static_cast<uint64_t>(n_replays) * std::min(ticks_[0], ticks_[1]); }
  int n(Way way) const { return n_[static_cast<int>(way)]; }

 private:
  uint64_t ticks_[2] = {};
  int n_[2] = {};
};

TEST(SpreadTrial, FindsTheFasterWay) {
  for (const Way first : {Way::Spread, Way::Alone}) {
    for (const Way faster : {Way::Spread, Way::Alone}) {
      SpreadTrial trial;
      trial.begin_with(first);
      Machine machine(faster == Way::Spread ? 100 : 250, faster == Way::Alone ? 100 : 250);
      machine.run(trial, 20);
      EXPECT_EQ(trial.way(), faster);
    }
  }
}

// Beyond the first replays trials cost a 64th of all time, whichever way is how much slower.
TEST(SpreadTrial, TrialsCostLittle) {
  for (const uint64_t slower_us : std::initializer_list<uint64_t>{6, 10, 40, 1000, 20'000}) {
    for (const bool is_spread_slower : {false, true}) {
      SpreadTrial trial;
      Machine machine(is_spread_slower ? slower_us : 5, is_spread_slower ? 5 : slower_us);
      machine.run(trial, 10);
      constexpr int kReplays = 1'000'000;
      const auto ticks = static_cast<double>(machine.run(trial, kReplays));
      const auto best = static_cast<double>(machine.best(kReplays));
      EXPECT_LT(ticks / best, 1 + 1.3 / 64) << slower_us << " us, spread is slower: " << is_spread_slower;
    }
  }
}

// The first replay after a trial finds its data on other cores, which the trial has to pay for as well.
TEST(SpreadTrial, PaysForWhatComesAfterATrial) {
  constexpr uint64_t kAlone_us = 100, kSpread_us = 110, kBack_us = 300;
  SpreadTrial trial;
  trial.begin_with(Way::Alone);
  uint64_t sum = 0;
  constexpr uint64_t kReplays = 100'000;
  Way last = Way::Alone;
  for (uint64_t replay = 0; replay < kReplays; replay++) {
    const Way way = trial.way();
    const uint64_t us = way == Way::Spread ? kSpread_us : last == Way::Spread ? kBack_us : kAlone_us;
    trial.observe({way, 2}, us * os::ticks_per_us(), kBodiesUnknown);
    sum += us;
    last = way;
  }
  EXPECT_LT(static_cast<double>(sum), kAlone_us * kReplays * (1 + 1.3 / 64));
}

TEST(SpreadTrial, FollowsTheMachine) {
  SpreadTrial trial;
  Machine machine(10, 20);
  machine.run(trial, 1000);
  EXPECT_EQ(trial.way(), Way::Spread);
  machine.set(60, 20);  // lines have become slow
  machine.run(trial, 1000);
  EXPECT_EQ(trial.ticks(Way::Alone), 20 * os::ticks_per_us());
  EXPECT_LT(machine.n(Way::Spread), 1500);
  machine.set(10, 20);  // they are fast again
  const int n_before = machine.n(Way::Spread);
  machine.run(trial, 20'000);
  EXPECT_GT(machine.n(Way::Spread), n_before + 15'000);
}

// An interrupted replay, or a single one that was lucky to be short, changes nothing for long.
TEST(SpreadTrial, OneSlowReplayChangesNothing) {
  SpreadTrial trial;
  Machine machine(10, 20);
  machine.run(trial, 100);
  for (int burst = 0; burst < 20; burst++) {
    trial.observe({trial.way(), 2}, 10'000 * os::ticks_per_us(), kBodiesUnknown);
    machine.run(trial, 100);
  }
  EXPECT_GT(machine.n(Way::Spread), 19 * 100);
}

// The bodies tell that one thread takes twice the time: that is not tried before it is paid for.
TEST(SpreadTrial, IsPutOffIfItsPriceIsKnown) {
  SpreadTrial trial;
  Machine machine(100, 200);
  machine.run(trial, 100, 200 * os::ticks_per_us());
  EXPECT_EQ(machine.n(Way::Alone), 0);
  machine.run(trial, 100, 200 * os::ticks_per_us());
  EXPECT_GT(machine.n(Way::Alone), 0);
}

// A thread that has slept meanwhile needs longer than two short replays to take part.
TEST(SpreadTrial, GivesSleepersTime) {
  SpreadTrial trial;
  trial.begin_with(Way::Alone);
  Machine machine(5, 4);
  machine.run(trial, 60);
  EXPECT_GE(machine.n(Way::Spread), 40);
}

TEST(SpreadTrial, AnotherTeamIsAnotherMatter) {
  SpreadTrial trial;
  Machine machine(30, 10);
  machine.run(trial, 100);
  EXPECT_EQ(trial.way(), Way::Alone);
  trial.observe({trial.way(), 4}, 10 * os::ticks_per_us(), kBodiesUnknown);
  EXPECT_EQ(trial.ticks(Way::Spread), 0u);
}

}  // namespace
}  // namespace rondo::graph
