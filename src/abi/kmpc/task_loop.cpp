// SPDX-License-Identifier: Apache-2.0
//
// taskloop as clang calls it: one pattern task is filled by the compiler, the runtime makes a task a chunk of it.
#include <cstring>

#include "abi/api.hpp"
#include "abi/kmpc/types.hpp"
#include "sched/spawn.hpp"
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

// In a re-capture the compiler has filled a node's own block; the chunks need a source that is nobody's node. Objects
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

void submit_chunk(Worker& worker, const Pattern& pattern, uint64_t lower, uint64_t upper, bool is_last, TaskDup dup,
                  bool if_clause) {
  Task* task = sched::allocate(worker, pattern.spec);
  auto* block = static_cast<KmpBlock*>(task->data);
  std::memcpy(static_cast<void*>(block), pattern.block, pattern.spec.block_bytes);
  uint32_t offset = pattern.spec.shareds_offset;
  block->shareds = offset == 0 ? nullptr : reinterpret_cast<char*>(block) + offset;
  auto* loop = reinterpret_cast<LoopBlock*>(block);
  loop->lower = lower;
  loop->upper = upper;
  if (dup != nullptr) {
    dup(block, pattern.block, is_last ? 1 : 0);
  } else {
    loop->is_last = is_last ? 1 : 0;
  }
  if (task->has(task::kPrioritised)) task->priority = static_cast<int16_t>(block->data2.priority);
  sched::submit(worker, *task, {}, if_clause);
}

}  // namespace

RONDO_API void __kmpc_taskloop_5(Ident*, int32_t, KmpBlock* block, int32_t if_value, uint64_t* lower, uint64_t* upper,
                                 int64_t step, int32_t nogroup, int32_t clause, uint64_t value, int32_t is_strict,
                                 TaskDup dup) {
  Worker& worker = team::this_worker();
  if (nogroup == 0) sched::begin_taskgroup(worker);
  uint64_t first = *lower;
  uint64_t n_iterations = step > 0 ? (*upper - first) / static_cast<uint64_t>(step) + 1
                                   : (first - *upper) / (0 - static_cast<uint64_t>(step)) + 1;
  sched::ManyTasks chunks(worker, true);
  Pattern pattern = detach_pattern(worker, block, dup);
  work::TaskloopPlan plan = work::plan_taskloop(n_iterations, static_cast<work::TaskloopClause>(clause), value,
                                                is_strict != 0, worker.seat->crew->n_seats);
  for (uint64_t i = 0; i < plan.n_tasks; i++) {
    uint64_t next = first + plan.size_of(i) * static_cast<uint64_t>(step);
    submit_chunk(worker, pattern, first, next - static_cast<uint64_t>(step), i + 1 == plan.n_tasks, dup, if_value != 0);
    first = next;
  }
  // The pattern holds objects of its own that no body destroys.
  if ((pattern.spec.flags & task::kDestructors) != 0) {
    pattern.block->data1.destructors(static_cast<int32_t>(worker.id), pattern.block);
  }
  worker.slab.release(Task::of_block(pattern.block));
  if (nogroup == 0) sched::end_taskgroup(worker);
}

RONDO_API void __kmpc_taskloop(Ident* location, int32_t gtid, KmpBlock* block, int32_t if_value, uint64_t* lower,
                               uint64_t* upper, int64_t step, int32_t nogroup, int32_t clause, uint64_t value,
                               TaskDup dup) {
  __kmpc_taskloop_5(location, gtid, block, if_value, lower, upper, step, nogroup, clause, value, 0, dup);
}

}  // namespace rondo::kmpc
