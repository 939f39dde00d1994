// SPDX-License-Identifier: Apache-2.0
#include "work/wait.hpp"

namespace rondo::work {

void wake_at(const team::Team& team, const void* word) {
  for (uint32_t i = 0; i < team.n_slots; i++) {
    team::Member& member = *team.member(i);
    if (member.awaited.load_relaxed() != word) continue;  // [W11]
    if (sched::Worker* sleeper = member.worker.load_acquire()) sched::unpark(*sleeper);  // [sched/S1]
  }
}

}  // namespace rondo::work
