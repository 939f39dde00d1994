// SPDX-License-Identifier: Apache-2.0
//
// What work/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "sync/spin_lock.hpp"
#include "work/allocator.hpp"
#include "work/lock.hpp"

namespace rondo::work {

struct RegisteredAllocation;
struct ThreadPrivate;

struct Process {
  // The lock of critical without a name, and of atomic constructs for which there is no instruction. User code
  // holds them; one that another thread held at fork(2) stays held in the child, as a lock of the C library would.
  Lock unnamed_critical;
  alignas(base::kCacheLine) Lock wide_atomic;

  // What omp_set_num_teams and omp_set_teams_thread_limit have set, plus 1 (these ICVs belong to the device). 0:
  // the environment's value holds. Any thread.
  alignas(base::kCacheLine) base::Atomic<uint32_t> max_teams{0};
  base::Atomic<uint32_t> teams_thread_limit{0};

  // That of OMP_ALLOCATOR; kNullAllocator: not read yet. By the first thread that asks.
  base::Atomic<AllocatorHandle> environment_allocator{kNullAllocator};  // [A1]

  // Of omp_set_affinity_format; nullptr: the environment's. By one thread at a time, as the standard asks for.
  char* affinity_format = nullptr;

  // The process's threadprivate variables (threadprivate.cpp), of which there are few; each thread searches once
  // for each variable. Under the lock.
  struct ThreadPrivates {
    sync::SpinLock lock;
    ThreadPrivate* first = nullptr;
  };
  ThreadPrivates thread_privates;

  // Blocks of variables with an allocate clause (allocation_registry.cpp). They are allocated rarely; what counts
  // is that the search for one among many stays short. Under the lock.
  struct Allocations {
    static constexpr unsigned kBucketBits = 10;
    sync::SpinLock lock;
    RegisteredAllocation* buckets[1u << kBucketBits] = {};
  };
  Allocations allocations;
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::work
