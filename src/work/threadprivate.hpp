// SPDX-License-Identifier: Apache-2.0
//
// threadprivate variables of code that is compiled without native thread-local storage (clang -fnoopenmp-use-tls).
// The first thread of the program uses the variable itself, every other worker a copy of its own.
#pragma once

#include <cstddef>

#include "sched/worker/worker.hpp"

namespace rondo::work {

// How copies of a variable are made; all nullptr: as bytes. (Nothing destroys them: workers live as long as the
// process.) The last two are for arrays of objects.
struct CopyOperations {
  void* (*construct)(void* copy) = nullptr;
  void* (*construct_from)(void* copy, void* original) = nullptr;
  size_t n_elements = 0;
  void* (*construct_elements)(void* copy, size_t n_elements) = nullptr;
  void* (*construct_elements_from)(void* copy, void* original, size_t n_elements) = nullptr;
};

// Before the first use of the variable.
void register_thread_private(void* variable, CopyOperations operations);

// The calling worker's copy. `*cache`, static data of the caller's module (initially nullptr), becomes an array of
// copies by worker id. nullptr: the caller has no such word.
void* thread_private(sched::Worker& worker, void* variable, size_t bytes, void*** cache);

}  // namespace rondo::work
