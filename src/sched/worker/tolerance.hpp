// SPDX-License-Identifier: Apache-2.0
//
// How long a worker may be missed, because others run on its processor, before it calls that contention: interrupts,
// a program that does something now and then, or another pool of threads of the same program take the processor for
// moments: if idle workers then slept, they would have to be woken all the time, which costs more than those moments.
// README.md, "Contended processors".
#pragma once

#include <algorithm>
#include <cstdint>

namespace rondo::sched {

class Tolerance {
 public:
  // The worker is on its processor; it is told now and then.
  void earn(uint64_t now, uint64_t ticks_per_us) {
    credit_ = std::min(credit_ + std::min(now - last_, kLongest_us * ticks_per_us) / kShare, kMost_us * ticks_per_us);
    last_ = now;
  }

  // The worker was missed for so many ticks. What of that is too much.
  uint64_t excess(uint64_t missed) {
    const uint64_t paid = std::min(credit_, missed);
    credit_ -= paid;
    return missed - paid;
  }

  // A yield of the worker was long, so that the next ones are to be measured.
  void suspect() { n_suspect_ = kSuspect; }
  bool suspects() {
    if (n_suspect_ == 0) return false;
    n_suspect_--;
    return true;
  }

 private:
  // docs/tuning.md: contended processors
  static constexpr uint64_t kShare = 16;
  static constexpr uint64_t kMost_us = 8000;
  static constexpr uint64_t kLongest_us = 1000;  // it may have slept

  static constexpr uint32_t kSuspect = 16;

  uint64_t credit_ = 0;  // ticks
  uint64_t last_ = 0;  // when it was last told
  uint32_t n_suspect_ = 0;
};

// How long the kernel lets a thread of Rondo run before others have their turn. Only the thread uses it.
struct Turns {
  uint64_t usual_ns = 0;  // 0: the kernel cannot be asked for others, or the thread is the program's
  bool are_short = false;
};

}  // namespace rondo::sched
