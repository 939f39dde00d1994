// SPDX-License-Identifier: Apache-2.0
//
// sched::PriorityQueue: higher bands first, in order of arrival within one.
#include <memory>

#include <gtest/gtest.h>

#include "sched/worker/worker.hpp"
#include "support.hpp"

namespace rondo::sched {
namespace {

TEST(PriorityQueue, HighestFirstAndFairWithin) {
  PriorityQueue queue;
  EXPECT_TRUE(queue.is_empty());
  EXPECT_FALSE(queue.take());
  constexpr int16_t kPriorities[] = {1, 7, 3, 7, 1, 100, 3};
  task::Task tasks[std::size(kPriorities)] = {};
  for (size_t i = 0; i < std::size(kPriorities); i++) {
    tasks[i].priority = kPriorities[i];
    queue.push(&tasks[i], 7);  // 100 is beyond the maximum: as much as 7
  }
  EXPECT_FALSE(queue.is_empty());
  for (size_t expected : {1u, 3u, 5u, 2u, 6u, 0u, 4u}) EXPECT_EQ(queue.take().task(), &tasks[expected]) << expected;
  EXPECT_FALSE(queue.take());
  EXPECT_TRUE(queue.is_empty());
}

TEST(PriorityQueue, ManyPrioritiesShareFewBands) {
  constexpr uint32_t kMax = 1000;
  PriorityQueue queue;
  auto tasks = std::make_unique<task::Task[]>(kMax + 1);
  for (uint32_t i = 0; i <= kMax; i++) {
    tasks[i].priority = static_cast<int16_t>(i);
    queue.push(&tasks[i], kMax);
  }
  // No task comes before one whose priority is higher by more than a band.
  int lowest = kMax;
  for (uint32_t i = 0; i <= kMax; i++) {
    const task::Task* task = queue.take().task();
    ASSERT_NE(task, nullptr);
    EXPECT_LE(task->priority, lowest + static_cast<int>(kMax) / 8 + 1);
    lowest = task->priority < lowest ? task->priority : lowest;
  }
  EXPECT_TRUE(queue.is_empty());
}

TEST(PriorityQueue, EveryTaskIsTakenOnce) {
  constexpr uint32_t kTasks = 5000;
  for (uint32_t n_threads : test::kThreadCounts) {
    PriorityQueue queue;
    auto tasks = std::make_unique<task::Task[]>(kTasks * n_threads);
    std::vector<std::atomic<uint32_t>> n_taken(kTasks * n_threads);
    std::atomic<uint32_t> n_left{kTasks * n_threads};
    test::on_threads(n_threads, [&](uint32_t thread) {
      for (uint32_t i = 0; i < kTasks; i++) {
        task::Task& task = tasks[thread * kTasks + i];
        task.priority = static_cast<int16_t>(i % 9);
        queue.push(&task, 8);
        if (task::Task* taken = queue.take().task()) {
          n_taken[static_cast<size_t>(taken - tasks.get())]++;
          n_left--;
        }
      }
      while (n_left.load() != 0) {
        if (task::Task* taken = queue.take().task()) {
          n_taken[static_cast<size_t>(taken - tasks.get())]++;
          n_left--;
        }
      }
    });
    for (const auto& n : n_taken) ASSERT_EQ(n.load(), 1u);
  }
}

}  // namespace
}  // namespace rondo::sched
