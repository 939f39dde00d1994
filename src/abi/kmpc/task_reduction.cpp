// SPDX-License-Identifier: Apache-2.0
//
// task_reduction, in_reduction and reduction(task, ...) as clang calls them: the runtime keeps one private copy per
// thread and combines the copies at the end of the taskgroup.
#include "abi/kmpc/task_reduction.hpp"

#include <new>

#include "abi/api.hpp"
#include "abi/kmpc/types.hpp"
#include "base/message.hpp"
#include "sched/run/region.hpp"
#include "sched/wait/reduction.hpp"
#include "sched/wait/taskwait.hpp"
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

namespace {

// In the current task's groups. The only thread of a team takes part as the thread of the team around it that it is.
void* copy_of(const Worker& worker, const void* address) {
  const team::Member* member = &team::member_of(worker);
  const task::Task* task = worker.current;
  while (true) {
    if (void* copy = sched::private_copy(task->group, address, member->index)) return copy;
    const team::Team& team = member->team();
    if (team.n_slots != 1 || team.parent == nullptr) return nullptr;
    task = team.member(0)->outer_task;
    member = team.parent_member;
  }
}

}  // namespace

// The handle, the taskgroup that contained the construct, is not looked at: the task's groups are known, and in a
// pure replay the handle is that of the recording.
RONDO_API void* __kmpc_task_reduction_get_th_data(int32_t, void*, void* address) {
  if (void* copy = copy_of(team::this_worker(), address)) return copy;
  constexpr uintptr_t kFirstPage = 4096;
  if (reinterpret_cast<uintptr_t>(address) < kFirstPage) {
    base::fatal(
        "in_reduction has lost the address of its variable: clang 19 does not pass on a pointer whose section is "
        "named outside the function that reduces it; create the task in that function, or name a reference");
  }
  base::fatal("in_reduction names %p, which no enclosing taskgroup reduces; add task_reduction", address);
}

}  // namespace rondo::kmpc
