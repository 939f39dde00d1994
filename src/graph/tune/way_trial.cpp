// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/way_trial.hpp"

#include <algorithm>

#include "os/clock.hpp"

namespace rondo::graph {

namespace {

// docs/tuning.md
constexpr uint64_t kShare = 64;            // of all time goes into trials at most
constexpr uint32_t kTrials = 2;            // encounters at least: the first one moves the data
constexpr uint64_t kWakeUp_us = 200;       // at least, of a team: threads that had nothing to do have to wake up
constexpr uint64_t kHopeless = 8;          // so many times slower: once was enough
constexpr uint64_t kLongestPause_us = 10'000'000;
constexpr uint64_t kLeastPause = 16;       // encounters
constexpr uint64_t kGain = 32;             // a gain that is no larger part may be chance

uint64_t less(uint64_t from, uint64_t what) { return from > what ? from - what : 0; }

}  // namespace

// Encounters that take `ticks` each, until so many ticks that were lost are paid for. The other ways share what
// trials may cost.
uint64_t WayTrial::pause(uint64_t lost, uint64_t ticks) const {
  const uint64_t most = kLongestPause_us * os::ticks_per_us() / (ticks + 1) + kLeastPause;
  uint64_t n_others = 0;
  for (const Way way : kEachWay) n_others += way != chosen_ && open_.has(way) ? 1 : 0;
  return std::clamp(kShare * n_others * lost / (ticks + 1), kLeastPause, most);
}

void WayTrial::restart() {
  for (const Way way : kEachWay) of(way) = {way == Way::Plain ? of(way).ticks : 0, kSettled, false};
  tried_ = Way::Any;
  after_trial_of_ = Way::Any;
}

uint64_t WayTrial::least_ticks(Ways ways) const {
  uint64_t least = 0;
  for (const Way way : kEachWay) {
    if (ways.has(way) && ticks(way) != 0 && (least == 0 || ticks(way) < least)) least = ticks(way);
  }
  return least;
}

// Other ways are open than before. The fastest that is known is chosen, if the chosen one is closed or known to be
// slower.
void WayTrial::settle(Ways open) {
  open_ = open;
  const bool is_closed = !open.has(chosen_);
  for (const Way way : kEachWay) {
    if (!open.has(way)) continue;
    const bool is_better = ticks(way) != 0 && (ticks(chosen_) == 0 ? is_closed : ticks(way) < ticks(chosen_));
    if (!open.has(chosen_) || is_better) chosen_ = way;
  }
  if (tried_ == chosen_ || !open.has(tried_)) tried_ = Way::Any;
}

Way WayTrial::way(Ways open) {
  if (open != open_ || !open.has(chosen_)) settle(open);
  return tried_ != Way::Any ? tried_ : chosen_;
}

uint64_t WayTrial::n_settled() const {
  uint64_t n = ~uint64_t{0};
  for (const Way way : kEachWay) {
    if (way != chosen_ && open_.has(way)) n = std::min(n, of(way).n_until_trial);
  }
  return tried_ != Way::Any || after_trial_of_ != Way::Any ? 1 : std::max<uint64_t>(n, 1);
}

// The first trial of a way is put off by its expected cost, if that is known already: on one thread it takes as long
// as the bodies at least, and the recorded encounter ran as ordinary tasks. Where encounters go together, all that go
// beyond a usual trial are expected to take twice as long.
uint64_t WayTrial::until_first_trial(Way way, uint64_t bodies, uint64_t n) const {
  const uint64_t chosen = ticks(chosen_);
  const uint64_t expected = way == Way::Alone ? bodies : ticks(way);
  if (expected > chosen) return pause(std::max<uint64_t>(n, kTrials) * (expected - chosen), chosen);
  return n > kTrials && expected == 0 ? pause((n - kTrials) * chosen, chosen) : 0;
}

void WayTrial::begin_trial(Way way, uint64_t bodies, uint64_t n) {
  Known& known = of(way);
  const bool was_tried = known.was_tried;
  known.was_tried = true;
  known.n_until_trial = was_tried ? 0 : until_first_trial(way, bodies, n);
  if (known.n_until_trial != 0) return;
  known.ticks = 0;
  tried_ = way;
  n_tried_ = 0;
  tried_ticks_ = 0;
}

// A way that is faster is known to be so at once, even though threads had to wake up. Where tiny ordinary tasks are
// all else that there is, hardly any data has to move: one encounter that is no faster ends the trial.
bool WayTrial::is_trial_over() const {
  if (n_tried_ < kTrials) return tried_ticks_ > (open_.has(Way::Spread) ? kHopeless : 1) * ticks(chosen_);
  return is_faster(tried_) || tried_ == Way::Alone || tried_ticks_ >= kWakeUp_us * os::ticks_per_us();
}

bool WayTrial::is_faster(Way way) const { return ticks(way) + ticks(way) / kGain < ticks(chosen_); }

void WayTrial::end_trial() {
  const Way tried = tried_;
  const uint64_t ticks_tried = ticks(tried);
  tried_ = Way::Any;
  if (is_faster(tried)) {
    const Way slower = chosen_;
    const uint64_t lost = ticks(slower) - ticks_tried;
    chosen_ = tried;
    of(slower).n_until_trial = pause(kTrials * lost, ticks_tried);
    of(slower).was_tried = true;
    for (const Way way : kEachWay) {  // it lasts as long as before
      if (way != slower && way != tried) of(way).n_until_trial = of(way).n_until_trial * ticks(slower) / ticks_tried;
    }
  } else {
    lost_ticks_ = less(tried_ticks_, n_tried_ * ticks(chosen_));
    after_trial_of_ = tried;
  }
}

// An interrupted encounter says nothing, hence the least time counts; it grows again, so that a slower machine is
// noticed.
void WayTrial::observe(WayChoice encounter, uint64_t ticks, uint64_t bodies, uint64_t n) {
  if (encounter.n_slots != n_slots_) {
    restart();
    if (n_slots_ != 0) of(Way::Plain).ticks = 0;
    n_slots_ = encounter.n_slots;
  }
  ticks = std::max<uint64_t>(ticks, 1);  // 0 is said of a way of which nothing is known
  uint64_t& least = of(encounter.way).ticks;
  const uint64_t grown = least + least / 8;
  least = least == 0 || ticks < grown ? ticks : grown;
  if (tried_ != Way::Any) {
    if (encounter.way != tried_) return;
    n_tried_ += n;
    tried_ticks_ += n * ticks;
    if (is_trial_over()) end_trial();
    return;
  }
  if (encounter.way != chosen_) return;
  if (after_trial_of_ != Way::Any) {  // the data comes back
    of(after_trial_of_).n_until_trial = pause(lost_ticks_ + n * less(ticks, least), least);
    after_trial_of_ = Way::Any;
  }
  Way due = Way::Any;
  for (const Way way : kEachWay) {
    if (way == chosen_ || !open_.has(way)) continue;
    uint64_t& n_until_trial = of(way).n_until_trial;
    n_until_trial = less(n_until_trial, n);
    if (n_until_trial == 0) due = way;
  }
  if (due != Way::Any) begin_trial(due, bodies, n);
}

}  // namespace rondo::graph
