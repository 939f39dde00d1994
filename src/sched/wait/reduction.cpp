// SPDX-License-Identifier: Apache-2.0
#include "sched/wait/reduction.hpp"

#include "sched/run/region.hpp"

namespace rondo::sched {

using task::Reductions;
using task::TaskGroup;

void reduce_in_group(Worker& worker, Reductions::Items items) {
  TaskGroup& group = *worker.current->group;
  if (RegionExecution* region = region_execution_of(worker)) region->begin_reducing_group(worker, items);
  uint32_t n_threads = worker.slot->arena->n_slots;
  void* memory = worker.slab.allocate(Reductions::bytes(items, n_threads));
  group.reductions = Reductions::make(memory, items, n_threads);
}

namespace {

using Find = void* (Reductions::*)(const void* address, uint32_t thread);

void* find(const TaskGroup* group, Find find, const void* address, uint32_t thread) {
  for (; group != nullptr; group = group->outer) {
    if (group->reductions == nullptr) continue;
    if (void* copy = (group->reductions->*find)(address, thread)) return copy;
  }
  return nullptr;
}

}  // namespace

void* private_copy(const TaskGroup* group, const void* address, uint32_t thread) {
  void* copy = find(group, &Reductions::find, address, thread);
  return copy != nullptr ? copy : find(group, &Reductions::find_original, address, thread);
}

void end_reductions(Worker& worker, TaskGroup& group) {
  if (group.reductions == nullptr) return;
  group.reductions->combine();
  worker.slab.release(group.reductions);
}

void discard_reductions(Worker& worker, TaskGroup& group) {
  if (group.reductions == nullptr) return;
  group.reductions->discard();
  worker.slab.release(group.reductions);
}

}  // namespace rondo::sched
