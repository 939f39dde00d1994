// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/loop_trial.hpp"

#include "graph/tune/costs.hpp"
#include "os/clock.hpp"

namespace rondo::graph {

namespace {
constexpr uint64_t kManyRounds = 64;  // docs/tuning.md
}

Way LoopTrial::way(uint64_t n_ahead) {
  if (has_graph_) return trial_.way({Way::Spread, Way::Plain});
  return n_ahead >= kManyRounds ? Way::Spread : Way::Plain;
}

void LoopTrial::begin_with_graph() {
  if (has_graph_) return;
  has_graph_ = true;
  trial_.begin_with(Way::Spread);
}

bool LoopTrial::is_worth_recording(uint64_t n_tasks, uint64_t n_rounds, uint64_t ticks, bool skips_code) const {
  return is_paid_for(n_tasks, (spent_ticks_ + ticks) / os::ticks_per_us(), n_without_graph_ + n_rounds, skips_code);
}

void LoopTrial::observe(WayChoice encounter, uint64_t ticks, uint64_t n_rounds) {
  if (n_rounds == 0) return;
  if (!has_graph_) {
    spent_ticks_ += ticks;
    n_without_graph_ += n_rounds;
  }
  (void)trial_.way({Way::Spread, Way::Plain});
  trial_.observe(encounter, ticks / n_rounds, 0, n_rounds);
}

}  // namespace rondo::graph
