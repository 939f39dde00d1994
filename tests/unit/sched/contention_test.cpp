// SPDX-License-Identifier: Apache-2.0
//
// sched/worker/contention.hpp: what it tells of the processors that a worker was missed, and what idle workers make
// of it.
#include "sched/worker/contention.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "os/thread.hpp"
#include "sched/test_arena.hpp"
#include "sched/wait/wait.hpp"
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
    process.idle_policy.crowded_until.store_relaxed(0);
    process.idle_policy.measures_from.store_relaxed(0);
  }

  static uint64_t us(uint64_t n) { return n * os::ticks_per_us(); }

  // Pauses until the worker may park; at most as many as take far longer than its first looks.
  static int n_pauses(bool is_oversubscribed) {
    constexpr int kMost = 100;
    Idle idle(is_oversubscribed);
    for (int n = 0; n < kMost; n++) {
      if (!idle.pause()) return n;
    }
    return kMost;
  }

  // How long the worker pauses until it may park.
  static uint64_t ticks_awake() {
    Idle idle(false);
    const uint64_t start = os::ticks();
    while (idle.pause()) continue;
    return os::ticks() - start;
  }

  // The worker was missed for so long.
  void miss(uint64_t length, uint64_t now) { note_missed(tolerance_, length, now); }

  static constexpr uint64_t kNow = uint64_t{1} << 60;
  Tolerance tolerance_;

 private:
  uint64_t spin_ticks_ = 0;
};

TEST_F(Contention, AFewMomentsInALongTimeShowNothing) {
  for (uint64_t after = 0; after < 5000; after += 5) tolerance_.earn(kNow + us(after), os::ticks_per_us());
  miss(us(250), kNow);
  EXPECT_FALSE(are_processors_contended(kNow));
  miss(us(250), kNow);
  EXPECT_TRUE(are_processors_contended(kNow));
}

TEST_F(Contention, WhoSleptForLongHasEarnedLittle) {
  tolerance_.earn(kNow, os::ticks_per_us());
  tolerance_.earn(kNow + us(10'000'000), os::ticks_per_us());
  miss(us(250), kNow);
  EXPECT_TRUE(are_processors_contended(kNow));
}

TEST_F(Contention, ToleranceHasABound) {
  for (uint64_t after = 0; after < 5'000'000; after += 500) tolerance_.earn(kNow + us(after), os::ticks_per_us());
  miss(us(4000), kNow);
  miss(us(4000), kNow);
  EXPECT_FALSE(are_processors_contended(kNow));
  miss(us(4000), kNow);
  EXPECT_TRUE(are_processors_contended(kNow));
}

