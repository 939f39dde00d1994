// SPDX-License-Identifier: Apache-2.0
//
// taskloop as gcc calls it: the first two members of the block are the bounds, set for each task; the third, if there
// is a reduction, is its descriptor.
#include <new>

#include "abi/api.hpp"
#include "abi/gomp/block.hpp"
#include "abi/gomp/task_reduction.hpp"
#include "abi/observed.hpp"
#include "sched/create/create.hpp"
#include "sched/create/lazy_taskloop.hpp"
#include "sched/run/region.hpp"
#include "sched/wait/taskwait.hpp"
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

struct TaskloopArguments {
  TaskArguments arguments;
  task::TaskSpec spec;
  LoopRange range;
  work::TaskloopPlan plan;

  void fill_task(Task& task, uint64_t number) const {
    task.data = aligned(task.data, arguments.alignment);
    fill(arguments, task.data);
    uint64_t start = range.start + plan.first_of(number) * range.step;
    set_bounds(task.data, start, start + plan.size_of(number) * range.step);
  }
};

// gcc widens the negative step of an unsigned variable without its sign; only the flag says that the loop goes down.
long signed_step(long step, unsigned flags) {
  if ((flags & kTaskUp) != 0 || step < 0) return step;
  if (step <= UINT8_MAX) return static_cast<int8_t>(step);
  if (step <= UINT16_MAX) return static_cast<int16_t>(step);
  return step <= UINT32_MAX ? static_cast<int32_t>(step) : step;
}

// ---- Each task made when it is run --------------------------------------------------------------------------------

struct TaskloopWithArguments : sched::LazyTaskloop {
  TaskloopArguments what;
  void* data() { return this + 1; }  // a copy of the arguments, if they may end before the tasks run
};

Task* make_task(Worker& worker, sched::LazyTaskloop& loop, uint64_t number) {
  const TaskloopArguments& what = static_cast<TaskloopWithArguments&>(loop).what;
  Task* task = sched::new_task(worker, what.spec);
  what.fill_task(*task, number);
  return task;
}

void release_loop(Worker& worker, sched::LazyTaskloop& loop) {
  worker.slab.destroy(&static_cast<TaskloopWithArguments&>(loop));
}

// `keeps_data`: the arguments stay where they are until the tasks have run.
void make_later(Worker& worker, const TaskloopArguments& what, bool keeps_data) {
  size_t n_copied = keeps_data ? 0 : what.arguments.bytes;
  auto* loop = new (worker.slab.allocate(sizeof(TaskloopWithArguments) + n_copied)) TaskloopWithArguments;
  loop->what = what;
  loop->n_tasks = what.plan.n_tasks;
  loop->make = make_task;
  loop->release = release_loop;
  if (n_copied != 0) loop->what.arguments.data = std::memcpy(loop->data(), what.arguments.data, n_copied);
  sched::start_taskloop(worker, *loop, what.spec.flags & task::kUnconstrained);
}

// The compiler's copy function reads the original variables, which the last iteration may write (lastprivate). So it
// is called for all tasks before any of them can run.
bool may_be_lazy(const TaskloopArguments& what, unsigned flags) {
  return (flags & kTaskIf) != 0 && what.arguments.copy == nullptr && what.spec.priority == 0;
}

// ---- All at once --------------------------------------------------------------------------------------------------

void make_now(Worker& worker, const TaskloopArguments& what, bool if_clause) {
  if (what.arguments.copy != nullptr && sched::is_in_cancelled_construct(worker)) return;
  for (uint64_t number = 0; number < what.plan.n_tasks; number++) {
    task::TaskSpec spec = what.spec;
    if (ompt::is_on())
      abi::observe_taskloop_task(worker, spec, if_clause, {what.plan.first_of(number), what.plan.size_of(number)});
    Task* task = sched::allocate(worker, spec);
    what.fill_task(*task, number);
    sched::submit(worker, *task, {}, if_clause);
  }
}

// ---- As one task of a region --------------------------------------------------------------------------------------

struct WholeTaskloop : task::TaskloopBlock {
  TaskloopArguments what;
  void* data() { return this + 1; }  // a copy of the arguments
};

void run_whole(Worker& worker, task::TaskloopBlock& block) {
  auto& whole = static_cast<WholeTaskloop&>(block);
  TaskloopArguments& what = whole.what;
  what.arguments.data = whole.data();
  sched::may_be_made_later(worker, what.plan.n_tasks) ? make_later(worker, what, true) : make_now(worker, what, true);
  sched::await_taskloop(worker);
}

void create_whole(Worker& worker, const TaskloopArguments& what) {
  const TaskArguments& arguments = what.arguments;
  Task* task = sched::allocate(worker, sched::spec_of_whole(what.spec, sizeof(WholeTaskloop) + arguments.bytes));
  auto* whole = new (task->data) WholeTaskloop{{run_whole}, what};
  fill(arguments, whole->data());
  sched::submit(worker, *task, {});
}

void create_tasks(Worker& worker, const TaskloopArguments& what, unsigned flags, bool has_group) {
  if (!may_be_lazy(what, flags)) return make_now(worker, what, (flags & kTaskIf) != 0);
  if (sched::is_one_task(worker)) return create_whole(worker, what);
  sched::may_be_made_later(worker, what.plan.n_tasks) ? make_later(worker, what, has_group)
                                                      : make_now(worker, what, true);
}

void run_taskloop(const TaskArguments& arguments, unsigned flags, unsigned long value, int priority, LoopRange range,
                  sched::Call call = {__builtin_return_address(0), __builtin_frame_address(0)}) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker, call);
  sched::ManyTasks chunks(worker, false);
  bool has_group = (flags & kTaskNogroup) == 0;
  bool has_reduction = has_group && (flags & kTaskReduction) != 0;
  auto* reduction = has_reduction ? static_cast<uintptr_t**>(arguments.data)[2] : nullptr;
  if (range.n_iterations == 0) {
    if (has_reduction) reduction[2] = 0;  // tells the compiler's code that nothing was registered
    return;
  }
  if (has_group) sched::begin_taskgroup(worker);
  if (ompt::is_on()) abi::begin_taskloop_observed(worker, has_group, range.n_iterations);
  if (has_reduction) register_reductions(worker, reduction);
  auto clause = value == 0                      ? work::TaskloopClause::None
                : (flags & kTaskGrainsize) != 0 ? work::TaskloopClause::Grainsize
                                                : work::TaskloopClause::NumTasks;
  work::TaskloopPlan plan =
      work::plan_taskloop(range.n_iterations, clause, value, (flags & kTaskStrict) != 0, worker.slot->arena->n_slots);
  const TaskloopArguments what = {arguments, spec_of(arguments, flags, (flags & kTaskPriority) != 0 ? priority : 0),
                                  range, plan};
  create_tasks(worker, what, flags, has_group);
  if (ompt::is_on()) return abi::end_taskloop_observed(worker, has_group, range.n_iterations);
  if (has_group) sched::end_taskgroup(worker);
}

}  // namespace

RONDO_API void GOMP_taskloop(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes, long alignment,
                             unsigned flags, unsigned long num_tasks, int priority, long start, long end, long step) {
  TaskArguments arguments{body, data, copy, static_cast<size_t>(bytes), static_cast<size_t>(alignment)};
  step = signed_step(step, flags);
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
