// SPDX-License-Identifier: Apache-2.0
//
// How soon a worker takes the next task from another slot. The lines of a stolen task come to the thief, its
// completion and its memory go back, and its creator waits for some of them, too. A task that takes less time than
// that would have been done earlier by its creator. So a worker that has stolen such a task pauses for a moment, and
// twice as long after the next one. Meanwhile the creator's deque fills, and past the inline cutoff the creator runs
// its new tasks in place. Each theft that was worth its latency, because the task was long or brought others, makes
// the moment a quarter of what it was. There is no pause while the creator is inside a long task and creates nothing.
//
// Short tasks that are worth their way travel together: the next theft takes more of them, so that their lines come
// while others run, and the creator is held up once for all of them.
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
  // So many tasks the next theft takes, if there are enough for everybody.
  uint32_t n_at_once() const { return n_at_once_; }
  static constexpr uint32_t kMostAtOnce = 16;  // docs/tuning.md: at once

  // `motion`: of the victim's deque. `n_tasks`: how many were stolen.
  void note_theft(uint64_t motion, uint32_t n_tasks) { note_theft(os::ticks(), motion, n_tasks); }

  // The same at a time that the caller chooses.
  void note_theft(uint64_t now, uint64_t motion, uint32_t n_tasks) {
    stolen_at_ = now;
    n_stolen_ = n_tasks;
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

  void choose_number(uint64_t took_ns, bool was_worthwhile);

  uint64_t stolen_at_ = 0;  // ticks; 0: nothing since the last judgement
  uint64_t motion_ = 0;  // of the victim's deque at the last theft,
  uint64_t moved_at_ = 0;  // and when it was seen first
  uint64_t judged_at_ = 0;
  uint64_t pause_ = 0;  // ticks
  uint32_t n_stolen_ = 0;  // with the last theft
  uint32_t n_at_once_ = 1;
};

}  // namespace rondo::sched
