// SPDX-License-Identifier: Apache-2.0
//
// What debuggers ask about tasks, and libomptarget about its host runtime.
#include "abi/api.hpp"
#include "abi/kmpc/types.hpp"
#include "sched/run/domain.hpp"
#include "team/fork.hpp"
#include "team/runtime.hpp"

namespace rondo::kmpc {

// A task's number is the address of its domain, which lives as long as any of its children.
RONDO_API uint64_t __kmpc_get_taskid() {
  return reinterpret_cast<uintptr_t>(&sched::domain_of_current(team::this_worker()));
}
// 0: an implicit task.
RONDO_API uint64_t __kmpc_get_parent_taskid() {
  return reinterpret_cast<uintptr_t>(team::this_worker().current->parent);
}

// Questions of libomptarget to its host runtime. It may overlap operations of a device with tasks; without a handle
// for these operations it waits for each of them.
RONDO_API int32_t __kmpc_omp_has_task_team(int32_t) { return 0; }
RONDO_API void** __kmpc_omp_get_target_async_handle_ptr(int32_t) { return nullptr; }
RONDO_API int __kmpc_get_target_offload() {
  switch (team::options().target_offload) {
    case config::TargetOffload::Disabled:
      return 0;
    case config::TargetOffload::Default:
      return 1;
    case config::TargetOffload::Mandatory:
      return 2;
  }
  return 1;
}

}  // namespace rondo::kmpc
