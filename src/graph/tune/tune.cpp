// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/tune.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "config/mechanism.hpp"
#include "graph/compile/placement.hpp"
#include "graph/compile/shapes.hpp"
#include "graph/model/backward.hpp"
#include "graph/tune/grouping.hpp"
#include "graph/tune/list_scheduling.hpp"
#include "graph/tune/makespan.hpp"
#include "os/clock.hpp"

namespace rondo::graph {

using base::PodVector;

namespace {

struct Choice {
  Units* units = nullptr;
  Deal deal = Deal::Levels;
  uint64_t time = kForever;
};

class Tuner {
 public:
  // `take`: fills the units, of which each is a node.
  template <class Take>
  Tuner(uint32_t n_slots, Capturing capturing, const Take& take)
      : n_slots_(n_slots), costs_(measured_costs(capturing)) {
    Units& nodes = candidates_[0];
    take(nodes);
    n_rounds_ = nodes.is_cyclic() ? kRounds : 1;
    uint64_t most = kLong * costs_.latency;
    uint64_t work = 0;
    uint64_t all = nodes.n * (costs_.member + costs_.capture);
    for (uint64_t of_node : nodes.work) {
      work += of_node < most ? of_node : most;
      all += of_node;
    }
    mean_ = nodes.n == 0 ? 0 : work / nodes.n + costs_.member;
    bound_ = n_rounds_ * all / n_slots;
  }

  void choose(Coarsening coarsening) {
    bool is_tiny = mean_ < costs_.latency;  // then ungrouped nodes cannot win: one look at them is enough
    consider(candidates_[0], is_tiny && coarsening == Coarsening::On);
    if (coarsening == Coarsening::Off || is_close(best_)) return;
    uint32_t side = 2;
    while (side < kLongestSide && side * side * mean_ < costs_.latency) side *= 2;
    Units* base = fused_chains(side * side);
    // Every step makes tiles of tiles, in the shape that went better.
    for (uint32_t size = side * side; size <= kLargest && size * mean_ <= kDearest * costs_.latency; size *= 4) {
      const Units* best = best_.units;
      Units* rows = tiles(*base, {side * side, 1}, size);
      if (is_close(best_)) return;
      Units* squares = tiles(*base, {side, side}, size);
      if (is_close(best_)) return;
      if (best_.units == best && (rows != base || squares != base)) return;
      base = best_.units == squares ? squares : rows;
      side = 2;
    }
  }

  Units& units() { return *best_.units; }
  uint64_t time() const { return best_.time; }
  void slots(PodVector<uint32_t>& result) {
    Placement placement(best_.units->predecessors, best_.units->n);
    deal_slots(*best_.units, placement, best_.deal, result);
  }

 private:
  static constexpr uint32_t kLargest = 256;     // nodes of a group; docs/tuning.md
  static constexpr uint32_t kLongestSide = 16;
  static constexpr uint32_t kRounds = 3;        // of a cyclic graph that are played through: they overlap
  static constexpr uint64_t kTold = 32;         // a difference that is no larger part says nothing
  static constexpr uint64_t kParting = 16;      // so large a part is to be gained where neighbours are parted
  static constexpr uint64_t kDearest = 64;      // latencies a group may take, some 10 us
  static constexpr uint64_t kLong =
      4;  // latencies that a node counts at most in the mean: few long ones hide no others
  static constexpr uint32_t kMaxCandidates = 2 + 2 * 4;  // nodes, chains, and 4, 16, 64, 256 nodes in two shapes

  // All slots are busy nearly all the time: nothing is better by more than the simulation can tell.
  bool is_close(const Choice& choice) const { return choice.time - choice.time / kTold <= bound_; }

  GroupLimits limits(uint32_t size) const { return {size, 2 * size * mean_}; }
  Units& next_candidate() { return candidates_[n_candidates_++]; }

  Units* fused_chains(uint32_t size) {
    Units& nodes = candidates_[0];
    if (!are_all_in_chains(nodes)) return &nodes;
    Grouping chains;
    fuse_chains(nodes, limits(size), chains);
    if (chains.n == nodes.n) return &nodes;
    Units& fused = next_candidate();
    contract(nodes, chains, fused);
    consider(fused, false);
    return &fused;
  }

  Units* tiles(Units& base, TileShape shape, uint32_t size) {
    Grouping grouping;
    cut_tiles(base, shape, limits(size), grouping);
    if (grouping.n == base.n) return &base;  // all nodes are too long: nothing new
    Units& units = next_candidate();
    contract(base, grouping, units);
    consider(units, false);
    return &units;
  }

  // Tries the ways to deal these units, and keeps the best of all. Smaller units come first: larger ones have to be
  // better by more than the simulation can tell.
  void consider(Units& units, bool only_usual) {
    Placement placement(units.predecessors, units.n);
    Choice best = best_;
    if (best.units != nullptr) best.time -= best.time / kTold;
    auto attempt = [&](Deal deal) {
      const uint64_t to_beat = to_be_beaten_by(deal, best);
      uint64_t time = time_of(units, placement, deal, to_beat);
      if (time < to_beat) best = {&units, deal, time};
    };
    const Deal usual = placement.usual(config::uses(config::Mechanism::Rows));
    attempt(usual);
    for (Deal deal : kDeals) {
      if (deal != usual && !only_usual && n_slots_ > 1 && !is_close(best)) attempt(deal);
    }
    if (best.units == &units) best_ = best;
  }

