// SPDX-License-Identifier: Apache-2.0
//
// What team/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include <pthread.h>

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "config/options.hpp"
#include "os/fork_gate.hpp"
#include "os/places.hpp"
#include "sync/spin_lock.hpp"
#include "team/library_limits.hpp"

namespace rondo::team {

struct Foreign;
struct Thread;

struct Process {
  // ---- The start (runtime.cpp), by the first thread that calls in; read-only afterwards
  os::ForkSafeOnce start_once;
  base::Atomic<const config::Options*> options{nullptr};  // team/runtime.hpp:options() [O1]
  // The policy that OMP_PROC_BIND=true, which leaves it to the runtime, means here.
  config::ProcBind true_means = config::ProcBind::True;
  // Whether a proc_bind clause also holds for regions inside of its own whose level OMP_PROC_BIND does not list:
  // yes on libgomp, no on libomp.
  bool inherits_clause = false;
  pthread_key_t thread_exit = 0;  // its destructor runs when a foreign thread ends
  // This one's when the initial thread ends, which need not be a foreign thread. Made when the library is loaded.
  pthread_key_t initial_thread_exit = 0;
  bool has_initial_thread_exit = false;  // whether there is such a key
  // Whether that destructor will run. By the initial thread, when the library is loaded or when it first calls in; in
  // a child of fork(2) by its only thread.
  base::Atomic<bool> watches_initial_thread{false};

  // ---- By the first thread that asks for places (binding.cpp). Never destroyed: threads may ask at exit
  os::ForkSafeOnce places_once;
  alignas(os::PlaceList) char places_storage[sizeof(os::PlaceList)] = {};

  // ---- Any thread
  // How many modules had been loaded when it was last looked for other runtimes. A hint.
  base::Atomic<unsigned long long> n_known_modules{0};

  LibraryLimits library_limits;

  // Descriptors of threads of the program that have ended (runtime.cpp); under the lock.
  struct Foreigners {
    sync::SpinLock lock;
    Foreign* free = nullptr;
  };
  Foreigners foreigners;

  // The threads that Rondo starts (pool.cpp); under the lock. In a child of fork(2) there are none.
  struct Pool {
    sync::SpinLock lock;
    Thread* idle = nullptr;
    Thread* unstarted = nullptr;  // descriptors without an OS thread
    uint32_t n_idle = 0;
    uint32_t n_threads = 0;
    uint64_t refused_until_ns = 0;
    base::Atomic<uint32_t> ending{0};  // why threads that are idle end: kClosed, kPaused; read without the lock [B7]
  };
  alignas(base::kCacheLine) Pool pool;
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::team
