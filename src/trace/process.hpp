// SPDX-License-Identifier: Apache-2.0
//
// What trace/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include "config/options.hpp"
#include "sync/spin_lock.hpp"
#include "trace/ring.hpp"

namespace rondo::trace {

struct Process {
  // By the thread that starts the runtime, and in a child of fork(2) by its only thread; read-only for others.
  bool is_on = false;
  size_t n_chunks = 0;         // of each ring
  const char* folder = nullptr;  // of the files
  config::LauncherRank rank;   // a child of fork(2) has its parent's
  ProcessHeader* header = nullptr;
  uint32_t attempt = 0;  // the process's number among those that have had its id

  sync::SpinLock lock;  // for the rest, and for the header's modules
  uint32_t n_rings = 0;
  Ring* free = nullptr;  // of threads that have ended
};
[[gnu::visibility("hidden")]] extern constinit Process process;

// Whether this process is traced.
inline bool is_on() { return process.is_on; }

}  // namespace rondo::trace
