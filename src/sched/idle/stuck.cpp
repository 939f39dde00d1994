// SPDX-License-Identifier: Apache-2.0
#include "sched/idle/stuck.hpp"

#include "base/message.hpp"
#include "os/clock.hpp"
#include "sched/idle/park.hpp"
#include "sched/idle/poll.hpp"

namespace rondo::sched {

void StuckWait::look(const Worker& worker, const Arena& arena, uint32_t n_missing) {
  constexpr uint64_t kPatience_ns = 5'000'000'000;
  const bool all_sleep = (arena.n_parked.load_relaxed() & ~Arena::kLookedInVain) + 1 >= arena.n_slots;
  if (!all_sleep || is_pending() || has_work(arena) || n_missing == 0 || n_missing != n_missing_) {
    n_missing_ = n_missing;
    since_ns_ = 0;
    return;
  }
  const uint64_t now_ns = os::now_ns();
  if (since_ns_ == 0) since_ns_ = now_ns;
  if (now_ns - since_ns_ < kPatience_ns) return;
  base::warn_once(
      "check: thread %u waits for %u unfinished task%s, and for 5 s all %u threads of its team have slept with nothing "
      "ready to run; is the event of a detachable task never fulfilled (omp_fulfill_event), or does a task wait in "
      "another way for one that comes after it?",
      worker.slot->index, n_missing, n_missing == 1 ? "" : "s", arena.n_slots);
}

}  // namespace rondo::sched
