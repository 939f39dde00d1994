// SPDX-License-Identifier: Apache-2.0
//
// Parallel regions: fork and join.
#pragma once

#include <algorithm>

#include "team/process.hpp"
#include "team/runtime.hpp"
#include "team/team.hpp"

namespace rondo::team {

// At most as many threads as the library has in which this code lies.
[[gnu::cold]] uint32_t limit_of_library(const void* code, uint32_t n_threads);

// `icvs` are in all of these the current task's, icvs_of(): a region asks for them once.

// The team size that a parallel construct gets here; n_requested 0: no num_threads clause. `code`: of the region.
inline uint32_t team_size(sched::Worker& worker, const config::Icvs& icvs, uint32_t n_requested, const void* code) {
  const uint32_t n = n_requested != 0 ? n_requested : icvs.n_threads;
  uint32_t limit = team_of(worker).active_level >= icvs.max_active_levels ? 1 : icvs.thread_limit;
  if (process.library_limits.are_any()) [[unlikely]]
    limit = limit_of_library(code, limit);
  if (n <= limit) return n;
  worker.record.n_requested = std::max(worker.record.n_requested, n);
  return limit;
}

// Executes `body` with a team of at most `n_threads` threads, this one included. Returns when all of it is done, its
// tasks included.
void fork(sched::Worker& worker, const config::Icvs& icvs, RegionBody body, uint32_t n_threads);

// The two halves of fork() for a caller that runs the master's share itself (GOMP_parallel_start, serialized KMP).
void begin_region(sched::Worker& worker, const config::Icvs& icvs, RegionBody body, uint32_t n_threads);
void end_region(sched::Worker& worker);

}  // namespace rondo::team
