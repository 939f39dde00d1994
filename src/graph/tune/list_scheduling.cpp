// SPDX-License-Identifier: Apache-2.0
//
// The method is Topcuoglu, Hariri and Wu's HEFT (IEEE TPDS 13(3), 2002) without its filling of gaps, for slots that
// are all alike.
#include "graph/tune/list_scheduling.hpp"

#include <algorithm>

namespace rondo::graph {

using base::PodVector;

namespace {

// The longest way from the beginning of each unit to the end of the graph.
void find_ranks(const Units& units, const Costs& costs, PodVector<uint64_t>& rank) {
  rank.resize(units.n, 0);
  for (UnitIndex unit = units.n; unit-- > 0;) {
    for (uint32_t i = units.first_successor[unit]; i < units.first_successor[unit + 1]; i++) {
      rank[unit] = std::max(rank[unit], rank[units.successors[i]]);
    }
    rank[unit] += cost_of(units, unit, costs);
  }
}

}  // namespace

bool list_schedule(Units& units, uint32_t n_slots, const Costs& costs, PodVector<uint32_t>& slot_of) {
  constexpr uint64_t kMostSteps = uint64_t{1} << 18;  // docs/tuning.md
  if ((units.n + units.predecessors.list.size()) * n_slots > kMostSteps) return false;
  PodVector<uint64_t> rank;
  find_ranks(units, costs, rank);
  PodVector<UnitIndex> order;
  for (UnitIndex unit = 0; unit < units.n; unit++) order.push_back(unit);
  std::sort(order.begin(), order.end(),
            [&](UnitIndex a, UnitIndex b) { return rank[a] != rank[b] ? rank[a] > rank[b] : a < b; });
  PodVector<uint64_t> free_since;
  free_since.resize(n_slots, 0);
  free_since[0] = units.unit_of.size() * costs.capture;
  PodVector<uint64_t> end;
  end.resize(units.n, 0);
  slot_of.resize(units.n, 0);
  for (UnitIndex unit : order) {  // predecessors have higher ranks: they come before
    uint32_t best_slot = 0;
    uint64_t best_end = ~uint64_t{0};
    for (uint32_t slot = 0; slot < n_slots; slot++) {
      uint64_t start = free_since[slot];
      uint64_t cost = cost_of(units, unit, costs);
      for (UnitIndex* p = units.predecessors.begin(unit); p != units.predecessors.end(unit); p++) {
        bool is_remote = slot_of[*p] != slot;
        start = std::max(start, end[*p] + (is_remote ? costs.latency : 0));
        cost += is_remote ? costs.receive : 0;
      }
      if (start + cost >= best_end) continue;
      best_slot = slot;
      best_end = start + cost;
    }
    slot_of[unit] = best_slot;
    end[unit] = free_since[best_slot] = best_end;
  }
  return true;
}

}  // namespace rondo::graph
