// SPDX-License-Identifier: Apache-2.0
//
// sched/create/lazy_taskloop.hpp: the tasks of a taskloop, made when they are run, in ranges that thieves halve.
#include "sched/create/lazy_taskloop.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sched/test_arena.hpp"

namespace rondo::sched {
namespace {

using test::work_off;

// A loop whose tasks call body(number).
template <class Body>
class Loop : LazyTaskloop {
 public:
  Loop(uint64_t n, Body body) : body_(body) {
    n_tasks = n;
    make = [](Worker& worker, LazyTaskloop& loop, uint64_t number) {
      task::TaskSpec spec = {};
      spec.entry.gomp = [](void* data) {
        const auto& argument = *static_cast<Argument*>(data);
        argument.loop->body_(argument.number);
      };
      spec.block_bytes = sizeof(Argument);
      task::Task* task = new_task(worker, spec);
      new (task->data) Argument{static_cast<Loop*>(&loop), number};
      return task;
    };
    release = [](Worker&, LazyTaskloop& loop) { static_cast<Loop&>(loop).n_released++; };
  }
  void start(Worker& worker) { sched::start_taskloop(worker, *this, 0); }

  int n_released = 0;

 private:
  struct Argument {
    Loop* loop;
    uint64_t number;
  };
  Body body_;
};

std::vector<uint64_t> numbers(uint64_t begin, uint64_t end) {
  std::vector<uint64_t> result(end - begin);
  std::iota(result.begin(), result.end(), begin);
  return result;
}

TEST(LazyTaskloop, RunsInOrderAndIsOneChildWhoseEndReleasesIt) {
  test::TestArena arena(2);
  std::vector<uint64_t> order;
  Loop loop(1000, [&](uint64_t number) { order.push_back(number); });
  loop.start(arena.worker(0));
  EXPECT_EQ(arena.slot(0).domain.join_counter.outstanding(), 1);
  work_off(arena.worker(0));
  EXPECT_EQ(order, numbers(0, 1000));
  EXPECT_EQ(loop.n_released, 1);
  EXPECT_TRUE(arena.slot(0).domain.join_counter.is_done(task::Depth::Descendants));
}

TEST(LazyTaskloop, NoTaskIsMadeBeforeItRuns) {
  test::TestArena arena(2);
  Worker& worker = arena.worker(0);
  std::vector<uint64_t> order;
  Loop loop(100, [&](uint64_t number) { order.push_back(number); });
  loop.start(worker);
  EXPECT_EQ(arena.slot(0).deque.size_hint(), 1);
  Work work = find_work(worker, nullptr, false);
  (void)run(worker, work);
  EXPECT_EQ(order, numbers(0, 1));  // the first look knows nothing about the bodies: the others stay stealable
  EXPECT_EQ(arena.slot(0).deque.size_hint(), 1);
  work_off(worker);
}

TEST(LazyTaskloop, WhoStealsAStretchTakesTheFarHalf) {
  test::TestArena arena(2);
  std::vector<uint64_t> order;
  Loop loop(1000, [&](uint64_t number) { order.push_back(number); });
  loop.start(arena.worker(0));
  Worker& thief = arena.worker(1);
  Work stolen = find_work(thief, nullptr, true);
  ASSERT_TRUE(stolen);
  (void)run(thief, stolen);
  EXPECT_EQ(order, numbers(500, 501));
  order.clear();
  work_off(arena.worker(0));  // its own half, which has come back, and then half of what the thief has left
  ASSERT_GE(order.size(), 500U);
  EXPECT_TRUE(std::equal(order.begin(), order.begin() + 500, numbers(0, 500).begin()));
  work_off(thief);
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order.size(), 999U);
  EXPECT_EQ(std::unique(order.begin(), order.end()), order.end());
  EXPECT_EQ(loop.n_released, 1);
}

TEST(LazyTaskloop, TasksOfACancelledGroupAreSkippedAndCounted) {
  test::TestArena arena(2);
  Worker& worker = arena.worker(0);
  settings.cancellation = true;
  begin_taskgroup(worker);
  int n_run = 0;
  task::TaskGroup& group = *worker.current->group;
  Loop loop(1000, [&](uint64_t number) {
    n_run++;
    if (number == 9) group.cancelled.store_relaxed(1);
  });
  loop.start(worker);
  end_taskgroup(worker);
  settings.cancellation = false;
  EXPECT_EQ(n_run, 10);
  EXPECT_EQ(loop.n_released, 1);
}

TEST(LazyTaskloop, ATaskwaitDoesNotWaitForWhatItsTasksHaveCreated) {
  test::TestArena arena(2);
  Worker& worker = arena.worker(0);
  int n_inner = 0;
  Loop loop(10, [&](uint64_t) { test::create(worker, [&n_inner] { n_inner++; }); });
  loop.start(worker);
  task::JoinCounter& join_counter = worker.current->domain->join_counter;
  while (!join_counter.is_done(task::Depth::Children)) {
    (void)run(worker, find_work(worker, nullptr, false));
    flush(worker);
  }
  EXPECT_FALSE(join_counter.is_done(task::Depth::Descendants));
  work_off(worker);
  EXPECT_TRUE(join_counter.is_done(task::Depth::Descendants));
  EXPECT_EQ(n_inner, 10);
}

class TaskLoopOnThreads : public testing::TestWithParam<uint32_t> {};

TEST_P(TaskLoopOnThreads, RunsEachTaskOnce) {
  test::TestArena arena(GetParam());
  Worker& master = arena.worker(0);
  for (size_t n : {size_t{2}, size_t{7}, size_t{64}, size_t{5000}}) {
    std::vector<base::Atomic<uint32_t>> n_times(n);
    Loop loop(n, [&](uint64_t number) { n_times[number].add_relaxed(1); });
    arena.run([&] {
      for (int round = 0; round < 20; round++) {
        begin_taskgroup(master);
        loop.start(master);
        end_taskgroup(master);
      }
    });
    EXPECT_EQ(loop.n_released, 20);
    EXPECT_TRUE(std::all_of(n_times.begin(), n_times.end(), [](auto& times) { return times.load_relaxed() == 20; }));
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, TaskLoopOnThreads, testing::Values(1, 2, 4, 8));

}  // namespace
}  // namespace rondo::sched
