// SPDX-License-Identifier: Apache-2.0
#include "sched/contention.hpp"

#include "config/mechanism.hpp"
#include "os/cpu.hpp"

namespace rondo::sched {

void note_yield(uint64_t from, uint64_t to) {
  // docs/tuning.md: contended processors
  constexpr uint64_t kBrief_us = 3;
  constexpr uint64_t kRest = 25;
  const uint64_t away = to - from;
  if (away <= kBrief_us * os::ticks_per_us() || !config::uses(config::Mechanism::Contention)) return;
  process.idle_policy.contended_until.store_relaxed(to + kRest * away);
}

void yield_and_note() {
  const uint64_t from = os::ticks();
  os::yield_thread();
  note_yield(from, os::ticks());
}

}  // namespace rondo::sched
