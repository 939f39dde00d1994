// SPDX-License-Identifier: Apache-2.0
//
// os/tick_rate.hpp: wherever the measuring thread loses its processor, for however long, the rate is right.
#include "os/tick_rate.hpp"

#include <gtest/gtest.h>

namespace rondo::os {
namespace {

constexpr uint64_t kTicks = 2400;  // in a microsecond
constexpr double kError = 5;

// A clock whose readings take 20 ns, ten milliseconds when the processor was gone before the n-th of them.
class Interrupted {
 public:
  explicit Interrupted(uint64_t nth) : nth_(nth) {}

  uint64_t now_ns() { return pass(), ns_; }
  uint64_t ticks() { return pass(), ns_ * kTicks / 1000; }
  void relax() { ns_ += 40; }
  uint64_t n_readings() const { return n_; }

 private:
  void pass() { ns_ += ++n_ == nth_ ? 10'000'000 : 20; }

  const uint64_t nth_;
  uint64_t n_ = 0;
  uint64_t ns_ = 1'000'000'007;
};

TEST(TickRate, IsMeasured) {
  Interrupted clocks(0);
  EXPECT_NEAR(static_cast<double>(TickRate(clocks).measure(100'000)), kTicks, kError);
}

TEST(TickRate, LosingTheProcessorBetweenTwoReadingsChangesNothing) {
  Interrupted undisturbed(0);
  TickRate(undisturbed).measure(100'000);
  ASSERT_GT(undisturbed.n_readings(), 30u);
  for (uint64_t nth = 1; nth <= undisturbed.n_readings(); nth++) {
    Interrupted clocks(nth);
    EXPECT_NEAR(static_cast<double>(TickRate(clocks).measure(100'000)), kTicks, kError) << nth;
  }
}

}  // namespace
}  // namespace rondo::os
