// SPDX-License-Identifier: Apache-2.0
//
// A set of processors by the operating system's numbers. The capacity is fixed, because sets are copied into places
// and compared. 4096 processors are more than any shared-memory machine of today has; processors beyond are ignored.
#pragma once

#include <bit>
#include <cstdint>

namespace rondo::os {

inline constexpr unsigned kMaxCpus = 4096;

class CpuSet {
 public:
  static constexpr unsigned kNone = ~0u;

  constexpr void add(unsigned cpu) {
    if (cpu < kMaxCpus) words_[cpu / 64] |= bit(cpu);
  }
  constexpr void remove(unsigned cpu) {
    if (cpu < kMaxCpus) words_[cpu / 64] &= ~bit(cpu);
  }
  constexpr bool contains(unsigned cpu) const { return cpu < kMaxCpus && (words_[cpu / 64] & bit(cpu)) != 0; }

  constexpr unsigned count() const {
    unsigned n = 0;
    for (const uint64_t word : words_) n += static_cast<unsigned>(std::popcount(word));
    return n;
  }
  constexpr bool is_empty() const { return first() == kNone; }

  // Iteration: for (unsigned cpu = set.first(); cpu != CpuSet::kNone; cpu = set.next(cpu)).
  constexpr unsigned first() const { return from(0); }
  constexpr unsigned next(unsigned cpu) const { return from(cpu + 1); }

  constexpr void keep_only(const CpuSet& other) {
    for (unsigned i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
  }

  friend constexpr bool operator==(const CpuSet&, const CpuSet&) = default;

 private:
  static constexpr unsigned kWords = kMaxCpus / 64;

  static constexpr uint64_t bit(unsigned cpu) { return uint64_t{1} << (cpu % 64); }

  constexpr unsigned from(unsigned cpu) const {
    if (cpu >= kMaxCpus) return kNone;
    unsigned i = cpu / 64;
    uint64_t word = words_[i] & (~uint64_t{0} << (cpu % 64));
    while (word == 0) {
      if (++i == kWords) return kNone;
      word = words_[i];
    }
    return i * 64 + static_cast<unsigned>(std::countr_zero(word));
  }

  uint64_t words_[kWords] = {};
};

}  // namespace rondo::os