TEST_F(Contention, LastsInProportionToTheTimeMissed) {
  miss(us(4000), kNow);
  EXPECT_TRUE(are_processors_contended(kNow + us(90'000)));
  EXPECT_FALSE(are_processors_contended(kNow + us(110'000)));
}

TEST_F(Contention, OfAShortTimeMissedIsShort) {
  miss(us(10), kNow);
  EXPECT_TRUE(are_processors_contended(kNow + us(200)));
  EXPECT_FALSE(are_processors_contended(kNow + us(300)));
}

TEST_F(Contention, IsOverASecondAfterAProcessWasStopped) {
  miss(us(3'600'000'000), kNow);
  EXPECT_TRUE(are_processors_contended(kNow + us(900'000)));
  EXPECT_FALSE(are_processors_contended(kNow + us(1'100'000)));
}

TEST_F(Contention, AShorterOneDoesNotEndIt) {
  miss(us(4000), kNow);
  miss(us(10), kNow);  // another worker
  EXPECT_TRUE(are_processors_contended(kNow + us(90'000)));
}

TEST_F(Contention, AYieldToNobodyShowsNothing) {
  miss(us(1), kNow);
  EXPECT_FALSE(are_processors_contended(kNow));
}

TEST_F(Contention, OfACrowdGetsLongerWhileOthersStay) {
  IdlePolicy policy;
  uint64_t now = kNow;
  for (const uint64_t rest : {2u, 4u, 8u, 16u, 25u, 25u}) {
    EXPECT_EQ(rest_of_crowd(policy, now), rest);
    policy.crowded_until.store_relaxed(now + us(1000));
    EXPECT_EQ(rest_of_crowd(policy, now + us(500)), rest);  // another thread
    now += us(5000);
  }
  EXPECT_EQ(rest_of_crowd(policy, now + us(1'000'000)), 2u);
}

TEST_F(Contention, IsMeasuredForAFiftiethOfTheTimeWhereThatIsDear) {
  IdlePolicy policy;
  note_measurement(policy, kNow, us(1));  // of ten threads
  EXPECT_TRUE(may_measure(policy, kNow + 1));
  note_measurement(policy, kNow, us(40));  // of thousands
  EXPECT_FALSE(may_measure(policy, kNow + us(1990)));
  EXPECT_TRUE(may_measure(policy, kNow + us(2010)));
  note_measurement(policy, kNow, us(4000));  // of a thread that has lost its processor meanwhile
  EXPECT_TRUE(may_measure(policy, kNow + us(5010)));
}

TEST_F(Contention, CanBeTurnedOff) {
  const test::Without without(config::Mechanism::Contention);
  miss(us(4000), kNow);
  EXPECT_FALSE(are_processors_contended(kNow));
}

// The calling thread, and what it starts from now on, run on its present processor only.
void stay_here() {
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(static_cast<size_t>(sched_getcpu()), &here);
  EXPECT_EQ(pthread_setaffinity_np(pthread_self(), sizeof here, &here), 0);
}

// The calling thread has its processor together with one that computes, as long as an object of this type lives.
class BusyNeighbour {
 public:
  BusyNeighbour() {
    stay_here();
    thread_ = std::thread([this] {  // which inherits the processor
      while (!is_over_.load(std::memory_order_relaxed)) {
      }
    });
  }
  ~BusyNeighbour() {
    is_over_.store(true, std::memory_order_relaxed);
    thread_.join();
  }
  BusyNeighbour(const BusyNeighbour&) = delete;
  BusyNeighbour& operator=(const BusyNeighbour&) = delete;

 private:
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

TEST_F(Contention, CountsOnlyIfSomethingCameMeanwhile) {
  test::TestArena arena(1);
  arena.run([&] {
    const BusyNeighbour neighbour;
    Idle idle(false);
    auto yield_once = [&] {
      do {
        if (!idle.pause()) idle.reset();
      } while (idle.rounds() == 0 || idle.rounds() % Idle::kRoundsToYield != 0);
    };
    for (int i = 0; i < 5; i++) {
      yield_once();
      (void)idle.pause();  // another look in vain
      idle.come();
    }
    EXPECT_FALSE(are_processors_contended(os::ticks())) << "nothing came";
    bool is_noted = false;  // perhaps for less time than the neighbour takes next
    for (int i = 0; i < 1000 && !is_noted; i++) {
      yield_once();
      idle.come();
      is_noted = are_processors_contended(os::ticks());
    }
    EXPECT_TRUE(is_noted);
  });
}

TEST_F(Contention, IdleWorkersParkEarly) {
  EXPECT_EQ(n_pauses(false), 100);
  miss(us(1'000'000), os::ticks());
  const uint64_t awake = ticks_awake();
  EXPECT_LT(awake, us(500'000)) << "half of the time for which they spin otherwise";
  EXPECT_GE(awake, us(Idle::kSleepAndWake_us)) << "what comes before a sleeper would be awake should find them so";
}

TEST_F(Contention, ThreadsSpinAsLongAsTheUserHasAskedFor) {
  process.idle_policy.parks_early.store_relaxed(false);
  miss(us(1'000'000), os::ticks());
  EXPECT_EQ(n_pauses(false), 100);
  process.idle_policy.parks_early.store_relaxed(true);
}

// Whether the calling thread has shown, in some yields of an oversubscribed team, that processors are crowded.
bool crowds_in(int n_yields) {
  for (int i = 0; i < n_yields; i++) {
    if (are_processors_crowded(os::ticks())) return true;
    yield_to_members(os::ticks());
  }
  return false;
}

// Another process that computes on the calling thread's processor, as long as an object of this type lives.
class BusyProcess {
 public:
  BusyProcess() {
    stay_here();
    child_ = fork();  // which inherits the processor
    while (child_ == 0) os::relax();
  }
  ~BusyProcess() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  BusyProcess(const BusyProcess&) = delete;
  BusyProcess& operator=(const BusyProcess&) = delete;

 private:
  pid_t child_ = 0;
};

TEST_F(Contention, WhereMembersHadTheProcessorNobodyElseHad) {
  EXPECT_FALSE(were_others_there(us(4000), us(4000)));
  EXPECT_FALSE(were_others_there(us(4000), us(7900))) << "others of the process ran elsewhere";
  EXPECT_FALSE(were_others_there(us(4000), us(3500))) << "the kernel itself takes some time";
  EXPECT_TRUE(were_others_there(us(4000), us(2900)));
  EXPECT_TRUE(were_others_there(us(4000), 0));
}

TEST_F(Contention, WhereOthersTakeTheProcessorOversubscribedTeamsSleep) {
  const uint64_t before = process.idle_policy.oversubscribed_spin_ticks.load_relaxed();
  process.idle_policy.oversubscribed_spin_ticks.store_relaxed(us(1'000'000'000));
  const BusyProcess neighbour;
  test::TestArena arena(1);
  arena.run([&] {
    miss(us(1'000'000), os::ticks());
    EXPECT_TRUE(n_pauses(true) == 100 || are_processors_crowded(os::ticks())) << "members of other teams may be missed";
    t_worker->turns = {.usual_ns = os::turn_ns()};
    const bool has_turns = t_worker->turns.usual_ns > os::kShortestTurn_ns;
    bool sleeps = false;  // unless the neighbour takes more time in between than what is noted lasts
    for (int i = 0; i < 100 && !sleeps; i++) sleeps = crowds_in(1000) && n_pauses(true) <= 1;
    EXPECT_TRUE(sleeps);
    EXPECT_EQ(t_worker->turns.are_short, has_turns);
    if (has_turns) EXPECT_EQ(os::turn_ns(), os::kShortestTurn_ns);
    process.idle_policy.crowded_until.store_relaxed(0);
    yield_to_members(os::ticks());
    EXPECT_FALSE(t_worker->turns.are_short);
    EXPECT_EQ(os::turn_ns(), t_worker->turns.usual_ns);
  });
  process.idle_policy.oversubscribed_spin_ticks.store_relaxed(before);
}

TEST_F(Contention, NobodyMeasuresSoonAfterOneForWhomItTookLong) {
  const BusyProcess neighbour;
  test::TestArena arena(1);
  arena.run([&] {
    process.idle_policy.measures_from.store_relaxed(os::ticks() + us(10'000'000));
    EXPECT_FALSE(crowds_in(100));
    process.idle_policy.measures_from.store_relaxed(0);
    EXPECT_TRUE(crowds_in(100'000));
  });
}

}  // namespace
}  // namespace rondo::sched
