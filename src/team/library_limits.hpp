// SPDX-License-Identifier: Apache-2.0
//
// Limits for the libraries of a process, each for itself: how many threads a region may have whose code lies in a
// file of such a name. fork.cpp asks for each region, and omp_get_max_threads() too, because libraries divide their
// work by it. Without limits a region pays for one look at a word.
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "sync/spin_lock.hpp"

namespace rondo::team {

// Any thread may call; what is read while another thread sets a limit is that from before or after.
class LibraryLimits {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};
  static constexpr uint32_t kMost = 32;  // patterns
  static constexpr uint32_t kPatternBytes = 120;

  // RONDO_LIBRARY_THREADS: PATTERN=N, separated by commas. Says so of what it does not understand.
  void read(const char* text);

  // Files whose name matches the pattern (*, ? and [] as in a shell; with a slash it stands for the whole path) get
  // at most `n` threads; kNone: what others get. Returns the limit of this very pattern before, or 0 if it cannot be
  // kept: the pattern is too long, or one too many.
  uint32_t set(const char* pattern, uint32_t n);

  bool are_any() const { return n_.load_relaxed() != 0; }

  // The lowest limit for code at this address, or kNone. Takes the loader's lock.
  uint32_t of(const void* code);

 private:
  struct Limit {
    char pattern[kPatternBytes];
    uint32_t n;
  };

  // What was found for code at this address. The loader takes long to tell the file of an address: it looks at each
  // symbol of that file.
  struct Known {
    const void* code = nullptr;
    uint32_t n = 0;
  };
  static constexpr uint32_t kKnown = 128;

  void forget();
  uint32_t lowest_for(const char* path) const;

  sync::SpinLock lock_;  // of what follows; n_ is read without
  base::Atomic<uint32_t> n_{0};  // a hint: who has set a limit sees its own store
  Limit limits_[kMost] = {};
  Known known_[kKnown] = {};
  uint64_t n_unloaded_ = 0;  // modules, when these were found: another one may lie at such an address later
};

}  // namespace rondo::team
