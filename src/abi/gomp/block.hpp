// SPDX-License-Identifier: Apache-2.0
//
// The argument block of gcc's tasks: `bytes` at `data`, copied bitwise or, when there are C++ objects or
// variable-length arrays, by a function that the compiler has generated. `data` is valid only during the call.
#pragma once

#include <cstring>

#include "abi/gomp/types.hpp"
#include "base/bits.hpp"
#include "task/task.hpp"

namespace rondo::gomp {

struct TaskArguments {
  task::GompEntry body;
  void* data;
  void (*copy)(void* destination, void* source);  // nullptr: bitwise
  size_t bytes;
  size_t alignment;
};

inline bool is_aligned_anyway(size_t alignment) { return alignment <= base::kCacheLine; }

inline void* aligned(void* memory, size_t alignment) {
  if (is_aligned_anyway(alignment)) return memory;
  return reinterpret_cast<void*>(base::round_up(reinterpret_cast<uintptr_t>(memory), alignment));
}

inline void fill(const TaskArguments& arguments, void* block) {
  if (arguments.copy != nullptr) {
    arguments.copy(block, arguments.data);
  } else if (arguments.bytes != 0) {
    std::memcpy(block, arguments.data, arguments.bytes);
  }
}

inline bool has_no_task_flags(unsigned flags) { return (flags & (kTaskUntied | kTaskFinal | kTaskDetach)) == 0; }
inline uint32_t task_flags(unsigned flags) {
  if (has_no_task_flags(flags)) [[likely]]
    return 0;
  uint32_t is = (flags & kTaskUntied) != 0 ? task::kUnconstrained : 0u;  // code of gcc stays on its thread
  if ((flags & kTaskFinal) != 0) is |= task::kFinal;
  if ((flags & kTaskDetach) != 0) is |= task::kDetachable;
  return is;
}

inline task::TaskSpec spec_of(const TaskArguments& arguments, unsigned flags, int priority) {
  task::TaskSpec spec = {};
  spec.entry.gomp = arguments.body;
  // Task memory is aligned to a cache line; a block that needs a larger alignment gets additional bytes to move in.
  size_t slack = is_aligned_anyway(arguments.alignment) ? 0 : arguments.alignment;
  spec.block_bytes = static_cast<uint32_t>(arguments.bytes + slack);
  spec.shareds_offset = static_cast<uint32_t>(slack);
  spec.flags = task_flags(flags) | (arguments.copy != nullptr ? task::kCopied : 0u);
  spec.priority = static_cast<int16_t>(priority < 0 ? 0 : priority > INT16_MAX ? INT16_MAX : priority);
  spec.is_trivial = arguments.copy == nullptr && slack == 0;
  return spec;
}

}  // namespace rondo::gomp
