// SPDX-License-Identifier: Apache-2.0
//
// graph/tune/tune.hpp: a tuned graph orders what the recorded one orders, whatever times it is made from; tiny nodes
// are grouped, long ones are not, and every slot gets its share.
#include "graph/tune/tune.hpp"
#include "graph/compile/compile.hpp"
#include "graph/inspect/footprint.hpp"

#include <gtest/gtest.h>

#include "graph/programs.hpp"
#include "graph/replay/instance.hpp"
#include "graph/tune/makespan.hpp"
#include "os/clock.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using test::chains;
using test::GraphPtr;
using test::independent;
using test::kSeeds;
using test::measured;
using test::measured_random;
using test::order_of_nodes;
using test::Relation;
using test::wavefront;

GraphPtr tuned(const Graph& graph, uint32_t n_slots, Coarsening coarsening = Coarsening::On) {
  return GraphPtr(tune(graph, n_slots, coarsening));
}

// Which nodes come first when members run in turn and units by their edges.
Relation order_of_units(const Graph& graph) {
  Relation before(graph.n_nodes);
  for (NodeIndex head = 0; head < graph.n_nodes; head++) {
    if (!graph.is_head(head)) continue;
    for (uint32_t i = graph.nodes[head].first_successor; i < graph.nodes[head + 1].first_successor; i++) {
      before[graph.successors[i] & ~kOnlyPredecessor].set(head);
    }
  }
  test::close_by_repetition(before);  // heads are not in topological order
  return before;
}

void expect_unit_invariants(const Graph& graph) {
  uint32_t n_units = 0;
  uint32_t n_members = 0;
  uint32_t n_roots = 0;
  uint32_t n_sinks = 0;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    if (!graph.is_head(node)) {
      EXPECT_EQ(graph.nodes[node].n_predecessors, 0u);
      EXPECT_EQ(graph.nodes[node].first_successor, graph.nodes[node + 1].first_successor) << "has edges of its own";
      continue;
    }
    n_units++;
    n_roots += graph.nodes[node].n_predecessors == 0 ? 1 : 0;
    n_sinks += graph.is_sink(node) ? 1 : 0;
    for (NodeIndex member = node;; member = graph.next_member(member)) {
      n_members++;
      EXPECT_EQ(graph.head_of(member), node);
      EXPECT_EQ(graph.nodes[member].home, graph.nodes[node].home);
      if (graph.nodes[member].kind == NodeKind::Join) EXPECT_TRUE(member == node && graph.next_member(node) == 0);
      if (graph.next_member(member) == 0) break;
      ASSERT_GT(graph.next_member(member), member) << "not in creation order";
    }
  }
  EXPECT_EQ(n_members, graph.n_nodes);
  EXPECT_EQ(n_units, graph.n_units);
  EXPECT_EQ(n_roots, graph.n_roots);
  EXPECT_EQ(n_sinks, graph.n_sinks);
  EXPECT_EQ(graph.nodes[graph.n_nodes].first_successor, graph.n_unit_edges);
}

void expect_same_order(const Graph& graph, const Graph& result) {
  const Relation nodes = order_of_nodes(graph);
  const Relation units = order_of_units(result);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    ASSERT_FALSE(units[node][node]) << "a circle";
    for (NodeIndex before = 0; before < node; before++) {
      const NodeIndex head = result.head_of(node);
      const NodeIndex other = result.head_of(before);
      if (nodes[node][before] && head != other) ASSERT_TRUE(units[head][other]) << before << " before " << node;
    }
  }
}

