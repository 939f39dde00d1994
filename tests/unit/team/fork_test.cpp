// SPDX-License-Identifier: Apache-2.0
//
// team/fork.hpp, barrier.hpp, resize.hpp, serve.hpp: regions of every size, in every order and nested; barriers; what
// is left when a region ends; and threads of the program that call in at the same time. Threads that find nothing to
// do park soon: a lost wake-up hangs.
#include "team/fork.hpp"

#include <memory>
#include <set>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "sched/create/create.hpp"
#include "sched/wait/wait.hpp"
#include "support.hpp"
#include "team/barrier.hpp"
#include "team/icvs.hpp"

namespace rondo::team {
namespace {

using sched::Worker;

// Runs `body(worker, thread_num)` by a team.
template <class Body>
void parallel(uint32_t n_threads, Body body) {
  auto call = [](void* context, Worker& worker, uint32_t thread_num) {
    (*static_cast<Body*>(context))(worker, thread_num);
  };
  Worker& worker = this_worker();
  fork(worker, icvs_of(worker), {call, &body}, n_threads);
}

uint32_t size_of_team(const Worker& worker) { return team_of(worker).n_slots; }

TEST(Fork, EveryMemberRunsTheBodyOnce) {
  for (uint32_t n : {1u, 2u, 3u, 4u, 7u}) {
    std::vector<uint32_t> n_runs(n);
    parallel(n, [&](Worker& worker, uint32_t thread_num) {
      EXPECT_EQ(size_of_team(worker), n);
      EXPECT_EQ(&this_worker(), &worker);
      EXPECT_EQ(member_of(worker).index, thread_num);
      n_runs[thread_num]++;
    });
    EXPECT_EQ(n_runs, std::vector<uint32_t>(n, 1));
  }
}

TEST(Fork, TheMasterIsTheCaller) {
  Worker& caller = this_worker();
  task::Task* current = caller.current;
  sched::Slot* slot = caller.slot;
  parallel(3, [&](Worker& worker, uint32_t thread_num) { EXPECT_EQ(&worker == &caller, thread_num == 0); });
  EXPECT_EQ(caller.current, current);
  EXPECT_EQ(caller.slot, slot);
}

TEST(Fork, ManyRegionsOfOneSize) {
  for (uint32_t n : test::kThreadCounts) {
    uint64_t sums[4] = {};
    for (uint64_t region = 0; region < 500; region++) {
      parallel(n, [&](Worker&, uint32_t thread_num) { sums[thread_num] += region; });
    }
    for (uint32_t i = 0; i < n; i++) EXPECT_EQ(sums[i], 500u * 499 / 2);
  }
}

TEST(Fork, RegionsOfChangingSizes) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    for (int region = 0; region < 50; region++) {
      const uint32_t n = 1 + rng.below(6);
      std::atomic<uint32_t> n_runs{0};
      parallel(n, [&](Worker& worker, uint32_t) {
        EXPECT_EQ(size_of_team(worker), n);
        n_runs++;
        barrier(worker);
        EXPECT_EQ(n_runs.load(), n);
      });
      ASSERT_EQ(n_runs.load(), n);
    }
  }
}

TEST(Fork, ThreadsOfTheLastRegionSleepAndWakeAgain) {
  for (int region = 0; region < 20; region++) {
    std::atomic<uint32_t> n_runs{0};
    parallel(4, [&](Worker&, uint32_t) { n_runs++; });
    EXPECT_EQ(n_runs.load(), 4u);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // longer than anybody looks for work
  }
}

// ---- Barriers ---------------------------------------------------------------------------------------------------

// Every kind of barrier, whichever the number of processors would choose; those of Large also sleep as in a
// large team.
enum class Kind { Direct, Counted, Tree, Large };

class Barrier : public testing::TestWithParam<Kind> {
 protected:
  template <class Body>
  void parallel_with_barriers(uint32_t n_threads, Body body) {
    parallel(n_threads, [](Worker&, uint32_t) {});  // makes the team, which the next region of that size finds
    if (n_threads > 1) choose(*member_of(this_worker()).hot_team);
    parallel(n_threads, body);
  }

