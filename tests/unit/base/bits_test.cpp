// SPDX-License-Identifier: Apache-2.0
//
// base/bits.hpp at compile time: a wrong answer does not build.
#include "base/bits.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace rondo::base {
namespace {

static_assert(is_power_of_two(1u) && is_power_of_two(uint64_t{1} << 63));
static_assert(!is_power_of_two(0u) && !is_power_of_two(3u) && !is_power_of_two(uint64_t{6}));

static_assert(round_up(0u, 64) == 0);
static_assert(round_up(1u, 64) == 64);
static_assert(round_up(64u, 64) == 64);
static_assert(round_up(65u, 64) == 128);
static_assert(round_up(uint64_t{0x1'0000'0001}, 4096) == 0x1'0000'1000);

TEST(Bits, CacheLineIsAPowerOfTwo) { EXPECT_TRUE(is_power_of_two(kCacheLine)); }

}  // namespace
}  // namespace rondo::base
