// SPDX-License-Identifier: Apache-2.0
#include "graph/tune.hpp"

#include <cstring>
#include <new>

#include "graph/instance.hpp"
#include "graph/makespan.hpp"
#include "graph/placement.hpp"
#include "graph/units.hpp"

namespace rondo::graph {

using base::PodVector;

namespace {

// One way to group the nodes. Sizes are in nodes; 1: not at all.
struct Recipe {
  uint32_t size = 1;
  TileShape shape = {1, 1};
  uint64_t work = 0;  // of a group at most
};

struct Choice {
  Recipe recipe;
  Deal deal = Deal::Levels;
  uint64_t time = ~uint64_t{0};
};

class Tuner {
 public:
  Tuner(const Graph& graph, uint32_t n_seats) : n_seats_(n_seats), costs_(measured_costs()) {
    take_apart(graph, nodes_);
    uint64_t work = 0;
    for (uint64_t of_node : nodes_.work) work += of_node;
    mean_ = nodes_.n == 0 ? 0 : work / nodes_.n + costs_.member;
  }

  void choose(Coarsening coarsening) {
    bool is_tiny = mean_ < costs_.latency;  // then ungrouped nodes cannot win: one look at them is enough
    consider({}, is_tiny && coarsening == Coarsening::On);
    if (coarsening == Coarsening::Off) return;
    for (uint32_t side = 2; side <= kLongestSide; side *= 2) {
      uint32_t size = side * side;
      uint64_t work = size * mean_;
      if (size > 4 && work > kDearest * costs_.latency) break;
      consider({size, {size, 1}, 2 * work}, false);
      consider({size, {side, side}, 2 * work}, false);
    }
  }

  // The units of the best choice, and the place of each.
  void result(Units& units, PodVector<uint16_t>& places) {
    group(best_.recipe, units);
    Placement placement(units.predecessors, units.n);
    for (UnitIndex unit = 0; unit < units.n; unit++) places.push_back(placement.place(best_.deal, unit, n_seats_));
  }

 private:
  static constexpr uint32_t kLongestSide = 16;  // docs/tuning.md: groups of at most 256 nodes
  static constexpr uint64_t kDearest = 64;      // and of at most 64 latencies, some 10 us

  void group(const Recipe& recipe, Units& result) {
    GroupLimits limits = {recipe.size, recipe.work};
    if (recipe.size == 1) limits = {1, 0};
    Grouping chains;
    fuse_chains(nodes_, limits, chains);
    Units fused;
    contract(nodes_, chains, fused);
    Grouping tiles;
    cut_tiles(fused, recipe.shape, limits, tiles);
    contract(fused, tiles, result);
  }

  void consider(const Recipe& recipe, bool only_usual) {
    Units units;
    group(recipe, units);
    Placement placement(units.predecessors, units.n);
    for (Deal deal : kDeals) {
      if (deal != placement.usual() && (only_usual || n_seats_ == 1)) continue;
      consider(recipe, units, placement, deal);
    }
  }

  void consider(const Recipe& recipe, const Units& units, const Placement& placement, Deal deal) {
    PodVector<uint32_t> seat_of;
    seat_of.reserve(units.n);
    for (UnitIndex unit = 0; unit < units.n; unit++) {
      seat_of.push_back((placement.place(deal, unit, n_seats_) * n_seats_) >> 16);
    }
    uint64_t time = makespan(units, seat_of, n_seats_, costs_);
    // Smaller units come first: larger ones have to be better by more than the simulation can tell.
    if (time >= best_.time - best_.time / 32) return;
    best_ = {recipe, deal, time};
  }

  const uint32_t n_seats_;
  const Costs costs_;
  Units nodes_;
  uint64_t mean_ = 0;  // of a node
  Choice best_;
};

// Heads and members from the units.
void link_members(Graph& graph, const Units& units) {
  PodVector<NodeIndex> newest;
  newest.resize(units.n, graph.n_nodes);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    UnitIndex unit = units.unit_of[node];
    NodeIndex before = newest[unit];
    bool is_head = before == graph.n_nodes;
    graph.nodes[node].head = is_head ? node : graph.nodes[before].head;
    graph.nodes[node].next_member = 0;
    if (!is_head) graph.nodes[before].next_member = node;
    newest[unit] = node;
  }
}

// The edges between units, as edges between their heads.
void lay_out_unit_edges(Graph& graph, Units& units) {
  PodVector<NodeIndex> head_of;
  head_of.resize(units.n, 0);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) head_of[units.unit_of[node]] = graph.nodes[node].head;
  Predecessors heads;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    heads.first.push_back(static_cast<uint32_t>(heads.list.size()));
    if (!graph.is_head(node)) continue;
    UnitIndex unit = units.unit_of[node];
    for (UnitIndex* p = units.predecessors.begin(unit); p != units.predecessors.end(unit); p++) {
      heads.list.push_back(head_of[*p]);
    }
  }
  heads.first.push_back(static_cast<uint32_t>(heads.list.size()));
  lay_out_edges(graph, heads);
}

template <class T>
T* copy_of(const T* from, size_t n) {
  auto* copy = static_cast<T*>(HeapMemory().allocate((n + 1) * sizeof(T)));
  std::memcpy(copy, from, n * sizeof(T));
  return copy;
}

Graph* copy_nodes(const Graph& graph) {
  auto* copy = new (HeapMemory().allocate(sizeof(Graph))) Graph;
  copy->n_nodes = graph.n_nodes;
  copy->n_edges = graph.n_edges;
  copy->n_edges_unreduced = graph.n_edges_unreduced;
  copy->depth = graph.depth;
  copy->is_trivial = graph.is_trivial;
  copy->payload_bytes = graph.payload_bytes;
  copy->pristine_bytes = graph.pristine_bytes;
  copy->nodes = copy_of(graph.nodes, graph.n_nodes + size_t{1});
  copy->first_predecessor = copy_of(graph.first_predecessor, graph.n_nodes + size_t{1});
  copy->predecessors = copy_of(graph.predecessors, graph.n_edges);
  if (graph.pristine != nullptr) copy->pristine = copy_of(graph.pristine, graph.pristine_bytes);
  copy->times = static_cast<uint32_t*>(HeapMemory().allocate((graph.n_nodes + size_t{1}) * sizeof(uint32_t)));
  for (NodeIndex node = 0; node < graph.n_nodes; node++) copy->times[node] = graph.time_of(node);
  return copy;
}

}  // namespace

Graph* tune(const Graph& graph, uint32_t n_seats, Coarsening coarsening) {
  Tuner tuner(graph, n_seats);
  tuner.choose(coarsening);
  Units units;
  PodVector<uint16_t> places;
  tuner.result(units, places);
  Graph* tuned = copy_nodes(graph);
  tuned->n_seats = n_seats;
  tuned->n_units = units.n;
  link_members(*tuned, units);
  lay_out_unit_edges(*tuned, units);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) tuned->nodes[node].place = places[units.unit_of[node]];
  return tuned;
}

size_t overhead_bytes(const Graph& graph) {
  size_t a_node = sizeof(Node) + sizeof(NodeState) + sizeof(*graph.first_predecessor) + sizeof(*graph.times);
  return sizeof(Graph) + sizeof(Instance) + graph.n_nodes * a_node +
         (graph.n_edges + size_t{graph.n_unit_edges} + graph.n_roots) * sizeof(NodeIndex);
}

}  // namespace rondo::graph
