// SPDX-License-Identifier: Apache-2.0
//
// Undeferred tasks, whose bodies clang's and flang's code calls itself between these two calls.
#include "abi/api.hpp"
#include "abi/kmpc/types.hpp"
#include "sched/create/create.hpp"
#include "sched/run/observe.hpp"
#include "team/fork.hpp"

namespace rondo::kmpc {

using sched::Worker;
using task::KmpBlock;
using task::Task;

namespace {

// While a tool is on. The program itself calls the body, so the creator's stack ends, and the task's begins, here.
[[gnu::noinline]] void begin_if0_observed(Ident*, int32_t, KmpBlock* block) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  Task& task = sched::allocated_task(worker, block);
  sched::note_creation(worker, task, true, {});
  sched::begin_in_place(worker, task);
  entered.leave();
}

}  // namespace

RONDO_API void __kmpc_omp_task_begin_if0(Ident* location, int32_t gtid, KmpBlock* block) {
  Worker& worker = team::this_worker();
  Task& task = sched::allocated_task(worker, block);
  if (task.has(task::kObserved)) [[unlikely]] {
    RONDO_TAIL_CALL return begin_if0_observed(location, gtid, block);
  }
  sched::begin_in_place(worker, task);
}

RONDO_API void __kmpc_omp_task_complete_if0(Ident*, int32_t, KmpBlock* block) {
  Worker& worker = team::this_worker();
  const bool is_current = worker.current->data == block;  // a node's block has no task in front of it
  sched::end_in_place(worker, is_current ? *worker.current : *Task::of_block(block));
}

}  // namespace rondo::kmpc
