// SPDX-License-Identifier: Apache-2.0
#include "work/threadprivate.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "base/message.hpp"
#include "work/process.hpp"

namespace rondo::work {

struct ThreadPrivate {
  ThreadPrivate* next;
  void* original;
  CopyOperations operations;
  void* initial;   // its bytes when the first copy was asked for
  void** copies;   // by worker id, made when first asked for
};

namespace {

using Variable = ThreadPrivate;

[[noreturn]] void out_of_memory(size_t bytes) {
  base::fatal(
      "out of memory for a threadprivate variable (%zu bytes); use fewer threads or native thread-local storage",
      bytes);
}

void* allocate(size_t bytes) {
  void* memory = std::aligned_alloc(base::kCacheLine, base::round_up(bytes, base::kCacheLine));
  if (memory == nullptr) out_of_memory(bytes);
  return memory;
}

// To be called under the lock.
Variable& find_or_add(void* original) {
  Variable*& first = process.thread_privates.first;
  for (Variable* variable = first; variable != nullptr; variable = variable->next) {
    if (variable->original == original) return *variable;
  }
  first = new (allocate(sizeof(Variable))) Variable{first, original, {}, nullptr, nullptr};
  return *first;
}

void prepare(Variable& variable, size_t bytes) {
  if (variable.copies != nullptr) return;
  variable.initial = allocate(bytes);
  std::memcpy(variable.initial, variable.original, bytes);
  // So large that most of its pages stay untouched: only the entries of threads that exist are ever used.
  variable.copies = static_cast<void**>(std::calloc(sched::kMaxWorkers, sizeof(void*)));
  if (variable.copies == nullptr) out_of_memory(sched::kMaxWorkers * sizeof(void*));
}

void* make_copy(const Variable& variable, size_t bytes) {
  void* copy = allocate(bytes);
  const CopyOperations& operations = variable.operations;
  if (operations.construct != nullptr) {
    operations.construct(copy);
  } else if (operations.construct_from != nullptr) {
    operations.construct_from(copy, variable.original);
  } else if (operations.construct_elements != nullptr) {
    operations.construct_elements(copy, operations.n_elements);
  } else if (operations.construct_elements_from != nullptr) {
    operations.construct_elements_from(copy, variable.original, operations.n_elements);
  } else {
    std::memcpy(copy, variable.initial, bytes);
  }
  return copy;
}

}  // namespace

void register_thread_private(void* variable, CopyOperations operations) {
  sync::SpinGuard guard(process.thread_privates.lock);
  find_or_add(variable).operations = operations;
}

void* thread_private(sched::Worker& worker, void* original, size_t bytes, void*** cache) {
  Variable* variable = nullptr;
  {
    sync::SpinGuard guard(process.thread_privates.lock);
    variable = &find_or_add(original);
    prepare(*variable, bytes);
    *cache = variable->copies;
  }
  void*& copy = variable->copies[worker.id];  // no other thread's
  if (copy == nullptr) copy = worker.id == 0 ? original : make_copy(*variable, bytes);
  return copy;
}

}  // namespace rondo::work
