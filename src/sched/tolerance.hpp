// SPDX-License-Identifier: Apache-2.0
//
// How much of its processor a worker leaves to others before it calls that contention. An interrupt, or a program
// that looks after something now and then, takes it away for moments: if idle workers then slept for long, they would
// have to be woken all the time, which costs more than those moments. README.md, "Contended processors".
#pragma once

#include <algorithm>
#include <cstdint>

namespace rondo::sched {

class Tolerance {
 public:
  // The worker has spun for `spun` ticks, then yielded and been away for `away`. What of that is too much.
  uint64_t excess(uint64_t spun, uint64_t away, uint64_t ticks_per_us) {
    credit_ = std::min(credit_ + std::min(spun, kLongestSpin_us * ticks_per_us) / kShare, kMost_us * ticks_per_us);
    const uint64_t paid = std::min(credit_, away);
    credit_ -= paid;
    return away - paid;
  }

 private:
  // docs/tuning.md: contended processors
  static constexpr uint64_t kShare = 16;
  static constexpr uint64_t kMost_us = 8000;
  static constexpr uint64_t kLongestSpin_us = 50;  // more than between two yields: the worker was not there itself

  uint64_t credit_ = 0;  // ticks
};

}  // namespace rondo::sched
