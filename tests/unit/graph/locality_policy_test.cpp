// SPDX-License-Identifier: Apache-2.0
//
// graph/tune/locality_policy.hpp: which graphs are worth spreading, and what an instance makes of it.
#include "graph/tune/locality_policy.hpp"
#include "graph/replay/assign_slots.hpp"

#include <gtest/gtest.h>

#include "graph/programs.hpp"
#include "graph/replay/instance.hpp"
#include "os/clock.hpp"
#include "without.hpp"

namespace rondo::graph {
namespace {

using test::GraphPtr;
using test::independent;
using test::InstancePtr;

constexpr uint32_t kBodies = 64;

GraphPtr bodies_of(uint64_t ns) { return independent(kBodies, ns * os::ticks_per_us() / 1000); }

LocalityPolicy learnt(const Graph& graph) {
  LocalityPolicy locality;
  locality.learn(mean_time(graph));
  return locality;
}

uint64_t replay_of(uint64_t ns_a_node) { return kBodies * ns_a_node * os::ticks_per_us() / 1000; }

TEST(LocalityPolicy, IsWorthwhileUntilBodiesAreKnown) {
  EXPECT_TRUE(LocalityPolicy().is_worthwhile(2));
  EXPECT_FALSE(LocalityPolicy().is_worthwhile(1)) << "there is nobody else";
}

TEST(LocalityPolicy, IsWorthwhileForBodiesThatTakeLongerThanTheWay) {
  EXPECT_FALSE(learnt(*bodies_of(10)).is_worthwhile(2));
  EXPECT_FALSE(learnt(*bodies_of(10)).is_worthwhile(64)) << "sending takes longer than running";
  EXPECT_FALSE(learnt(*bodies_of(100)).is_worthwhile(2));
  EXPECT_TRUE(learnt(*bodies_of(100)).is_worthwhile(8)) << "the latency is shared by more";
  EXPECT_TRUE(learnt(*bodies_of(1000)).is_worthwhile(2));
}

TEST(LocalityPolicy, WithoutItEverythingIsWorthwhile) {
  test::Without without(config::Mechanism::Locality);
  EXPECT_TRUE(learnt(*bodies_of(10)).is_worthwhile(2));
  EXPECT_TRUE(learnt(*bodies_of(10)).is_worthwhile(1)) << "nodes of one thread wait in its queue";
}

TEST(LocalityPolicy, WithoutBatchesEachNodeIsOne) {
  test::Without without(config::Mechanism::Batches);
  EXPECT_EQ(learnt(*bodies_of(1)).batch_length(*bodies_of(1)), 1u);
}

TEST(LocalityPolicy, RowsTakeNoLongerThanAWay) {
  const GraphPtr of_1_ns = bodies_of(1);
  EXPECT_EQ(LocalityPolicy().batch_length(*of_1_ns), 1u);
  EXPECT_EQ(learnt(*of_1_ns).batch_length(*of_1_ns), 16u);
  EXPECT_EQ(learnt(*bodies_of(1000)).batch_length(*of_1_ns), 1u);
  const uint32_t n = learnt(*bodies_of(50)).batch_length(*of_1_ns);
  EXPECT_GT(n, 1u);
  EXPECT_LE(n, 4u);
}

TEST(LocalityPolicy, WhatIsQueuedIsAUnitAndTakesAsLongAsItsMembers) {
  const GraphPtr graph = bodies_of(10);
  const uint32_t n_of_nodes = learnt(*graph).batch_length(*graph);
  graph->n_units = kBodies / 4;
  EXPECT_LE(learnt(*graph).batch_length(*graph), n_of_nodes / 2);
  graph->n_units = 1;
  EXPECT_EQ(learnt(*graph).batch_length(*graph), 1u);
}

TEST(LocalityPolicy, SlowReplaysInARowSayThatBodiesHaveGrown) {
  const GraphPtr graph = bodies_of(10);
  LocalityPolicy locality = learnt(*graph);
  for (uint64_t ns : {2000u, 2000u, 15u, 2000u, 2000u}) {
    locality.observe(replay_of(ns), *graph);
    EXPECT_FALSE(locality.is_worthwhile(2)) << "an interruption is no body";
  }
  locality.observe(replay_of(2000), *graph);
  EXPECT_TRUE(locality.is_worthwhile(2));
}

TEST(LocalityPolicy, TinyNodesOfARecaptureKeepToTheSlotOfTheirCreator) {
  const GraphPtr graph = bodies_of(10);
  for (const bool recaptures : {false, true}) {
    const InstancePtr instance(make_instance(*graph, recaptures));
    instance->locality = learnt(*graph);
    for (const uint32_t master_slot : {0u, 2u}) {
      instance->master_slot = master_slot;
      assign_slots(*instance, 4, false);
      EXPECT_EQ(instance->is_spread(), !recaptures);
      for (NodeIndex node = 0; node < graph->n_nodes; node++) {
        ASSERT_EQ(instance->states[node].slot, recaptures ? master_slot : graph->nodes[node].slot(4));
      }
    }
  }
}

}  // namespace
}  // namespace rondo::graph