TEST(Tune, RandomProgramsKeepTheirOrder) {
  for (uint64_t seed : kSeeds) {
    base::Rng rng(seed);
    for (int run = 0; run < 40; run++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run);
      const GraphPtr graph = measured_random(rng, rng.below(60));
      const uint32_t n_slots = 1 + rng.below(8);
      const GraphPtr first = tuned(*graph, n_slots);
      expect_unit_invariants(*first);
      expect_same_order(*graph, *first);
      const GraphPtr again = tuned(*first, n_slots + 1 + rng.below(8));  // a larger team comes
      expect_unit_invariants(*again);
      expect_same_order(*graph, *again);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Tune, SwitchedOffEachNodeIsAUnit) {
  const GraphPtr graph = wavefront(16, 16, 20);
  const GraphPtr result = tuned(*graph, 2, Coarsening::Off);
  EXPECT_EQ(result->n_units, graph->n_nodes);
  EXPECT_EQ(result->n_unit_edges, graph->n_edges);
  expect_unit_invariants(*result);
}

TEST(Tune, IsTakenBack) {
  int n_without_places = 0;
  for (uint64_t seed : kSeeds) {
    base::Rng rng(seed);
    const GraphPtr random = measured_random(rng, 1 + rng.below(60));
    const GraphPtr waves = wavefront(12, 16, 20);
    for (const Graph* graph : {random.get(), waves.get()}) {
      const GraphPtr better = tuned(*graph, 2);
      const GraphPtr result(untune(*better));
      EXPECT_EQ(result->n_units, graph->n_nodes);
      EXPECT_EQ(result->n_slots, 2u) << "as good as it gets for such a team";
      EXPECT_EQ(better->is_placed, graph->is_placed) << "whoever is free takes units of irregular graphs";
      EXPECT_EQ(result->is_placed, graph->is_placed);
      n_without_places += graph->is_placed ? 0 : 1;
      for (NodeIndex node = 0; node < graph->n_nodes; node++) {
        EXPECT_EQ(result->nodes[node].home, graph->nodes[node].home);
      }
      expect_unit_invariants(*result);
      expect_same_order(*graph, *result);
    }
  }
  EXPECT_GT(n_without_places, 0);
}

TEST(Tune, TinyNodesAreGrouped) {
  for (uint32_t n_slots : {1u, 2u, 4u}) {
    const GraphPtr waves = wavefront(64, 64, 20);
    EXPECT_LE(tuned(*waves, n_slots)->n_units * 8, waves->n_nodes);
    const GraphPtr tasks = independent(10000, 20);
    EXPECT_LE(tuned(*tasks, n_slots)->n_units * 8, tasks->n_nodes);
    const GraphPtr lines = chains(4, 1000, 20);
    EXPECT_LE(tuned(*lines, n_slots)->n_units * 8, lines->n_nodes);
  }
}

TEST(Tune, LongNodesStayApart) {
  const uint64_t millisecond = 1000 * os::ticks_per_us();
  for (uint32_t n_slots : {2u, 4u}) {
    const GraphPtr waves = wavefront(16, 16, millisecond);
    EXPECT_EQ(tuned(*waves, n_slots)->n_units, waves->n_nodes);
    const GraphPtr tasks = independent(64, millisecond);
    EXPECT_EQ(tuned(*tasks, n_slots)->n_units, tasks->n_nodes);
  }
}

std::vector<uint64_t> loads(const Graph& graph, uint32_t n_slots) {
  std::vector<uint64_t> load(n_slots);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    load[graph.nodes[graph.head_of(node)].slot(n_slots)] += graph.time_of(node);
  }
  return load;
}

TEST(Tune, EverySlotGetsItsShare) {
  for (uint64_t ticks : {uint64_t{30}, 5 * os::ticks_per_us(), 500 * os::ticks_per_us()}) {
    for (uint32_t n_slots : {2u, 3u, 4u}) {
      for (const GraphPtr& graph : {wavefront(48, 48, ticks), independent(2304, ticks), chains(24, 96, ticks)}) {
        SCOPED_TRACE(testing::Message() << ticks << " ticks, " << n_slots << " slots, " << graph->n_edges << " edges");
        const uint64_t share = graph->n_nodes * ticks / n_slots;
        for (uint64_t load : loads(*tuned(*graph, n_slots), n_slots)) {
          EXPECT_GE(load, share * 3 / 4);
          EXPECT_LE(load, share * 5 / 4);
        }
      }
    }
  }
}

// Waves of few long nodes: two slots need 33 steps for 8x8 nodes, bands of columns take 36.
TEST(Tune, FewLongNodesKeepAllSlotsBusy) {
  const uint64_t ticks = 100 * os::ticks_per_us();
  const GraphPtr graph = wavefront(8, 8, ticks);
  const GraphPtr result = tuned(*graph, 2);
  Units nodes;
  take_apart(*graph, nodes);
  base::PodVector<uint32_t> slot_of;
  for (NodeIndex node = 0; node < graph->n_nodes; node++) slot_of.push_back(result->nodes[node].slot(2));
  EXPECT_LE(makespan(nodes, slot_of, 2, measured_costs()), 34 * ticks);
}

