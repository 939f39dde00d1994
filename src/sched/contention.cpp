// SPDX-License-Identifier: Apache-2.0
#include "sched/contention.hpp"

#include <algorithm>

#include "config/mechanism.hpp"
#include "os/cpu.hpp"
#include "sched/worker.hpp"

namespace rondo::sched {

void note_yield(Tolerance& tolerance, uint64_t spun, uint64_t from, uint64_t to) {
  // docs/tuning.md: contended processors
  constexpr uint64_t kBrief_us = 3;
  constexpr uint64_t kRest = 25;
  constexpr uint64_t kLongest_us = 1'000'000;  // the whole process may have been stopped meanwhile
  const uint64_t ticks_per_us = os::ticks_per_us();
  const bool is_brief = to - from <= kBrief_us * ticks_per_us;
  const uint64_t excess = tolerance.excess(spun, is_brief ? 0 : to - from, ticks_per_us);
  if (excess == 0 || !config::uses(config::Mechanism::Contention)) return;
  const uint64_t until = to + std::min(kRest * excess, kLongest_us * ticks_per_us);
  if (until > process.idle_policy.contended_until.load_relaxed()) {
    process.idle_policy.contended_until.store_relaxed(until);
  }
}

uint64_t yield_and_note(uint64_t spun) {
  const uint64_t from = os::ticks();
  os::yield_thread();
  const uint64_t to = os::ticks();
  if (t_worker != nullptr) note_yield(t_worker->tolerance, spun, from, to);
  return to;
}

}  // namespace rondo::sched
