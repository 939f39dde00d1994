// SPDX-License-Identifier: Apache-2.0
//
// Whether a tuned graph is as fast as the one before. The simulation that chooses it does not know whose cache has
// the data, nor when code fills the nodes, so the next replays decide. Argument: README.md, "Tune".
#pragma once

#include <cstdint>

#include <algorithm>

namespace rondo::graph {

// Not thread-safe: a Record's, under its lock. Kinds: pure, re-capture. Times are ticks.
class TuningTrial {
 public:
  // The graph before took so long in spread replays of both kinds; 0: there were none.
  void begin(uint64_t pure, uint64_t recapture) {
    kinds_[0] = {.before = pure};
    kinds_[1] = {.before = recapture};
    is_lost_ = false;
  }
  // It was made as it was before: there is nothing to compare.
  void end() { begin(0, 0); }

  // A spread replay of this kind took so long. The kind that has been replayed often enough first decides.
  void observe(int kind, uint64_t ticks) {
    Compared& compared = kinds_[kind];
    if (compared.before == 0) return;
    compared.least = std::min(compared.least, ticks);
    if (++compared.n < kReplays) return;
    const bool is_slower = compared.least > compared.before + compared.before / kNoise;
    end();
    is_lost_ = is_slower;
  }
  bool is_lost() const { return is_lost_; }

 private:
  static constexpr uint32_t kReplays = 8;  // the first one is in cold caches; docs/tuning.md
  static constexpr uint64_t kNoise = 16;

  struct Compared {
    uint64_t before = 0;
    uint64_t least = ~uint64_t{0};
    uint32_t n = 0;
  };
  Compared kinds_[2];
  bool is_lost_ = false;
};

}  // namespace rondo::graph