// The first half takes a little longer, so nodes that are dealt in turn would end 5 % sooner.
TEST(Tune, NeighboursAreNotPartedForLittle) {
  const uint32_t n_nodes = 120;
  for (const uint32_t n_slots : {2u, 4u}) {
    for (const uint32_t more_percent : {12u, 40u}) {
      Recorder recorder(false);
      for (uint32_t i = 0; i < n_nodes; i++) recorder.add_task({}, nullptr, {});
      const uint64_t ticks = 5 * os::ticks_per_us();
      const GraphPtr graph = measured(
          recorder, [=](NodeIndex node) { return node < n_nodes / 2 ? ticks + ticks * more_percent / 100 : ticks; });
      const GraphPtr result = tuned(*graph, n_slots);
      bool is_parted = false;
      for (NodeIndex node = 1; node < n_nodes; node++) {
        is_parted |= result->nodes[node - 1].slot(n_slots) > result->nodes[node].slot(n_slots);
      }
      EXPECT_EQ(is_parted, more_percent == 40) << n_slots << " slots";
    }
  }
}

// The slot that captures 800 nodes has run none when the other one has run some.
TEST(Tune, WhoCapturesHasLessToRun) {
  const uint64_t ticks = os::ticks_per_us() / 4;
  const GraphPtr graph = independent(800, ticks);
  for (const Capturing capturing : {Capturing::No, Capturing::Yes}) {
    const GraphPtr result(tune(*graph, 2, Coarsening::On, capturing));
    const std::vector<uint64_t> load = loads(*result, 2);
    if (capturing == Capturing::No) EXPECT_LE(load[1], load[0] + load[0] / 16);
    if (capturing == Capturing::Yes) EXPECT_GE(load[1], load[0] + load[0] / 16);
    EXPECT_EQ(result->begins_at_master, capturing == Capturing::Yes);
    expect_unit_invariants(*result);
  }
}

TEST(Tune, OneLongNodeAmongTinyOnesIsWorthASlot) {
  Recorder recorder(false);
  for (int i = 0; i < 1000; i++) recorder.add_task({}, nullptr, {});
  const uint64_t all_others = 1000 * 200;
  const GraphPtr graph = measured(recorder, [=](NodeIndex node) { return node == 0 ? all_others : 200; });
  const GraphPtr result = tuned(*graph, 2);
  EXPECT_EQ(result->next_member(0), 0u);
}

TEST(Tune, LongNodesDoNotHideTinyOnes) {
  Recorder recorder(false);
  for (int i = 0; i < 5000; i++) recorder.add_task({}, nullptr, {});
  const uint64_t tenth_ms = 100 * os::ticks_per_us();
  const GraphPtr graph = measured(recorder, [=](NodeIndex node) { return node % 500 == 0 ? tenth_ms : 20; });
  const GraphPtr result = tuned(*graph, 2);
  EXPECT_LE(result->n_units * 4, graph->n_nodes);
  for (NodeIndex node = 0; node < graph->n_nodes; node += 500) {
    EXPECT_EQ(result->head_of(node), node);
    EXPECT_EQ(result->next_member(node), 0u);
  }
}

// More ticks than fit are the most that fit, not none.
TEST(Tune, VeryLongNodesAreLong) {
  const GraphPtr graph = independent(2, uint64_t{1} << 40);
  EXPECT_EQ(graph->time_of(0), kNotMeasured - 1);
  EXPECT_EQ(tuned(*graph, 2)->n_units, 2u);
}

TEST(Tune, TheSameTimesGiveTheSameSlots) {
  base::Rng rng(7);
  for (int run = 0; run < 20; run++) {
    const GraphPtr graph = measured_random(rng, 60);
    const GraphPtr one = tuned(*graph, 3);
    const GraphPtr two = tuned(*graph, 3);
    for (NodeIndex node = 0; node < graph->n_nodes; node++) {
      EXPECT_EQ(one->head_of(node), two->head_of(node));
      EXPECT_EQ(one->nodes[node].home, two->nodes[node].home);
    }
  }
}

