// SPDX-License-Identifier: Apache-2.0
//
// taskloop as clang calls it: the compiler fills one template task, and the runtime makes the tasks from it. The
// bounds' addresses in the template say where in its block a task finds its own bounds. The last task is marked by
// the compiler's function (`dup`) or, with clang's own layout, in its block.
#include <cstring>
#include <new>

#include "abi/api.hpp"
#include "abi/kmpc/types.hpp"
#include "abi/observed.hpp"
#include "sched/create/create.hpp"
#include "sched/create/lazy_taskloop.hpp"
#include "sched/run/region.hpp"
#include "sched/wait/taskwait.hpp"
#include "task/slab.hpp"
#include "team/fork.hpp"
#include "work/taskloop.hpp"

namespace rondo::kmpc {

using sched::Worker;
using task::KmpBlock;
using task::Task;

namespace {

using TaskDup = void (*)(KmpBlock* destination, KmpBlock* source, int32_t is_last);

struct ClangBlock {  // the block of a taskloop's task, as clang lays it out
  KmpBlock head;
  uint64_t lower;
  uint64_t upper;
  int64_t step;
  int32_t is_last;
};
static_assert(offsetof(ClangBlock, is_last) == 64);

// The template as a source of copies: its block, and the specification that its tasks are made from.
struct TaskTemplate {
  task::TaskSpec spec;
  KmpBlock* block;
  bool is_in_task = false;  // the block is part of another one
};

// In a re-capture the compiler has filled a node's own block; the tasks need a source that is no node's block.
// Objects get there by their own copy constructors.
TaskTemplate detach_template(Worker& worker, KmpBlock* block, TaskDup dup) {
  Task& task = sched::allocated_task(worker, block);
  if (task.has(task::kObserved)) {  // each task gets a record of its own
    task::Observed& record = *task.entry.observed;
    task::drop_record(task);
    sched::forget(worker, record);
  }
  TaskTemplate task_template = {};
  task_template.block = block;
  const task::TaskSpec* spec = sched::spec_in_region(worker, task);
  if (spec != nullptr) task_template.spec = *spec;
  if (sched::is_in_region(worker, task)) {
    auto* copy = static_cast<Task*>(worker.slab.allocate(sizeof(Task) + spec->block_bytes));
    init(*copy, *spec);
    std::memcpy(copy->block(), block, spec->block_bytes);
    task_template.block = reinterpret_cast<KmpBlock*>(copy->block());
    if (spec->shareds_offset != 0)
      task_template.block->shareds = reinterpret_cast<char*>(task_template.block) + spec->shareds_offset;
    if (dup != nullptr) {
      dup(task_template.block, block, 0);
      if ((spec->flags & task::kDestructors) != 0) block->data1.destructors(static_cast<int32_t>(worker.id), block);
    }
    return task_template;
  }
  if (spec != nullptr) return task_template;
  task_template.spec.entry = task.entry;
  task_template.spec.block_bytes = static_cast<uint32_t>(task::Slab::usable_bytes(&task) - sizeof(Task));
  if (block->shareds != nullptr) {
    auto offset = static_cast<char*>(block->shareds) - reinterpret_cast<char*>(block);
    task_template.spec.shareds_offset = static_cast<uint32_t>(offset);
  }
  task_template.spec.flags = task.flags & ~uint32_t{task::kNotReplayable};
  task_template.spec.is_trivial = !task.has(task::kDestructors);
  return task_template;
}

// The template holds objects of its own, which no body destroys.
void release_template(Worker& worker, const TaskTemplate& task_template) {
  if (task_template.is_in_task) return;
  if ((task_template.spec.flags & task::kDestructors) != 0) {
    task_template.block->data1.destructors(static_cast<int32_t>(worker.id), task_template.block);
  }
  worker.slab.release(Task::of_block(task_template.block));
}

struct TaskloopArguments {
  TaskTemplate task_template;
  TaskDup dup;
  ptrdiff_t lower_offset;  // of a task's bounds in its block
  ptrdiff_t upper_offset;  // of the inclusive one
  bool is_clangs;  // ClangBlock
  uint64_t lower;
  uint64_t step;
  work::TaskloopPlan plan;
  bool has_last;  // work::UnsureTaskloop

