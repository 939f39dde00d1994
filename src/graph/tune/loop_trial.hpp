// SPDX-License-Identifier: Apache-2.0
//
// Whether a loop that is waited for goes round a graph, or its tasks are ordinary ones: whichever takes less time a
// round, counting all that an encounter takes. One encounter is one sample for the same trial as a region's.
// Argument: README.md, "Loops".
#pragma once

#include <cstdint>

#include "graph/tune/way_trial.hpp"

namespace rondo::graph {

// Not thread-safe: an encounter has a copy of its own, and leaves it to the next one.
class LoopTrial {
 public:
  // For the next encounter. Plain: its tasks are ordinary ones. Spread: it goes round a graph, on one thread or on
  // all. `n_ahead`: rounds that are known to come; 0: it is not known how many.
  Way way(uint64_t n_ahead);
  // Encounters have a graph from now on.
  void begin_with_graph();
  bool has_graph() const { return has_graph_; }
  // As long as they have none: whether rounds of `n_tasks` have taken so long that making one does not matter. The
  // present encounter has had `n_rounds`, in so many ticks.
  bool is_worth_recording(uint64_t n_tasks, uint64_t n_rounds, uint64_t ticks, bool skips_code) const;

  // An encounter of so many rounds, in a team of `n_slots`, has taken this long.
  void observe(WayChoice encounter, uint64_t ticks, uint64_t n_rounds);
  // The ticks of a round, the least of the newest encounters; 0: not known.
  uint64_t round_ticks(Way way) const { return trial_.ticks(way); }

 private:
  WayTrial trial_;
  uint64_t spent_ticks_ = 0;  // by rounds before there was a graph,
  uint64_t n_without_graph_ = 0;  // so many
  bool has_graph_ = false;
};

}  // namespace rondo::graph
