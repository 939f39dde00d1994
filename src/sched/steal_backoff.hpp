// SPDX-License-Identifier: Apache-2.0
//
// How soon a worker takes the next task from another slot. A task comes over with its lines, its completion and its
// memory go back, and its creator waits for some of them, too: what ends sooner than that would have been done
// earlier where it was created. So a worker that has found such a task leaves the others alone for a moment, and for
// twice as long after the next one. The creator's deque fills meanwhile, and past the inline cutoff the creator runs
// what it creates. Each task that was worth its latency, or that brought others, makes the moment a quarter of what
// it was.
#pragma once

#include <cstdint>

#include "os/clock.hpp"

namespace rondo::sched {

class StealBackoff {
 public:
  // Whether the worker, which has nothing to do, may look at other slots now. Asked for the first time since a theft:
  // what that brought is done, and is judged by the time it took.
  bool is_due(uint32_t n_slots) {
    if (stolen_at_ != 0) judge(os::ticks(), os::ticks_per_us(), n_slots);
    return pause_ == 0 || is_over(os::ticks());
  }
  void note_theft() { note_theft(os::ticks()); }

  // The same at a moment of the caller's choice.
  void note_theft(uint64_t now) { stolen_at_ = now; }
  void judge(uint64_t now, uint64_t ticks_per_us, uint32_t n_slots);
  bool is_over(uint64_t now) const { return now - judged_at_ >= pause_; }

 private:
  uint64_t stolen_at_ = 0;  // ticks; 0: nothing since the last judgement
  uint64_t judged_at_ = 0;
  uint64_t pause_ = 0;  // ticks
};

}  // namespace rondo::sched
