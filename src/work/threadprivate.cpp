// SPDX-License-Identifier: Apache-2.0
#include "work/threadprivate.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "base/atomic.hpp"
#include "base/message.hpp"
#include "os/modules.hpp"
#include "work/process.hpp"

namespace rondo::work {

struct ThreadPrivate {
  ThreadPrivate* next;
  void* original;
  CopyOperations operations;
  bool has_made_copies;  // by these operations
  void* initial;   // its bytes when the first copy was asked for
  void** copies;   // by worker id, made when first asked for
  void*** cache;   // the word of the variable's own module that points to them; nullptr: none is known
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
Variable* find(const void* original) {
  Variable* variable = process.thread_privates.first;
  while (variable != nullptr && variable->original != original) variable = variable->next;
  return variable;
}

Variable& find_or_add(void* original) {
  if (Variable* variable = find(original)) return *variable;
  Variable*& first = process.thread_privates.first;
  first = new (allocate(sizeof(Variable))) Variable{first, original, {}, false, nullptr, nullptr, nullptr};
  return *first;
}

void forget_copies(Variable& variable) {
  for (uint32_t id = 0; id < sched::kMaxWorkers; id++) {
    if (variable.copies[id] != variable.original) std::free(variable.copies[id]);
  }
  std::free(variable.copies);
  std::free(variable.initial);
  variable.copies = nullptr;
  variable.cache = nullptr;
  if (variable.has_made_copies) variable.operations = {};  // else those of the new variable
}

// Where a module was unloaded, another one, or the same again, may have a variable at the same address: copies of
// the old one have the wrong values and perhaps the wrong size. The word that pointed to them tells: it is not there
// any more, or it is new and empty.
void forget_copies_of_unloaded(const void* original, const void* cache) {
  sync::SpinLock& lock = process.thread_privates.lock;
  void*** old_cache = nullptr;
  {
    sync::SpinGuard guard(lock);
    const Variable* variable = find(original);
    if (variable != nullptr) old_cache = variable->cache;
  }
  if (old_cache == nullptr) return;
  const bool is_there = old_cache == cache || os::module_of(old_cache, os::Segment::WritableData).end != 0;
  sync::SpinGuard guard(lock);
  Variable& variable = *find(original);
  if (variable.cache != old_cache) return;  // another thread was faster
  if (!is_there || *old_cache != variable.copies) forget_copies(variable);
}

void prepare(Variable& variable, size_t bytes) {
  variable.has_made_copies = true;
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
  Variable& known = find_or_add(variable);
  known.operations = operations;
  known.has_made_copies = false;
}

void* thread_private(sched::Worker& worker, void* original, size_t bytes, void*** cache) {
  Variable* variable = nullptr;
  // A hint, read outside of the lock: a thread that sees an old value looks at the copies once more.
  auto* word = reinterpret_cast<base::Atomic<void**>*>(cache);
  const bool is_first_call = word != nullptr && word->load_relaxed() == nullptr;
  // The loader's lock is not taken under ours. Other modules may know the variable, too: their words say nothing.
  const bool is_of_its_module = is_first_call && os::module_of(original).contains(cache);
  if (is_of_its_module) forget_copies_of_unloaded(original, cache);
  {
    sync::SpinGuard guard(process.thread_privates.lock);
    variable = &find_or_add(original);
    prepare(*variable, bytes);
    if (is_first_call) word->store_relaxed(variable->copies);
    if (is_of_its_module && variable->cache == nullptr) variable->cache = cache;
  }
  void*& copy = variable->copies[worker.id];  // no other thread's
  if (copy == nullptr) copy = worker.id == 0 ? original : make_copy(*variable, bytes);
  return copy;
}

}  // namespace rondo::work
