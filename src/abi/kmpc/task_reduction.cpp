// SPDX-License-Identifier: Apache-2.0
//
// task_reduction and in_reduction as clang calls them: the runtime keeps a private copy a thread and combines them at
// the end of the taskgroup (OpenMP 5.2 section 5.5.9).
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

struct Item {
  ReductionInput input;
  char* copies;   // n_threads of them, `stride` bytes apart
  size_t stride;

  bool has(const void* address, uint32_t n_threads) const {
    auto* byte = static_cast<const char*>(address);
    return address == input.shared || (byte >= copies && byte < copies + stride * n_threads);
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
      char* copy = item.copies + thread * item.stride;
      reinterpret_cast<Combine>(item.input.combine)(item.input.shared, copy);
      if (item.input.finish != nullptr) reinterpret_cast<Finish>(item.input.finish)(copy);
    }
    worker.slab.release(item.copies);
  }
  worker.slab.release(reductions);
}

}  // namespace

RONDO_API void* __kmpc_taskred_init(int32_t, int32_t n, const ReductionInput* inputs) {
  Worker& worker = team::this_worker();
  sched::cannot_record(worker, "it uses a task reduction");
  TaskGroup* group = worker.current->group;
  uint32_t n_threads = worker.seat->crew->n_seats;
  auto n_items = static_cast<uint32_t>(n);
  auto* reductions =
      new (worker.slab.allocate(sizeof(Reductions) + n_items * sizeof(Item))) Reductions{n_items, n_threads};
  for (uint32_t i = 0; i < n_items; i++) {
    Item& item = reductions->items()[i];
    item.input = inputs[i];
    item.stride = base::round_up(inputs[i].bytes, base::kCacheLine);
    item.copies = static_cast<char*>(worker.slab.allocate(item.stride * n_threads));
    for (uint32_t thread = 0; thread < n_threads; thread++) {
      char* copy = item.copies + thread * item.stride;
      std::memset(copy, 0, inputs[i].bytes);
      if (inputs[i].init != nullptr) reinterpret_cast<Init>(inputs[i].init)(copy, inputs[i].original);
    }
  }
  group->reductions = reductions;
  group->on_end = combine;
  return group;
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
      if (item.has(address, reductions->n_threads)) return item.copies + worker.seat->index * item.stride;
    }
  }
  return address;
}

}  // namespace rondo::kmpc
