// SPDX-License-Identifier: Apache-2.0
//
// How soon a worker takes the next task from another slot. The lines of a stolen task come to the thief, its
// completion and its memory go back, and its creator waits for some of them, too. A task that takes less time than
// that would have been done earlier by its creator. So a worker that has stolen such a task pauses for a moment, and
// twice as long after the next one. Meanwhile the creator's deque fills, and past the inline cutoff the creator runs
// its new tasks in place. Each theft that was worth its latency, because the task was long or brought others, makes
// the moment a quarter of what it was. There is no pause while the creator is inside a long task and creates nothing.
#pragma once

#include <cstdint>

#include "os/clock.hpp"

namespace rondo::sched {

class StealBackoff {
 public:
  // Whether the worker, which has nothing to do, may look at other slots now. When it asks for the first time after a
  // theft, the work that the theft brought is done, and the time that it took is judged. `victim`: the deque that it
  // was stolen from. Its line is only looked at if its owner may be inside a long task: each look delays the owner.
  template <class Deque>
  bool is_due(uint32_t n_slots, const Deque& victim) {
    if (stolen_at_ != 0) {
      const uint64_t now = os::ticks();
      const uint64_t ticks_per_us = os::ticks_per_us();
      // An owner that creates slowly, with much data to copy, leaves few tasks in its deque.
      const bool is_inside_task =
          is_still(now, ticks_per_us) && victim.motion() == motion_ && victim.size_hint() >= kBacklog;
      judge(now, ticks_per_us, n_slots, is_inside_task);
    }
    return pause_ == 0 || is_over(os::ticks());
  }
  // `motion`: of the victim's deque.
  void note_theft(uint64_t motion) { note_theft(os::ticks(), motion); }

  // The same at a time that the caller chooses.
  void note_theft(uint64_t now, uint64_t motion) {
    stolen_at_ = now;
    if (motion == motion_) return;
    motion_ = motion;
    moved_at_ = now;
  }
  // Whether thefts have not seen the victim move for so long that it may be inside a long task.
  bool is_still(uint64_t now, uint64_t ticks_per_us) const { return now - moved_at_ >= kStill_us * ticks_per_us; }
  // `is_inside_task`: the victim is, and creates nothing.
  void judge(uint64_t now, uint64_t ticks_per_us, uint32_t n_slots, bool is_inside_task);
  bool is_over(uint64_t now) const { return now - judged_at_ >= pause_; }

 private:
  static constexpr uint64_t kStill_us = 2;  // docs/tuning.md: steal back-off
  static constexpr int64_t kBacklog = 32;

  uint64_t stolen_at_ = 0;  // ticks; 0: nothing since the last judgement
  uint64_t motion_ = 0;  // of the victim's deque at the last theft,
  uint64_t moved_at_ = 0;  // and when it was seen first
  uint64_t judged_at_ = 0;
  uint64_t pause_ = 0;  // ticks
};

}  // namespace rondo::sched
