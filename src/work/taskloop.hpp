// SPDX-License-Identifier: Apache-2.0
//
// How the iterations of a taskloop are shared among its tasks (OpenMP 5.2 section 12.6).
#pragma once

#include <cstdint>

namespace rondo::work {

enum class TaskloopClause : uint8_t { None, Grainsize, NumTasks };

struct TaskloopPlan {
  uint64_t n_tasks;
  uint64_t chunk;     // iterations of a task,
  uint64_t n_larger;  // one more in the first n_larger tasks
  uint64_t last;      // iterations of the last task

  // The iterations of one task, and how many come before them.
  uint64_t size_of(uint64_t task) const { return task + 1 == n_tasks ? last : chunk + (task < n_larger ? 1 : 0); }
  uint64_t first_of(uint64_t task) const { return task * chunk + (task < n_larger ? task : n_larger); }
};

TaskloopPlan plan_taskloop(uint64_t n_iterations, TaskloopClause clause, uint64_t value, bool is_strict,
                           uint32_t n_threads);

}  // namespace rondo::work
