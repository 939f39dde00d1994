// SPDX-License-Identifier: Apache-2.0
//
// Limits of single libraries (include/rondo.h).
#define RONDO_OPTIONAL
#include "abi/api.hpp"
#include "rondo.h"
#include "team/process.hpp"
#include "team/runtime.hpp"

RONDO_API int rondo_limit_library(const char* file, int n_threads) noexcept {
  using rondo::team::LibraryLimits;
  (void)rondo::team::options();  // RONDO_LIBRARY_THREADS comes first
  const uint32_t n = n_threads <= 0 ? LibraryLimits::kNone : static_cast<uint32_t>(n_threads);
  const uint32_t before = rondo::team::process.library_limits.set(file, n);
  if (before == 0) return -1;
  return before == LibraryLimits::kNone ? 0 : static_cast<int>(before);
}
