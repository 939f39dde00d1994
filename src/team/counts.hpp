// SPDX-License-Identifier: Apache-2.0
//
// What RONDO_COUNT asks for: when the process ends, a counting build (base/count.hpp) writes what its threads have
// counted, as JSON to a file or as a table to standard error. Other builds say that they cannot.
#pragma once

#include "base/count.hpp"
#include "base/message.hpp"
#include "config/options.hpp"

namespace rondo::team {

// In counting builds only.
void write_counts_at_exit();

// Once, when the runtime starts.
inline void begin_counting(const config::Options& options) {
  if (options.count == nullptr) return;
  if constexpr (base::kCounts) {
    write_counts_at_exit();
  } else {
    base::warn(
        "RONDO_COUNT is ignored, this library does not count; run on the library of `dev/build count` "
        "(build/count/bin/rondo run --count)");
  }
}

}  // namespace rondo::team
