// SPDX-License-Identifier: Apache-2.0
#include "work/taskloop.hpp"

namespace rondo::work {

namespace {
constexpr uint64_t kTasksPerThread = 8;  // without a clause; docs/tuning.md
constexpr uint64_t kMostIterations = uint64_t{1} << 48;  // a day's worth of empty ones
constexpr uint64_t kMostTasks = uint64_t{1} << 24;       // half a second's worth of empty ones
}  // namespace

TaskloopPlan plan_taskloop(uint64_t n_iterations, TaskloopClause clause, uint64_t value, bool is_strict,
                           uint32_t n_threads) {
  if (n_iterations == 0) return {0, 0, 0, 0};
  if (clause == TaskloopClause::Grainsize && is_strict) {
    if (value == 0) value = 1;
    uint64_t n_tasks = (n_iterations - 1) / value + 1;
    return {n_tasks, value, 0, n_iterations - (n_tasks - 1) * value};
  }
  uint64_t n_tasks = kTasksPerThread * n_threads;
  if (clause == TaskloopClause::Grainsize) n_tasks = n_iterations / (value == 0 ? 1 : value);  // each in [g, 2g)
  if (clause == TaskloopClause::NumTasks) n_tasks = value;
  if (n_tasks == 0) n_tasks = 1;
  if (n_tasks > n_iterations) n_tasks = n_iterations;
  uint64_t chunk = n_iterations / n_tasks;
  uint64_t n_larger = n_iterations % n_tasks;
  return {n_tasks, chunk, n_larger, chunk};
}

UnsureTaskloop plan_unsure_taskloop(uint64_t n_iterations, TaskloopClause clause, uint64_t value, bool is_strict,
                                    uint32_t n_threads) {
  if (n_iterations > kMostIterations)
    return {plan_taskloop(n_iterations, TaskloopClause::None, 0, false, n_threads), false};
  const uint64_t least = n_iterations / kMostTasks;  // of a task
  if (clause == TaskloopClause::Grainsize && !is_strict && value < least) value = least;
  return {plan_taskloop(n_iterations, clause, value, is_strict, n_threads), true};
}

}  // namespace rondo::work
