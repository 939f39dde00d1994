// SPDX-License-Identifier: Apache-2.0
//
// How many ready tasks a creator's deque holds before it runs new ones in place: so many that thieves find work while
// the creator runs a task. A few are enough if all tasks take about the same time. If a creator comes back from tasks
// that it ran in place and finds that thieves have emptied its deque, a long task was among short ones. Then the
// deque shall hold twice as many. A wait before which that did not happen takes half of it back: the next starved
// thief costs less than many tasks that are queued in vain.
#pragma once

#include <cstdint>

namespace rondo::sched {

class InlineCutoff {
 public:
  // docs/tuning.md: inline cutoff, looks.
  static constexpr uint32_t kLeast = 64;
  static constexpr uint32_t kMost = 2048;

  uint32_t n_tasks() const { return n_tasks_; }

  // The owner has looked and has seen `n_held` tasks. Whether it runs new ones in place.
  bool note_look(int64_t n_held) {
    const bool was_past = is_past_;
    is_past_ = n_held > n_tasks_;
    if (was_past && n_held == 0 && n_tasks_ < kMost) {
      n_tasks_ *= 2;
      has_risen_ = true;
    }
    return is_past_;
  }

  // The owner begins to wait: it falls if it has not risen since the last wait.
  void note_wait() {
    if (!has_risen_ && n_tasks_ > kLeast) n_tasks_ /= 2;
    has_risen_ = false;
  }

  // While a task runs here, every other slot takes about one: so many run in place, and half of the least is left.
  static uint32_t n_between_looks(uint32_t n_slots) { return kLeast / 2 / n_slots; }

 private:
  uint32_t n_tasks_ = kLeast;
  bool is_past_ = false;  // at the last look
  bool has_risen_ = false;  // since the last wait
};

}  // namespace rondo::sched
