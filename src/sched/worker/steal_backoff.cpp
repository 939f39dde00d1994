// SPDX-License-Identifier: Apache-2.0
#include "sched/worker/steal_backoff.hpp"

#include "config/mechanism.hpp"

namespace rondo::sched {

// Tasks that make a pause necessary come one by one, and so do the first ones behind it.
void StealBackoff::choose_number(uint64_t took_ns, bool was_worthwhile) {
  constexpr uint64_t kEnough_ns = 2000;  // docs/tuning.md: at once
  if (!was_worthwhile) {
    n_at_once_ = 1;
  } else if (took_ns >= 2 * kEnough_ns) {
    n_at_once_ = n_at_once_ > 1 ? n_at_once_ / 2 : 1;
  } else if (took_ns < kEnough_ns && pause_ == 0 && n_stolen_ == n_at_once_ && n_at_once_ < kMostAtOnce) {
    n_at_once_ *= 2;
  }
}

void StealBackoff::judge(uint64_t now, uint64_t ticks_per_us, uint32_t n_slots, bool is_inside_task) {
  // docs/tuning.md: steal back-off.
  constexpr uint64_t kWay_ns = 200;
  constexpr uint64_t kEach_ns = 80;  // of several
  constexpr uint64_t kFirstPause_ns = 250;
  constexpr uint64_t kLongestPause_ns = 2000;  // for each slot: so often a creator meets a thief, however many
  constexpr uint32_t kMostSlots = 16;

  auto in_ticks = [ticks_per_us](uint64_t ns) { return ns * ticks_per_us / 1000; };
  const uint64_t took_ns = (now - stolen_at_) * 1000 / ticks_per_us;
  const bool was_worthwhile = took_ns >= (n_stolen_ == 1 ? kWay_ns : n_stolen_ * kEach_ns);
  stolen_at_ = 0;
  if (!config::uses(config::Mechanism::StealBackoff)) return;
  choose_number(took_ns, was_worthwhile);
  judged_at_ = now;
  const uint64_t first = in_ticks(kFirstPause_ns);
  if (was_worthwhile) {
    pause_ = pause_ < 4 * first ? 0 : pause_ / 4;
    return;
  }
  if (is_inside_task) {  // nobody to protect: the next theft comes at once
    judged_at_ = now - pause_;
    return;
  }
  const uint64_t longest = in_ticks(kLongestPause_ns * (n_slots < kMostSlots ? n_slots : kMostSlots));
  const uint64_t longer = pause_ == 0 ? first : 2 * pause_;
  pause_ = longer < longest ? longer : longest;
}

}  // namespace rondo::sched
