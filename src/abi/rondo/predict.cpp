// SPDX-License-Identifier: Apache-2.0
//
// For `rondo why`: how long the work of a program that somebody has watched would take on other numbers of threads,
// and as recorded graphs. Nothing but the simulation of graph/tune is needed for it; no runtime starts.
//
// The predecessors of piece p are list[first[p]] to list[first[p + 1] - 1], all smaller than p.
#include "abi/api.hpp"
#include "graph/tune/makespan.hpp"
#include "graph/tune/tune.hpp"
#include "os/clock.hpp"

namespace {

constexpr uint64_t kNsPerUs = 1000;

uint64_t in_ticks(uint64_t ns) { return ns * rondo::os::ticks_per_us() / kNsPerUs; }
uint64_t in_ns(uint64_t ticks) { return ticks * kNsPerUs / rondo::os::ticks_per_us(); }

// What it costs to begin a task is part of the work here.
rondo::graph::Costs costs_between_threads() {
  rondo::graph::Costs costs = rondo::graph::measured_costs();
  costs.member = costs.unit = 0;
  return costs;
}

}  // namespace

// As ordinary tasks. In ns, as `work_ns`.
RONDO_API uint64_t rondo_predict_shared(uint32_t n, const uint32_t* first, const uint32_t* list,
                                        const uint64_t* work_ns, uint32_t n_threads) noexcept {
  rondo::base::PodVector<uint64_t> work;
  for (uint32_t piece = 0; piece < n; piece++) work.push_back(in_ticks(work_ns[piece]));
  rondo::graph::Units units;
  rondo::graph::take_lists(n, first, list, work.data(), units);
  return in_ns(rondo::graph::shared_makespan(units, n_threads, costs_between_threads()));
}

// As a recorded graph, grouped and placed for so many threads.
RONDO_API uint64_t rondo_predict_replay(uint32_t n, const uint32_t* first, const uint32_t* list,
                                        const uint64_t* work_ns, uint32_t n_threads) noexcept {
  rondo::base::PodVector<uint64_t> work;
  for (uint32_t piece = 0; piece < n; piece++) work.push_back(in_ticks(work_ns[piece]));
  return in_ns(rondo::graph::predict_replay(n, first, list, work.data(), n_threads));
}
