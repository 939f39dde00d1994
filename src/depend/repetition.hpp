// SPDX-License-Identifier: Apache-2.0
//
// What has become of the periods that streams have found: for `rondo graph` and the line at the end of a process. A
// period is known by the code of its first task and its length; the streams of several creators may share one. Only
// counts: they publish nothing. Used by stream.cpp and team/forecasts.cpp.
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "sync/spin_lock.hpp"

namespace rondo::depend {

// Why a period was not forecast, or no longer.
enum class Miss : uint8_t {
  Number,      // a task had another number of dependences,
  Kind,        // a dependence of another kind,
  Address,     // one on another address
  Asked,       // a wait with dependences, or an undeferred task, needs the table
  Unsuited,    // the period has what no forecast can be made of (docs/automatic.md)
  Unfinished,  // tasks from before the period were unfinished that its tasks depend on
  TooMany,     // predecessors
  Unordered,   // none has a predecessor, so a forecast saves nothing
};
inline constexpr uint32_t kMisses = 8;

struct Repetition {
  const void* code = nullptr;  // of the first task that was seen; nullptr: all ran when they were created
  uint32_t period = 0;
  // Of one period, as it was taken down last.
  base::Atomic<uint32_t> n_dependences{0};
  base::Atomic<uint32_t> n_edges{0};
  base::Atomic<uint64_t> n_recorded{0};  // times that it was taken down
  base::Atomic<uint64_t> n_resumed{
      0};   // times that it was forecast again, or in the place of another one, without that
  base::Atomic<uint64_t> n_forecast{0};  // tasks
  base::Atomic<uint64_t> n_missed[kMisses]{};

  // In a child of fork(2): nothing has come of it there.
  bool is_untouched() const {
    uint64_t n = n_recorded.load_relaxed() + n_resumed.load_relaxed() + n_forecast.load_relaxed();
    for (const auto& missed : n_missed) n += missed.load_relaxed();
    return n == 0;
  }
};

class Repetitions {
 public:
  // Those behind the first ones share the last place.
  Repetition& of(const void* code, uint32_t period) {
    sync::SpinGuard guard(lock_);
    const uint32_t n = n_.load_relaxed();
    for (uint32_t i = 0; i < n; i++) {
      if (all_[i].code == code && all_[i].period == period) return all_[i];
    }
    if (n == kMost) return all_[kMost - 1];
    all_[n].code = code;
    all_[n].period = period;
    n_.store_release(n + 1);  // [F1]
    return all_[n];
  }

  template <class Visit>
  void for_each(Visit visit) const {
    const uint32_t n = n_.load_acquire();  // [F1]
    for (uint32_t i = 0; i < n; i++) visit(all_[i]);
  }

  // What a child of fork(2) counts begins anew.
  void restart_in_child() {
    for (Repetition& repetition : all_) {
      repetition.n_recorded.store_relaxed(0);
      repetition.n_resumed.store_relaxed(0);
      repetition.n_forecast.store_relaxed(0);
      for (auto& n : repetition.n_missed) n.store_relaxed(0);
    }
  }

 private:
  static constexpr uint32_t kMost = 64;

  sync::SpinLock lock_;
  base::Atomic<uint32_t> n_{0};
  Repetition all_[kMost];
};

}  // namespace rondo::depend
