// SPDX-License-Identifier: Apache-2.0
//
// graph/spread.hpp: which graphs are worth spreading, and what an instance makes of it.
#include "graph/spread.hpp"

#include <gtest/gtest.h>

#include "graph/instance.hpp"
#include "graph/programs.hpp"
#include "os/clock.hpp"

namespace rondo::graph::test {
namespace {

using rondo::test::InstancePtr;

constexpr uint32_t kNodes = 64;

GraphPtr bodies_of(uint64_t ns) { return independent(kNodes, ns * os::ticks_per_us() / 1000); }

Spread learnt(const Graph& graph) {
  Spread spread;
  spread.learn(mean_time(graph));
  return spread;
}

uint64_t replay_of(uint64_t ns_a_node) { return kNodes * ns_a_node * os::ticks_per_us() / 1000; }

TEST(Spread, IsWorthwhileUntilBodiesAreKnown) {
  EXPECT_TRUE(Spread().is_worthwhile(2));
  EXPECT_FALSE(Spread().is_worthwhile(1)) << "there is nobody else";
}

TEST(Spread, IsWorthwhileForBodiesThatTakeLongerThanTheWay) {
  EXPECT_FALSE(learnt(*bodies_of(10)).is_worthwhile(2));
  EXPECT_FALSE(learnt(*bodies_of(10)).is_worthwhile(64)) << "sending takes longer than running";
  EXPECT_FALSE(learnt(*bodies_of(100)).is_worthwhile(2));
  EXPECT_TRUE(learnt(*bodies_of(100)).is_worthwhile(8)) << "the way is shared by more";
  EXPECT_TRUE(learnt(*bodies_of(1000)).is_worthwhile(2));
}

TEST(Spread, RowsTakeNoLongerThanAWay) {
  const GraphPtr of_1_ns = bodies_of(1);
  EXPECT_EQ(Spread().row_length(*of_1_ns), 1u);
  EXPECT_EQ(learnt(*of_1_ns).row_length(*of_1_ns), 16u);
  EXPECT_EQ(learnt(*bodies_of(1000)).row_length(*of_1_ns), 1u);
  const uint32_t n = learnt(*bodies_of(50)).row_length(*of_1_ns);
  EXPECT_GT(n, 1u);
  EXPECT_LE(n, 4u);
}

TEST(Spread, WhatIsQueuedIsAUnitAndTakesAsLongAsItsMembers) {
  const GraphPtr graph = bodies_of(10);
  const uint32_t n_of_nodes = learnt(*graph).row_length(*graph);
  graph->n_units = kNodes / 4;
  EXPECT_LE(learnt(*graph).row_length(*graph), n_of_nodes / 2);
  graph->n_units = 1;
  EXPECT_EQ(learnt(*graph).row_length(*graph), 1u);
}

TEST(Spread, SlowReplaysInARowSayThatBodiesHaveGrown) {
  const GraphPtr graph = bodies_of(10);
  Spread spread = learnt(*graph);
  for (uint64_t ns : {2000u, 2000u, 15u, 2000u, 2000u}) {
    spread.observe(replay_of(ns), *graph);
    EXPECT_FALSE(spread.is_worthwhile(2)) << "an interruption is no body";
  }
  spread.observe(replay_of(2000), *graph);
  EXPECT_TRUE(spread.is_worthwhile(2));
}

TEST(Spread, TinyNodesOfARecaptureKeepToTheSeatOfTheirCreator) {
  const GraphPtr graph = bodies_of(10);
  for (const bool recaptures : {false, true}) {
    const InstancePtr instance(make_instance(*graph, recaptures));
    instance->spread = learnt(*graph);
    for (const uint32_t master_seat : {0u, 2u}) {
      instance->master_seat = master_seat;
      place(*instance, 4);
      EXPECT_EQ(instance->is_spread(), !recaptures);
      for (NodeIndex node = 0; node < graph->n_nodes; node++) {
        ASSERT_EQ(instance->states[node].seat, recaptures ? master_seat : graph->nodes[node].seat(4));
      }
    }
  }
}

}  // namespace
}  // namespace rondo::graph::test
