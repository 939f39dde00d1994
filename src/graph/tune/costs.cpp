// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/costs.hpp"

#include "os/clock.hpp"

namespace rondo::graph {

Costs measured_costs(Capturing capturing) {
  constexpr uint64_t kMember_ns = 10;  // docs/tuning.md
  constexpr uint64_t kUnit_ns = 15;
  constexpr uint64_t kSend_ns = 100;
  constexpr uint64_t kReceive_ns = 200;
  constexpr uint64_t kLatency_ns = 200;
  constexpr uint64_t kCapture_ns = 33;
  auto in_ticks = [per_us = os::ticks_per_us()](uint64_t ns) { return ns * per_us / 1000; };
  return {.member = in_ticks(kMember_ns),
          .unit = in_ticks(kUnit_ns),
          .send = in_ticks(kSend_ns),
          .receive = in_ticks(kReceive_ns),
          .latency = in_ticks(kLatency_ns),
          .capture = capturing == Capturing::Yes ? in_ticks(kCapture_ns) : 0};
}

bool is_mostly_creation(uint64_t n_tasks, uint64_t ticks) {
  constexpr uint64_t kGaining_ns = 400;  // docs/tuning.md
  const uint64_t ns = ticks * 1000 / os::ticks_per_us();
  return ns >= kInPlace_ns * n_tasks && ns < kGaining_ns * n_tasks;
}

bool is_unnoticed(uint64_t n_tasks, uint64_t spent_us) {
  constexpr uint64_t kShare = 32;  // docs/tuning.md, as the other numbers
  return spent_us >= kShare * (50 + n_tasks);
}

// A short program may never get so far, and would pay for a graph that it does not use; a longer one does not notice.
// Replays that skip the code gain what creating the tasks costs, so their graph is made when it costs about a fifth
// of what has been spent, but not in the first encounters, which shall take no longer than ordinary tasks.
bool is_paid_for(uint64_t n_tasks, uint64_t spent_us, uint64_t n_encounters, bool gains) {
  constexpr uint64_t kFirst = 10;
  const uint64_t least_us = gains ? 500 + n_tasks / 4 : 2000 + 2 * n_tasks;
  return is_unnoticed(n_tasks, spent_us) || (spent_us >= least_us && n_encounters >= kFirst);
}

}  // namespace rondo::graph
