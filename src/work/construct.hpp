// SPDX-License-Identifier: Apache-2.0
//
// Entering and leaving an entry of the team's ring of worksharing constructs. Each thread of the team does both once
// for every construct, but for loops that it misses. Argument: README.md, "Entries".
#pragma once

#include <cstddef>

#include "team/team.hpp"

namespace rondo::work {

struct Construct {
  team::Workshare* workshare;
  uint64_t number;
};

// The calling thread enters its next construct; waits until the entry is free. `workshare` is nullptr if the region
// was cancelled meanwhile: then the thread has nothing to do in the construct.
Construct enter(sched::Worker& worker);

// To be called with what an acquire-release addition to `workshare.next` returned: the units of the construct plus
// the number of threads that had left it before. The last thread that leaves frees the entry.
void leave(team::Team& team, Construct construct, uint64_t n_left_before);

// The same for a construct that hands out no units.
void leave(team::Team& team, Construct construct);

// The same for a loop that a thread may miss: it comes when nothing is left to do, and `workshare` is nullptr. Who
// leaves has found nothing left, or the loop is cancelled.
Construct enter_missable(sched::Worker& worker);
void leave_missable(team::Team& team, Construct construct);

// Zero-filled memory of the construct, the same for all its threads; gone when the last thread has left.
void* shared_memory(sched::Worker& worker, team::Workshare& workshare, size_t bytes);

// Memory shared by the threads that meet this point, as a construct of its own. `state` is the calling thread's, and
// not in use; the end may be called without a beginning. If the region was cancelled meanwhile, each thread gets
// memory of its own.
void* begin_shared_memory(sched::Worker& worker, team::SharedMemoryState& state, size_t bytes);
void end_shared_memory(sched::Worker& worker, team::SharedMemoryState& state);

// The same for constructs that reduce, one inside another (team/reduction_memory.hpp). Returns the copies.
void* begin_reduction_memory(sched::Worker& worker, size_t bytes);

}  // namespace rondo::work
