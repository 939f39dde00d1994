// SPDX-License-Identifier: Apache-2.0
//
// taskloop as gcc calls it: the first two members of the block are the bounds, set for each chunk; the third, if
// there is a reduction, is its descriptor.
#include "abi/api.hpp"
#include "abi/gomp/block.hpp"
#include "abi/gomp/task_reduction.hpp"
#include "sched/spawn.hpp"
#include "team/fork.hpp"
#include "work/taskloop.hpp"

namespace rondo::gomp {

using sched::Worker;
using task::Task;

namespace {

// Bounds in 64 bits whatever their type; `step` is added modulo 2^64.
struct LoopRange {
  uint64_t start;
  uint64_t step;
  uint64_t n_iterations;
};

void set_bounds(void* block, uint64_t start, uint64_t end) {
  auto* bounds = static_cast<uint64_t*>(block);
  bounds[0] = start;
  bounds[1] = end;
}

void submit_chunk(Worker& worker, const TaskArguments& arguments, const task::TaskSpec& spec, uint64_t start,
                  uint64_t end, bool if_clause) {
  Task* task = sched::allocate(worker, spec);
  task->data = aligned(task->data, arguments.alignment);
  fill(arguments, task->data);
  set_bounds(task->data, start, end);
  sched::submit(worker, *task, {}, if_clause);
}

void run_taskloop(const TaskArguments& arguments, unsigned flags, unsigned long value, int priority, LoopRange range) {
  Worker& worker = team::this_worker();
  sched::ManyTasks chunks(worker, false);
  bool has_group = (flags & kTaskNogroup) == 0;
  bool has_reduction = has_group && (flags & kTaskReduction) != 0;
  auto* reduction = has_reduction ? static_cast<uintptr_t**>(arguments.data)[2] : nullptr;
  if (range.n_iterations == 0) {
    if (has_reduction) reduction[2] = 0;  // tells the compiler's code that nothing was registered
    return;
  }
  if (has_group) sched::begin_taskgroup(worker);
  if (has_reduction) register_reductions(worker, reduction);
  auto clause = value == 0                      ? work::TaskloopClause::None
                : (flags & kTaskGrainsize) != 0 ? work::TaskloopClause::Grainsize
                                                : work::TaskloopClause::NumTasks;
  work::TaskloopPlan plan =
      work::plan_taskloop(range.n_iterations, clause, value, (flags & kTaskStrict) != 0, worker.seat->crew->n_seats);
  task::TaskSpec spec = spec_of(arguments, flags, (flags & kTaskPriority) != 0 ? priority : 0);
  uint64_t start = range.start;
  for (uint64_t i = 0; i < plan.n_tasks; i++) {
    uint64_t end = start + plan.size_of(i) * range.step;
    submit_chunk(worker, arguments, spec, start, end, (flags & kTaskIf) != 0);
    start = end;
  }
  if (has_group) sched::end_taskgroup(worker);
}

}  // namespace

RONDO_API void GOMP_taskloop(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes, long alignment,
                             unsigned flags, unsigned long num_tasks, int priority, long start, long end, long step) {
  TaskArguments arguments{body, data, copy, static_cast<size_t>(bytes), static_cast<size_t>(alignment)};
  LoopRange range = {static_cast<uint64_t>(start), static_cast<uint64_t>(step), 0};
  if (step > 0 && start < end) {
    range.n_iterations = (static_cast<uint64_t>(end) - range.start - 1) / range.step + 1;
  } else if (step < 0 && start > end) {
    range.n_iterations = (range.start - static_cast<uint64_t>(end) - 1) / (0 - range.step) + 1;
  }
  run_taskloop(arguments, flags, num_tasks, priority, range);
}

RONDO_API void GOMP_taskloop_ull(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes,
                                 long alignment, unsigned flags, unsigned long num_tasks, int priority,
                                 unsigned long long start, unsigned long long end, unsigned long long step) {
  TaskArguments arguments{body, data, copy, static_cast<size_t>(bytes), static_cast<size_t>(alignment)};
  LoopRange range = {start, step, 0};
  if ((flags & kTaskUp) != 0 && start < end) {
    range.n_iterations = (end - start - 1) / step + 1;
  } else if ((flags & kTaskUp) == 0 && start > end) {
    range.n_iterations = (start - end - 1) / (0 - range.step) + 1;
  }
  run_taskloop(arguments, flags, num_tasks, priority, range);
}

}  // namespace rondo::gomp
