// SPDX-License-Identifier: Apache-2.0
//
// What clang and flang say of a task when they allocate it, as sched/ takes it.
#pragma once

#include "abi/kmpc/types.hpp"
#include "task/task.hpp"

namespace rondo::kmpc {

inline uint32_t task_flags(int32_t flags) {
  constexpr int32_t kUnusual = kTaskFinal | kTaskDestructors | kTaskDetachable | kTaskProxy | kTaskPriority;
  if ((flags & (kTaskTied | kUnusual)) == kTaskTied) [[likely]]
    return task::kKmp;
  uint32_t is = task::kKmp;
  if ((flags & kTaskTied) == 0) is |= task::kUntied | task::kUnconstrained;
  if ((flags & kTaskFinal) != 0) is |= task::kFinal;
  if ((flags & kTaskDestructors) != 0) is |= task::kDestructors;
  if ((flags & (kTaskDetachable | kTaskProxy)) != 0) is |= task::kDetachable;
  if ((flags & kTaskPriority) != 0) is |= task::kPrioritised;
  return is;
}

inline task::TaskSpec spec_of(int32_t flags, size_t task_bytes, size_t shareds_bytes, task::KmpEntry entry) {
  task::TaskSpec spec = {};
  spec.entry.kmp = entry;
  spec.block_bytes = static_cast<uint32_t>(whole_block(task_bytes, shareds_bytes));
  spec.shareds_offset = static_cast<uint32_t>(shareds_offset(task_bytes, shareds_bytes));
  spec.flags = task_flags(flags);
  spec.is_trivial = (flags & kTaskDestructors) == 0;
  return spec;
}

}  // namespace rondo::kmpc
