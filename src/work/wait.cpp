// SPDX-License-Identifier: Apache-2.0
#include "work/wait.hpp"

namespace rondo::work {

void wake_at(const sched::Worker& worker, const void* word) {
  const team::Team& team = team::team_of(worker);
  for (uint32_t i = 0; i < team.n_slots; i++) {
    team::Member& member = *team.member(i);
    if (member.awaited.load_relaxed() != word) continue;  // [W11]
    if (sched::Worker* sleeper = member.worker.load_acquire()) sched::unpark(*sleeper);  // [sched/S1]
  }
}

}  // namespace rondo::work
