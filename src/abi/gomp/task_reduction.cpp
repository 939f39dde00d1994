// SPDX-License-Identifier: Apache-2.0
#include "abi/gomp/task_reduction.hpp"

#include <cstdlib>
#include <cstring>

#include "abi/api.hpp"
#include "abi/gomp/parallel.hpp"
#include "base/bits.hpp"
#include "base/message.hpp"
#include "sched/run/region.hpp"
#include "sched/wait/taskwait.hpp"
#include "team/fork.hpp"
#include "team/reduction_memory.hpp"
#include "work/cancel.hpp"
#include "work/construct.hpp"
#include "work/parallel.hpp"

namespace rondo::gomp {

using sched::Worker;
using task::TaskGroup;

namespace {

// The descriptor: seven words, then three for each item.
struct Descriptor {
  uintptr_t* words;

  size_t n_items() const { return words[0]; }
  size_t bytes_per_thread() const { return words[1]; }
  // One word, two meanings: the alignment until there is memory, then the memory.
  size_t alignment() const { return words[2] < base::kCacheLine ? base::kCacheLine : words[2]; }
  char* memory() const { return reinterpret_cast<char*>(words[2]); }
  void set_memory(void* memory, size_t bytes) const {
    words[2] = reinterpret_cast<uintptr_t>(memory);
    words[6] = words[2] + bytes;
  }
  Descriptor next() const { return {reinterpret_cast<uintptr_t*>(words[4])}; }
  uintptr_t address(size_t item) const { return words[7 + 3 * item]; }
  uintptr_t offset(size_t item) const { return words[7 + 3 * item + 1]; }
  explicit operator bool() const { return words != nullptr; }

  // Offset of the item whose original, or one of whose copies, is at `address`; ~0 if there is none.
  uintptr_t find(uintptr_t wanted, uint32_t n_threads, uintptr_t* original) const {
    auto base = reinterpret_cast<uintptr_t>(memory());
    bool is_copy = wanted >= base && wanted < base + bytes_per_thread() * n_threads;
    uintptr_t inside = is_copy ? (wanted - base) % bytes_per_thread() : ~uintptr_t{0};
    for (size_t item = 0; item < n_items(); item++) {
      if (is_copy ? offset(item) == inside : address(item) == wanted) {
        *original = address(item);
        return offset(item);
      }
    }
    return ~uintptr_t{0};
  }
};

// Allocates memory for one copy per thread, for the descriptor and those chained to it. Returns the last of the
// chain.
Descriptor allocate(Descriptor first, uint32_t n_threads) {
  Descriptor descriptor = first;
  for (first.words[5] = 1;; first.words[5]++) {  // counts the descriptors that are registered together
    size_t alignment = descriptor.alignment();
    size_t bytes = base::round_up(descriptor.bytes_per_thread() * n_threads, alignment);
    void* memory = std::aligned_alloc(alignment, bytes);
    if (memory == nullptr) base::fatal("out of memory for a task reduction of %zu bytes; reduce smaller data", bytes);
    std::memset(memory, 0, bytes);
    descriptor.set_memory(memory, bytes);
    if (!descriptor.next()) return descriptor;
    descriptor = descriptor.next();
  }
}

}  // namespace

void register_reductions(Worker& worker, uintptr_t* words) {
  sched::require_code(worker);
  TaskGroup* group = worker.current->group;
  Descriptor last = allocate({words}, worker.slot->arena->n_slots);
  last.words[4] = reinterpret_cast<uintptr_t>(group->descriptors);
  group->descriptors = words;
}

void begin_workshare_reductions(Worker& worker, uintptr_t* words) {
  sched::cannot_record(worker, "it uses a reduction with the task modifier");
  Descriptor descriptor{words};
  size_t alignment = descriptor.alignment();
  size_t bytes = descriptor.bytes_per_thread() * worker.slot->arena->n_slots;
  void* memory = work::begin_reduction_memory(worker, bytes + alignment);
  auto address = base::round_up(reinterpret_cast<uintptr_t>(memory), alignment);
  descriptor.set_memory(reinterpret_cast<void*>(address), bytes);
  sched::begin_taskgroup(worker, TaskGroup::Of::Worksharing).descriptors = words;
}

// To be called after the construct's barrier and the merge, which one thread does.
RONDO_API void GOMP_workshare_task_reduction_unregister(bool is_cancelled) {
  Worker& worker = team::this_worker();
  sched::end_taskgroup(worker);
  team::end_reduction_memory(worker, team::member_of(worker));
  if (!is_cancelled) work::barrier(worker);
}

namespace {

struct ReductionCall {
  Body function;
  void* data;
  uintptr_t* words;
  uint32_t n_threads;  // the threads that the region really had
};

void call_with_reductions(void* context, Worker& worker, uint32_t thread_num) {
  auto& call = *static_cast<ReductionCall*>(context);
  if (thread_num == 0) call.n_threads = worker.slot->arena->n_slots;
  TaskGroup& group = sched::begin_taskgroup(worker, TaskGroup::Of::Parallel);
  group.descriptors = call.words;
  if (task::Observed* task = task::observed_of(*worker.current)) [[unlikely]]
    task->leave(__builtin_frame_address(0));
  call.function(call.data);
  sched::abandon_taskgroups(worker, &group);
  sched::end_taskgroup(worker);
}

}  // namespace

// The block begins with the descriptor's address. The compiler's code merges the copies of as many threads as this
// returns, and then calls GOMP_taskgroup_reduction_unregister.
RONDO_API unsigned GOMP_parallel_reductions(Body function, void* data, unsigned n_threads, unsigned flags) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  if (flags != 0) push_proc_bind(worker, flags);
  sched::cannot_record(worker, "it uses a reduction with the task modifier");
  auto* words = *static_cast<uintptr_t**>(data);
  uint32_t n_wanted = team::team_size(worker, team::icvs_of(worker), n_threads, address_of(function));
  allocate({words}, n_wanted);
  ReductionCall call = {function, data, words, n_wanted};
  work::fork(worker, {call_with_reductions, &call}, n_wanted, address_of(function));
  return call.n_threads;
}