  // The simulation does not know that units that were created one after the other often use the same pages and lines.
  static uint64_t to_be_beaten_by(Deal deal, const Choice& best) {
    const bool parts = parts_neighbours(deal);
    if (best.units == nullptr || parts == parts_neighbours(best.deal)) return best.time;
    return parts ? best.time - best.time / kParting : best.time + best.time / kParting;
  }

  bool deal_slots(Units& units, const Placement& placement, Deal deal, PodVector<uint32_t>& slot_of) {
    if (deal == Deal::Scheduled) return list_schedule(units, n_slots_, costs_, slot_of);
    slot_of.reserve(units.n);
    for (UnitIndex unit = 0; unit < units.n; unit++) {
      slot_of.push_back((placement.home(deal, unit, n_slots_) * n_slots_) >> 16);
    }
    return true;
  }

  uint64_t time_of(Units& units, const Placement& placement, Deal deal, uint64_t to_beat) {
    PodVector<uint32_t> slot_of;
    if (!deal_slots(units, placement, deal, slot_of)) return to_beat;
    uint64_t at_least = n_rounds_ * busiest_slot(units, slot_of, n_slots_, costs_);
    return at_least >= to_beat ? at_least : makespan(units, slot_of, n_slots_, costs_, n_rounds_, to_beat);
  }

  const uint32_t n_slots_;
  const Costs costs_;
  uint32_t n_rounds_ = 1;
  uint64_t mean_ = 0;  // of a node
  uint64_t bound_ = 0;  // ticks in which all slots could do the bodies of all rounds
  Units candidates_[kMaxCandidates];
  uint32_t n_candidates_ = 1;
  Choice best_;
};

// Heads and members from the units.
void link_members(Graph& graph, const Units& units) {
  for (NodeIndex node = 0; node < graph.n_nodes; node++) graph.nodes[node].be_alone();
  if (units.n == graph.n_nodes) return;
  graph.links = static_cast<NodeIndex*>(HeapMemory().allocate((graph.n_nodes + size_t{1}) * sizeof(NodeIndex)));
  PodVector<NodeIndex> newest;
  newest.resize(units.n, graph.n_nodes);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    NodeIndex& before = newest[units.unit_of[node]];
    graph.links[node] = node;
    if (before != graph.n_nodes) {
      graph.links[node] = graph.links[before];  // the head
      graph.nodes[node].is_head = false;
      graph.links[before] = node;
      graph.nodes[before].is_last = false;
    }
    before = node;
  }
}

// The edges between units, as edges between their heads.
void lay_out_unit_edges(Graph& graph, Units& units) {
  PodVector<NodeIndex> head_of;
  head_of.resize(units.n, 0);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    if (graph.is_head(node)) head_of[units.unit_of[node]] = node;
  }
  const NodeIndex same_round = units.is_cyclic() ? graph.n_nodes : 0;  // as in take_second_round()
  Predecessors heads;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    heads.first.push_back(static_cast<uint32_t>(heads.list.size()));
    if (!graph.is_head(node)) continue;
    UnitIndex unit = units.unit_of[node];
    for (UnitIndex* p = units.predecessors.begin(unit); p != units.predecessors.end(unit); p++) {
      heads.list.push_back(head_of[*p] + same_round);
    }
    if (!units.is_cyclic()) continue;
    for (UnitIndex* p = units.crossing.begin(unit); p != units.crossing.end(unit); p++) {
      heads.list.push_back(head_of[*p]);
    }
  }
  heads.first.push_back(static_cast<uint32_t>(heads.list.size()));
  units.is_cyclic() ? lay_out_cycle(graph, heads) : lay_out_edges(graph, heads);
}

template <class T>
T* copy_of(const T* from, size_t n) {
  auto* copy = static_cast<T*>(HeapMemory().allocate((n + 1) * sizeof(T)));
  if (n != 0) std::memcpy(copy, from, n * sizeof(T));  // there is no array of no edges
  return copy;
}

