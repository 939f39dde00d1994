// SPDX-License-Identifier: Apache-2.0
//
// A small random generator for choices that only have to be spread, such as the first victim of a steal (xorshift*).
#pragma once

#include <cstdint>

namespace rondo::base {

class Rng {
 public:
  explicit constexpr Rng(uint64_t seed) : state_(seed * 2862933555777941757u + 3037000493u) {}

  uint32_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<uint32_t>((state_ * 2685821657736338717u) >> 32);
  }

  // Uniform in [0, bound), bound > 0.
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>((uint64_t{next()} * bound) >> 32); }

 private:
  uint64_t state_;
};

}  // namespace rondo::base
