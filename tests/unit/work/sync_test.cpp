// SPDX-License-Identifier: Apache-2.0
//
// single, copyprivate, locks, reductions, cancellation's barrier, ICVs of tasks, leagues.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "os/clock.hpp"
#include "os/cpu.hpp"
#include "sched/create/create.hpp"
#include "sched/wait/taskwait.hpp"
#include "sync/process.hpp"
#include "work/cancel.hpp"
#include "work/icvs.hpp"
#include "work/lock.hpp"
#include "work/parallel.hpp"
#include "work/reduce.hpp"
#include "work/region.hpp"
#include "work/single.hpp"

namespace rondo::work {
namespace {

using sched::Worker;
using test::in_region;
using test::kTeamSizes;

TEST(Single, OneThreadEach) {
  constexpr size_t kSingles = 5000;
  for (uint32_t n_threads : kTeamSizes) {
    std::vector<std::atomic<int>> times(kSingles);
    in_region(n_threads, [&](Worker& worker, uint32_t) {
      for (std::atomic<int>& single : times) {
        if (begin_single(worker)) single++;
      }
    });
    for (const std::atomic<int>& single : times) ASSERT_EQ(single, 1);
  }
}

TEST(Single, CopiesReachEverybody) {
  for (uint32_t n_threads : kTeamSizes) {
    in_region(n_threads, [&](Worker& worker, uint32_t) {
      for (int i = 0; i < 200; i++) {
        int value = -1;
        bool is_source = begin_single(worker);
        if (is_source) value = i;
        copy_private(
            worker, &value, [](void* to, void* from) { *static_cast<int*>(to) = *static_cast<int*>(from); }, is_source);
        EXPECT_EQ(value, i);
        if (begin_single(worker)) {
          value = 1000 + i;
          publish_copy(worker, &value);
        } else {
          EXPECT_EQ(*static_cast<int*>(await_copy(worker)), 1000 + i);
        }
        barrier(worker);
      }
    });
  }
}

TEST(Lock, ExcludesAndTries) {
  for (uint32_t n_threads : kTeamSizes) {
    Lock lock;
    int count = 0;       // under the lock
    int n_inside = 0;
    constexpr int kTimes = 3000;
    in_region(n_threads, [&](Worker&, uint32_t thread_num) {
      for (int i = 0; i < kTimes; i++) {
        if (thread_num % 2 == 0) {
          lock.lock();
        } else {
          while (!lock.try_lock()) os::relax();
        }
        EXPECT_EQ(n_inside++, 0);
        count++;
        n_inside--;
        lock.unlock();
      }
    });
    EXPECT_EQ(count, kTimes * static_cast<int>(n_threads));
    EXPECT_TRUE(lock.try_lock());
    EXPECT_FALSE(lock.try_lock());
    lock.unlock();
  }
}

// Waiters go to sleep behind a holder who takes his time, and each is woken.
TEST(Lock, SleepersAreWoken) {
  Lock lock;
  int count = 0;
  in_region(4, [&](Worker& worker, uint32_t thread_num) {
    if (thread_num == 0) lock.lock();
    barrier(worker);
    if (thread_num == 0) {
      uint64_t end = os::now_ns() + 5'000'000;
      while (os::now_ns() < end) os::yield_thread();
      lock.unlock();
    } else {
      for (int i = 0; i < 100; i++) {
        lock.lock();
        count++;
        lock.unlock();
      }
    }
  });
  EXPECT_EQ(count, 300);
}

// Locks share counts of sleepers: while somebody sleeps at one, others are taken and given back as ever.
TEST(Lock, OthersDoNotWaitForItsSleepers) {
  std::vector<Lock> locks(600);
  int n_sharing = 0;  // the count of the one that is awaited
  Lock awaited;
  int count = 0;
  in_region(3, [&](Worker& worker, uint32_t thread_num) {
    if (thread_num == 0) awaited.lock();
    barrier(worker);
    if (thread_num != 0) {
      awaited.lock_asleep();
      count++;
      awaited.unlock();
      return;
    }
    const sync::SleeperCount& sleepers = sync::process.sleepers.of(&awaited);
    while (sleepers.is_zero()) os::yield_thread();
    for (Lock& lock : locks) {
      n_sharing += &sync::process.sleepers.of(&lock) == &sleepers ? 1 : 0;
      lock.lock();
      EXPECT_FALSE(lock.try_lock());
      lock.unlock();
    }
    awaited.unlock();
  });
  EXPECT_EQ(count, 2);
  EXPECT_GT(n_sharing, 0);
  EXPECT_TRUE(sync::process.sleepers.of(&awaited).is_zero());
  for (Lock& lock : locks) EXPECT_TRUE(lock.try_lock());
}

TEST(NestLock, CountsItsOwnerOnly) {
  void* word = nullptr;
  init_nest_lock(&word);
  NestLock& lock = nest_lock_at(&word);
  task::Task first = {}, second = {};
  lock.lock(&first);
  lock.lock(&first);
  EXPECT_EQ(lock.try_lock(&first), 3u);
  EXPECT_EQ(lock.try_lock(&second), 0u);
  lock.unlock();
  lock.unlock();
  EXPECT_EQ(lock.try_lock(&second), 0u);
  lock.unlock();
  EXPECT_EQ(lock.try_lock(&second), 1u);
  lock.unlock();
  destroy_nest_lock(&word);
  EXPECT_EQ(word, nullptr);
}

TEST(Reduction, MethodsFollowTheCallersMeans) {
  Lock lock;
  in_region(1, [&](Worker& worker, uint32_t) {
    EXPECT_EQ(begin_reduction(worker, lock, true, 1), ReductionMethod::InTurn);
    EXPECT_TRUE(lock.try_lock()) << "alone, it needs no lock";
    lock.unlock();
    end_reduction(worker);
  });
  int sum = 0;
  in_region(4, [&](Worker& worker, uint32_t) {
    EXPECT_EQ(begin_reduction(worker, lock, true, 1), ReductionMethod::Atomic);
    end_reduction(worker);
    for (int i = 0; i < 1000; i++) {
      EXPECT_EQ(begin_reduction(worker, lock, false, 1), ReductionMethod::InTurn);
      sum++;
      end_reduction(worker);
    }
  });
  EXPECT_EQ(sum, 4000);
}

// As RONDO_FIXED_REDUCTION=true.
class FixedReduction : public testing::Test {
 protected:
  void SetUp() override { set(true); }
  void TearDown() override { set(false); }

