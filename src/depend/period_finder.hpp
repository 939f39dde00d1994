// SPDX-License-Identifier: Apache-2.0
//
// Finds after how many creations a stream repeats. Each creation is a *token*, a sum of some of its dependences. One
// place of the stream is the *anchor*: its last eight tokens, because a loop in a loop creates the same task again
// and again, but these eight in a row only once in a period. What lies between two anchors is a *stretch*, of which
// length and hash are kept; so nothing is stored for a token. The stream has a period when its last stretches equal
// those before them. Used by stream.cpp. A wrong answer (stretches with the same hash, tasks that differ elsewhere
// than in what their tokens are made of) costs time, nothing else.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "depend/access.hpp"

namespace rondo::depend {

class PeriodFinder {
 public:
  // Of the first and the last one, and the last one's kind: many readers of an address, and then its writer, are not
  // one task that repeats. A period has to be right in all of them when it is forecast.
  static uint64_t token_of(std::span<const Dependence> dependences) {
    const Dependence& last = dependences.back();
    return dependences.front().address + 5 * last.address + static_cast<uint64_t>(last.kind) +
           (uint64_t{dependences.size()} << 48);
  }

  // `n_tokens`: that are looked at, twice as many if an anchor has been seen again. `least_run`: so many have to be
  // repeated, however short the period is; and so many periods.
  void begin(uint32_t n_tokens, uint32_t longest, uint32_t least_run, uint32_t least_periods) {
    *this = {};
    n_tokens_ = n_tokens;
    longest_ = longest;
    least_run_ = least_run;
    least_periods_ = least_periods;
    limit_ = kRow;  // then the first anchor is set
  }

  // The next token. True: something may be known, look().
  bool add(uint64_t token) {
    row_ = (row_ << 8) ^ token;  // what is older than eight tokens has left it
    hash_ = hash_ * 0x9E3779B97F4A7C15 + token;
    n_++;
    return row_ == anchor_ || n_ >= limit_;
  }

  // Returns the period if the stream has one, else 0.
  uint32_t look() {
    if (row_ == anchor_ && n_stretches_ != kNoAnchor) {
      if (const uint32_t period = end_stretch()) return period;
      begin_stretch();
    } else if (n_ >= limit_) {
      set_anchor();
    }
    return 0;
  }

  bool is_over() const { return n_before_ + n_ >= (n_stretches_ > 1 ? 2 : 1) * uint64_t{n_tokens_}; }

 private:
  static constexpr uint32_t kRow = 8;
  static constexpr uint32_t kKept = 8;  // stretches, hence anchors in a period
  static constexpr uint32_t kNoAnchor = 0;

  struct Stretch {
    uint64_t hash;
    uint32_t length;
  };
  const Stretch& stretch(uint32_t back) const { return kept_[(n_stretches_ - back) % kKept]; }  // 0: the newest

  // The anchor is here again. Are the last m stretches those before them?
  uint32_t end_stretch() {
    kept_[++n_stretches_ % kKept] = {hash_, n_};
    uint32_t period = 0;
    for (uint32_t m = 1; m < kKept && m + 1 < n_stretches_; m++) {
      const bool is_same = stretch(m).hash == hash_ && stretch(m).length == n_;
      run_[m] = is_same ? run_[m] + n_ : 0;
      period += stretch(m - 1).length;
      if (period <= longest_ && run_[m] >= uint64_t{least_periods_} * period && run_[m] >= least_run_) return period;
    }
    return 0;
  }

  // Two equal stretches promise a third. If the anchor does not come in time, it belongs to a loop within the period.
  void begin_stretch() {
    n_before_ += n_;
    limit_ = run_[1] != 0 ? n_ + 1 : n_tokens_;
    n_ = 0;
    hash_ = 0;
  }

  // The first one may lie in front of what repeats: the second one comes soon. What comes after a broken loop is a
  // place that the loop has only once.
  void set_anchor() {
    anchor_ = row_;
    limit_ = n_before_ == 0 ? std::max(n_tokens_ / 4, kRow) : n_tokens_;
    n_before_ += n_;
    n_ = 0;
    hash_ = 0;
    n_stretches_ = 1;
    for (uint32_t& run : run_) run = 0;
  }

  uint64_t row_ = 0;  // hash of the last eight tokens
  uint64_t anchor_ = 0;
  uint32_t n_ = 0;  // tokens since the anchor
  uint32_t limit_ = 0;  // of n_: the anchor has not come
  uint64_t hash_ = 0;  // of the tokens since the anchor
  uint32_t n_tokens_ = 0;
  uint32_t longest_ = 0;
  uint32_t least_run_ = 0;
  uint32_t least_periods_ = 1;
  uint32_t n_stretches_ = kNoAnchor;  // since the anchor was set, and 1
  uint64_t n_before_ = 0;  // tokens before the newest anchor
  Stretch kept_[kKept] = {};
  uint32_t run_[kKept] = {};  // [m]: so many tokens have equalled those of m stretches before
};

}  // namespace rondo::depend
