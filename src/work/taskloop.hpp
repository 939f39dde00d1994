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

// Of clang's taskloops. A loop that never begins has a count, too, which clang computes without a sign: -2 iterations
// are 2^64 - 2, with a step of 3 a third of that, in 32 bits where the variable has these. Such a task's body does
// nothing, as it looks at the loop's condition again; but its last one would copy lastprivate variables. So grainsize
// makes 2^24 tasks at most, unless it is strict and so promises its number of iterations to each of them; and what no
// loop can run through, more than 2^48 iterations, has few tasks and no last one.
struct UnsureTaskloop {
  TaskloopPlan plan;
  bool has_last;
};
UnsureTaskloop plan_unsure_taskloop(uint64_t n_iterations, TaskloopClause clause, uint64_t value, bool is_strict,
                                    uint32_t n_threads);

}  // namespace rondo::work
