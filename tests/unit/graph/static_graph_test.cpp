// SPDX-License-Identifier: Apache-2.0
//
// Graphs as a compiler writes them, made by hand here.
#include "graph/compile/static_graph.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "base/bits.hpp"
#include "graph/bodies.hpp"
#include "graph/graphs.hpp"
#include "graph/model/backward.hpp"
#include "graph/record/recorder.hpp"
#include "graph/tune/tune.hpp"
#include "task/kmp_block.hpp"

namespace rondo::graph {
namespace {

// Two constructs: tasks 0 and 2 capture a value and a number that varies, task 1 captures in its shareds.
// 0 -> 1 -> 2.
class StaticGraph : public testing::Test {
 protected:
  rondo_static_construct constructs[2] = {{reinterpret_cast<void*>(kmp_body), 56, 0, 1, 70'000, 0, 2},
                                          {reinterpret_cast<void*>(other_kmp_body), 56, 48, 0, 0, 2, 1}};
  rondo_static_slot slots[3] = {
      {40, 8, 0, 0, 16, 0, 0}, {48, 4, 1, 0, 5, RONDO_STATIC_NO_VALUE, 0}, {48, 8, 4, 1, uint64_t{1} << 32, 0, 0}};
  rondo_static_task known_tasks[3] = {{0, 0, 1}, {1, 100, 1}, {0, 200, 0}};
  uint8_t data[8] = {2, 1, 0, 3, 0, 1, 0, 4};  // task 0; task 1: value 1, 3 + 2^16 beyond 2^32; task 2
  uint32_t successors[2] = {1 | RONDO_STATIC_ONLY_PREDECESSOR, 2 | RONDO_STATIC_ONLY_PREDECESSOR};
  rondo_static_address addresses[2] = {{0, 0, 0}, {8, 1, 0}};
  rondo_static_graph known = {.version = RONDO_STATIC_GRAPH_ABI,
                              .n_tasks = 3,
                              .n_values = 2,
                              .n_constructs = 2,
                              .n_slots = 3,
                              .n_data = sizeof data,
                              .n_edges = 2,
                              .n_edges_unreduced = 3,
                              .n_edges_distinct = 2,
                              .n_addresses = 2,
                              .depth = 3,
                              .reserved = 0,
                              .constructs = constructs,
                              .slots = slots,
                              .tasks = known_tasks,
                              .data = data,
                              .successors = successors,
                              .addresses = addresses,
                              .records = nullptr};
  uint64_t values[2] = {1000, 2000};
  StaticTasks tasks{&known, values};
  base::PodVector<uint32_t> n_predecessors;

  const char* fault() {
    n_predecessors.clear();
    return find_fault(known, n_predecessors);
  }
  Graph* loaded() {
    EXPECT_STREQ(fault(), nullptr);
    return load(tasks, n_predecessors);
  }
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
  EXPECT_EQ(read<int32_t>(block, 32), 70'000);  // the priority, where clang puts it
  EXPECT_EQ(task.spec().entry.kmp, other_kmp_body);
  task.fill(block);
  EXPECT_EQ(read<uint64_t>(block, 48), 2003u + (uint64_t{1} << 32) + (uint64_t{1} << 16));
  EXPECT_EQ(read<char*>(block, 0), block + 48);
  EXPECT_EQ(read<task::KmpEntry>(block, 8), other_kmp_body);
  EXPECT_EQ(read<int32_t>(block, 16), 0);
  task.fill(block);
  EXPECT_EQ(read<uint32_t>(block, 48), 9u);
  EXPECT_TRUE(task.is_last());
}

TEST_F(StaticGraph, BecomesAGraph) {
  Graph* graph = loaded();
  EXPECT_EQ(graph->n_nodes, 3u);
  EXPECT_EQ(graph->n_units, 3u);
  EXPECT_EQ(graph->n_edges, 2u);
  EXPECT_EQ(graph->n_edges_unreduced, 3u);
  ASSERT_EQ(graph->n_roots, 1u);
  EXPECT_EQ(graph->roots[0], 0u);
  EXPECT_EQ(graph->n_sinks, 1u);
  EXPECT_TRUE(graph->is_sink(2));
  EXPECT_EQ(graph->depth, 3u);
  EXPECT_TRUE(graph->can_skip_code);
  EXPECT_EQ(graph->nodes[1].shape().spec.entry.kmp, other_kmp_body);
  EXPECT_EQ(graph->nodes[1].n_predecessors, 1u);
  EXPECT_EQ(graph->nodes[2].home, 200u);
  EXPECT_EQ(read<uint64_t>(graph->pristine_of(graph->nodes[1]), 48), 2003u + (uint64_t{1} << 32) + (uint64_t{1} << 16));
  EXPECT_EQ(read<uint64_t>(graph->pristine_of(graph->nodes[2]), 40), 1016u);
  EXPECT_EQ(read<uint32_t>(graph->pristine_of(graph->nodes[2]), 48), 9u);
  // Whole lines are copied: the last one has to be there.
  EXPECT_LE(graph->nodes[2].pristine * Node::kWord + 2 * base::kCacheLine,
            base::round_up(graph->pristine_bytes, base::kCacheLine));
  free_graph(graph);
}

// It keeps no dependences: there is no list whose place in the copy could be computed.
TEST_F(StaticGraph, IsTunedWithoutDependences) {
  const test::GraphPtr graph(loaded());
  const test::GraphPtr tuned(tune(*graph, 2, Coarsening::Off));
  ASSERT_EQ(tuned->n_shapes, 2u);
  for (uint32_t shape = 0; shape < tuned->n_shapes; shape++) {
    EXPECT_EQ(tuned->shapes[shape].form.n, ListForm::kNone);
    EXPECT_EQ(tuned->shapes[shape].form.kinds, nullptr);
  }
  EXPECT_EQ(tuned->nodes[1].shape().spec.entry.kmp, other_kmp_body);
}

TEST_F(StaticGraph, UsesTheCompilersListsOfSuccessors) {
  Graph* graph = loaded();
  EXPECT_EQ(graph->successors, successors);
  EXPECT_EQ(graph->first_predecessor, nullptr);
  const Backward edges(*graph);
  std::vector<NodeIndex> predecessors[3];
  for (NodeIndex node = 0; node < 3; node++) {
    edges.for_each(node, [&](NodeIndex predecessor, bool) { predecessors[node].push_back(predecessor); });
  }
  EXPECT_TRUE(predecessors[0].empty());
  EXPECT_EQ(predecessors[1], std::vector<NodeIndex>{0});
  EXPECT_EQ(predecessors[2], std::vector<NodeIndex>{1});
  free_graph(graph);
}

// ---- Damage: each table in turn is not what the others say --------------------------------------------------------

TEST_F(StaticGraph, RefusesMissingAndShortTables) {
  EXPECT_STREQ(fault(), nullptr);
  known.successors = nullptr;
  EXPECT_STREQ(fault(), "a table is missing");
  known.successors = successors;
  known.n_edges = 1;
  EXPECT_STREQ(fault(), "a task's successors are not there");
  known.n_edges = 2;
  known.n_data = 7;
  EXPECT_STREQ(fault(), "a task's data is not there");
  known.n_data = 8;
  known.n_slots = 2;
  EXPECT_STREQ(fault(), "a construct's slots are not there");
  known.n_slots = 3;
  known.n_tasks = known.depth = 2;
  EXPECT_STREQ(fault(), "a task's successors are out of order");
  known_tasks[1].n_successors = 0;
  EXPECT_STREQ(fault(), "its tables are longer than its tasks need");
}

TEST_F(StaticGraph, RefusesIndicesOutOfRange) {
  known_tasks[1].construct = 2;
  EXPECT_STREQ(fault(), "a task has no construct");
  known_tasks[1].construct = 1;
  for (uint32_t wrong : {0u, 1u, 3u, 3u | RONDO_STATIC_ONLY_PREDECESSOR, 2u | kNextRound}) {
    successors[1] = wrong;  // of task 1
    EXPECT_STREQ(fault(), "a task's successors are out of order") << wrong;
  }
  successors[1] = 2 | RONDO_STATIC_ONLY_PREDECESSOR;
  slots[0].value = 2;
  EXPECT_STREQ(fault(), "a slot is not in its block");
  slots[0].value = 0;
  data[1] = 2;  // the number of task 1's value
  EXPECT_STREQ(fault(), "a task's data is not there");
  data[1] = 1;
  addresses[0].value = 2;
  EXPECT_STREQ(fault(), "an address has no value");
}

TEST_F(StaticGraph, RefusesSlotsOutsideOfTheBlock) {
  const rondo_static_slot good = slots[1];
  auto with = [&](uint32_t offset, uint8_t n_bytes, uint8_t n_data) {
    slots[1].offset = offset;
    slots[1].n_bytes = n_bytes;
    slots[1].n_data = n_data;
    const char* found = fault();
    slots[1] = good;
    return found;
  };
  const char* refused = "a slot is not in its block";
  EXPECT_STREQ(with(52, 4, 1), nullptr);
  EXPECT_STREQ(with(53, 4, 1), refused);
  EXPECT_STREQ(with(~0u, 4, 1), refused);
  EXPECT_STREQ(with(39, 1, 1), refused);  // in the head, which is the runtime's
  EXPECT_STREQ(with(48, 9, 1), refused);
  EXPECT_STREQ(with(48, 4, 3), refused);
  constructs[0].block_bytes = 39;
  EXPECT_STREQ(fault(), "a construct's block has an impossible size");
  constructs[0].block_bytes = ~0u;
  EXPECT_STREQ(fault(), "a construct's block has an impossible size");
  constructs[0].block_bytes = 56;
  constructs[1].shareds_offset = 57;
  EXPECT_STREQ(fault(), "a construct's block has an impossible size");
}

// A node that counts to the wrong number runs too early, or never.
TEST_F(StaticGraph, RefusesWrongMarks) {
  successors[1] = 2;  // not marked
  EXPECT_STREQ(fault(), "a task's predecessors are miscounted");
  known_tasks[0].n_successors = 2;  // 0 -> 1 and 0 -> 2, 1 -> 2
  uint32_t three[3] = {1 | RONDO_STATIC_ONLY_PREDECESSOR, 2, 2};
  known.successors = three;
  known.n_edges = 3;
  EXPECT_STREQ(fault(), nullptr);
  EXPECT_EQ(n_predecessors[2], 2u);
  three[1] |= RONDO_STATIC_ONLY_PREDECESSOR;
  EXPECT_STREQ(fault(), "a task's predecessors are miscounted");
  three[2] |= RONDO_STATIC_ONLY_PREDECESSOR;  // both marked: not a root
  EXPECT_STREQ(fault(), "a task's predecessors are miscounted");
  three[1] = 2;
  EXPECT_STREQ(fault(), "a task's predecessors are miscounted");
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
