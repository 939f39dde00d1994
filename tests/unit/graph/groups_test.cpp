// SPDX-License-Identifier: Apache-2.0
//
// graph/model/groups.hpp: nodes know the innermost group that reduces, joins the one that they end; what a replay has
// in the groups' place; and in a loop, what waits for a result.
#include "graph/model/groups.hpp"
#include "graph/compile/compile.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "graph/graphs.hpp"
#include "graph/model/backward.hpp"
#include "graph/replay/cycle.hpp"
#include "graph/replay/reducing_groups.hpp"
#include "graph/tune/tune.hpp"

namespace rondo::graph {
namespace {

using depend::Dependence;
using depend::Kind;
using task::ReductionItem;
using test::GraphPtr;
using test::InstancePtr;

void add(void* into, void* from) { *static_cast<long*>(into) += *static_cast<long*>(from); }

ReductionItem sum_of(long& variable) { return {&variable, &variable, sizeof variable, nullptr, nullptr, add}; }

constexpr task::TaskSpec kTask = {
    .entry = {}, .block_bytes = 0, .shareds_offset = 0, .flags = 0, .priority = 0, .is_trivial = true};

void add_task(Recorder& recorder) { recorder.add_task(kTask, nullptr, {}); }

// 0, (1, ((2) 3) 4, (5) 6, 7) 8, 9: parentheses are groups, of which the one around 5 does not reduce.
void record_nested(Recorder& recorder, long& outer, long& inner) {
  const ReductionItem of_outer = sum_of(outer);
  const ReductionItem of_inner[] = {sum_of(inner), sum_of(inner)};
  add_task(recorder);
  recorder.begin_group({&of_outer, 1});
  add_task(recorder);
  recorder.begin_group(of_inner);
  add_task(recorder);
  recorder.end_group();
  add_task(recorder);
  add_task(recorder);
  recorder.add_join({}, task::Depth::Descendants);
  add_task(recorder);
  recorder.end_group();
  add_task(recorder);
}

std::vector<uint32_t> groups_of(const Graph& graph) {
  std::vector<uint32_t> groups;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) groups.push_back(graph.nodes[node].shape().group);
  return groups;
}

TEST(Groups, AreThoseOfTheNodes) {
  long outer = 0, inner = 0;
  Recorder recorder(true);
  record_nested(recorder, outer, inner);
  const GraphPtr graph(compile(recorder));
  const std::vector<uint32_t> expected = {0, 1, 2, 2, 1, 1, 0, 1, 1, 0};
  EXPECT_EQ(groups_of(*graph), expected);
  EXPECT_TRUE(graph->can_skip_code);
  EXPECT_TRUE(graph->has_groups);
  ASSERT_NE(graph->groups, nullptr);
  EXPECT_EQ(graph->groups->items_of(1).size(), 1u);
  EXPECT_EQ(graph->groups->items_of(2).size(), 2u);
  const GraphPtr tuned(tune(*graph, 2, Coarsening::Off));
  EXPECT_EQ(groups_of(*tuned), expected);
  EXPECT_EQ(tuned->groups->items_of(2)[0].shared, &inner);
}

TEST(Groups, AreTheBlocksOwnWhereItIsExecuted) {
  long outer = 0, inner = 0;
  Recorder recorder(false);
  record_nested(recorder, outer, inner);
  const GraphPtr graph(compile(recorder));
  EXPECT_EQ(graph->groups, nullptr);
  EXPECT_EQ(groups_of(*graph), std::vector<uint32_t>(graph->n_nodes, kNoGroup));
}

TEST(Groups, MoreThanNodesCanNameNeedTheCode) {
  Recorder recorder(true);
  for (uint32_t i = 0; i <= kMaxGroups; i++) {
    EXPECT_TRUE(recorder.can_skip_code());
    recorder.begin_group({});
    recorder.end_group();
  }
  EXPECT_FALSE(recorder.can_skip_code());
}

TEST(Groups, OfAReplayAreUsedAgainAndGrowWithTheTeam) {
  long outer = 0, inner = 0;
  Recorder recorder(true);
  record_nested(recorder, outer, inner);
  const GraphPtr graph(compile(recorder));
  const InstancePtr instance(make_instance(*graph, false));
  task::TaskGroup around;
  instance->group = &around;
  for (const uint32_t n_threads : {2u, 2u, 5u, 1u}) {
    open_groups(*instance, n_threads);
    task::TaskGroup& first = *instance->group_of(graph->nodes[1]);
    task::TaskGroup& second = *instance->group_of(graph->nodes[2]);
    EXPECT_EQ(instance->group_of(graph->nodes[0]), &around);
    EXPECT_EQ(first.outer, &around);
    EXPECT_EQ(second.outer, &first);
    EXPECT_EQ(first.owner, nullptr) << "its tasks are counted by their parents";
    EXPECT_GE(first.reductions->n_threads(), n_threads);
    EXPECT_EQ(second.reductions->find(&outer, 0), nullptr);
    for (uint32_t thread = 0; thread < n_threads; thread++) {
      *static_cast<long*>(first.reductions->find(&outer, thread)) += 1;
    }
    first.reductions->combine();
  }
  EXPECT_EQ(outer, 2 + 2 + 5 + 1);
}

// The last user of a graph that was replaced frees it, while another one is just freeing its instance.
TEST(Groups, OfAReplayMayOutliveTheGraph) {
  long outer = 0, inner = 0;
  Recorder recorder(true);
  record_nested(recorder, outer, inner);
  GraphPtr graph(compile(recorder));
  const InstancePtr instance(make_instance(*graph, false));
  task::TaskGroup around;
  instance->group = &around;
  open_groups(*instance, 2);
  graph.reset();
  // AddressSanitizer looks on when the instance ends.
}

// ---- Loops ------------------------------------------------------------------------------------------------------

// Before, participant, the group's end, behind, and a condition that reads the result.
TEST(Groups, AConditionWaitsForTheResultOnly) {
  long sum = 0;
  const ReductionItem item = sum_of(sum);
  const Dependence result = {reinterpret_cast<uintptr_t>(&sum), Kind::In};
  Recorder recorder(true);
  enum : NodeIndex { kBefore, kParticipant, kEnd, kBehind, kCondition };
  add_task(recorder);
  recorder.begin_group({&item, 1});
  add_task(recorder);
  recorder.end_group();
  add_task(recorder);
  recorder.add_condition({&result, 1});
  const GraphPtr graph(compile_cycle(recorder, Gate::Launch));
  const Backward edges(*graph);
  const auto comes_before = [&](NodeIndex node) {
    std::vector<NodeIndex> predecessors;
    edges.for_each(node, [&](NodeIndex predecessor, bool is_crossing) {
      predecessors.push_back(is_crossing ? predecessor | kNextRound : predecessor);
    });
    return predecessors;
  };
  using List = std::vector<NodeIndex>;
  EXPECT_EQ(comes_before(kCondition), List{kEnd}) << "not behind what does not contribute";
  EXPECT_EQ(comes_before(kBehind), List{kEnd});
  EXPECT_EQ(comes_before(kEnd), (List{kBefore, kParticipant, kBehind | kNextRound, kCondition | kNextRound}));
  EXPECT_EQ(comes_before(kParticipant), List{kEnd | kNextRound}) << "the copies are used by one iteration at a time";
  EXPECT_EQ(graph->nodes[kEnd].shape().group, 1u);
  EXPECT_EQ(graph->nodes[kParticipant].shape().group, 1u);
}

}  // namespace
}  // namespace rondo::graph