RONDO_API void GOMP_taskgroup_reduction_register(uintptr_t* words) { register_reductions(team::this_worker(), words); }

// To be called after the merge, which the compiler's code does behind the end of the taskgroup.
RONDO_API void GOMP_taskgroup_reduction_unregister(uintptr_t* words) {
  Descriptor descriptor{words};
  for (uintptr_t n = words[5]; n > 0; n--, descriptor = descriptor.next()) std::free(descriptor.memory());
}

// Replaces each pointer by the address of the calling thread's copy of the item. For the first `n_originals` items,
// the original's address is stored behind the pointers.
RONDO_API void GOMP_task_reduction_remap(size_t n, size_t n_originals, void** pointers) {
  Worker& worker = team::this_worker();
  uint32_t n_threads = worker.slot->arena->n_slots;
  for (size_t i = 0; i < n; i++) {
    uintptr_t original = 0;
    bool found = false;
    for (TaskGroup* group = worker.current->group; group != nullptr && !found; group = group->outer) {
      Descriptor descriptor{static_cast<uintptr_t*>(group->descriptors)};
      for (; descriptor && !found; descriptor = descriptor.next()) {
        uintptr_t offset = descriptor.find(reinterpret_cast<uintptr_t>(pointers[i]), n_threads, &original);
        if (offset == ~uintptr_t{0}) continue;
        found = true;
        pointers[i] = descriptor.memory() + worker.slot->index * descriptor.bytes_per_thread() + offset;
      }
    }
    if (!found)
      base::fatal("in_reduction names %p, which no enclosing taskgroup reduces; add task_reduction", pointers[i]);
    if (i < n_originals) pointers[n + i] = reinterpret_cast<void*>(original);
  }
}

}  // namespace rondo::gomp
