// SPDX-License-Identifier: Apache-2.0
//
// work/taskloop.hpp: the tasks of loops whose count may be no loop's. (How iterations are shared: omp/taskloop.)
#include "work/taskloop.hpp"

#include <gtest/gtest.h>

namespace rondo::work {
namespace {

constexpr uint32_t kThreads = 4;

UnsureTaskloop by_grainsize(uint64_t n_iterations, uint64_t grainsize, bool is_strict = false) {
  return plan_unsure_taskloop(n_iterations, TaskloopClause::Grainsize, grainsize, is_strict, kThreads);
}

TEST(UnsureTaskloop, ACountThatALoopMayHaveIsTaken) {
  const uint64_t n = uint64_t{1} << 24;
  EXPECT_EQ(by_grainsize(n, 1).plan.n_tasks, n);
  EXPECT_EQ(by_grainsize(100 * n, 100, true).plan.n_tasks, n);
  EXPECT_TRUE(by_grainsize(n, 1).has_last);
  EXPECT_EQ(by_grainsize(0, 1).plan.n_tasks, 0u);
}

TEST(UnsureTaskloop, NobodyWaitsForBillionsOfTasks) {
  const TaskloopPlan plan = by_grainsize(0xfffffffe, 1).plan;
  EXPECT_LE(plan.n_tasks, uint64_t{1} << 25);
  EXPECT_EQ(plan.first_of(plan.n_tasks - 1) + plan.size_of(plan.n_tasks - 1), 0xfffffffe);
}

TEST(UnsureTaskloop, AStrictGrainsizeIsKept) {
  const TaskloopPlan plan = by_grainsize((uint64_t{3} << 24) + 1, 2, true).plan;
  EXPECT_EQ(plan.n_tasks, (uint64_t{3} << 23) + 1);
  EXPECT_EQ(plan.size_of(0), 2u);
  EXPECT_EQ(plan.size_of(plan.n_tasks - 1), 1u);
}

TEST(UnsureTaskloop, WhatNoLoopRunsThroughHasFewTasksAndNoLast) {
  for (uint64_t n : {~uint64_t{0}, ~uint64_t{0} / 3, uint64_t{1} << 63, uint64_t{1} << 50}) {
    const UnsureTaskloop unsure = by_grainsize(n, 1);
    EXPECT_EQ(unsure.plan.n_tasks, 8u * kThreads);
    EXPECT_EQ(unsure.plan.first_of(unsure.plan.n_tasks - 1) + unsure.plan.size_of(unsure.plan.n_tasks - 1), n);
    EXPECT_FALSE(unsure.has_last);
  }
}

}  // namespace
}  // namespace rondo::work
