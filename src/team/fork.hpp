// SPDX-License-Identifier: Apache-2.0
//
// Parallel regions: fork, join, barrier.
#pragma once

#include "team/team.hpp"

namespace rondo::team {

// The worker of the calling thread; a thread of the program becomes a worker with a team of one at its first call.
sched::Worker& register_foreign();
inline sched::Worker& this_worker() {
  sched::Worker* worker = sched::t_worker;
  return worker != nullptr ? *worker : register_foreign();
}

// The team size that a parallel construct gets here; n_requested 0: no num_threads clause.
uint32_t team_size(sched::Worker& worker, uint32_t n_requested);

// Executes `body` by a team of at most `n_threads` threads, this one included, and returns when all of it, tasks
// included, is done.
void fork(sched::Worker& worker, RegionBody body, uint32_t n_threads);

// The two halves of fork() for a caller that runs the master's share itself (GOMP_parallel_start, serialized KMP).
void begin_region(sched::Worker& worker, RegionBody body, uint32_t n_threads);
void end_region(sched::Worker& worker);

// The team's threads go back to the pool; it is quiet and its master's thread calls.
void disband(Team& team);

// What a barrier does first: works until all descendants of the member's implicit task are complete. The member's own
// thread, not inside an explicit task.
void complete_tasks(sched::Worker& worker, Member& member);

// All members arrive and all tasks of the team are complete before anyone leaves.
void barrier(sched::Worker& worker);

}  // namespace rondo::team
