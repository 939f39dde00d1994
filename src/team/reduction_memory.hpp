// SPDX-License-Identifier: Apache-2.0
//
// The threads' private copies in a worksharing construct that reduces by the task modifier (gcc's interface: one
// block for all threads). Such constructs nest as deep as a program likes, so they keep no entry of the team's ring:
// the block counts its users itself.
#pragma once

#include "team/team.hpp"

namespace rondo::team {

// Zero-filled; the copies follow.
struct ReductionBlock {
  base::Atomic<uint32_t> n_ended;  // threads that do not use it any more [work/W9]

  void* copies() { return this + 1; }
};

// A thread's part in it, a block of its slab.
struct ReductionMemory {
  ReductionBlock* block;
  uint32_t n_users;
  ReductionMemory* outer;  // of the construct around this one
};

// The thread is done with the innermost one; the last of its users frees the block.
void end_reduction_memory(sched::Worker& worker, Member& member);

}  // namespace rondo::team
