// SPDX-License-Identifier: Apache-2.0
//
// Static schedules against a plain loop: the parts together are the loop's iterations, each once, in every integer
// type and at the ends of its range.
#include "work/static_loop.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace rondo::work {
namespace {

template <class T>
class StaticLoop : public testing::Test {
 public:
  using Signed = std::make_signed_t<T>;

  // The loop's values, computed without overflow.
  static std::vector<T> values(Bounds<T> bounds, Signed step) {
    std::vector<T> result;
    using Wide = __int128;
    for (Wide i = bounds.lower; step > 0 ? i <= Wide{bounds.upper} : i >= Wide{bounds.upper}; i += step) {
      result.push_back(static_cast<T>(i));
    }
    return result;
  }

  static std::vector<Bounds<T>> all_bounds(Signed step) {
    constexpr T kMin = std::numeric_limits<T>::min();
    constexpr T kMax = std::numeric_limits<T>::max();
    std::vector<Bounds<T>> result = {{0, 0}, {0, 1}, {0, 9}, {3, 100}, {1, 2}, {5, 4}};
    result.push_back({static_cast<T>(kMax - 7), kMax});
    result.push_back({kMax, kMax});
    result.push_back({kMin, static_cast<T>(kMin + 12)});
    if constexpr (std::is_signed_v<T>) result.push_back({-5, 6});
    if (step < 0) {
      for (Bounds<T>& bounds : result) bounds = {bounds.upper, bounds.lower};
    }
    return result;
  }
};

using Types = testing::Types<int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(StaticLoop, Types);

TYPED_TEST(StaticLoop, CountsTrips) {
  using T = TypeParam;
  using Signed = std::make_signed_t<T>;
  for (int step : {1, 2, 3, 50, -1, -2, -7}) {
    for (Bounds<T> bounds : TestFixture::all_bounds(static_cast<Signed>(step))) {
      auto expected = TestFixture::values(bounds, static_cast<Signed>(step));
      EXPECT_EQ(trip_count(bounds, static_cast<Signed>(step)), expected.size());
    }
  }
  EXPECT_EQ(trip_count<T>({1, std::numeric_limits<T>::max()}, 1), uint64_t{std::numeric_limits<T>::max()});
}

// From 0 to n - 1 where n is 0.
TYPED_TEST(StaticLoop, AllValuesAreNoIterations) {
  using T = TypeParam;
  constexpr T kMin = std::numeric_limits<T>::min(), kMax = std::numeric_limits<T>::max();
  EXPECT_EQ(trip_count<T>({kMin, kMax}, 1), 0u);
  EXPECT_EQ(trip_count<T>({kMax, kMin}, -1), 0u);
  for (uint32_t i = 0; i < 3; i++) {
    auto block = block_part<T>({kMin, kMax}, 1, 3, i);
    EXPECT_EQ(block.bounds.upper + 1, block.bounds.lower);  // what such a compiler counts
    EXPECT_FALSE(block.is_last);
    auto chunk = cyclic_part<T>({kMin, kMax}, 1, 4, 3, i);
    EXPECT_GT(chunk.bounds.lower, chunk.bounds.upper);
    EXPECT_FALSE(chunk.is_last);
  }
}

TYPED_TEST(StaticLoop, BlocksAreTheLoop) {
  using T = TypeParam;
  using Signed = std::make_signed_t<T>;
  for (int step : {1, 2, 3, -1, -2}) {
    for (Bounds<T> bounds : TestFixture::all_bounds(static_cast<Signed>(step))) {
      auto expected = TestFixture::values(bounds, static_cast<Signed>(step));
      for (uint32_t n_parts : {1u, 2u, 3u, 4u, 16u}) {
        std::vector<T> found;
        size_t smallest = ~size_t{0}, largest = 0;
        int n_last = 0;
        for (uint32_t i = 0; i < n_parts; i++) {
          auto part = block_part<T>(bounds, static_cast<Signed>(step), n_parts, i);
          auto values = TestFixture::values(part.bounds, static_cast<Signed>(step));
          smallest = std::min(smallest, values.size());
          largest = std::max(largest, values.size());
          found.insert(found.end(), values.begin(), values.end());
          n_last += part.is_last;
          if (part.is_last) EXPECT_EQ(values.back(), expected.back());
        }
        EXPECT_EQ(found, expected);
        EXPECT_LE(largest - smallest, 1u);
        EXPECT_EQ(n_last, expected.empty() ? 0 : 1);
      }
    }
  }
}

// The caller's loop over the chunks of a thread, as clang writes it: clamps to the loop's end, adds the stride.
TYPED_TEST(StaticLoop, CyclicChunksAreTheLoop) {
  using T = TypeParam;
  using Signed = std::make_signed_t<T>;
  for (int64_t chunk : {0, 1, 2, 3, 10, 1000}) {
    for (uint32_t n_parts : {1u, 2u, 3u, 5u}) {
      const Bounds<T> bounds = {0, 37};
      std::vector<int> times(38);
      int n_last = 0;
      for (uint32_t i = 0; i < n_parts; i++) {
        auto part = cyclic_part<T>(bounds, 1, static_cast<Signed>(chunk), n_parts, i);
        bool had_last = false;
        auto upper = static_cast<int64_t>(part.bounds.upper);
        for (auto lower = static_cast<int64_t>(part.bounds.lower); lower <= upper;) {
          for (int64_t k = lower; k <= upper; k++) times[static_cast<size_t>(k)]++;
          had_last = had_last || upper == 37;
          lower += part.stride;
          upper = std::min<int64_t>(upper + part.stride, 37);
        }
        EXPECT_EQ(part.is_last, had_last) << "chunk " << chunk << ", part " << i << " of " << n_parts;
        n_last += part.is_last;
      }
      EXPECT_EQ(times, std::vector<int>(38, 1)) << "chunk " << chunk << ", " << n_parts << " parts";
      EXPECT_EQ(n_last, 1);
    }
  }
}

TYPED_TEST(StaticLoop, FirstChunkStaysInsideTheRangeOfTheType) {
  using T = TypeParam;
  constexpr T kMax = std::numeric_limits<T>::max();
  const Bounds<T> bounds = {static_cast<T>(kMax - 5), kMax};
  auto part = cyclic_part<T>(bounds, 1, 4, 2, 1);
  EXPECT_EQ(part.bounds.lower, static_cast<T>(kMax - 1));
  EXPECT_EQ(part.bounds.upper, kMax);
  auto none = cyclic_part<T>(bounds, 1, 4, 3, 2);
  EXPECT_GT(none.bounds.lower, none.bounds.upper);
}

// clang's code for schedule(static, 1) in distribute parallel for looks at the lower bound only.
TYPED_TEST(StaticLoop, PartsWithoutChunkBeginBehindTheLoop) {
  using T = TypeParam;
  using Signed = std::make_signed_t<T>;
  for (T lower : {T{0}, T{3}, T{100}}) {
    const Bounds<T> bounds = {lower, static_cast<T>(lower + 1)};
    for (uint32_t i = 2; i < 5; i++) {
      auto up = cyclic_part<T>(bounds, 1, 1, 5, i);
      EXPECT_GT(up.bounds.lower, bounds.upper);
      EXPECT_GT(up.bounds.lower, up.bounds.upper);
    }
    auto down = cyclic_part<T>({static_cast<T>(lower + 20), static_cast<T>(lower + 10)}, Signed{-5}, 1, 5, 4);
    EXPECT_LT(down.bounds.lower, static_cast<T>(lower + 10));
    EXPECT_LT(down.bounds.lower, down.bounds.upper);
  }
}

// The values that the caller computes behind its only chunk, in the type's own arithmetic: beyond the loop.
TYPED_TEST(StaticLoop, LargeChunksDoNotLeadBackIntoTheLoop) {
  using T = TypeParam;
  using Signed = std::make_signed_t<T>;
  constexpr auto kChunk = static_cast<Signed>(Signed{1} << (sizeof(T) * 8 - 3));
  const Bounds<T> bounds = {0, static_cast<T>(kChunk)};  // two chunks: one iteration more than the first holds
  for (uint32_t n_parts : {2u, 3u, 8u, 16u}) {
    for (uint32_t i = 0; i < 2; i++) {
      auto part = cyclic_part<T>(bounds, 1, kChunk, n_parts, i);
      EXPECT_LE(part.bounds.lower, part.bounds.upper);
      const T next = static_cast<T>(static_cast<uint64_t>(part.bounds.lower) + static_cast<uint64_t>(part.stride));
      EXPECT_GT(next, bounds.upper) << "part " << i << " of " << n_parts;
    }
  }
}

TYPED_TEST(StaticLoop, RoundedBlocksBeginAtMultiples) {
  using T = TypeParam;
  for (uint32_t n_parts : {1u, 2u, 3u, 7u}) {
    std::vector<int> times(101);
    for (uint32_t i = 0; i < n_parts; i++) {
      auto part = rounded_part<T>({0, 100}, 1, 8, n_parts, i);
      for (T value : TestFixture::values(part.bounds, 1)) times[static_cast<size_t>(value)]++;
      if (part.bounds.lower <= part.bounds.upper) EXPECT_EQ(part.bounds.lower % 8, 0);
    }
    EXPECT_EQ(times, std::vector<int>(101, 1));
  }
}

}  // namespace
}  // namespace rondo::work
