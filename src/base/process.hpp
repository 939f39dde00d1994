// SPDX-License-Identifier: Apache-2.0
//
// What base/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include <cstdint>

namespace rondo::base {

struct Process {
  // The keys of first_time(), from the front, nullptr behind the last one. Any thread adds some, by
  // compare-and-swap; a child of fork(2) repeats nothing that its parent has said.
  static constexpr uint32_t kMostKeys = 64;
  const void* keys[kMostKeys];
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::base
