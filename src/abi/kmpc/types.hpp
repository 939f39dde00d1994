// SPDX-License-Identifier: Apache-2.0
//
// Types of the KMP interface, as clang-19 and flang lay them out.
#pragma once

#include <cstdint>

#include "base/bits.hpp"
#include "task/kmp_block.hpp"

namespace rondo::kmpc {

// Where in the source a call stands, and what kind of construct it belongs to.
struct Ident {
  int32_t reserved_1;
  int32_t flags;  // IdentFlag
  int32_t reserved_2;
  int32_t reserved_3;
  const char* source;  // ";file;function;line;column;;"
};
static_assert(sizeof(Ident) == 24);

enum IdentFlag : int32_t {
  kIdentAtomicReduce = 0x10,  // the code at a reduction can also combine with atomic instructions
  kIdentExplicitBarrier = 0x20,
  kIdentImplicitBarrier = 0x40,  // of a worksharing construct
  kIdentLoop = 0x200,  // what a static loop is for
  kIdentSections = 0x400,
  kIdentDistribute = 0x800,
};

struct DependInfo {
  uintptr_t address;
  size_t bytes;
  uint8_t flags;  // DependFlag
};
static_assert(sizeof(DependInfo) == 24);

enum DependFlag : uint8_t {
  kDependIn = 1,
  kDependOut = 2,  // clang writes 3 for out and inout
  kDependMutexInOutSet = 4,
  kDependInOutSet = 8,
  kDependAll = 0x80,
};

// Flags of __kmpc_omp_task_alloc; the bits above are reserved or for devices.
enum TaskFlag : int32_t {
  kTaskTied = 1,
  kTaskFinal = 2,
  kTaskMergedIf0 = 4,
  kTaskDestructors = 8,
  kTaskProxy = 16,  // complete when __kmpc_proxy_task_completed says so, as with an event
  kTaskPriority = 32,
  kTaskDetachable = 64,
};

// The struct of addresses behind a task's own block. An empty one has this size in C++ (none in C): no shareds.
inline constexpr size_t kEmptyShareds = 1;

// The offset of that struct in the block; 0: there is none.
inline size_t shareds_offset(size_t task_bytes, size_t shareds_bytes) {
  return shareds_bytes <= kEmptyShareds ? 0 : base::round_up(task_bytes, 16);
}

// The bytes that __kmpc_omp_task_alloc has to allocate.
inline size_t whole_block(size_t task_bytes, size_t shareds_bytes) {
  const size_t offset = shareds_offset(task_bytes, shareds_bytes);
  return offset == 0 ? task_bytes : offset + shareds_bytes;
}

struct ReductionInput {
  void* shared;
  void* original;
  size_t bytes;
  void* init;      // void(void* priv, void* orig); nullptr: zero-filled
  void* finish;    // void(void* priv); may be nullptr
  void* combine;   // void(void* lhs, void* rhs)
  uint32_t flags;
};
static_assert(sizeof(ReductionInput) == 56);

// The form of clang up to version 11: `init` takes only the copy, and ignores a second argument.
struct OldReductionInput {
  void* shared;
  size_t bytes;
  void* init;
  void* finish;
  void* combine;
  uint32_t flags;

  explicit operator ReductionInput() const { return {shared, shared, bytes, init, finish, combine, flags}; }
};
static_assert(sizeof(OldReductionInput) == 48);

}  // namespace rondo::kmpc
