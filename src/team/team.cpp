// SPDX-License-Identifier: Apache-2.0
#include "team/team.hpp"

#include <cstdlib>

namespace rondo::team {

bool has_company(const Member& member) {
  for (const Member* above = &member; above != nullptr; above = above->team().parent_member) {
    if (above->team().n_slots > 1) return true;
  }
  return false;
}

void Team::forget_constructs() {
  // Threads may have left constructs without counting themselves out, or not have entered them.
  for (Workshare& slot : workshares.entries) {
    std::free(slot.memory.load_relaxed());
    slot.memory.store_relaxed(nullptr);
  }
  workshares.reset();
  for (uint32_t i = 0; i < capacity; i++) {
    member(i)->loop.workshare = nullptr;
    member(i)->doacross.workshare = nullptr;
    std::free(member(i)->shared_memory.own);
    member(i)->shared_memory = {};
    for (ShareWord& word : member(i)->shares) word.store_relaxed(0);
  }
  numbers_diverged.store_relaxed(0);
  n_singles_taken.store_relaxed(0);
  is_cancelled.store_relaxed(false);
  cancellation.requested.store_relaxed(0);
  cancellation.n_arrived.store_relaxed(0);
  first_workshare = first_single = 0;
}

}  // namespace rondo::team
