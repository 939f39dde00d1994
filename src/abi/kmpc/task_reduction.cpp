// SPDX-License-Identifier: Apache-2.0
//
// task_reduction, in_reduction and reduction(task, ...) as clang calls them: the runtime keeps one private copy per
// thread and combines the copies at the end of the taskgroup.
#include "abi/kmpc/task_reduction.hpp"

#include <new>

#include "abi/api.hpp"
#include "abi/kmpc/types.hpp"
#include "sched/reduction.hpp"
#include "sched/region.hpp"
#include "sched/taskwait.hpp"
#include "team/fork.hpp"

namespace rondo::kmpc {

using sched::Worker;
using task::ReductionItem;
using task::TaskGroup;

namespace {

ReductionItem item_of(const ReductionInput& input) {
  return {input.shared,
          input.original,
          input.bytes,
          reinterpret_cast<void (*)(void*, void*)>(input.init),
          reinterpret_cast<void (*)(void*)>(input.finish),
          reinterpret_cast<void (*)(void*, void*)>(input.combine)};
}

// Registers the items on the innermost taskgroup, which is the handle.
template <class Input>
void* reduce_in_group(Worker& worker, int32_t n, const Input* inputs) {
  auto n_items = static_cast<size_t>(n);
  auto* items = static_cast<ReductionItem*>(worker.slab.allocate(n_items * sizeof(ReductionItem)));
  for (size_t i = 0; i < n_items; i++) new (&items[i]) ReductionItem(item_of(ReductionInput(inputs[i])));
  sched::reduce_in_group(worker, {items, n_items});
  worker.slab.release(items);
  return worker.current->group;
}

// reduction(task, ...) on parallel and worksharing constructs: a taskgroup for each thread, which combines into the
// private copy that the thread's own reduction combines afterwards.
template <class Input>
void* begin_reductions(int32_t is_worksharing, int32_t n, const Input* inputs) {
  Worker& worker = team::this_worker();
  sched::cannot_record(worker, "it uses a reduction with the task modifier");
  sched::begin_taskgroup(worker, is_worksharing != 0 ? TaskGroup::Of::Worksharing : TaskGroup::Of::Parallel);
  return reduce_in_group(worker, n, inputs);
}

}  // namespace

RONDO_API void* __kmpc_taskred_init(int32_t, int32_t n, const ReductionInput* inputs) {
  return reduce_in_group(team::this_worker(), n, inputs);
}
RONDO_API void* __kmpc_task_reduction_init(int32_t, int32_t n, const OldReductionInput* inputs) {
  return reduce_in_group(team::this_worker(), n, inputs);
}

RONDO_API void* __kmpc_taskred_modifier_init(const Ident*, int32_t, int32_t is_worksharing, int32_t n,
                                             const ReductionInput* inputs) {
  return begin_reductions(is_worksharing, n, inputs);
}
RONDO_API void* __kmpc_task_reduction_modifier_init(const Ident*, int32_t, int32_t is_worksharing, int32_t n,
                                                    const OldReductionInput* inputs) {
  return begin_reductions(is_worksharing, n, inputs);
}
RONDO_API void __kmpc_task_reduction_modifier_fini(const Ident*, int32_t, int32_t) {
  sched::end_taskgroup(team::this_worker());
}

void abandon_worksharing(Worker& worker) {
  const TaskGroup* group = worker.current->group;
  while (group != nullptr && group->of == TaskGroup::Of::Worksharing) group = group->outer;
  sched::abandon_taskgroups(worker, group);
}

// The handle is the taskgroup that contained the construct. The task's own groups are searched first: in a pure
// replay the handle is that of the recording.
RONDO_API void* __kmpc_task_reduction_get_th_data(int32_t, void* handle, void* address) {
  Worker& worker = team::this_worker();
  void* copy = sched::private_copy(worker, worker.current->group, address);
  if (copy == nullptr) copy = sched::private_copy(worker, static_cast<TaskGroup*>(handle), address);
  return copy != nullptr ? copy : address;
}

}  // namespace rondo::kmpc
