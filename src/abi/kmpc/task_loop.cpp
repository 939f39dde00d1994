// SPDX-License-Identifier: Apache-2.0
//
// taskloop as clang calls it: one pattern task is filled by the compiler, the runtime makes tasks of it.
#include <cstring>
#include <new>

#include "abi/api.hpp"
#include "abi/kmpc/types.hpp"
#include "sched/task_loop.hpp"
#include "task/slab.hpp"
#include "team/fork.hpp"
#include "work/taskloop.hpp"

namespace rondo::kmpc {

using sched::Worker;
using task::KmpBlock;
using task::Task;

namespace {

using TaskDup = void (*)(KmpBlock* destination, KmpBlock* source, int32_t is_last);

struct LoopBlock {  // head of the block of a taskloop's task
  KmpBlock head;
  uint64_t lower;
  uint64_t upper;  // inclusive
  int64_t step;
  int32_t is_last;
};
static_assert(offsetof(LoopBlock, is_last) == 64);

// The pattern as a source of copies: its block, and the specification that its tasks are made from.
struct Pattern {
  task::TaskSpec spec;
  KmpBlock* block;
};

// In a re-capture the compiler has filled a node's own block; the tasks need a source that is nobody's node. Objects
// move there by their own copy constructors.
Pattern detach_pattern(Worker& worker, KmpBlock* block, TaskDup dup) {
  Task& task = *Task::of_block(block);
  Pattern pattern = {};
  pattern.block = block;
  const task::TaskSpec* spec = sched::spec_in_region(worker, task);
  if (spec != nullptr) pattern.spec = *spec;
  if (sched::is_in_region(worker, task)) {
    auto* copy = static_cast<Task*>(worker.slab.allocate(sizeof(Task) + spec->block_bytes));
    std::memcpy(static_cast<void*>(copy), &task, sizeof(Task) + spec->block_bytes);
    pattern.block = reinterpret_cast<KmpBlock*>(copy->block());
    if (spec->shareds_offset != 0)
      pattern.block->shareds = reinterpret_cast<char*>(pattern.block) + spec->shareds_offset;
    if (dup != nullptr) {
      dup(pattern.block, block, 0);
      if ((spec->flags & task::kDestructors) != 0) block->data1.destructors(static_cast<int32_t>(worker.id), block);
    }
    return pattern;
  }
  if (spec != nullptr) return pattern;
  pattern.spec.entry = task.entry;
  pattern.spec.block_bytes = static_cast<uint32_t>(task::Slab::usable_bytes(&task) - sizeof(Task));
  if (block->shareds != nullptr) {
    auto offset = static_cast<char*>(block->shareds) - reinterpret_cast<char*>(block);
    pattern.spec.shareds_offset = static_cast<uint32_t>(offset);
  }
  pattern.spec.flags = static_cast<uint16_t>(task.flags & ~task::kNotReplayable);
  pattern.spec.is_trivial = !task.has(task::kDestructors);
  return pattern;
}

// The pattern holds objects of its own that no body destroys.
void release_pattern(Worker& worker, const Pattern& pattern) {
  if ((pattern.spec.flags & task::kDestructors) != 0) {
    pattern.block->data1.destructors(static_cast<int32_t>(worker.id), pattern.block);
  }
  worker.slab.release(Task::of_block(pattern.block));
}

struct Taskloop {
  Pattern pattern;
  TaskDup dup;
  uint64_t lower;
  uint64_t step;
  work::TaskloopPlan plan;

