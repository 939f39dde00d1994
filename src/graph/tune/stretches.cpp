// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/stretches.hpp"

#include <algorithm>

#include "graph/tune/costs.hpp"
#include "os/clock.hpp"

namespace rondo::graph {

namespace {

// docs/tuning.md
constexpr uint64_t kLength_us = 100;      // of a stretch, so that the end of one and the clock cost nothing
constexpr uint64_t kLeastRounds = 4;      // rounds may overlap
constexpr uint64_t kMostRounds = 1 << 16;
constexpr uint64_t kFirst_us = 20;  // of the first stretches: their times decide whether to try the other way
constexpr uint32_t kFirstStretches = 2;  // the first one brings the data here
constexpr uint64_t kLongest_ns = 2000;  // mean body: longer ones are always spread
constexpr uint64_t kLongestRecorded_ns = 1000;  // with the creation of the task, and its record
constexpr uint64_t kHardlyShared_ns = 50;  // mean body: shorter ones seldom gain from a second thread
constexpr uint64_t kBeforeFirstTrial_us = 64 * 200;  // a 64th of it is what a spread stretch costs at least

}  // namespace

void Stretches::begin(uint32_t n_nodes) {
  if (n_nodes != n_nodes_) *this = {};
  n_nodes_ = n_nodes;
}

void Stretches::note_recorded(uint64_t ticks, bool is_timed) {
  if (is_known()) return;
  round_ticks_ = ticks + 1;
  is_shared_ = is_timed && ticks >= n_nodes_ * kInPlace_ns * os::ticks_per_us() / 1000;
  is_shared_ ? set_length(kLength_us, kLeastRounds) : set_length(kFirst_us, 1);
  trial_.begin_with(is_shared_ ? Way::Spread : Way::Alone);
}

void Stretches::note_bodies(uint64_t ticks) {
  round_ticks_ = ticks + 1;
  n_first_ = kFirstStretches;
  is_first_shared_ = true;
  if (!is_trial_open()) trial_.begin_with(Way::Alone);
}

bool Stretches::knows_bodies() const { return n_first_ == kFirstStretches; }

bool Stretches::may_run_alone() const {
  const uint64_t longest_ns = n_first_ != 0 ? kLongest_ns : kLongestRecorded_ns;
  return is_known() && round_ticks_ <= n_nodes_ * longest_ns * os::ticks_per_us() / 1000;
}

// If another process has the other processor, even the first trial takes as long as hundreds of rounds.
bool Stretches::is_trial_open() const {
  if (!knows_bodies()) return false;
  const bool is_promising = round_ticks_ > n_nodes_ * kHardlyShared_ns * os::ticks_per_us() / 1000;
  return is_promising || alone_ticks_ >= kBeforeFirstTrial_us * os::ticks_per_us();
}

Stretch Stretches::next(bool is_contended) {
  if (!may_run_alone()) return {};
  if (is_contended) return {Way::Alone, length_};
  if (wants_bodies()) return {Way::Spread, length_};
  if (!is_trial_open()) return {Way::Alone, length_};
  const Way way = trial_.way({Way::Spread, Way::Alone});
  const uint64_t n = way == Way::Spread ? trial_.n_settled() : 1;  // no wait between two that are spread
  return {way, n * length_};
}

void Stretches::observe(Stretch stretch, uint32_t n_slots, uint64_t ticks) {
  if (stretch.way == Way::Any || stretch.n_rounds == 0) return;
  alone_ticks_ += stretch.way == Way::Alone ? ticks : 0;
  const uint64_t n_samples = std::max<uint64_t>(1, stretch.n_rounds / length_);
  const uint64_t sample = ticks / stretch.n_rounds * length_;
  trial_.observe({stretch.way, n_slots}, sample, knows_bodies() ? round_ticks_ * length_ : 0, n_samples);
  if (is_first_shared_ && round_ticks_ * length_ < sample) {
    trial_.try_soon(Way::Alone);
    trial_.observe({stretch.way, n_slots}, sample, 0);
  }
  is_first_shared_ = false;
  if (stretch.way != Way::Alone) return;
  round_ticks_ = round_ticks(Way::Alone) + 1;
  if (knows_bodies() || ++n_first_ != kFirstStretches) return;
  set_length(kLength_us, kLeastRounds);
  if (is_trial_open()) trial_.try_soon(Way::Spread);
  trial_.observe({Way::Alone, n_slots}, round_ticks_ * length_, 0);
}

// Samples of another length cannot be compared.
void Stretches::set_length(uint64_t length_us, uint64_t least_rounds) {
  length_ = std::clamp(length_us * os::ticks_per_us() / round_ticks_, least_rounds, kMostRounds);
  trial_.restart();
}

uint64_t Stretches::round_ticks(Way way) const { return length_ == 0 ? 0 : trial_.ticks(way) / length_; }

}  // namespace rondo::graph
