// SPDX-License-Identifier: Apache-2.0
#include "sched/idle/suspension.hpp"

#include "ompt/process.hpp"
#include "os/clock.hpp"

namespace rondo::sched {

bool Suspension::begin(Blocked& blocked) {
  uintptr_t none = 0;
  return state_.cas_acq_rel(none, reinterpret_cast<uintptr_t>(&blocked));  // [B2]
}

void Suspension::end() {
  const uintptr_t before = state_.exchange_acq_rel(kOver);  // [B2]
  if (before == 0) return;
  auto& blocked = *reinterpret_cast<Blocked*>(before);
  Worker& worker = *blocked.worker;  // before the push: afterwards the task may be over
  if (ompt::is_on()) [[unlikely]]
    blocked.end_ticks = os::ticks();
  worker.suspended.unblocked.push(&blocked);  // [B1]
  os::light_fence();  // [P1]
  unpark(worker);
}

void collect_unblocked(Worker& worker) {
  Suspended& suspended = worker.suspended;
  Blocked* oldest = nullptr;
  for (Blocked* blocked = suspended.unblocked.take_all(); blocked != nullptr;) {  // newest first [B1]
    Blocked* next = blocked->next;
    blocked->next = oldest;
    oldest = blocked;
    blocked = next;
  }
  for (Blocked* blocked = oldest; blocked != nullptr; blocked = blocked->next) {
    blocked->has_come = true;
    if (!blocked->waits_in_place) suspended.ready.push_newest(blocked->left);
  }
}

}  // namespace rondo::sched