 private:
  static void set(bool is_fixed) {
    team::this_worker();  // the runtime has started
    const_cast<config::Options&>(team::options()).fixed_reduction = is_fixed;
  }
};

TEST_F(FixedReduction, ThreadsCombineInTheOrderOfTheirNumbers) {
  for (uint32_t n_threads : kTeamSizes) {
    for (int region = 0; region < 20; region++) {
      Lock lock;
      std::vector<uint32_t> order;
      in_region(n_threads, [&](Worker& worker, uint32_t thread_num) {
        for (uint32_t i = 0; i < 50; i++) {
          if ((i + thread_num) % 3 == 0) os::yield_thread();
          EXPECT_EQ(begin_reduction(worker, lock, true, 1), ReductionMethod::InTurn);
          order.push_back(thread_num);
          end_reduction(worker);
        }
      });
      ASSERT_EQ(order.size(), 50u * n_threads);
      for (uint32_t i = 0; i < order.size(); i++) ASSERT_EQ(order[i], i % n_threads);
    }
  }
}

// After 2^16 reductions without a barrier the first thread still waits until the last one has combined.
TEST_F(FixedReduction, NumbersStartAgain) {
  constexpr uint64_t kLast = uint64_t{0xFFFF} << 16;
  Lock lock;
  std::vector<uint32_t> order;
  in_region(3, [&](Worker& worker, uint32_t thread_num) {
    team::Team& team = team::team_of(worker);
    const uint64_t region = team.phase.load_relaxed() << 32;
    team::member_of(worker).reduction_turn = region | (kLast - (1 << 16)) | thread_num;
    if (thread_num == 0) team.reduction_turn.store_relaxed(region | kLast);
    barrier(worker);
    for (uint32_t i = 0; i < 4; i++) {
      if (thread_num != 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      begin_reduction(worker, lock, true, 1);
      order.push_back(thread_num);
      end_reduction(worker);
    }
  });
  EXPECT_EQ(order, (std::vector<uint32_t>{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}));
}

TEST_F(FixedReduction, NobodyWaitsForAThreadThatLeftACancelledConstruct) {
  Lock lock;
  int n_combined = 0;
  in_region(3, [&](Worker& worker, uint32_t thread_num) {
    if (thread_num == 0) {
      team::team_of(worker).numbers_diverged.store_relaxed(1);
      sched::announce_latch(team::team_of(worker));
      return;
    }
    begin_reduction(worker, lock, true, 1);
    n_combined++;
    end_reduction(worker);
  });
  EXPECT_EQ(n_combined, 2);
}

TEST(Cancellation, IsOffByDefault) {
  in_region(2, [&](Worker& worker, uint32_t) {
    EXPECT_FALSE(cancel(worker, kCancelParallel));
    EXPECT_FALSE(is_cancelled(worker, kCancelParallel));
    EXPECT_FALSE(barrier(worker));
  });
}

uint32_t n_threads_here(const Worker& worker) { return team::icvs_of(worker).n_threads; }
void set_n_threads(Worker& worker, uint32_t n) { set_icv(worker, &config::Icvs::n_threads, n); }

TEST(Icvs, ImplicitTasksHaveTheirOwn) {
  Worker& master = team::this_worker();
  uint32_t outside = n_threads_here(master);
  for (int region = 0; region < 2; region++) {
    in_region(3, [&](Worker& worker, uint32_t thread_num) {
      EXPECT_EQ(n_threads_here(worker), outside);  // nothing is left of the region before
      set_n_threads(worker, 10 + thread_num);
      barrier(worker);
      EXPECT_EQ(n_threads_here(worker), 10 + thread_num);
    });
  }
  EXPECT_EQ(n_threads_here(master), outside);
}

// Runs `body` as a task that is over when this returns.
template <class Body>
void in_task(Worker& worker, Body body) {
  task::TaskSpec spec = {};
  spec.entry.gomp = [](void* argument) { (*static_cast<Body*>(argument))(); };
  sched::run_in_place(worker, spec, &body, {});
}

TEST(Icvs, ATaskInPlaceHasItsOwn) {
  Worker& worker = team::this_worker();
  const uint32_t outside = n_threads_here(worker);
  in_task(worker, [&] {
    set_n_threads(worker, 77);
    in_task(worker, [&] {
      EXPECT_EQ(n_threads_here(worker), 77u);
      set_n_threads(worker, 78);
      EXPECT_EQ(n_threads_here(worker), 78u);
    });
    EXPECT_EQ(n_threads_here(worker), 77u);
  });
  EXPECT_EQ(n_threads_here(worker), outside);
}

TEST(Icvs, WhatIsSetBehindACreationIsForLaterChildren) {
  in_region(2, [&](Worker& worker, uint32_t thread_num) {
    if (thread_num != 0) return;
    uint32_t seen[3] = {};
    constexpr int kChanges = 3;
    task::Task* tasks[kChanges];
    for (uint32_t i = 0; i < kChanges; i++) {
      set_n_threads(worker, 20 + i);
      task::TaskSpec spec = {};
      spec.block_bytes = sizeof(uint32_t*);
      spec.entry.gomp = [](void* argument) {
        Worker& here = team::this_worker();
        in_task(here, [&] { **static_cast<uint32_t**>(argument) = n_threads_here(here); });
      };
      tasks[i] = sched::allocate(worker, spec);
      *static_cast<uint32_t**>(tasks[i]->data) = &seen[i];
      sched::submit(worker, *tasks[i], {});
    }
    sched::taskwait(worker);
    for (uint32_t i = 0; i < kChanges; i++) EXPECT_EQ(seen[i], 20 + i);
    set_n_threads(worker, 30);
    in_task(worker, [&] { EXPECT_EQ(n_threads_here(worker), 30u); });
  });
}

TEST(Ancestor, NamesTheMemberOfEachLevel) {
  EXPECT_EQ(ancestor(team::this_worker(), 1), nullptr);
  set_icv(team::this_worker(), &config::Icvs::max_active_levels, 2u);
  in_region(2, [&](Worker& worker, uint32_t outer_num) {
    in_region(2, [&](Worker& inner, uint32_t inner_num) {
      EXPECT_EQ(ancestor(inner, 0)->index, 0u);
      EXPECT_EQ(ancestor(inner, 1)->index, outer_num);
      EXPECT_EQ(ancestor(inner, 2)->index, inner_num);
      EXPECT_EQ(ancestor(inner, 3), nullptr);
      EXPECT_EQ(ancestor(inner, -1), nullptr);
    });
    EXPECT_EQ(ancestor(worker, 2), nullptr);
  });
}

TEST(League, TeamsAreNumberedAndAddNoLevel) {
  std::vector<uint32_t> numbers;
  Worker& master = team::this_worker();
  uint32_t level = team::team_of(master).level;
  struct Context {
    std::vector<uint32_t>& numbers;
    uint32_t level;
  } context{numbers, level};
  team::RegionBody body;
  body.context = &context;
  body.call = [](void* argument, Worker& worker, uint32_t) {
    auto& shared = *static_cast<Context*>(argument);
    EXPECT_EQ(league_position(worker).n_teams, 3u);
    EXPECT_EQ(team::team_of(worker).level, shared.level);
    EXPECT_EQ(team::icvs_of(worker).thread_limit, 2u);
    shared.numbers.push_back(league_position(worker).index);
    in_region(team::team_size(worker, team::icvs_of(worker), 8, nullptr), [&](Worker& inner, uint32_t) {
      EXPECT_EQ(league_position(inner).index, shared.numbers.back());
      EXPECT_LE(team::team_of(inner).n_slots, 2u);
    });
  };
  run_league(master, body, {3, 2});
  EXPECT_EQ(numbers, (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(league_position(master).n_teams, 1u);
}

// Without a thread limit, as many teams as share the threads evenly, or all threads if there are many teams.
TEST(League, TeamsRunAtOnceAndShareTheThreads) {
  struct Case {
    uint32_t n_teams, n_at_once;
  };
  constexpr uint32_t kThreads = 8;
  Worker& master = team::this_worker();
  const uint32_t n_threads_before = team::icvs_of(master).n_threads;
  set_icv(master, &config::Icvs::n_threads, kThreads);
  for (const Case& c : {Case{1, 1}, {2, 2}, {3, 3}, {4, 4}, {6, 6}, {8, 8}, {9, 3}, {11, 1}, {16, 8}, {70, 8}}) {
    struct Context {
      const Case& wanted;
      std::vector<std::atomic<int>> times;
      std::vector<std::atomic<int>> of_worker;
      Lock lock;
      int sum;
    } context{c, std::vector<std::atomic<int>>(c.n_teams), std::vector<std::atomic<int>>(1024), {}, 0};
    team::RegionBody body;
    body.context = &context;
    body.call = [](void* argument, Worker& worker, uint32_t) {
      auto& shared = *static_cast<Context*>(argument);
      EXPECT_EQ(league_position(worker).n_teams, shared.wanted.n_teams);
      EXPECT_EQ(team::team_of(worker).level, 0u);
      EXPECT_EQ(team::team_of(worker).active_level, 0u);
      shared.times[league_position(worker).index]++;
      shared.of_worker[worker.id]++;
      std::atomic<uint32_t> n_inside{0};
      in_region(team::team_size(worker, team::icvs_of(worker), 0, nullptr), [&](Worker&, uint32_t) { n_inside++; });
      EXPECT_EQ(n_inside, kThreads / shared.wanted.n_at_once);
      EXPECT_EQ(begin_reduction(worker, shared.lock, false, 1), ReductionMethod::InTurn);
      shared.sum++;
      end_reduction(worker);
    };
    run_league(master, body, {c.n_teams, 0, kThreads});
    for (const std::atomic<int>& times : context.times) EXPECT_EQ(times, 1);
    uint32_t n_workers = 0;
    for (const std::atomic<int>& n : context.of_worker) n_workers += n != 0;
    EXPECT_EQ(n_workers, c.n_at_once) << c.n_teams << " teams";
    EXPECT_EQ(context.sum, static_cast<int>(c.n_teams));
  }
  set_icv(master, &config::Icvs::n_threads, n_threads_before);
  EXPECT_EQ(league_position(master).n_teams, 1u);
}

}  // namespace
}  // namespace rondo::work
