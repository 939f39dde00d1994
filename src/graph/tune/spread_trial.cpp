// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/spread_trial.hpp"

#include <algorithm>

#include "os/clock.hpp"

namespace rondo::graph {

namespace {

// docs/tuning.md
constexpr uint64_t kShare = 64;             // of all time goes into trials at most
constexpr uint32_t kTrials = 2;             // replays at least: the first one moves the data
constexpr uint64_t kSpreadTrial_us = 200;   // at least: threads that had nothing to do have to wake up
constexpr uint64_t kHopeless = 8;           // so many times slower: once was enough
constexpr uint64_t kLongestPause_us = 10'000'000;
constexpr uint64_t kLeastPause = 16;        // replays

// Replays that take `ticks` each, until so many ticks that were lost are paid for.
uint64_t pause(uint64_t lost, uint64_t ticks) {
  const uint64_t most = kLongestPause_us * os::ticks_per_us() / (ticks + 1) + kLeastPause;
  return std::clamp(kShare * lost / (ticks + 1), kLeastPause, most);
}

uint64_t less(uint64_t from, uint64_t what) { return from > what ? from - what : 0; }

}  // namespace

void SpreadTrial::restart() {
  ticks_[0] = ticks_[1] = 0;
  n_until_trial_ = kSettled;
  is_trying_ = false;
  is_first_ = true;
  is_after_trial_ = false;
}

// The first trial of one thread is put off by its expected cost, if the times of the bodies tell it already.
void SpreadTrial::begin_trial(uint64_t bodies) {
  const uint64_t chosen = ticks_of(chosen_);
  const bool is_known_to_lose = is_first_ && chosen_ == Way::Spread && bodies > chosen;
  is_first_ = false;
  if (is_known_to_lose) {
    n_until_trial_ = pause(kTrials * (bodies - chosen), chosen);
    return;
  }
  ticks_of(other(chosen_)) = 0;
  is_trying_ = true;
  n_tried_ = 0;
  tried_ticks_ = 0;
}

bool SpreadTrial::is_trial_over() const {
  if (n_tried_ < kTrials) return tried_ticks_ > kHopeless * ticks(chosen_);
  return chosen_ == Way::Spread || tried_ticks_ >= kSpreadTrial_us * os::ticks_per_us();
}

// A gain of less than a sixteenth may be chance, and is no reason to change.
void SpreadTrial::end_trial() {
  const uint64_t tried = ticks_of(other(chosen_));
  is_trying_ = false;
  if (tried + tried / 16 < ticks_of(chosen_)) {
    const uint64_t slower = ticks_of(chosen_);
    chosen_ = other(chosen_);
    n_until_trial_ = pause(kTrials * (slower - tried), tried);
  } else {
    lost_ticks_ = less(tried_ticks_, n_tried_ * ticks_of(chosen_));
    is_after_trial_ = true;
  }
}

// An interrupted replay says nothing, hence the least time counts; it grows again, so that a slower machine is
// noticed.
void SpreadTrial::observe(WayChoice replay, uint64_t ticks, uint64_t bodies) {
  if (replay.n_slots != n_slots_) {
    restart();
    n_slots_ = replay.n_slots;
  }
  uint64_t& least = ticks_of(replay.way);
  const uint64_t grown = least + least / 8;
  least = least == 0 || ticks < grown ? ticks : grown;
  if (!is_trying_) {
    if (replay.way != chosen_) return;
    if (is_after_trial_) n_until_trial_ = pause(lost_ticks_ + less(ticks, least), least);  // the data comes back
    is_after_trial_ = false;
    if (--n_until_trial_ == 0) begin_trial(bodies);
  } else if (replay.way != chosen_) {
    n_tried_++;
    tried_ticks_ += ticks;
    if (is_trial_over()) end_trial();
  }
}

}  // namespace rondo::graph
