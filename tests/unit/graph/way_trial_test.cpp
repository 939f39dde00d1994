// SPDX-License-Identifier: Apache-2.0
//
// Machines on which one way or another is faster, now and then another: what is chosen, and what choosing costs.
#include "graph/tune/way_trial.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "os/clock.hpp"

namespace rondo::graph {
namespace {

constexpr uint64_t kBodiesUnknown = 0;
constexpr Ways kTwo = {Way::Spread, Way::Alone};
constexpr Ways kThree = {Way::Spread, Way::Alone, Way::Plain};

// `us`: of one encounter, by way.
class ThreeWays {
 public:
  ThreeWays(uint64_t spread_us, uint64_t alone_us) { set(spread_us, alone_us); }
  ThreeWays(uint64_t spread_us, uint64_t alone_us, uint64_t plain_us) : open_(kThree) {
    set(spread_us, alone_us, plain_us);
  }
  void set(uint64_t spread_us, uint64_t alone_us, uint64_t plain_us = 0) {
    ticks_[0] = spread_us * os::ticks_per_us();
    ticks_[1] = alone_us * os::ticks_per_us();
    ticks_[2] = plain_us * os::ticks_per_us();
  }
  // The ticks of so many encounters.
  uint64_t run(WayTrial& trial, int n_encounters, uint64_t bodies = kBodiesUnknown, uint32_t n_slots = 2) {
    uint64_t sum = 0;
    for (int i = 0; i < n_encounters; i++) {
      const Way way = trial.way(open_);
      const uint64_t ticks = ticks_[static_cast<int>(way)];
      n_[static_cast<int>(way)]++;
      sum += ticks;
      trial.observe({way, n_slots}, ticks, bodies);
    }
    return sum;
  }
  uint64_t best(int n_encounters) const {
    const uint64_t of_two = std::min(ticks_[0], ticks_[1]);
    return static_cast<uint64_t>(n_encounters) * (open_ == kThree ? std::min(of_two, ticks_[2]) : of_two);
  }
  int n(Way way) const { return n_[static_cast<int>(way)]; }

