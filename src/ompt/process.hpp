// SPDX-License-Identifier: Apache-2.0
//
// What ompt/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include "base/atomic.hpp"
#include "ompt/types.hpp"
#include "os/modules.hpp"

namespace rondo::ompt {

struct Process {
  // A tool has been started, or the process is traced. By the thread that starts the runtime, before any other thread
  // is known to it, and never changed afterwards: so a plain word, which fast paths test, tells for each task of the
  // process the same.
  bool is_on = false;
  StartResult* tool = nullptr;  // likewise, and this; nullptr if there is none:
  os::AddressRange own_code;  // the library's
  base::Atomic<bool> is_finished{false};  // the tool has been told that nothing more comes

  // What the tool wants to be called for. Set by the tool at any time, in any thread; cleared at the end. The tool
  // orders what its functions read by itself, so relaxed.
  base::Atomic<Function> callbacks[kEvents]{};

  base::Atomic<uint64_t> n_ids{0};  // handed out by ompt_get_unique_id(); any thread
  // Rondo's own threads that have begun for the tool, and not ended. Each for itself; the thread that ends the tool
  // waits for them [O1]. None in a child of fork(2).
  base::Atomic<uint32_t> n_own_threads{0};
};
[[gnu::visibility("hidden")]] extern constinit Process process;

// Whether a tool watches this process, or it is traced.
inline bool is_on() { return process.is_on; }

}  // namespace rondo::ompt
