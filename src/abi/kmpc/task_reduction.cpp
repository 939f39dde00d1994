// SPDX-License-Identifier: Apache-2.0
//
// task_reduction, in_reduction and reduction(task, ...) as clang calls them: the runtime keeps a private copy a
// thread and combines them at the end of the taskgroup (OpenMP 5.2 section 5.5.9).
#include <cstring>
#include <new>

#include "abi/api.hpp"
#include "abi/kmpc/types.hpp"
#include "base/bits.hpp"
#include "sched/spawn.hpp"
#include "team/fork.hpp"

namespace rondo::kmpc {

using sched::Worker;
using task::TaskGroup;

namespace {

using Init = void (*)(void* copy, void* original);
using Finish = void (*)(void* copy);
using Combine = void (*)(void* into, void* from);

// A private copy is made when its thread first asks for it. Behind it in its stride stands a byte that says so, which
// only that thread looks at until the group ends.
struct Item {
  ReductionInput input;
  char* copies;   // n_threads of them, `stride` bytes apart
  size_t stride;

  bool has(const void* address, uint32_t n_threads) const {
    auto* byte = static_cast<const char*>(address);
    return address == input.shared || (byte >= copies && byte < copies + stride * n_threads);
  }
  char* copy_of(uint32_t thread) const { return copies + thread * stride; }
  char& is_made(uint32_t thread) const { return copies[(thread + 1) * stride - 1]; }
  char* make(uint32_t thread) const {
    char* copy = copy_of(thread);
    if (is_made(thread) != 0) return copy;
    is_made(thread) = 1;
    std::memset(copy, 0, input.bytes);
    if (input.init != nullptr) reinterpret_cast<Init>(input.init)(copy, input.original);
    return copy;
  }
};

struct Reductions {
  uint32_t n_items;
  uint32_t n_threads;
  Item* items() { return reinterpret_cast<Item*>(this + 1); }
};

void combine(Worker& worker, TaskGroup& group) {
  auto* reductions = static_cast<Reductions*>(group.reductions);
  for (uint32_t i = 0; i < reductions->n_items; i++) {
    Item& item = reductions->items()[i];
    for (uint32_t thread = 0; thread < reductions->n_threads; thread++) {
      if (item.is_made(thread) == 0) continue;
      char* copy = item.copy_of(thread);
      reinterpret_cast<Combine>(item.input.combine)(item.input.shared, copy);
      if (item.input.finish != nullptr) reinterpret_cast<Finish>(item.input.finish)(copy);
    }
    worker.slab.release(item.copies);
  }
  worker.slab.release(reductions);
}

// On the innermost taskgroup, which is the handle.
template <class Input>
void* register_reductions(Worker& worker, int32_t n, const Input* inputs) {
  sched::cannot_record(worker, "it uses a task reduction");
  TaskGroup* group = worker.current->group;
  uint32_t n_threads = worker.seat->crew->n_seats;
  auto n_items = static_cast<uint32_t>(n);
  auto* reductions =
      new (worker.slab.allocate(sizeof(Reductions) + n_items * sizeof(Item))) Reductions{n_items, n_threads};
  for (uint32_t i = 0; i < n_items; i++) {
    Item& item = reductions->items()[i];
    item.input = ReductionInput(inputs[i]);
    item.stride = base::round_up(item.input.bytes + 1, base::kCacheLine);
    item.copies = static_cast<char*>(worker.slab.allocate(item.stride * n_threads));
    for (uint32_t thread = 0; thread < n_threads; thread++) item.is_made(thread) = 0;
  }
  group->reductions = reductions;
  group->on_end = combine;
  return group;
}

// reduction(task, ...) on parallel and worksharing constructs: a taskgroup for each thread, which combines into the
// private copy that the thread's own reduction combines afterwards.
template <class Input>
void* begin_reductions(int32_t n, const Input* inputs) {
  Worker& worker = team::this_worker();
  sched::begin_taskgroup(worker);
  return register_reductions(worker, n, inputs);
}

}  // namespace

RONDO_API void* __kmpc_taskred_init(int32_t, int32_t n, const ReductionInput* inputs) {
  return register_reductions(team::this_worker(), n, inputs);
}
RONDO_API void* __kmpc_task_reduction_init(int32_t, int32_t n, const OldReductionInput* inputs) {
  return register_reductions(team::this_worker(), n, inputs);
}

RONDO_API void* __kmpc_taskred_modifier_init(const Ident*, int32_t, int32_t, int32_t n, const ReductionInput* inputs) {
  return begin_reductions(n, inputs);
}
RONDO_API void* __kmpc_task_reduction_modifier_init(const Ident*, int32_t, int32_t, int32_t n,
                                                    const OldReductionInput* inputs) {
  return begin_reductions(n, inputs);
}
RONDO_API void __kmpc_task_reduction_modifier_fini(const Ident*, int32_t, int32_t) {
  sched::end_taskgroup(team::this_worker());
}

RONDO_API void* __kmpc_task_reduction_get_th_data(int32_t, void* handle, void* address) {
  Worker& worker = team::this_worker();
  // The handle is the group in which the construct stood; an enclosing group may hold the item as well.
  auto* group = handle != nullptr ? static_cast<TaskGroup*>(handle) : worker.current->group;
  for (; group != nullptr; group = group->outer) {
    if (group->on_end != combine) continue;
    auto* reductions = static_cast<Reductions*>(group->reductions);
    for (uint32_t i = 0; i < reductions->n_items; i++) {
      Item& item = reductions->items()[i];
      if (item.has(address, reductions->n_threads)) return item.make(worker.seat->index);
    }
  }
  return address;
}

}  // namespace rondo::kmpc