  void fill_task(Task& task, uint64_t number) const {
    auto* block = static_cast<KmpBlock*>(task.data);
    std::memcpy(static_cast<void*>(block), pattern.block, pattern.spec.block_bytes);
    uint32_t offset = pattern.spec.shareds_offset;
    block->shareds = offset == 0 ? nullptr : reinterpret_cast<char*>(block) + offset;
    auto* loop = reinterpret_cast<LoopBlock*>(block);
    loop->lower = lower + plan.first_of(number) * step;
    loop->upper = loop->lower + (plan.size_of(number) - 1) * step;
    const int32_t is_last = number + 1 == plan.n_tasks ? 1 : 0;
    if (dup != nullptr) {
      dup(block, pattern.block, is_last);
    } else {
      loop->is_last = is_last;
    }
  }
};

// ---- Each task made when it is run --------------------------------------------------------------------------------

struct LaterTaskloop : sched::TaskLoop {
  Taskloop what;
};

Task* make_task(Worker& worker, sched::TaskLoop& loop, uint64_t number) {
  const Taskloop& what = static_cast<LaterTaskloop&>(loop).what;
  Task* task = sched::new_task(worker, what.pattern.spec);
  what.fill_task(*task, number);
  return task;
}

void release_loop(Worker& worker, sched::TaskLoop& loop) {
  auto& later = static_cast<LaterTaskloop&>(loop);
  release_pattern(worker, later.what.pattern);
  worker.slab.destroy(&later);
}

void make_later(Worker& worker, const Taskloop& what) {
  auto* loop = new (worker.slab.allocate(sizeof(LaterTaskloop))) LaterTaskloop;
  loop->what = what;
  loop->n_tasks = what.plan.n_tasks;
  loop->make = make_task;
  loop->release = release_loop;
  sched::start(worker, *loop, what.pattern.spec.flags & task::kUnconstrained);
}

// A function of the compiler's copies from the original variables, which the last iteration may write (lastprivate):
// it is called for all tasks before any of them can have run.
bool may_be_made_later(Worker& worker, const Taskloop& what, bool if_clause) {
  return if_clause && what.dup == nullptr && (what.pattern.spec.flags & task::kPrioritised) == 0 &&
         sched::may_be_made_later(worker, what.plan.n_tasks);
}

// ---- All at once --------------------------------------------------------------------------------------------------

void make_now(Worker& worker, const Taskloop& what, bool if_clause) {
  for (uint64_t number = 0; number < what.plan.n_tasks; number++) {
    Task* task = sched::allocate(worker, what.pattern.spec);
    what.fill_task(*task, number);
    if (task->has(task::kPrioritised)) {
      task->priority = static_cast<int16_t>(static_cast<KmpBlock*>(task->data)->data2.priority);
    }
    sched::submit(worker, *task, {}, if_clause);
  }
  release_pattern(worker, what.pattern);
}

}  // namespace

RONDO_API void __kmpc_taskloop_5(Ident*, int32_t, KmpBlock* block, int32_t if_value, uint64_t* lower, uint64_t* upper,
                                 int64_t step, int32_t nogroup, int32_t clause, uint64_t value, int32_t is_strict,
                                 TaskDup dup) {
  Worker& worker = team::this_worker();
  if (nogroup == 0) sched::begin_taskgroup(worker);
  const auto stride = static_cast<uint64_t>(step);
  uint64_t n_iterations = step > 0 ? (*upper - *lower) / stride + 1 : (*lower - *upper) / (0 - stride) + 1;
  sched::ManyTasks chunks(worker, true);
  Pattern pattern = detach_pattern(worker, block, dup);
  work::TaskloopPlan plan = work::plan_taskloop(n_iterations, static_cast<work::TaskloopClause>(clause), value,
                                                is_strict != 0, worker.seat->crew->n_seats);
  const Taskloop what = {pattern, dup, *lower, stride, plan};
  may_be_made_later(worker, what, if_value != 0) ? make_later(worker, what) : make_now(worker, what, if_value != 0);
  if (nogroup == 0) sched::end_taskgroup(worker);
}

RONDO_API void __kmpc_taskloop(Ident* location, int32_t gtid, KmpBlock* block, int32_t if_value, uint64_t* lower,
                               uint64_t* upper, int64_t step, int32_t nogroup, int32_t clause, uint64_t value,
                               TaskDup dup) {
  __kmpc_taskloop_5(location, gtid, block, if_value, lower, upper, step, nogroup, clause, value, 0, dup);
}

}  // namespace rondo::kmpc
