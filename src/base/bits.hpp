// SPDX-License-Identifier: Apache-2.0
//
// Sizes, alignments and powers of two.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace rondo::base {

// The unit in which cores exchange memory; data of different writers is kept this far apart. 64 on x86-64, on server
// cores of ARM and on RISC-V; other processors of ARM have 128 or 256 (docs/architectures.md). Part of the build,
// because structures are laid out by it.
#ifdef RONDO_CACHE_LINE
inline constexpr size_t kCacheLine = RONDO_CACHE_LINE;
#else
inline constexpr size_t kCacheLine = 64;
#endif
static_assert(kCacheLine == 64 || kCacheLine == 128 || kCacheLine == 256);

template <std::unsigned_integral T>
constexpr bool is_power_of_two(T value) {
  return std::has_single_bit(value);
}

// The smallest multiple of `multiple` (a power of two) that is not below `value`.
template <std::unsigned_integral T>
constexpr T round_up(T value, std::type_identity_t<T> multiple) {
  return (value + (multiple - 1)) & ~(multiple - 1);
}

}  // namespace rondo::base
