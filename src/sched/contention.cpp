// SPDX-License-Identifier: Apache-2.0
#include "sched/contention.hpp"

#include <algorithm>

#include "config/mechanism.hpp"
#include "os/cpu.hpp"

namespace rondo::sched {

void note_yield(uint64_t from, uint64_t to) {
  // docs/tuning.md: contended processors
  constexpr uint64_t kBrief_us = 3;
  constexpr uint64_t kRest = 25;
  constexpr uint64_t kLongest_us = 1'000'000;  // the whole process may have been stopped meanwhile
  const uint64_t away = to - from;
  if (away <= kBrief_us * os::ticks_per_us() || !config::uses(config::Mechanism::Contention)) return;
  const uint64_t until = to + std::min(kRest * away, kLongest_us * os::ticks_per_us());
  if (until > process.idle_policy.contended_until.load_relaxed()) {
    process.idle_policy.contended_until.store_relaxed(until);
  }
}

void yield_and_note() {
  const uint64_t from = os::ticks();
  os::yield_thread();
  note_yield(from, os::ticks());
}

}  // namespace rondo::sched
