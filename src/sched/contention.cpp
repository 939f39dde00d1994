// SPDX-License-Identifier: Apache-2.0
#include "sched/contention.hpp"

#include <algorithm>

#include "config/mechanism.hpp"
#include "os/cpu.hpp"
#include "sched/worker.hpp"

namespace rondo::sched {

void note_missed(Tolerance& tolerance, uint64_t away, uint64_t now) {
  // docs/tuning.md: contended processors
  constexpr uint64_t kBrief_us = 3;
  constexpr uint64_t kRest = 25;
  constexpr uint64_t kLongest_us = 1'000'000;  // the whole process may have been stopped meanwhile
  const uint64_t ticks_per_us = os::ticks_per_us();
  if (away <= kBrief_us * ticks_per_us) return;
  const uint64_t excess = tolerance.excess(away);
  if (excess == 0 || !config::uses(config::Mechanism::Contention)) return;
  const uint64_t until = now + std::min(kRest * excess, kLongest_us * ticks_per_us);
  if (until > process.idle_policy.contended_until.load_relaxed()) {
    process.idle_policy.contended_until.store_relaxed(until);
  }
}

void note_missed(uint64_t away) {
  if (t_worker != nullptr) note_missed(t_worker->tolerance, away, os::ticks());
}

uint64_t yield_after(uint64_t now) {
  if (t_worker != nullptr) t_worker->tolerance.earn(now, os::ticks_per_us());
  os::yield_thread();
  return os::ticks() - now;
}

}  // namespace rondo::sched
