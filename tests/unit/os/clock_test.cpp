// SPDX-License-Identifier: Apache-2.0
//
// os/clock.hpp: the tick counter and its rate against the monotonic clock. Bounds are wide: they tell a wrong unit or
// a wrong source, not a busy machine.
#include "os/clock.hpp"

#include <cmath>
#include <thread>

#include <gtest/gtest.h>

namespace rondo::os {
namespace {

TEST(Clock, NeverRunsBackwards) {
  uint64_t last = now_ns();
  for (int i = 0; i < 10'000; ++i) {
    const uint64_t now = now_ns();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(Clock, TicksAgreeWithTheMonotonicClock) {
  const uint64_t rate = ticks_per_us();
  ASSERT_GE(rate, 1u);
  double ratio = 0;
  for (int tries = 0; tries < 10 && std::abs(ratio - 1) > 0.1; tries++) {  // one may be interrupted between two clocks
    const uint64_t start_ns = now_ns();
    const uint64_t start_ticks = ticks();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const double elapsed_ticks = static_cast<double>(ticks() - start_ticks);
    const double elapsed_us = static_cast<double>(now_ns() - start_ns) / 1000.0;
    ratio = elapsed_ticks / static_cast<double>(rate) / elapsed_us;
  }
  EXPECT_NEAR(ratio, 1.0, 0.1);
}

TEST(Clock, RateIsAskedForOnce) {
  const uint64_t rate = ticks_per_us();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(ticks_per_us(), rate);
}

TEST(Clock, WallTimeIsInSeconds) {
  const double start = wall_seconds();
  const uint64_t start_ns = now_ns();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const double elapsed = wall_seconds() - start;
  EXPECT_GE(elapsed, 0.004);
  EXPECT_LE(elapsed, static_cast<double>(now_ns() - start_ns) * 1e-9 + 1.0);
  EXPECT_GT(wall_resolution(), 0.0);
  EXPECT_LE(wall_resolution(), 0.01);
}

}  // namespace
}  // namespace rondo::os