 private:
  Ways open_ = kTwo;
  uint64_t ticks_[kWays] = {};
  int n_[kWays] = {};
};

TEST(WayTrial, FindsTheFasterWay) {
  for (const Way first : {Way::Spread, Way::Alone}) {
    for (const Way faster : {Way::Spread, Way::Alone}) {
      WayTrial trial;
      trial.begin_with(first);
      ThreeWays machine(faster == Way::Spread ? 100 : 250, faster == Way::Alone ? 100 : 250);
      machine.run(trial, 20);
      EXPECT_EQ(trial.way(kTwo), faster);
    }
  }
}

// Beyond the first encounters trials cost a 64th of all time, whichever way is how much slower.
TEST(WayTrial, TrialsCostLittle) {
  for (const uint64_t slower_us : std::initializer_list<uint64_t>{6, 10, 40, 1000, 20'000}) {
    for (const bool is_spread_slower : {false, true}) {
      WayTrial trial;
      ThreeWays machine(is_spread_slower ? slower_us : 5, is_spread_slower ? 5 : slower_us);
      machine.run(trial, 10);
      constexpr int kReplays = 1'000'000;
      const auto ticks = static_cast<double>(machine.run(trial, kReplays));
      const auto best = static_cast<double>(machine.best(kReplays));
      EXPECT_LT(ticks / best, 1 + 1.3 / 64) << slower_us << " us, spread is slower: " << is_spread_slower;
    }
  }
}

// The first replay after a trial finds its data on other cores, which the trial has to pay for as well.
TEST(WayTrial, PaysForWhatComesAfterATrial) {
  constexpr uint64_t kAlone_us = 100, kSpread_us = 110, kBack_us = 300;
  WayTrial trial;
  trial.begin_with(Way::Alone);
  uint64_t sum = 0;
  constexpr uint64_t kReplays = 100'000;
  Way last = Way::Alone;
  for (uint64_t replay = 0; replay < kReplays; replay++) {
    const Way way = trial.way(kTwo);
    const uint64_t us = way == Way::Spread ? kSpread_us : last == Way::Spread ? kBack_us : kAlone_us;
    trial.observe({way, 2}, us * os::ticks_per_us(), kBodiesUnknown);
    sum += us;
    last = way;
  }
  EXPECT_LT(static_cast<double>(sum), kAlone_us * kReplays * (1 + 1.3 / 64));
}

TEST(WayTrial, FindsTheFastestOfThree) {
  for (const Way first : {Way::Spread, Way::Alone, Way::Plain}) {
    for (const Way fastest : {Way::Spread, Way::Alone, Way::Plain}) {
      for (const bool is_recorded : {false, true}) {
        WayTrial trial;
        trial.begin_with(first);
        ThreeWays machine(fastest == Way::Spread ? 100 : 250, fastest == Way::Alone ? 100 : 220,
                          fastest == Way::Plain ? 100 : 190);
        if (is_recorded) trial.note_recording(200 * os::ticks_per_us());
        machine.run(trial, 400);
        EXPECT_EQ(trial.way(kThree), fastest);
      }
    }
  }
}

// All trials together cost a 64th, whichever way is how much slower.
TEST(WayTrial, TrialsOfTwoOtherWaysCostNoMore) {
  for (const uint64_t slower_us : std::initializer_list<uint64_t>{6, 10, 40, 1000}) {
    for (const uint64_t slowest_us : std::initializer_list<uint64_t>{6, 10, 1000, 20'000}) {
      for (const int fastest : {0, 1, 2}) {
        const uint64_t us[] = {5, slower_us, slowest_us, 5, slower_us};
        WayTrial trial;
        ThreeWays machine(us[3 - fastest], us[(4 - fastest) % 3], us[(5 - fastest) % 3]);
        machine.run(trial, 100);
        constexpr int kEncounters = 200'000;
        const auto ticks = static_cast<double>(machine.run(trial, kEncounters));
        const auto best = static_cast<double>(machine.best(kEncounters));
        EXPECT_LT(ticks / best, 1 + 1.3 / 64) << slower_us << " and " << slowest_us << " us, fastest: " << fastest;
      }
    }
  }
}

// The recorded encounter ran as ordinary tasks, and took longer than others do: such tasks are tried when the trial
// is paid for.
TEST(WayTrial, OrdinaryTasksArePutOffByTheirPrice) {
  WayTrial trial;
  trial.note_recording(200 * os::ticks_per_us());
  ThreeWays machine(100, 300, 90);
  machine.run(trial, 100, 300 * os::ticks_per_us());
  EXPECT_EQ(machine.n(Way::Plain), 0);
  machine.run(trial, 400, 300 * os::ticks_per_us());
  EXPECT_GT(machine.n(Way::Plain), 200);
}

// What is known of ordinary tasks does not depend on the graph.
TEST(WayTrial, AnotherGraphIsTriedAgainstOrdinaryTasks) {
  WayTrial trial;
  ThreeWays machine(30, 40, 20);
  machine.run(trial, 100);
  EXPECT_EQ(trial.way(kThree), Way::Plain);
  machine.set(10, 40, 20);  // its nodes have been grouped
  trial.restart();
  EXPECT_EQ(trial.way(kThree), Way::Plain);
  machine.run(trial, 40);
  EXPECT_EQ(trial.way(kThree), Way::Spread);
}

// A way that is not open is not taken: the fastest of the others is.
TEST(WayTrial, WaysMayBeClosed) {
  WayTrial trial;
  ThreeWays machine(30, 20, 10);
  machine.run(trial, 200);
  EXPECT_EQ(trial.way(kThree), Way::Plain);
  EXPECT_EQ(trial.way(kTwo), Way::Alone);
  EXPECT_EQ(trial.way({Way::Spread}), Way::Spread);
}

// When it is open again, nothing has to be tried.
TEST(WayTrial, AFasterWayIsTakenAgain) {
  WayTrial trial;
  ThreeWays machine(10, 30, 20);
  machine.run(trial, 200);
  EXPECT_EQ(trial.way(kThree), Way::Spread);
  EXPECT_EQ(trial.way({Way::Alone, Way::Plain}), Way::Plain);
  EXPECT_EQ(trial.way(kThree), Way::Spread);
}

TEST(WayTrial, FollowsTheMachine) {
  WayTrial trial;
  ThreeWays machine(10, 20);
  machine.run(trial, 1000);
  EXPECT_EQ(trial.way(kTwo), Way::Spread);
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
TEST(WayTrial, OneSlowReplayChangesNothing) {
  WayTrial trial;
  ThreeWays machine(10, 20);
  machine.run(trial, 100);
  for (int burst = 0; burst < 20; burst++) {
    trial.observe({trial.way(kTwo), 2}, 10'000 * os::ticks_per_us(), kBodiesUnknown);
    machine.run(trial, 100);
  }
  EXPECT_GT(machine.n(Way::Spread), 19 * 100);
}

// The bodies tell that one thread takes twice the time: that is not tried before it is paid for.
TEST(WayTrial, IsPutOffIfItsPriceIsKnown) {
  WayTrial trial;
  ThreeWays machine(100, 200);
  machine.run(trial, 100, 200 * os::ticks_per_us());
  EXPECT_EQ(machine.n(Way::Alone), 0);
  machine.run(trial, 100, 200 * os::ticks_per_us());
  EXPECT_GT(machine.n(Way::Alone), 0);
}

// A thread that has slept meanwhile needs longer than two short encounters to take part.
TEST(WayTrial, GivesSleepersTime) {
  WayTrial trial;
  trial.begin_with(Way::Alone);
  ThreeWays machine(5, 4);
  machine.run(trial, 60);
  EXPECT_GE(machine.n(Way::Spread), 40);
  WayTrial of_three;
  of_three.begin_with(Way::Alone);
  ThreeWays with_plain(5, 4, 5);
  with_plain.run(of_three, 120);
  EXPECT_GE(with_plain.n(Way::Spread), 40);
  EXPECT_GE(with_plain.n(Way::Plain), 40);
}

// The clock did not move: that is a time, too.
TEST(WayTrial, NoTimeAtAllIsNoReasonToStop) {
  WayTrial trial;
  ThreeWays machine(1, 0, 1);
  machine.run(trial, 2000);
  EXPECT_GT(machine.n(Way::Alone), 1500);
}

// A faster way need not wait for sleepers.
TEST(WayTrial, AGainIsTakenAtOnce) {
  WayTrial trial;
  trial.begin_with(Way::Alone);
  ThreeWays machine(4, 5);
  machine.run(trial, 1);
  trial.try_soon(Way::Spread);
  machine.run(trial, 3);
  EXPECT_EQ(machine.n(Way::Alone), 2);
  EXPECT_EQ(trial.way(kTwo), Way::Spread);
  EXPECT_GT(trial.n_settled(), 1u);  // it is no trial any more
}

TEST(WayTrial, AnotherTeamIsAnotherMatter) {
  WayTrial trial;
  ThreeWays machine(30, 10);
  machine.run(trial, 100);
  EXPECT_EQ(trial.way(kTwo), Way::Alone);
  trial.observe({trial.way(kTwo), 4}, 10 * os::ticks_per_us(), kBodiesUnknown);
  EXPECT_EQ(trial.ticks(Way::Spread), 0u);
}

TEST(WayTrial, TakesNoWayThatIsNotOpen) {
  WayTrial trial;
  const Ways ways = {Way::Spread, Way::Plain};
  EXPECT_EQ(trial.way(ways), Way::Spread);
  trial.begin_with(Way::Alone);
  EXPECT_NE(trial.way(ways), Way::Alone);
}

}  // namespace
}  // namespace rondo::graph
