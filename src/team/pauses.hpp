// SPDX-License-Identifier: Apache-2.0
//
// What a thread has learned about the pauses between the regions that it serves, and what follows for the next one.
// A program mostly does the same again and again. So a thread can sleep for the part of a pause that is certain, and
// look for the next region only when that is due: it spends little of its processor, and nobody has to wake it.
// Argument: README.md, "Pauses".
#pragma once

#include <algorithm>
#include <cstdint>

namespace rondo::team {

// Times are in one unit, of which `us` are a microsecond. Only its thread uses it.
class Pauses {
 public:
  static constexpr uint64_t kUntilCalled = ~uint64_t{0};

  explicit Pauses(uint64_t us) : us_(us), late_(kFirstLate_us * us) {}

  // A pause is over; 0 if the thread had hardly begun to look.
  void note(uint64_t length) {
    if (length == 0 && n_long_ == 0) return;
    lengths_[next_] = length;
    next_ = (next_ + 1) % kKept;
    n_long_ = static_cast<uint32_t>(std::ranges::count_if(lengths_, [](uint64_t kept) { return kept != 0; }));
    late_ -= late_ / 64;  // who has slept so late that it sleeps no more tries again some day
  }

  // How long to sleep from the beginning of a pause: 0 if spinning is better, kUntilCalled if a wake costs nothing.
  uint64_t sleep() const {
    if (n_long_ < kKept) return 0;
    const uint64_t shortest = *std::ranges::min_element(lengths_);
    if (shortest >= kLong_us * us_) return kUntilCalled;
    const uint64_t early = late_ + kSpare_us * us_;
    return shortest >= early + kLeast_us * us_ ? shortest - early : 0;
  }

  // The thread woke so much later than sleep() said.
  void note_late(uint64_t length) { late_ = late_ - late_ / 8 + std::min(length, kMostLate_us * us_) / 8; }

 private:
  // docs/tuning.md: pauses
  static constexpr uint32_t kKept = 4;
  static constexpr uint64_t kLong_us = 4000;
  static constexpr uint64_t kLeast_us = 25;
  static constexpr uint64_t kSpare_us = 15;
  static constexpr uint64_t kFirstLate_us = 30;
  static constexpr uint64_t kMostLate_us = 200;

  uint64_t lengths_[kKept] = {};  // of the last pauses
  uint32_t next_ = 0;
  uint32_t n_long_ = 0;  // of them, that were not over at once
  uint64_t us_;
  uint64_t late_;  // in the mean: how long after its time a sleep ends
};

}  // namespace rondo::team
