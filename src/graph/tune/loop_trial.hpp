// SPDX-License-Identifier: Apache-2.0
//
// Whether a loop that is waited for goes round a graph, or its tasks are ordinary ones: whichever takes less time a
// round, counting all that an encounter takes. One encounter is one sample for the same trial as a region's.
// Argument: README.md, "Loops".
#pragma once

#include <cstdint>

#include "graph/tune/way_trial.hpp"

namespace rondo::graph {

// A round of ordinary tasks is over, and the next one could be recorded.
struct RoundQuestion {
  uint64_t n_tasks;   // of a round
  uint64_t n_rounds;  // of the present encounter
  uint64_t ticks;     // that these took
  uint64_t n_ahead;  // rounds that are known to come, with the one that would be recorded; 0: it is not known how many
  bool skips_code;  // rounds of a graph do not execute the program's code
  bool is_kept;  // later encounters have the graph, too
  // Of a round's bodies, at most; 0: not known, because most of them do not run where they are created.
  uint64_t body_ticks = 0;
};

// Not thread-safe: an encounter has a copy of its own, and leaves it to the next one.
class LoopTrial {
 public:
  // For the next encounter. Plain: its tasks are ordinary ones. Spread: it goes round a graph, on one thread or on
  // all.
  Way way() { return has_graph_ ? trial_.way({Way::Spread, Way::Plain}) : Way::Plain; }
  // Encounters have a graph from now on.
  void begin_with_graph();
  bool has_graph() const { return has_graph_; }

  // As long as they have none: whether the round that has just been created is to be waited for, so that its time is
  // known, and how long it took.
  bool wants_round() const { return !has_graph_ && n_noted_ < kNoted; }
  void note_round(uint64_t ticks);
  // Likewise: whether encounters have taken so long that nobody notices the making of one.
  bool is_long_plain(uint64_t n_tasks) const;
  // Likewise: whether making one pays.
  bool is_worth_recording(const RoundQuestion& round) const;
  // Whether it does by what creating tasks takes that run where they are created.
  bool is_saved_up(const RoundQuestion& round) const;

  // An encounter of so many rounds, in a team of `n_slots`, has taken this long.
  void observe(WayChoice encounter, uint64_t ticks, uint64_t n_rounds);
  // The ticks of a round, the least of the newest encounters; 0: not known.
  uint64_t round_ticks(Way way) const { return trial_.ticks(way); }

 private:
  static constexpr uint64_t kNoted = 3;  // docs/tuning.md: the first one finds new memory and sleeping threads
  // Encounters have been so many that more of them are likely to come.
  bool comes_again(uint64_t n_tasks) const;
  void note_least(uint64_t ticks, uint64_t grown_by) {
    const uint64_t least = least_ticks_ + grown_by;
    least_ticks_ = least_ticks_ == 0 || ticks < least ? ticks : least;
  }

  WayTrial trial_;
  uint64_t least_ticks_ = 0;  // of late, of a round before there was a graph; 0: not known
  uint64_t n_noted_ = 0;  // rounds
  uint64_t n_encounters_ = 0;  // before there was a graph,
  uint64_t n_without_graph_ = 0;  // with so many rounds,
  uint64_t spent_ticks_ = 0;  // which took so long
  bool has_graph_ = false;
};

}  // namespace rondo::graph
