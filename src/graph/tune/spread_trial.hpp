// SPDX-License-Identifier: Apache-2.0
//
// Whether a replay is spread over the team, or run by the encountering thread alone, in creation order: whichever
// takes less time here and now. It cannot be computed: on one machine the transfer of a cache line to another core
// takes 50 ns to 1.5 us, depending on the other users of the machine. So both ways are tried, and the slower one is
// tried again from time to time. The bound: trials cost a 64th of the time of all replays, beyond the first ones.
// Argument: README.md, "Spread or alone".
#pragma once

#include <cstdint>

namespace rondo::graph {

// Any: nothing is known, and nothing is learnt; LocalityPolicy decides for re-captures, pure replays are spread.
enum class Way : uint8_t { Spread, Alone, Any };

// How one replay runs. `n_slots`: of the team that this is tried for; 0: its time is not used.
struct WayChoice {
  Way way = Way::Any;
  uint32_t n_slots = 0;
};

// Not thread-safe: a Record's, under its lock.
class SpreadTrial {
 public:
  // For the next replay.
  Way way() const { return is_trying_ ? other(chosen_) : chosen_; }
  // So many replays at least run in that way, the next one included.
  uint64_t n_settled() const { return is_trying_ || is_after_trial_ ? 1 : n_until_trial_; }
  // Called before the first replay, if there is a reason to prefer one way.
  void begin_with(Way way) { chosen_ = way; }
  // A replay has taken this long. What was known of another team is forgotten. `bodies`: ticks of all bodies; 0:
  // unknown.
  void observe(WayChoice replay, uint64_t ticks, uint64_t bodies);
  // Its graph is another one now, or its times have become known.
  void restart();

  // The least time of the newest replays; 0: none.
  uint64_t ticks(Way way) const { return ticks_[static_cast<int>(way)]; }

 private:
  static constexpr uint32_t kSettled = 3;  // replays before the first trial

  static Way other(Way way) { return way == Way::Spread ? Way::Alone : Way::Spread; }
  uint64_t& ticks_of(Way way) { return ticks_[static_cast<int>(way)]; }
  void begin_trial(uint64_t bodies);
  bool is_trial_over() const;
  void end_trial();

  uint64_t ticks_[2] = {};
  uint32_t n_slots_ = 0;
  uint64_t n_until_trial_ = kSettled;
  uint32_t n_tried_ = 0;      // replays of the present trial,
  uint64_t tried_ticks_ = 0;  // and how long they took
  uint64_t lost_ticks_ = 0;   // by the last one, until is_after_trial_ ends
  Way chosen_ = Way::Spread;
  bool is_trying_ = false;
  bool is_first_ = true;        // there was no trial yet
  bool is_after_trial_ = false;  // the next replay is the first one after one that changed nothing
};

}  // namespace rondo::graph
