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

// A private copy is made when its thread first asks for it. Behind all copies stands a byte a thread that says so, at
// which only that thread looks until the group ends. (Not behind each copy: for array sections clang passes the size
// of an element, and then initialises the section. Whole cache lines hide that for small ones, as they do on libomp.)
struct Item {
  ReductionInput input;
  char* copies;   // n_threads of them, `stride` bytes apart
  size_t stride;
  char* made;     // n_threads bytes

  bool has(const void* address, uint32_t n_threads) const {
    auto* byte = static_cast<const char*>(address);
    return address == input.shared || (byte >= copies && byte < copies + stride * n_threads);
  }
  char* copy_of(uint32_t thread) const { return copies + thread * stride; }
  char& is_made(uint32_t thread) const { return made[thread]; }
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
  sched::require_code(worker);
  TaskGroup* group = worker.current->group;
  uint32_t n_threads = worker.seat->crew->n_seats;
  auto n_items = static_cast<uint32_t>(n);
  auto* reductions =
      new (worker.slab.allocate(sizeof(Reductions) + n_items * sizeof(Item))) Reductions{n_items, n_threads};
  for (uint32_t i = 0; i < n_items; i++) {
    Item& item = reductions->items()[i];
    item.input = ReductionInput(inputs[i]);
    item.stride = base::round_up(item.input.bytes, base::kCacheLine);
    item.copies = static_cast<char*>(worker.slab.allocate(item.stride * n_threads + n_threads));
    item.made = item.copies + item.stride * n_threads;
    std::memset(item.made, 0, n_threads);
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
  sched::cannot_record(worker, "it uses a reduction with the task modifier");
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

namespace {

// The calling thread's copy of an item of `group` or of one around it; nullptr: none of them reduces it.
void* find_copy(Worker& worker, TaskGroup* group, void* address) {
  for (; group != nullptr; group = group->outer) {
    if (group->on_end != combine) continue;
    auto* reductions = static_cast<Reductions*>(group->reductions);
    for (uint32_t i = 0; i < reductions->n_items; i++) {
      Item& item = reductions->items()[i];
      if (item.has(address, reductions->n_threads)) return item.make(worker.seat->index);
    }
  }
  return nullptr;
}

}  // namespace

// The handle is the group in which the construct stood. The task's own groups come first: in a pure replay the handle
// is that of the recording.
RONDO_API void* __kmpc_task_reduction_get_th_data(int32_t, void* handle, void* address) {
  Worker& worker = team::this_worker();
  if (void* copy = find_copy(worker, worker.current->group, address)) return copy;
  void* copy = find_copy(worker, static_cast<TaskGroup*>(handle), address);
  return copy != nullptr ? copy : address;
}

}  // namespace rondo::kmpc