TEST(Tune, NothingRecorded) {
  Recorder recorder(true);
  const GraphPtr graph = measured(recorder, [](NodeIndex) { return 1u; });
  EXPECT_EQ(tuned(*graph, 2)->n_units, 0u);
}

// What the issue allows: 128 bytes a node and 8 an edge.
TEST(Tune, MemoryStaysWithinItsBounds) {
  for (Coarsening coarsening : {Coarsening::Off, Coarsening::On}) {
    for (const GraphPtr& graph : {wavefront(64, 64, 20), independent(4096, 20), chains(2, 2048, 20)}) {
      const GraphPtr result = tuned(*graph, 2, coarsening);
      const size_t fixed = sizeof(Graph) + sizeof(Instance);
      EXPECT_LE(overhead_bytes(*result), fixed + 128 * size_t{graph->n_nodes} + 8 * size_t{graph->n_edges});
    }
  }
}

// Long tasks: as soon as times are known; others when the replays could have gained more than tuning takes, which is
// the later the shorter the tasks are and the more slots share them.
TEST(Tune, WaitsUntilItIsWorthItsPrice) {
  const auto replays = [](uint32_t n_nodes, uint32_t us, uint32_t n_slots, uint64_t replay_us = 0) {
    Recorder recorder(false);
    for (uint32_t i = 0; i < n_nodes; i++) recorder.add_task({}, nullptr, {});
    const GraphPtr graph(compile(recorder));
    measure_ticks(*graph);
    for (NodeIndex node = 0; node < n_nodes; node++) graph->note_time(node, us * os::ticks_per_us());
    return replays_before_tuning(*graph, n_slots, replay_us * os::ticks_per_us());
  };
  EXPECT_EQ(replays(1000, 100, 2), 2u);
  EXPECT_GT(replays(1000, 0, 8), 20u) << "a small graph's replays are as short as its tuning";
  EXPECT_EQ(replays(20000, 100, 2), 2u);
  EXPECT_GT(replays(20000, 0, 2), 20u);
  EXPECT_GT(replays(20000, 0, 8), 3 * replays(20000, 0, 2));
  EXPECT_LT(replays(20000, 1, 2), replays(20000, 0, 2));
  // 10000 us are the share of each slot, so tuning gains no more than what a replay takes beyond that.
  EXPECT_LE(replays(1000, 20, 2, 20000), 2u);
  EXPECT_GE(replays(1000, 20, 2, 10400), 5u);
  EXPECT_GT(replays(1000, 20, 2, 10001), 10u);
  EXPECT_LT(replays(1000, 20, 2, 10001), 15u) << "it is never put off for ever";
  EXPECT_LE(replays(20000, 0, 2, 100), replays(20000, 0, 2)) << "on one thread they may take less than by the team";
}

uint64_t predicted(uint32_t n, bool is_chain, uint64_t ticks, uint32_t n_slots) {
  std::vector<uint32_t> first;
  std::vector<UnitIndex> list;
  for (UnitIndex node = 0; node < n; node++) {
    first.push_back(static_cast<uint32_t>(list.size()));
    if (is_chain && node != 0) list.push_back(node - 1);
  }
  first.push_back(static_cast<uint32_t>(list.size()));
  const std::vector<uint64_t> work(n, ticks);
  return predict_replay(n, first.data(), list.data(), work.data(), n_slots);
}

TEST(Predict, ALongNodesReplayIsItsWorkDividedByTheSlots) {
  const uint64_t ticks = 100 * os::ticks_per_us();
  for (uint32_t n_slots : {1u, 2u, 4u}) {
    const uint64_t time = predicted(64, false, ticks, n_slots);
    EXPECT_GE(time, 64 * ticks / n_slots);
    EXPECT_LE(time, 64 * ticks / n_slots + ticks / 10);
    EXPECT_GE(predicted(64, true, ticks, n_slots), 64 * ticks);
  }
}

TEST(Predict, TinyNodesAreGrouped) {
  const Costs costs = measured_costs();
  const uint64_t ungrouped = 1000 * (costs.member + costs.unit);
  EXPECT_LT(predicted(1000, false, 0, 1), ungrouped / 2);
  EXPECT_GE(predicted(1000, false, 0, 1), 1000 * costs.member);
}

}  // namespace
}  // namespace rondo::graph
