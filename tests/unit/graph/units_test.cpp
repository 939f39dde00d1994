// SPDX-License-Identifier: Apache-2.0
//
// graph/tune/units.hpp and graph/tune/grouping.hpp: whatever is grouped, units have an order, it contains every order
// among their nodes, and waits stay by themselves.
#include "graph/tune/grouping.hpp"

#include <gtest/gtest.h>

#include "graph/programs.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using test::chains;
using test::GraphPtr;
using test::independent;
using test::kSeeds;
using test::measured_random;
using test::order_of_nodes;
using test::Relation;
using test::wavefront;

Relation order_of_units(Units& units) {
  Relation before(units.n);
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    for (UnitIndex* p = units.predecessors.begin(unit); p != units.predecessors.end(unit); p++) {
      before[unit].set(*p);
    }
  }
  test::close_transitively(before);
  return before;
}

void expect_keeps_order(const Graph& graph, Units& units) {
  ASSERT_EQ(units.unit_of.size(), graph.n_nodes);
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    for (UnitIndex* p = units.predecessors.begin(unit); p != units.predecessors.end(unit); p++) {
      ASSERT_LT(*p, unit) << "an edge runs against the numbers";
    }
  }
  const Relation nodes = order_of_nodes(graph);
  const Relation among_units = order_of_units(units);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    for (NodeIndex before = 0; before < node; before++) {
      if (!nodes[node][before] || units.unit_of[node] == units.unit_of[before]) continue;
      ASSERT_TRUE(among_units[units.unit_of[node]][units.unit_of[before]]) << before << " before " << node;
    }
  }
}

void expect_sums(const Graph& graph, Units& units) {
  std::vector<uint32_t> n_members(units.n);
  std::vector<uint64_t> work(units.n);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    const UnitIndex unit = units.unit_of[node];
    ASSERT_LT(unit, units.n);
    n_members[unit]++;
    work[unit] += graph.time_of(node);
    if (graph.nodes[node].kind == NodeKind::Join) EXPECT_TRUE(units.is_alone[unit]);
  }
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    EXPECT_EQ(units.n_members[unit], n_members[unit]);
    EXPECT_GE(n_members[unit], 1u);
    EXPECT_EQ(units.work[unit], work[unit]);
    if (units.is_alone[unit]) EXPECT_EQ(n_members[unit], 1u) << "a wait in a group";
  }
}

void expect_within(Units& units, GroupLimits limits) {
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    if (units.n_members[unit] == 1) continue;
    EXPECT_LE(units.n_members[unit], limits.n_members);
    EXPECT_LE(units.work[unit], limits.work);
  }
}

TEST(Units, AnyGroupingKeepsEveryOrder) {
  for (uint64_t seed : kSeeds) {
    base::Rng rng(seed);
    for (int run = 0; run < 100; run++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run);
      const GraphPtr graph = measured_random(rng, rng.below(70));
      Units nodes;
      take_apart(*graph, nodes);
      expect_keeps_order(*graph, nodes);
      GroupLimits limits = {2 + rng.below(12), uint64_t{1} << rng.below(26)};
      Grouping chains;
      fuse_chains(nodes, limits, chains);
      Units fused;
      contract(nodes, chains, fused);
      expect_keeps_order(*graph, fused);
      expect_sums(*graph, fused);
      expect_within(fused, limits);
      Units levels[3];
      Units* base = rng.below(4) == 0 ? &nodes : &fused;
      for (Units& tiles : levels) {
        limits = {limits.n_members * 3, limits.work * 3};
        Grouping grouping;
        cut_tiles(*base, {1 + rng.below(5), 1 + rng.below(5)}, limits, grouping);
        contract(*base, grouping, tiles);
        expect_keeps_order(*graph, tiles);
        expect_sums(*graph, tiles);
        expect_within(tiles, limits);
        if (HasFatalFailure()) return;
        base = &tiles;
      }
    }
  }
}

constexpr GroupLimits kLarge = {1000, 1000000};

