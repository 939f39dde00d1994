// SPDX-License-Identifier: Apache-2.0
#include "team/abandoned.hpp"

#include "sched/wait/taskwait.hpp"
#include "team/reduction_memory.hpp"

namespace rondo::team {

void drop_open_groups(sched::Worker& worker, Member& member) {
  sched::abandon_taskgroups(worker, nullptr);
  while (member.reduction_memory != nullptr) end_reduction_memory(worker, member);
}

}  // namespace rondo::team
