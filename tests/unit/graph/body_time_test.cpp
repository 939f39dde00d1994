// SPDX-License-Identifier: Apache-2.0
//
// graph/tune/body_time.hpp: how many nodes are queued as one.
#include "graph/tune/body_time.hpp"
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

BodyTime learnt(const Graph& graph) {
  BodyTime time;
  time.learn(mean_time(graph));
  return time;
}

TEST(BodyTime, WithoutBatchesEachNodeIsOne) {
  test::Without without(config::Mechanism::Batches);
  EXPECT_EQ(learnt(*bodies_of(1)).batch_length(*bodies_of(1)), 1u);
}

TEST(BodyTime, RowsTakeNoLongerThanAWay) {
  const GraphPtr of_1_ns = bodies_of(1);
  EXPECT_EQ(BodyTime().batch_length(*of_1_ns), 1u);
  EXPECT_EQ(learnt(*of_1_ns).batch_length(*of_1_ns), 16u);
  EXPECT_EQ(learnt(*bodies_of(1000)).batch_length(*of_1_ns), 1u);
  const uint32_t n = learnt(*bodies_of(50)).batch_length(*of_1_ns);
  EXPECT_GT(n, 1u);
  EXPECT_LE(n, 4u);
}

TEST(BodyTime, WhatIsQueuedIsAUnitAndTakesAsLongAsItsMembers) {
  const GraphPtr graph = bodies_of(10);
  const uint32_t n_of_nodes = learnt(*graph).batch_length(*graph);
  graph->n_units = kBodies / 4;
  EXPECT_LE(learnt(*graph).batch_length(*graph), n_of_nodes / 2);
  graph->n_units = 1;
  EXPECT_EQ(learnt(*graph).batch_length(*graph), 1u);
}

TEST(BodyTime, ALargerTeamSharesARecaptureWhoseWayIsNotChosen) {
  const GraphPtr graph = bodies_of(10);
  const InstancePtr instance(make_instance(*graph, true));
  instance->body_time = learnt(*graph);
  for (const uint32_t n_slots : {4u, 1u}) {
    instance->master_slot = 0;
    assign_slots(*instance, n_slots, false);
    EXPECT_EQ(instance->is_spread(), n_slots > 1) << "one thread runs each node when it is captured";
    for (NodeIndex node = 0; node < graph->n_nodes; node++) {
      ASSERT_EQ(instance->states[node].slot, n_slots > 1 ? graph->nodes[node].slot(n_slots) : 0u);
    }
  }
}

}  // namespace
}  // namespace rondo::graph