TEST(Grouping, ChainsAreFusedWhereAllTasksAreInChains) {
  const auto are_all = [](const GraphPtr& graph) {
    Units units;
    take_apart(*graph, units);
    return are_all_in_chains(units);
  };
  const auto two_chains_and = [](const auto& last) {
    Recorder recorder(false);
    for (uint32_t i = 0; i < 20; i++) {
      const test::Dependences list = {{0x1000 + 8 * uintptr_t{i % 2}, test::Kind::Out}};
      recorder.add_task({}, nullptr, list);
    }
    last(recorder);
    return test::measured(recorder, [](NodeIndex) { return 5u; });
  };
  EXPECT_TRUE(are_all(chains(3, 10, 5)));
  EXPECT_FALSE(are_all(independent(10, 5)));
  EXPECT_FALSE(are_all(wavefront(4, 4, 5)));
  EXPECT_TRUE(are_all(two_chains_and([](Recorder& recorder) { recorder.add_join({}, task::Depth::Children); })));
  EXPECT_FALSE(are_all(two_chains_and([](Recorder& recorder) {
    const test::Dependences both = {{0x1000, test::Kind::Out}, {0x1008, test::Kind::Out}};
    recorder.add_task({}, nullptr, both);
  })));
}

TEST(Units, ChainsAreFusedWhole) {
  const GraphPtr graph = chains(3, 10, 5);
  Units nodes;
  take_apart(*graph, nodes);
  Grouping grouping;
  fuse_chains(nodes, kLarge, grouping);
  EXPECT_EQ(grouping.n, 3u);
  Units fused;
  contract(nodes, grouping, fused);
  EXPECT_EQ(fused.predecessors.list.size(), 0u);
  EXPECT_EQ(fused.work[1], 50u);
}

TEST(Units, LongChainsAreCut) {
  const GraphPtr graph = chains(1, 10, 5);
  Units nodes;
  take_apart(*graph, nodes);
  Grouping by_members;
  fuse_chains(nodes, {4, 1000}, by_members);
  EXPECT_EQ(by_members.n, 3u);
  Grouping by_work;
  fuse_chains(nodes, {1000, 25}, by_work);
  EXPECT_EQ(by_work.n, 2u);
}

TEST(Units, ABranchEndsAChain) {
  const GraphPtr graph = wavefront(2, 2, 5);
  Units nodes;
  take_apart(*graph, nodes);
  Grouping grouping;
  fuse_chains(nodes, kLarge, grouping);
  EXPECT_EQ(grouping.n, 4u);
}

TEST(Units, AWavefrontIsCutIntoSquares) {
  constexpr uint32_t kSide = 16;
  constexpr uint32_t kTile = 4;
  const GraphPtr graph = wavefront(kSide, kSide, 5);
  Units nodes;
  take_apart(*graph, nodes);
  Grouping grouping;
  cut_tiles(nodes, {kTile, kTile}, kLarge, grouping);
  Units tiles;
  contract(nodes, grouping, tiles);
  ASSERT_EQ(tiles.n, 16u);
  EXPECT_EQ(tiles.predecessors.list.size(), 24u) << "a wavefront again, without its diagonals";
  for (NodeIndex node = 0; node < graph->n_nodes; node++) {
    const uint32_t row = node / kSide / kTile;
    const uint32_t column = node % kSide / kTile;
    EXPECT_EQ(tiles.unit_of[node], row * (kSide / kTile) + column);
  }
}

TEST(Units, TasksWithoutDependencesAreCutIntoIntervals) {
  const GraphPtr graph = independent(100, 5);
  Units nodes;
  take_apart(*graph, nodes);
  Grouping grouping;
  cut_tiles(nodes, {8, 1}, {8, 1000}, grouping);
  EXPECT_EQ(grouping.n, 13u);
  for (NodeIndex node = 0; node < graph->n_nodes; node++) EXPECT_EQ(grouping.group_of[node], node / 8);
}

}  // namespace
}  // namespace rondo::graph
