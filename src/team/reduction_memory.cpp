// SPDX-License-Identifier: Apache-2.0
#include "team/reduction_memory.hpp"

#include <cstdlib>

namespace rondo::team {

void end_reduction_memory(sched::Worker& worker, Member& member) {
  ReductionMemory* memory = member.reduction_memory;
  if (memory == nullptr) return;  // the construct was begun before fork(2)
  member.reduction_memory = memory->outer;
  if (memory->block->n_ended.add_acq_rel(1) + 1 == memory->n_users) std::free(memory->block);  // [work/W9]
  worker.slab.release(memory);
}

}  // namespace rondo::team