 private:
  static void choose(Team& team) {
    const Kind kind = GetParam();
    team.meeting = kind == Kind::Direct ? Meeting::Direct : kind == Kind::Tree ? Meeting::Tree : Meeting::Counted;
    team.is_large.store_relaxed(kind == Kind::Large);
  }
};
std::string name_of(const testing::TestParamInfo<Kind>& info) {
  constexpr const char* kNames[] = {"Direct", "Counted", "Tree", "Large"};
  return kNames[static_cast<int>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(, Barrier, testing::Values(Kind::Direct, Kind::Counted, Kind::Tree, Kind::Large), name_of);

TEST_P(Barrier, NobodyIsAheadOrBehind) {
  for (uint32_t n : {1u, 2u, 3u, 4u, 6u, 9u}) {  // 6 and 9: more than one level of the tree
    std::vector<uint32_t> phases(n);
    parallel_with_barriers(n, [&](Worker& worker, uint32_t thread_num) {
      for (uint32_t phase = 1; phase <= 200; phase++) {
        phases[thread_num] = phase;
        barrier(worker);
        for (uint32_t other : phases) ASSERT_EQ(other, phase);
        barrier(worker);
      }
    });
  }
}

TEST_P(Barrier, TheEndOfARegionWaitsForEverybody) {
  for (uint32_t n : {2u, 4u, 9u, 22u}) {  // 22: three levels of the tree
    std::atomic<uint32_t> n_runs{0};
    for (uint32_t region = 1; region <= 20; region++) {
      parallel_with_barriers(n, [&](Worker&, uint32_t thread_num) {
        if (thread_num != region % n) std::this_thread::yield();
        n_runs++;
      });
      ASSERT_EQ(n_runs.load(), region * n);
    }
  }
}

TEST_P(Barrier, CompletesAllTasks) {
  for (uint32_t n : test::kThreadCounts) {
    std::atomic<uint32_t> n_done{0};
    parallel_with_barriers(n, [&](Worker& worker, uint32_t) {
      for (uint32_t phase = 1; phase <= 50; phase++) {
        for (int i = 0; i < 10; i++) {
          task::TaskSpec spec = {};
          spec.entry.gomp = [](void* data) {
            auto* counter = *static_cast<std::atomic<uint32_t>**>(data);
            // A child that the parent does not wait for.
            task::TaskSpec child = {};
            child.entry.gomp = [](void* inner) { (*static_cast<std::atomic<uint32_t>**>(inner))->fetch_add(1); };
            child.block_bytes = sizeof counter;
            task::Task* task = sched::allocate(this_worker(), child);
            *static_cast<std::atomic<uint32_t>**>(task->data) = counter;
            sched::submit(this_worker(), *task, {});
            counter->fetch_add(1);
          };
          spec.block_bytes = sizeof(void*);
          task::Task* task = sched::allocate(worker, spec);
          *static_cast<std::atomic<uint32_t>**>(task->data) = &n_done;
          sched::submit(worker, *task, {});
        }
        barrier(worker);
        ASSERT_EQ(n_done.load(), phase * n * 20);
        barrier(worker);
      }
    });
  }
}

TEST(Fork, TheEndOfARegionCompletesAllTasks) {
  for (uint32_t n : test::kThreadCounts) {
    for (int region = 0; region < 100; region++) {
      std::atomic<uint32_t> n_done{0};
      parallel(n, [&](Worker& worker, uint32_t) {
        for (int i = 0; i < 5; i++) {
          task::TaskSpec spec = {};
          spec.entry.gomp = [](void* data) { (*static_cast<std::atomic<uint32_t>**>(data))->fetch_add(1); };
          spec.block_bytes = sizeof(void*);
          task::Task* task = sched::allocate(worker, spec);
          *static_cast<std::atomic<uint32_t>**>(task->data) = &n_done;
          sched::submit(worker, *task, {});
        }
      });
      ASSERT_EQ(n_done.load(), 5 * n);
    }
  }
}

// ---- Nesting and foreign threads --------------------------------------------------------------------------------

TEST(Fork, NestedRegions) {
  for (uint32_t outer : {1u, 2u, 3u}) {
    for (uint32_t inner : {1u, 2u, 4u}) {
      std::atomic<uint32_t> n_runs{0};
      parallel(outer, [&](Worker& worker, uint32_t thread_num) {
        for (int region = 0; region < 10; region++) {
          const uint32_t level = team_of(worker).level;
          auto body = [&](Worker& inside, uint32_t) {
            EXPECT_EQ(size_of_team(inside), inner);
            EXPECT_EQ(team_of(inside).level, level + 1);
            EXPECT_EQ(team_of(inside).parent_member->index, thread_num);
            n_runs++;
            barrier(inside);
          };
          parallel(inner, body);
          EXPECT_EQ(&this_worker(), &worker);
          EXPECT_EQ(member_of(worker).index, thread_num);
        }
      });
      EXPECT_EQ(n_runs.load(), outer * inner * 10);
    }
  }
}

TEST(Fork, ThreadsOfTheProgramForkAtTheSameTime) {
  for (uint32_t n_foreign : {2u, 4u}) {
    std::vector<uint32_t> n_runs(n_foreign);
    test::on_threads(n_foreign, [&](uint32_t foreign) {
      for (int region = 0; region < 40; region++) {
        std::atomic<uint32_t> n_here{0};
        parallel(1 + (foreign + static_cast<uint32_t>(region)) % 3, [&](Worker& worker, uint32_t) {
          n_here++;
          barrier(worker);
          EXPECT_EQ(n_here.load(), size_of_team(worker));
        });
        n_runs[foreign]++;
      }
    });
    for (uint32_t n : n_runs) EXPECT_EQ(n, 40u);
  }
}

TEST(Fork, ManyThreadsOfTheProgramComeAndGo) {
  constexpr size_t kThreads = 200;
  std::set<Worker*> workers;
  for (size_t i = 0; i < kThreads; i++) {
    std::thread([&] {
      workers.insert(&this_worker());
      parallel(2, [](Worker&, uint32_t) {});
    }).join();
  }
  // Descriptors are used again: with hundreds of short-lived threads, memory and ids do not run out. A few more are
  // those of threads that end meanwhile because the tests before have left them without work.
  EXPECT_LT(workers.size(), kThreads / 2);
}

}  // namespace
}  // namespace rondo::team
