// SPDX-License-Identifier: Apache-2.0
//
// depend/period_finder.hpp: the period of streams that have one, and none of others.
#include "depend/period_finder.hpp"

#include <gtest/gtest.h>

namespace rondo::depend {
namespace {

// 0: none was found while it looked.
template <class Token>
uint32_t period_of(Token token, uint32_t n_tokens, uint32_t longest, uint32_t least_run, uint32_t least_periods = 1) {
  PeriodFinder finder;
  finder.begin(n_tokens, longest, least_run, least_periods);
  for (uint32_t n = 0; !finder.is_over(); n++) {
    if (!finder.add(token(n))) continue;
    if (const uint32_t period = finder.look()) return period;
  }
  return 0;
}
uint32_t mixed(uint32_t n) { return (n + 1) * 0x9E3779B9u; }

TEST(PeriodFinder, FindsThePeriod) {
  for (uint32_t period : {1u, 2u, 7u, 8u, 9u, 36u, 256u, 700u}) {
    auto token = [&](uint32_t n) { return mixed(n % period); };
    EXPECT_EQ(period_of(token, 1024, 1024, 64), period);
    // Behind some that come once.
    EXPECT_EQ(period_of([&](uint32_t n) { return n < 200 ? mixed(1000 + n) : token(n); }, 1024, 1024, 64), period);
    if (period > 1) EXPECT_EQ(period_of(token, 1024, period - 1, 64), 0u) << "longer than what is looked for";
  }
  EXPECT_EQ(period_of(mixed, 1024, 1024, 64), 0u);
  // Sweeps that are repeated once, by chance.
  auto twice = [](uint32_t n) { return mixed(n < 250 ? n % 100 : n); };
  EXPECT_EQ(period_of(twice, 1024, 1024, 64, 1), 100u);
  EXPECT_EQ(period_of(twice, 1024, 1024, 64, 2), 0u);
}

// The longest of several periods that hide in one another.
TEST(PeriodFinder, FindsThePeriodOfLoopsInALoop) {
  auto inner = [](uint32_t n) { return n % 100 < 90 ? mixed(n % 100 % 3) : 7; };
  EXPECT_EQ(period_of(inner, 1024, 512, 64), 3u);  // it looked right for 64 tokens
  EXPECT_EQ(period_of(inner, 1024, 512, 128), 100u);
  EXPECT_EQ(period_of(inner, 1024, 50, 128), 0u);
  // Each of 12 tasks 40 times.
  EXPECT_EQ(period_of([](uint32_t n) { return mixed(n % 480 / 40); }, 1024, 512, 64), 480u);
  // Two or three sweeps that are alike for the most part.
  for (uint32_t n_sweeps : {2u, 3u}) {
    auto sweeps = [&](uint32_t n) { return mixed(n % 100 < 60 ? n % 100 : n % (n_sweeps * 100)); };
    EXPECT_EQ(period_of(sweeps, 1024, 512, 64), n_sweeps * 100);
  }
}

}  // namespace
}  // namespace rondo::depend
