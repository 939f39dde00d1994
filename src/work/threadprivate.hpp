// SPDX-License-Identifier: Apache-2.0
//
// threadprivate variables of code that is compiled without native thread-local storage (clang -fnoopenmp-use-tls).
// The first thread of the program uses the variable itself, every other worker a copy of its own.
#pragma once

#include <cstddef>

#include "sched/worker.hpp"

namespace rondo::work {

// How copies of a variable are made and destroyed; nullptr: as bytes.
struct CopyOperations {
  void* (*construct)(void* copy) = nullptr;
  void* (*construct_from)(void* copy, void* original) = nullptr;
  void (*destroy)(void* copy) = nullptr;  // not called: workers live as long as the process
};

// Before the first use of the variable.
void register_thread_private(void* variable, CopyOperations operations);

// The calling worker's copy. `*cache` (initially nullptr) becomes an array of copies by worker id.
void* thread_private(sched::Worker& worker, void* variable, size_t bytes, void*** cache);

}  // namespace rondo::work
