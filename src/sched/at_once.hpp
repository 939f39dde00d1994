// SPDX-License-Identifier: Apache-2.0
//
// Whether a creator runs the dependent tasks that it creates at once when they are ready. Nobody has to be linked
// behind a task that is over before the next one is created, nor released or woken by it: that saves a third of the
// price of tiny tasks, and would serialise long ones. So it is done only while thieves find that tasks are tiny
// (steal_pace.hpp), every task is timed, and what a wrong guess has cost is paid back many times before the next one.
#pragma once

#include <cstdint>

#include "os/clock.hpp"

namespace rondo::sched {

class AtOnce {
 public:
  bool is_due(uint64_t now) const { return now >= barred_until_; }

  // A task has run from `start` to `now`. False: it was not tiny.
  bool note_run(uint64_t start, uint64_t now) {
    const uint64_t took = now - start;
    if (took * 1000 < kTiny_ns * os::ticks_per_us()) [[likely]]
      return true;
    barred_until_ = now + kPayback * took;
    return false;
  }

 private:
  static constexpr uint64_t kTiny_ns = 200;  // docs/tuning.md: at once
  static constexpr uint64_t kPayback = 32;

  uint64_t barred_until_ = 0;  // ticks
};

}  // namespace rondo::sched