  void fill_task(Task& task, uint64_t number) const {
    auto* block = static_cast<KmpBlock*>(task.data);
    std::memcpy(static_cast<void*>(block), task_template.block, task_template.spec.block_bytes);
    uint32_t offset = task_template.spec.shareds_offset;
    block->shareds = offset == 0 ? nullptr : reinterpret_cast<char*>(block) + offset;
    auto* bytes = reinterpret_cast<char*>(block);
    const uint64_t first = lower + plan.first_of(number) * step;
    *reinterpret_cast<uint64_t*>(bytes + lower_offset) = first;
    *reinterpret_cast<uint64_t*>(bytes + upper_offset) = first + (plan.size_of(number) - 1) * step;
    const int32_t is_last = has_last && number + 1 == plan.n_tasks ? 1 : 0;
    if (dup != nullptr) {
      dup(block, task_template.block, is_last);
    } else if (is_clangs) {
      reinterpret_cast<ClangBlock*>(block)->is_last = is_last;
    }
  }
};

// ---- Each task made when it is run --------------------------------------------------------------------------------

struct TaskloopWithArguments : sched::LazyTaskloop {
  TaskloopArguments what;
};

Task* make_task(Worker& worker, sched::LazyTaskloop& loop, uint64_t number) {
  const TaskloopArguments& what = static_cast<TaskloopWithArguments&>(loop).what;
  Task* task = sched::new_task(worker, what.task_template.spec);
  what.fill_task(*task, number);
  return task;
}

void release_loop(Worker& worker, sched::LazyTaskloop& loop) {
  auto& later = static_cast<TaskloopWithArguments&>(loop);
  release_template(worker, later.what.task_template);
  worker.slab.destroy(&later);
}

void make_later(Worker& worker, const TaskloopArguments& what) {
  auto* loop = new (worker.slab.allocate(sizeof(TaskloopWithArguments))) TaskloopWithArguments;
  loop->what = what;
  loop->n_tasks = what.plan.n_tasks;
  loop->make = make_task;
  loop->release = release_loop;
  sched::start_taskloop(worker, *loop, what.task_template.spec.flags & task::kUnconstrained);
}

// The compiler's function copies from the original variables, which the last iteration may write (lastprivate). So it
// is called for all tasks before any of them can run.
bool may_be_lazy(const TaskloopArguments& what, bool if_clause) {
  return if_clause && what.dup == nullptr && (what.task_template.spec.flags & task::kPrioritised) == 0;
}

// ---- All at once --------------------------------------------------------------------------------------------------

void make_now(Worker& worker, const TaskloopArguments& what, bool if_clause) {
  for (uint64_t number = 0; number < what.plan.n_tasks; number++) {
    task::TaskSpec spec = what.task_template.spec;
    if (ompt::is_on())
      abi::observe_taskloop_task(worker, spec, if_clause, {what.plan.first_of(number), what.plan.size_of(number)});
    Task* task = sched::allocate(worker, spec);
    what.fill_task(*task, number);
    if (task->has(task::kPrioritised)) {
      task->priority = static_cast<int16_t>(static_cast<KmpBlock*>(task->data)->data2.priority);
    }
    sched::submit(worker, *task, {}, if_clause);
  }
  release_template(worker, what.task_template);
}

// ---- As one task of a region --------------------------------------------------------------------------------------

struct WholeTaskloop : task::TaskloopBlock {
  TaskloopArguments what;
  void* template_block() { return this + 1; }
};

void run_whole(Worker& worker, task::TaskloopBlock& block) {
  auto& whole = static_cast<WholeTaskloop&>(block);
  TaskloopArguments& what = whole.what;
  what.task_template.block = static_cast<KmpBlock*>(whole.template_block());
  sched::may_be_made_later(worker, what.plan.n_tasks) ? make_later(worker, what) : make_now(worker, what, true);
  sched::await_taskloop(worker);
}

void create_whole(Worker& worker, const TaskloopArguments& what) {
  const task::TaskSpec& spec = what.task_template.spec;
  Task* task = sched::allocate(worker, sched::spec_of_whole(spec, sizeof(WholeTaskloop) + spec.block_bytes));
  auto* whole = new (task->data) WholeTaskloop{{run_whole}, what};
  whole->what.task_template.is_in_task = true;
  std::memcpy(whole->template_block(), what.task_template.block, spec.block_bytes);
  release_template(worker, what.task_template);
  sched::submit(worker, *task, {});
}

void create_tasks(Worker& worker, const TaskloopArguments& what, bool if_clause) {
  if (!may_be_lazy(what, if_clause)) return make_now(worker, what, if_clause);
  const bool has_destructors = (what.task_template.spec.flags & task::kDestructors) != 0;
  if (sched::is_one_task(worker) && !has_destructors) return create_whole(worker, what);
  sched::may_be_made_later(worker, what.plan.n_tasks) ? make_later(worker, what) : make_now(worker, what, true);
}

void run_taskloop(KmpBlock* block, int32_t if_value, uint64_t* lower, uint64_t* upper, int64_t step, int32_t nogroup,
                  int32_t clause, uint64_t value, int32_t is_strict, TaskDup dup,
                  sched::Call call = {__builtin_return_address(0), __builtin_frame_address(0)}) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker, call);
  if (nogroup == 0) sched::begin_taskgroup(worker);
  const auto stride = static_cast<uint64_t>(step);
  uint64_t n_iterations = step > 0 ? (*upper - *lower) / stride + 1 : (*lower - *upper) / (0 - stride) + 1;
  if (ompt::is_on()) abi::begin_taskloop_observed(worker, nogroup == 0, n_iterations);
  const uint64_t first = *lower;
  const auto* bytes = reinterpret_cast<const char*>(block);
  const ptrdiff_t lower_offset = reinterpret_cast<const char*>(lower) - bytes;
  const ptrdiff_t upper_offset = reinterpret_cast<const char*>(upper) - bytes;
  sched::ManyTasks chunks(worker, true);
  TaskTemplate task_template = detach_template(worker, block, dup);
  const auto [plan, has_last] = work::plan_unsure_taskloop(n_iterations, static_cast<work::TaskloopClause>(clause),
                                                           value, is_strict != 0, worker.slot->arena->n_slots);
  const bool is_clangs = lower_offset == offsetof(ClangBlock, lower) && upper_offset == offsetof(ClangBlock, upper) &&
                         task_template.spec.block_bytes >= offsetof(ClangBlock, is_last) + sizeof(int32_t) &&
                         reinterpret_cast<const ClangBlock*>(task_template.block)->step == step;
  const TaskloopArguments what = {task_template, dup,    lower_offset, upper_offset, is_clangs,
                                  first,         stride, plan,         has_last};
  create_tasks(worker, what, if_value != 0);
  if (ompt::is_on()) return abi::end_taskloop_observed(worker, nogroup == 0, n_iterations);
  if (nogroup == 0) sched::end_taskgroup(worker);
}

}  // namespace

RONDO_API void __kmpc_taskloop_5(Ident*, int32_t, KmpBlock* block, int32_t if_value, uint64_t* lower, uint64_t* upper,
                                 int64_t step, int32_t nogroup, int32_t clause, uint64_t value, int32_t is_strict,
                                 TaskDup dup) {
  run_taskloop(block, if_value, lower, upper, step, nogroup, clause, value, is_strict, dup);
}

RONDO_API void __kmpc_taskloop(Ident*, int32_t, KmpBlock* block, int32_t if_value, uint64_t* lower, uint64_t* upper,
                               int64_t step, int32_t nogroup, int32_t clause, uint64_t value, TaskDup dup) {
  run_taskloop(block, if_value, lower, upper, step, nogroup, clause, value, 0, dup);
}

}  // namespace rondo::kmpc
