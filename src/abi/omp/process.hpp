// SPDX-License-Identifier: Apache-2.0
//
// What abi/omp/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include "base/atomic.hpp"

namespace rondo::omp {

struct Process {
  static constexpr int kNotSet = -1;
  base::Atomic<int> blocktime_ms{kNotSet};  // by kmp_set_blocktime, any thread
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::omp
