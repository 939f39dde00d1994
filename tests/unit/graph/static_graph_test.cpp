// SPDX-License-Identifier: Apache-2.0
//
// Graphs as a compiler writes them, made by hand here.
#include "graph/static_graph.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "task/kmp_block.hpp"

namespace rondo::graph {
namespace {

int32_t body(int32_t, void*) { return 0; }
int32_t other_body(int32_t, void*) { return 0; }

// Two constructs: tasks 0 and 2 capture a value and a number that varies, task 1 captures in its shareds.
class StaticGraph : public testing::Test {
 protected:
  rondo_static_construct constructs[2] = {{reinterpret_cast<void*>(body), 56, 0, 1, 70'000, 0, 2},
                                          {reinterpret_cast<void*>(other_body), 56, 48, 0, 0, 2, 1}};
  rondo_static_slot slots[3] = {{40, 8, RONDO_STATIC_FIXED, 0, 0, 16},
                                {48, 4, RONDO_STATIC_ADDEND, RONDO_STATIC_NO_VALUE, 0, 0},
                                {48, 8, RONDO_STATIC_ALL, 0, 0, 0}};
  uint16_t construct_of[3] = {0, 1, 0};
  uint32_t words[5] = {7, 1, 3, 1, 9};  // task 0; task 1: value 1, addend 3 + 2^32; task 2
  uint32_t first[4] = {0, 0, 1, 2};
  uint32_t predecessors[2] = {0, 1};
  rondo_static_address addresses[2] = {{0, 0, 0}, {8, 1, 0}};
  rondo_static_graph known = {
      RONDO_STATIC_GRAPH_ABI, 3,         2,      2, 3, 2, constructs, slots, construct_of, words, first,
      predecessors,           addresses, nullptr};
  uint64_t values[2] = {1000, 2000};
  StaticTasks tasks{&known, values};
};

template <class T>
T read(const char* block, size_t offset) {
  T value;
  std::memcpy(&value, block + offset, sizeof value);
  return value;
}

TEST_F(StaticGraph, FillsBlocks) {
  StaticTask task(tasks);
  alignas(16) char block[64];
  EXPECT_EQ(task.spec().flags, uint16_t{task::kKmp | task::kPrioritised});
  EXPECT_EQ(task.spec().priority, INT16_MAX);
  task.fill(block);
  EXPECT_EQ(read<uint64_t>(block, 40), 1016u);
  EXPECT_EQ(read<uint32_t>(block, 48), 7u);
  EXPECT_EQ(task.spec().entry.kmp, other_body);
  task.fill(block);
  EXPECT_EQ(read<uint64_t>(block, 48), 2003u + (uint64_t{1} << 32));
  EXPECT_EQ(read<char*>(block, 0), block + 48);
  task.fill(block);
  EXPECT_EQ(read<uint32_t>(block, 48), 9u);
  EXPECT_TRUE(task.is_last());
}

TEST_F(StaticGraph, BecomesAGraph) {
  Graph* graph = load(tasks);
  EXPECT_EQ(graph->n_nodes, 3u);
  EXPECT_EQ(graph->n_edges, 2u);
  EXPECT_EQ(graph->n_edges_unreduced, 3u);
  EXPECT_EQ(graph->n_roots, 1u);
  EXPECT_EQ(graph->n_sinks, 1u);
  EXPECT_EQ(graph->depth, 3u);
  EXPECT_TRUE(graph->can_skip_code);
  EXPECT_EQ(graph->nodes[1].entry.kmp, other_body);
  EXPECT_EQ(read<uint64_t>(graph->pristine + graph->nodes[2].pristine, 40), 1016u);
  free_graph(graph);
}

TEST_F(StaticGraph, ComparesAddresses) {
  EXPECT_TRUE(tasks.are_distinct());
  values[0] = 2008;
  EXPECT_FALSE(tasks.are_distinct());
  values[0] = ~uint64_t{0};  // the runtime's name of all memory
  EXPECT_FALSE(tasks.are_distinct());
  known.n_addresses = 0;  // nothing to compare
  EXPECT_TRUE(tasks.are_distinct());
}

}  // namespace
}  // namespace rondo::graph
