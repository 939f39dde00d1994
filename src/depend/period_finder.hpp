// SPDX-License-Identifier: Apache-2.0
//
// Finds after how many creations a stream repeats. Each creation is a *token*, a hash of its dependences; the stream
// has a period when its last tokens equal those before them, all of one period or more. What is compared is a token
// with the seven before it: a loop in a loop creates the same task again and again, but these eight in a row only
// once in a period. Used by stream.cpp. A wrong answer (two creations with the same token) costs time, nothing else.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "base/pod_vector.hpp"

namespace rondo::depend {

class PeriodFinder {
 public:
  // `n_tokens`: that are expected. `least_run`: so many tokens have to be repeated, however short the period is.
  void begin(uint32_t n_tokens, uint32_t longest, uint32_t least_run) {
    rows_.clear();
    newest_.clear();
    const uint32_t n = std::bit_ceil(n_tokens);
    std::memset(newest_.append(n), 0, n * sizeof(uint32_t));
    mask_ = n - 1;
    longest_ = longest;
    least_run_ = least_run;
    period_ = run_ = 0;
  }

  // The next token. Returns the period if the stream has one, else 0.
  uint32_t add(uint32_t token) {
    const auto index = static_cast<uint32_t>(rows_.size());
    row_ = (row_ << 4) ^ token;
    uint32_t& newest = newest_[row_ & mask_];
    if (period_ != 0 && rows_[index - period_] == row_) {
      run_++;
    } else {
      period_ = newest != 0 && rows_[newest - 1] == row_ ? index - (newest - 1) : 0;
      if (period_ > longest_) period_ = 0;
      run_ = period_ != 0 ? 1 : 0;
    }
    newest = index + 1;
    rows_.push_back(row_);
    return run_ >= period_ && run_ >= least_run_ ? period_ : 0;
  }

  void release() {  // its memory
    base::PodVector<uint32_t>().swap(rows_);
    base::PodVector<uint32_t>().swap(newest_);
  }

  uint32_t n_tokens() const { return static_cast<uint32_t>(rows_.size()); }
  // What has been repeated so far may become a period.
  bool is_hopeful() const { return run_ >= kHopeful; }

 private:
  static constexpr uint32_t kHopeful = 32;

  base::PodVector<uint32_t> rows_;    // hashes of eight tokens
  base::PodVector<uint32_t> newest_;  // where such a row was seen last, and 1; by its hash
  uint32_t row_ = 0;
  uint32_t mask_ = 0;
  uint32_t longest_ = 0;
  uint32_t least_run_ = 0;
  uint32_t period_ = 0;  // that is being looked at; 0: none
  uint32_t run_ = 0;     // so many tokens have repeated what was a period before
};

}  // namespace rondo::depend
