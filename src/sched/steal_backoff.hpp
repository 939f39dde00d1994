// SPDX-License-Identifier: Apache-2.0
//
// How soon a worker takes the next task from another slot. The lines of a stolen task come to the thief, its
// completion and its memory go back, and its creator waits for some of them, too. A task that takes less time than
// that would have been done earlier by its creator. So a worker that has stolen such a task pauses for a moment, and
// twice as long after the next one. Meanwhile the creator's deque fills, and past the inline cutoff the creator runs
// its new tasks in place. Each theft that was worth its latency, because the task was long or brought others, makes
// the moment a quarter of what it was.
#pragma once

#include <cstdint>

#include "os/clock.hpp"

namespace rondo::sched {

class StealBackoff {
 public:
  // Whether the worker, which has nothing to do, may look at other slots now. When it asks for the first time after a
  // theft, the work that the theft brought is done, and the time that it took is judged.
  bool is_due(uint32_t n_slots) {
    if (stolen_at_ != 0) judge(os::ticks(), os::ticks_per_us(), n_slots);
    return pause_ == 0 || is_over(os::ticks());
  }
  void note_theft() { note_theft(os::ticks()); }

  // The same at a time that the caller chooses.
  void note_theft(uint64_t now) { stolen_at_ = now; }
  void judge(uint64_t now, uint64_t ticks_per_us, uint32_t n_slots);
  bool is_over(uint64_t now) const { return now - judged_at_ >= pause_; }

 private:
  uint64_t stolen_at_ = 0;  // ticks; 0: nothing since the last judgement
  uint64_t judged_at_ = 0;
  uint64_t pause_ = 0;  // ticks
};

}  // namespace rondo::sched
