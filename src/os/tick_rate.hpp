// SPDX-License-Identifier: Apache-2.0
//
// The rate of one clock measured against another, on a machine where the measuring thread may lose its processor
// between any two readings. A template, so that a test can take the processor away where it likes.
#pragma once

#include <cstdint>

namespace rondo::os {

// `Clocks` has now_ns(), ticks() and relax(). An interrupted reading takes longer, so the shortest of several is
// used.
template <class Clocks>
class TickRate {
 public:
  explicit TickRate(Clocks& clocks) : clocks_(clocks) {}

  // Ticks in a microsecond, from a measurement of about `span_ns`.
  uint64_t measure(uint64_t span_ns) {
    const Moment start = moment();
    Moment end = start;
    while (end.ns - start.ns < span_ns) {
      clocks_.relax();
      end = moment();
    }
    return (end.ticks - start.ticks) * 1000 / (end.ns - start.ns);
  }

 private:
  static constexpr int kReadings = 5;  // all of them are hardly ever interrupted

  struct Moment {
    uint64_t ns;
    uint64_t ticks;
  };

  Moment moment() {
    Moment best = {0, 0};
    uint64_t shortest = ~uint64_t{0};
    for (int i = 0; i < kReadings; i++) {
      const uint64_t before = clocks_.ticks();
      const uint64_t ns = clocks_.now_ns();
      const uint64_t length = clocks_.ticks() - before;
      if (length >= shortest) continue;
      shortest = length;
      best = {ns, before + length / 2};
    }
    return best;
  }

  Clocks& clocks_;
};

}  // namespace rondo::os
