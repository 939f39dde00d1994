// SPDX-License-Identifier: Apache-2.0
//
// Static schedules as the KMP interface wants them: the bounds of a thread's (or a team's) first chunk and the
// distance to its next one, in the loop's own integer type.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "work/loop.hpp"

namespace rondo::work {

template <class T>
struct Bounds {
  T lower;  // closed interval; the loop counts upwards if step > 0, else downwards
  T upper;
};

// Iterations of `bounds`, modulo the number of values of T: a compiler that counts loops from 0 to n - 1 without a
// look at n (flang) has all values of T as the bounds of a loop without iterations. No other loop has them.
template <class T>
uint64_t trip_count(Bounds<T> bounds, std::make_signed_t<T> step) {
  using Unsigned = std::make_unsigned_t<T>;
  if (step > 0) {
    if (bounds.upper < bounds.lower) return 0;
    auto distance = static_cast<Unsigned>(static_cast<Unsigned>(bounds.upper) - static_cast<Unsigned>(bounds.lower));
    return static_cast<Unsigned>(distance / static_cast<Unsigned>(step) + 1);
  }
  if (bounds.upper > bounds.lower || step == 0) return 0;
  auto distance = static_cast<Unsigned>(static_cast<Unsigned>(bounds.lower) - static_cast<Unsigned>(bounds.upper));
  return static_cast<Unsigned>(distance / static_cast<Unsigned>(Unsigned{0} - static_cast<Unsigned>(step)) + 1);
}

// The value of iteration `i`, modulo the width of T.
template <class T>
T value_at(T lower, std::make_signed_t<T> step, uint64_t i) {
  return static_cast<T>(static_cast<uint64_t>(lower) + static_cast<uint64_t>(int64_t{step}) * i);
}

// A pair that every comparison finds empty.
template <class T>
Bounds<T> no_iterations(bool is_upwards) {
  return is_upwards ? Bounds<T>{1, 0} : Bounds<T>{0, 1};
}

template <class T>
struct StaticPart {
  Bounds<T> bounds;
  std::make_signed_t<T> stride;
  bool is_last;
};

// schedule(static): one block for each of `n_parts`.
template <class T>
StaticPart<T> block_part(Bounds<T> bounds, std::make_signed_t<T> step, uint32_t n_parts, uint32_t index) {
  using Signed = std::make_signed_t<T>;
  uint64_t n = trip_count(bounds, step);
  Share share = share_of(n, n_parts, index);
  auto stride = static_cast<Signed>(static_cast<uint64_t>(int64_t{step}) * n);
  if (share.first == share.last) return {no_iterations<T>(step > 0), stride, false};
  return {{value_at(bounds.lower, step, share.first), value_at(bounds.lower, step, share.last - 1)},
          stride,
          share.last == n};
}

// What a thread gets that has no chunk. clang's code for schedule(static, 1) in distribute parallel for compares the
// first value with the end of the team's block, not with the upper bound that it gets: the first value has to lie
// behind the loop. Only next to the end of the type's range there is none such.
template <class T>
StaticPart<T> no_chunk(Bounds<T> bounds, std::make_signed_t<T> step, uint64_t n) {
  const T behind = value_at(bounds.lower, step, n);
  const T last = value_at(bounds.lower, step, n - 1);
  const bool is_behind = step > 0 ? behind > last : behind < last;
  return {is_behind ? Bounds<T>{behind, last} : no_iterations<T>(step > 0), step, false};
}

// schedule(static, chunk): every n_parts-th chunk.
template <class T>
StaticPart<T> cyclic_part(Bounds<T> bounds, std::make_signed_t<T> step, std::make_signed_t<T> chunk, uint32_t n_parts,
                          uint32_t index) {
  using Signed = std::make_signed_t<T>;
  uint64_t n = trip_count(bounds, step);
  uint64_t size = chunk > 0 ? static_cast<uint64_t>(chunk) : 1;
  if (size > n) size = n;
  if (n == 0) return {no_iterations<T>(step > 0), step, false};
  const uint64_t n_chunks = count_up_to(n, size);
  if (index >= n_chunks) return no_chunk(bounds, step, n);
  uint64_t first = size * index;
  // After a thread's only chunk the distance leads to the end of the loop: n_parts times a large chunk may wrap
  // around the type's range and lead back into the loop.
  const uint64_t distance = n_chunks <= n_parts ? n - first : size * n_parts;
  auto stride = static_cast<Signed>(static_cast<uint64_t>(int64_t{step}) * distance);
  uint64_t last = n - first < size ? n : first + size;
  return {{value_at(bounds.lower, step, first), value_at(bounds.lower, step, last - 1)},
          stride,
          (n_chunks - 1) % n_parts == index};
}

// schedule(simd: static): one block each, of a multiple of `chunk` iterations.
template <class T>
StaticPart<T> rounded_part(Bounds<T> bounds, std::make_signed_t<T> step, std::make_signed_t<T> chunk, uint32_t n_parts,
                           uint32_t index) {
  uint64_t n = trip_count(bounds, step);
  uint64_t unit = chunk > 0 ? static_cast<uint64_t>(chunk) : 1;
  uint64_t size = n == 0 ? 1 : count_up_to(count_up_to(n, n_parts), unit) * unit;
  constexpr auto kMax = static_cast<uint64_t>(std::numeric_limits<std::make_signed_t<T>>::max());
  return cyclic_part<T>(bounds, step, static_cast<std::make_signed_t<T>>(size < kMax ? size : kMax), n_parts, index);
}

}  // namespace rondo::work
