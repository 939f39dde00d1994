// SPDX-License-Identifier: Apache-2.0
//
// Whether a tuned graph is as fast as the one before. The simulation that chooses it does not know whose cache has
// the data, nor when code fills the nodes, so the next replays decide. Argument: README.md, "Tune".
#pragma once

#include <cstdint>

namespace rondo::graph {

// Not thread-safe: a Record's, under its lock. Kinds: pure, re-capture. Times are ticks.
class TuningTrial {
 public:
  // The graph before took so long in spread replays of both kinds; 0: there were none.
  void begin(uint64_t pure, uint64_t recapture) {
    before_[0] = pure;
    before_[1] = recapture;
    n_replays_ = 0;
    is_lost_ = false;
  }
  // It was made as it was before: there is nothing to compare.
  void end() { begin(0, 0); }

  // A spread replay of this kind has ended; the least of those since tuning took `least`.
  void observe(int kind, uint64_t least) {
    if (before_[kind] == 0 || least == 0 || ++n_replays_ < kReplays) return;
    is_lost_ = least > before_[kind] + before_[kind] / kNoise;
    before_[0] = before_[1] = 0;
  }
  bool is_lost() const { return is_lost_; }

 private:
  static constexpr uint32_t kReplays = 8;  // the first one is in cold caches; docs/tuning.md
  static constexpr uint64_t kNoise = 16;

  uint64_t before_[2] = {};
  uint32_t n_replays_ = 0;
  bool is_lost_ = false;
};

}  // namespace rondo::graph
