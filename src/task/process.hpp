// SPDX-License-Identifier: Apache-2.0
//
// What task/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "sync/spin_lock.hpp"

namespace rondo::task {

struct Process {
  // Read when tasks are created. By any thread to which the system refuses memory, and before an outermost region.
  base::Atomic<bool> is_memory_scarce{false};  // [R1]

  // Where scarce memory comes from (reserve.cpp); any thread, under the lock.
  struct Reserve {
    sync::SpinLock lock;
    char* begin = nullptr;
    char* end = nullptr;
  };
  alignas(base::kCacheLine) Reserve reserve;
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::task
