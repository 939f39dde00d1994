// SPDX-License-Identifier: Apache-2.0
//
// How soon a worker takes the next task from another seat. A task comes over with its lines, its completion and its
// memory go back, and its creator waits for some of them, too: what ends sooner than that would have been done
// earlier where it was created. So a worker that has found such a task leaves the others alone for a moment, and for
// twice as long after the next one. The creator's deque fills meanwhile, and with plenty in it the creator runs what
// it creates. Each task that was worth its way, or that brought others, makes the moment a quarter of what it was.
#pragma once

#include <cstdint>

#include "os/clock.hpp"

namespace rondo::sched {

class StealPace {
 public:
  // Whether the worker, which has nothing to do, may look at other seats now. Asked for the first time since a theft:
  // what that brought is done, and is judged by the time it took.
  bool is_due(uint32_t n_seats) {
    if (stolen_at_ != 0) judge(os::ticks(), os::ticks_per_us(), n_seats);
    return pause_ == 0 || is_over(os::ticks());
  }
  void note_theft() { note_theft(os::ticks()); }
  void note_run() { n_run_++; }

  // Whether the tasks that came, with those they have released, have been short for a while.
  bool has_found_tiny_tasks() const { return n_tiny_ >= kConvincing; }

  // The same at a moment of the caller's choice.
  void note_theft(uint64_t now) {
    stolen_at_ = now;
    n_run_ = 0;
  }
  void judge(uint64_t now, uint64_t ticks_per_us, uint32_t n_seats);
  bool is_over(uint64_t now) const { return now - judged_at_ >= pause_; }

 private:
  static constexpr uint32_t kConvincing = 32;  // tasks; docs/tuning.md: at once

  uint64_t stolen_at_ = 0;  // ticks; 0: nothing since the last judgement
  uint64_t judged_at_ = 0;
  uint64_t pause_ = 0;  // ticks
  uint32_t n_run_ = 0;  // since the theft
  uint32_t n_tiny_ = 0;  // in a row, of thefts whose tasks took less than their way in the mean
};

}  // namespace rondo::sched
