// SPDX-License-Identifier: Apache-2.0
//
// Parallel regions: fork and join.
#pragma once

#include "team/runtime.hpp"
#include "team/team.hpp"

namespace rondo::team {

// The team size that a parallel construct gets here; n_requested 0: no num_threads clause. `code`: of the region.
uint32_t team_size(sched::Worker& worker, uint32_t n_requested, const void* code);

// At most as many threads as the library has in which this code lies.
[[gnu::cold]] uint32_t limit_of_library(const void* code, uint32_t n_threads);

// Executes `body` with a team of at most `n_threads` threads, this one included. Returns when all of it is done, its
// tasks included.
void fork(sched::Worker& worker, RegionBody body, uint32_t n_threads);

// The two halves of fork() for a caller that runs the master's share itself (GOMP_parallel_start, serialized KMP).
void begin_region(sched::Worker& worker, RegionBody body, uint32_t n_threads);
void end_region(sched::Worker& worker);

}  // namespace rondo::team
