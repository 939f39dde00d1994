// SPDX-License-Identifier: Apache-2.0
//
// The seldom ones of what happens to new tasks; see launch.hpp.
#include "sched/launch.hpp"

#include "sched/wait.hpp"

namespace rondo::sched {

namespace {
void offer_any(Worker& worker, Work work) {
  work.is_node() ? offer(worker, *work.node()) : offer(worker, *work.task());
}
}  // namespace

void run_at_once(Worker& worker, Work work) {
  if (Work next = run(worker, work)) offer_any(worker, next);
}

// The creator is far ahead: it works on what is ready until half of the backlog is gone. When nothing is ready others
// have what everything waits for, a chain for instance, and memory would grow with each new task: the creator gives
// them a moment, and no more, for it may be the creator that they wait for.
void throttle(Worker& worker, task::Tally& tally, const task::Domain& domain) {
  constexpr uint32_t kMoment = 32;  // looks in vain, some 10 us; docs/tuning.md
  Idle idle(worker.seat->crew->is_crowded.load_relaxed());
  while (tally.outstanding() > settings.throttle_tasks / 2) {
    Work work = find_work(worker, &domain, true);
    if (!work) {
      announce_owed(worker);
      worker.flush();
      if (idle.rounds() == kMoment || !idle.pause()) return;
      continue;
    }
    while (work) work = run(worker, work);
  }
}

}  // namespace rondo::sched
