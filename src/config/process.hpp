// SPDX-License-Identifier: Apache-2.0
//
// What config/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include "base/atomic.hpp"
#include "config/settings.hpp"
#include "os/fork_gate.hpp"

namespace rondo::config {

// The settings with their sources, and as the other folders read them.
struct Loaded {
  Settings settings;
  Options options;
};

struct Process {
  // By the first load(), read-only afterwards, but for run_tasks_singly(). Never destroyed: workers may look at
  // options while the process exits.
  os::ForkSafeOnce loaded_once;
  const Loaded* loaded = nullptr;
  alignas(Loaded) char loaded_storage[sizeof(Loaded)] = {};

  // Bits of the mechanisms that are turned off, where all threads look (mechanism.hpp): by the first load(), later
  // by run_tasks_singly() and unit tests only.
  base::Atomic<uint32_t> without{0};

  // The same of the order of chunks: by the first load(), later by unit tests only.
  base::Atomic<LoopOrder> loop_order{LoopOrder::Compiler};

  // By the first settings_json().
  os::ForkSafeOnce json_once;
  const char* json = nullptr;
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::config
