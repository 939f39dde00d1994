// SPDX-License-Identifier: Apache-2.0
//
// What sync/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include <cstdint>

#include "sync/sleeper_counts.hpp"

namespace rondo::sync {

struct Process {
  // How many fork() calls lie between the first process and this one, plus 1. Changed by fork's child only, while
  // it has one thread.
  uint32_t generation = 1;

  // Of the locks that user code holds (work/lock.hpp). Any thread.
  SleeperCounts sleepers;
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::sync