Graph* copy_nodes(const Graph& graph) {
  auto* copy = new (HeapMemory().allocate(sizeof(Graph))) Graph;
  copy->n_nodes = graph.n_nodes;
  copy->n_edges = graph.n_edges;
  copy->n_edges_unreduced = graph.n_edges_unreduced;
  copy->n_edges_distinct = graph.n_edges_distinct;
  copy->depth = graph.depth;
  if (const CyclicGraph* cyclic = graph.cyclic) {
    copy->cyclic = make_cyclic(cyclic->gate, cyclic->has_exclusions, cyclic->n_unrolled);
  }
  copy->is_placed = graph.is_placed;
  copy->is_trivial = graph.is_trivial;
  copy->can_skip_code = graph.can_skip_code;
  copy->has_untied = graph.has_untied;
  copy->has_events = graph.has_events;
  copy->has_groups = graph.has_groups;
  copy->has_waits = graph.has_waits;
  copy->has_dependences = graph.has_dependences;
  copy->joins_end = graph.joins_end;
  copy->is_data_invariant = graph.is_data_invariant;
  copy->groups = copy_of(graph.groups);
  copy->n_saved = graph.n_saved;
  copy->saved = copy_of(graph.saved, graph.n_saved);
  copy->payload_bytes = graph.payload_bytes;
  copy->pristine_bytes = graph.pristine_bytes;
  copy->block_alignment = graph.block_alignment;
  copy_table(graph, *copy);
  if (graph.pristine != nullptr) copy->pristine = copy_of(graph.pristine, graph.pristine_bytes);
  copy->times = static_cast<uint32_t*>(HeapMemory().allocate((graph.n_nodes + size_t{1}) * sizeof(uint32_t)));
  for (NodeIndex node = 0; node < graph.n_nodes; node++) copy->times[node] = graph.time_of(node);
  return copy;
}

// docs/tuning.md
constexpr uint64_t kNodesRun_us = 20;  // empty nodes that are replayed in a microsecond
constexpr uint64_t kLeastGain = 64;  // so small a part of a replay may always be gained

// What tuning has to gain. It takes a microsecond a node at most, and gains twice as much. Several rounds of a cycle
// are played through, which takes two, and the loop may end any time: four times as much.
uint64_t least_gain_us(const Graph& graph) { return graph.n_nodes * (graph.cyclic != nullptr ? 8u : 2u); }

}  // namespace

// No replay takes less time than a slot's share of the bodies. Bodies that are as short as what nodes take besides
// may have run on one thread, so two may gain their share as well. As long as it is not known what a replay takes,
// all of an estimate may be gained.
uint64_t replays_worth_tuning(const Graph& graph, uint32_t n_slots, uint64_t replay_ticks) {
  const uint64_t per_us = os::ticks_per_us();
  uint64_t bodies = 0;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) bodies += graph.time_of(node);
  const uint64_t share = bodies / n_slots;
  const uint64_t besides = graph.n_nodes * per_us / kNodesRun_us / n_slots;
  uint64_t gain = besides + (replay_ticks == 0 ? share : std::min(share, besides));
  if (replay_ticks > share) gain = std::max(gain, replay_ticks - share);
  gain = std::max(gain, replay_ticks / kLeastGain);
  return least_gain_us(graph) * per_us / (gain + per_us) + 1;
}

uint32_t replays_before_tuning(const Graph& graph, uint32_t n_slots, uint64_t replay_ticks) {
  uint64_t n = replays_worth_tuning(graph, n_slots, replay_ticks);
  return n < kMeasuredReplays ? kMeasuredReplays : static_cast<uint32_t>(n);
}

uint64_t predict_replay(UnitIndex n, const uint32_t* first, const UnitIndex* list, const uint64_t* work,
                        uint32_t n_slots) {
  Tuner tuner(n_slots, Capturing::No, [&](Units& nodes) { take_lists(n, first, list, work, nodes); });
  tuner.choose(Coarsening::On);
  return tuner.time();
}

namespace {
// Homes are left to the caller.
Graph* regroup(const Graph& graph, uint32_t n_slots, Units& units) {
  Graph* regrouped = copy_nodes(graph);
  regrouped->n_slots = n_slots;
  regrouped->n_units = units.n;
  if (units.n != graph.n_nodes) Backward(graph).copy_to(*regrouped);
  link_members(*regrouped, units);
  lay_out_unit_edges(*regrouped, units);
  return regrouped;
}
}  // namespace

Graph* tune(const Graph& graph, uint32_t n_slots, Coarsening coarsening, Capturing capturing) {
  // The rounds of a loop overlap, and whoever is free takes units of a graph without places.
  if (graph.cyclic != nullptr || !graph.is_placed) capturing = Capturing::No;
  Tuner tuner(n_slots, capturing, [&](Units& nodes) { take_apart(graph, nodes); });
  tuner.choose(coarsening);
  Units& units = tuner.units();
  PodVector<uint32_t> slots;
  tuner.slots(slots);
  Graph* tuned = regroup(graph, n_slots, units);
  tuned->begins_at_master = capturing == Capturing::Yes;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    tuned->nodes[node].home = home_of_slot(slots[units.unit_of[node]], n_slots);
  }
  return tuned;
}

Graph* untune(const Graph& graph) {
  Units nodes;
  take_apart(graph, nodes);
  Graph* untuned = regroup(graph, graph.n_slots, nodes);  // for teams of this size it is not tuned again
  Placement placement(nodes.predecessors, nodes.n);
  const Deal usual = placement.usual(config::uses(config::Mechanism::Rows));
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    untuned->nodes[node].home = placement.home(usual, node, 1);
  }
  return untuned;
}

}  // namespace rondo::graph
