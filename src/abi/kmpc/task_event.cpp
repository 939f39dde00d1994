// SPDX-License-Identifier: Apache-2.0
//
// Events of detachable tasks, and the ends of proxy tasks.
#include "abi/api.hpp"
#include "abi/kmpc/types.hpp"
#include "sched/create/create.hpp"
#include "sched/run/execute.hpp"
#include "team/fork.hpp"

namespace rondo::kmpc {

using task::KmpBlock;
using task::Task;

// The event of a task is the task itself. Fulfilling the event drops its hold on the task's completion.
RONDO_API void* __kmpc_task_allow_completion_event(Ident*, int32_t, KmpBlock* block) { return Task::of_block(block); }

namespace {

void fulfill(Task& task) {
  sched::Worker& worker = team::this_worker();
  sched::require_code(worker);  // a region's code that does this has to do it in each replay
  sched::fulfill(worker, task);
}

}  // namespace

// Both faces hand out the task as its event.
RONDO_API void omp_fulfill_event(uintptr_t event) { fulfill(*reinterpret_cast<Task*>(event)); }
RONDO_API void omp_fulfill_event_(uintptr_t event) { omp_fulfill_event(event); }  // Fortran passes it by value, too

// The operation that a proxy task stands for is complete: the first is called by a thread of its team, the second by
// any thread.
RONDO_API void __kmpc_proxy_task_completed(int32_t, KmpBlock* block) { fulfill(*Task::of_block(block)); }
RONDO_API void __kmpc_proxy_task_completed_ooo(KmpBlock* block) { fulfill(*Task::of_block(block)); }

}  // namespace rondo::kmpc
