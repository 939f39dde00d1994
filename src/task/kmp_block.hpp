// SPDX-License-Identifier: Apache-2.0
//
// The head of the block that clang and flang fill for a task (kmp_task_t). Layout fixed by the compilers; the
// privates follow at offset 40, or at 80 for taskloop.
#pragma once

#include <cstddef>
#include <cstdint>

#include "task/task.hpp"

namespace rondo::task {

struct KmpBlock {
  void* shareds;
  KmpEntry routine;
  int32_t part_id;  // where an untied task resumes
  union {
    int32_t (*destructors)(int32_t gtid, KmpBlock* block);  // when Flag::kDestructors
    void* unused;
  } data1;
  union {
    int32_t priority;
    void* unused;
  } data2;
};
static_assert(sizeof(KmpBlock) == 40);
static_assert(offsetof(KmpBlock, data1) == 24);

}  // namespace rondo::task
