// SPDX-License-Identifier: Apache-2.0
//
// How the rounds of a loop run. It goes in *stretches*: so many rounds in the same way, timed together. One stretch
// is to a loop what one replay is to a region: a sample for its WayTrial. Argument: README.md, "Loops".
#pragma once

#include <cstdint>

#include "graph/tune/way_trial.hpp"

namespace rondo::graph {

struct Stretch {
  Way way = Way::Any;     // Any: nothing is chosen, the loop is spread to its end
  uint64_t n_rounds = 0;
};

// Not thread-safe: an encounter has a copy of its own, and leaves it to the next one.
class Stretches {
 public:
  // A loop of `n_nodes` is about to go round: what was known of one with another number of nodes is forgotten.
  void begin(uint32_t n_nodes);
  // A round has been recorded as ordinary tasks, which took that long, from the first creation to the last end.
  // `is_timed`: the first rounds of the graph note how long its bodies take.
  void note_recorded(uint64_t ticks, bool is_timed);

  // How to go on. Way::Any as long as nothing is known of the bodies, and where they are long.
  // `is_contended`: other programs want the processors.
  Stretch next(bool is_contended);
  // So many rounds have run in this way, in a team of `n_slots`.
  void observe(Stretch stretch, uint32_t n_slots, uint64_t ticks);
  // Whether observe() should be told first how long the bodies of a round take.
  bool wants_bodies() const { return is_shared_ && !knows_bodies(); }
  void note_bodies(uint64_t ticks);
  // The graph is another one now: its times are unknown.
  void restart() { trial_.restart(); }

  // The ticks of a round, the least of the newest ones; 0: there is none.
  uint64_t round_ticks(Way way) const;
  bool is_known() const { return round_ticks_ != 0; }

 private:
  bool may_run_alone() const;
  bool knows_bodies() const;
  bool is_trial_open() const;
  void set_length(uint64_t length_us, uint64_t least_rounds);

  WayTrial trial_;
  uint32_t n_nodes_ = 0;
  uint64_t round_ticks_ = 0;  // as recorded, then as it took on one thread, or as its bodies did; 0: not known
  uint32_t n_first_ = 0;  // stretches alone before a trial
  bool is_shared_ = false;  // the recorded tasks were shared by threads: so are the first rounds
  bool is_first_shared_ = false;  // these are about to be observed
  uint64_t alone_ticks_ = 0;  // of all stretches
  uint64_t length_ = 0;  // of a stretch, in rounds
};

}  // namespace rondo::graph
