// SPDX-License-Identifier: Apache-2.0
//
// graph/record/recorder.hpp: the compiled graph orders exactly what the recorded tasks and waits order, and its
// arrays keep what graph.hpp promises.
#include <cstring>
#include <functional>
#include <memory>

#include <gtest/gtest.h>

#include "depend/oracle.hpp"
#include "graph/compile/compile.hpp"
#include "graph/graphs.hpp"
#include "graph/record/recorder.hpp"
#include "graph/replay/instance.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using test::Dependences;
using test::GraphPtr;
using test::kIn;
using test::kOut;
using test::Relation;

struct Recorded {
  NodeKind kind;
  Dependences dependences;
};

GraphPtr compiled(const std::vector<Recorded>& program) {
  Recorder recorder(false);
  for (const Recorded& recorded : program) {
    if (recorded.kind == NodeKind::Join) {
      recorder.add_join(recorded.dependences, task::Depth::Children);
    } else {
      task::TaskSpec spec = {};
      spec.block_bytes = 40;
      recorder.add_task(spec, nullptr, recorded.dependences);
    }
  }
  EXPECT_EQ(recorder.reason(), nullptr);
  return GraphPtr(compile(recorder));
}

// The control code goes on after a join, so everything recorded later comes after it.
Relation oracle_of(const std::vector<Recorded>& program) {
  Relation before(program.size());
  for (size_t i = 0; i < program.size(); i++) {
    for (size_t j = 0; j < i; j++) {
      const bool is_full_join = program[i].kind == NodeKind::Join && program[i].dependences.empty();
      before[i].set(j, is_full_join || program[j].kind == NodeKind::Join ||
                           test::must_wait(test::without_exclusion(program[i].dependences),
                                           test::without_exclusion(program[j].dependences)));
    }
  }
  test::close_transitively(before);
  return before;
}

void expect_invariants(const Graph& graph) {
  std::vector<uint32_t> n_predecessors(graph.n_nodes);
  std::vector<uint32_t> level(graph.n_nodes, 1);
  uint32_t depth = 0;
  uint32_t n_sinks = 0;
  ASSERT_EQ(graph.nodes[0].first_successor, 0u);
  ASSERT_EQ(graph.nodes[graph.n_nodes].first_successor, graph.n_edges);
  ASSERT_LE(graph.n_edges, graph.n_edges_unreduced);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    const uint32_t end = graph.nodes[node + 1].first_successor;
    ASSERT_LE(graph.nodes[node].first_successor, end);
    n_sinks += graph.is_sink(node) ? 1 : 0;
    depth = level[node] > depth ? level[node] : depth;
    NodeIndex previous = node;
    for (uint32_t i = graph.nodes[node].first_successor; i < end; i++) {
      const NodeIndex successor = graph.successors[i] & ~kOnlyPredecessor;
      ASSERT_GT(successor, previous) << "not in creation order, or an edge twice";
      previous = successor;
      n_predecessors[successor]++;
      level[successor] = level[node] + 1 > level[successor] ? level[node] + 1 : level[successor];
      const bool is_only = graph.nodes[successor].n_predecessors == 1;
      ASSERT_EQ((graph.successors[i] & kOnlyPredecessor) != 0, is_only);
    }
    ASSERT_EQ(graph.nodes[node].n_predecessors, n_predecessors[node]);
    for (uint32_t n_slots : {1u, 2u, 3u, 7u, 64u, 1000u}) ASSERT_LT(graph.nodes[node].slot(n_slots), n_slots);
  }
  EXPECT_EQ(graph.n_sinks, n_sinks);
  EXPECT_EQ(graph.depth, depth);
  uint32_t n_roots = 0;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    if (n_predecessors[node] != 0) continue;
    ASSERT_LT(n_roots, graph.n_roots);
    ASSERT_EQ(graph.roots[n_roots++], node);
  }
  EXPECT_EQ(n_roots, graph.n_roots);
}

void expect_same_order(const std::vector<Recorded>& program, const Graph& graph) {
  const Relation expected = oracle_of(program);
  const Relation found = test::closure_of(graph);
  for (size_t i = 0; i < program.size(); i++) {
    if (found[i] == expected[i]) continue;
    for (size_t j = 0; j < i; j++) {
      ASSERT_EQ(found[i][j], expected[i][j]) << "node " << j << " before node " << i;
    }
  }
}

std::vector<Recorded> tasks(std::initializer_list<Dependences> list) {
  std::vector<Recorded> program;
  for (const Dependences& dependences : list) program.push_back({NodeKind::Task, dependences});
  return program;
}

void expect_compiles(const std::vector<Recorded>& program) {
  const GraphPtr graph = compiled(program);
  ASSERT_EQ(graph->n_nodes, program.size());
  expect_invariants(*graph);
  if (testing::Test::HasFatalFailure()) return;
  expect_same_order(program, *graph);
}

TEST(Compile, NothingRecorded) {
  const GraphPtr graph = compiled({});
  EXPECT_EQ(graph->n_nodes, 0u);
  EXPECT_EQ(graph->n_roots, 0u);
  EXPECT_EQ(graph->n_sinks, 0u);
  EXPECT_EQ(graph->depth, 0u);
}

TEST(Compile, TasksWithoutDependencesAreRootsAndSinks) {
  const GraphPtr graph = compiled(tasks({{}, {}, {}}));
  EXPECT_EQ(graph->n_roots, 3u);
  EXPECT_EQ(graph->n_sinks, 3u);
  EXPECT_EQ(graph->n_edges, 0u);
}

TEST(Compile, DropsEdgesThatOthersImply) {
  // One address in a chain, and a second one that names the same order again, two steps apart.
  const auto program = tasks({{{8, kOut}, {16, kOut}}, {{8, kOut}}, {{8, kOut}, {16, kOut}}});
  const GraphPtr graph = compiled(program);
  EXPECT_EQ(graph->n_edges, 2u);
  EXPECT_EQ(graph->n_edges_unreduced, 3u);
  expect_compiles(program);
}

TEST(Compile, AnEdgeOverSeveralAddressesIsOne) {
  const auto program = tasks({{{8, kOut}, {16, kOut}, {24, kOut}}, {{8, kIn}, {16, kOut}, {24, kIn}}});
  EXPECT_EQ(compiled(program)->n_edges, 1u);
  expect_compiles(program);
}

TEST(Compile, ReadOnlyAddressesOrderNothing) {
  const auto program = tasks({{{8, kIn}}, {{8, kIn}}, {{8, kIn}}});
  EXPECT_EQ(compiled(program)->n_edges, 0u);
}

TEST(Compile, AWaitComesAfterEverythingAndBeforeEverything) {
  expect_compiles({{NodeKind::Task, {{8, kOut}}},
                   {NodeKind::Task, {}},
                   {NodeKind::Join, {}},
                   {NodeKind::Task, {}},
                   {NodeKind::Task, {{8, kIn}}},
                   {NodeKind::Join, {}},
                   {NodeKind::Join, {}}});
}

TEST(Compile, AWaitWithDependencesComesAfterThese) {
  expect_compiles({{NodeKind::Task, {{8, kOut}}},
                   {NodeKind::Task, {{16, kOut}}},
                   {NodeKind::Join, {{8, kIn}}},
                   {NodeKind::Task, {}},
                   {NodeKind::Task, {{16, kIn}}}});
}

TEST(Compile, AWaitForAllMemory) {
  expect_compiles({{NodeKind::Task, {{8, kOut}}},
                   {NodeKind::Task, {}},
                   {NodeKind::Join, {{depend::kAllMemory, kOut}}},
                   {NodeKind::Task, {}},
                   {NodeKind::Task, {{depend::kAllMemory, kOut}}},
                   {NodeKind::Task, {}}});
}

TEST(Compile, AllMemoryOrdersTasksWithDependences) {
  expect_compiles({{NodeKind::Task, {{8, kIn}}},
                   {NodeKind::Task, {}},
                   {NodeKind::Task, {{depend::kAllMemory, kOut}}},
                   {NodeKind::Task, {}},
                   {NodeKind::Task, {{8, kIn}}},
                   {NodeKind::Task, {{16, kIn}}},
                   {NodeKind::Task, {{depend::kAllMemory, kOut}, {8, kIn}}},
                   {NodeKind::Task, {{24, kIn}}}});
}

TEST(Compile, RandomPrograms) {
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    for (int run = 0; run < 150; run++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run);
      test::RandomDependences random(rng);
      const uint32_t joins_percent = rng.below(3) == 0 ? rng.below(20) : 0;
      std::vector<Recorded> program;
      for (uint32_t n = rng.below(60); n > 0; n--) {
        const bool is_join = rng.below(100) < joins_percent;
        program.push_back({is_join ? NodeKind::Join : NodeKind::Task, random.next()});
      }
      expect_compiles(program);
      if (HasFatalFailure()) return;
    }
  }
}

// ---- Shapes -----------------------------------------------------------------------------------------------------

TEST(Compile, AWavefrontHasTwoEdgesANode) {
  constexpr uint32_t kSide = 40;
  std::vector<Recorded> program;
  const auto cell = [](uint32_t row, uint32_t column) { return 0x1000 + 8 * uintptr_t{row * (kSide + 1) + column}; };
  for (uint32_t row = 1; row <= kSide; row++) {
    for (uint32_t column = 1; column <= kSide; column++) {
      program.push_back({NodeKind::Task,
                         {{cell(row - 1, column - 1), kIn},
                          {cell(row - 1, column), kIn},
                          {cell(row, column - 1), kIn},
                          {cell(row, column), kOut}}});
    }
  }
  const GraphPtr graph = compiled(program);
  expect_invariants(*graph);
  EXPECT_EQ(graph->n_edges, 2 * kSide * (kSide - 1));
  EXPECT_EQ(graph->depth, 2 * kSide - 1);
  EXPECT_EQ(graph->n_roots, 1u);
  EXPECT_EQ(graph->n_sinks, 1u);
  // Dealt to few slots, every row is cut into contiguous parts.
  for (NodeIndex node = 1; node < graph->n_nodes; node++) {
    if (node % kSide != 0) EXPECT_LE(graph->nodes[node - 1].slot(4), graph->nodes[node].slot(4));
  }
}

TEST(Compile, IndependentChainsAreDealtEvenly) {
  constexpr uint32_t kChains = 64;
  std::vector<Recorded> program;
  for (uint32_t step = 0; step < 10; step++) {
    for (uint32_t chain = 0; chain < kChains; chain++) program.push_back({NodeKind::Task, {{8 + 8 * chain, kOut}}});
  }
  const GraphPtr graph = compiled(program);
  std::vector<uint32_t> load(4);
  for (NodeIndex node = 0; node < graph->n_nodes; node++) {
    load[graph->nodes[node].slot(4)]++;
    EXPECT_EQ(graph->nodes[node].slot(4), graph->nodes[node % kChains].slot(4)) << "a chain changes its slot";
  }
  for (uint32_t n : load) EXPECT_EQ(n, graph->n_nodes / 4);
}

// Rows, and levels of the same width, have places at once; a factorization, whose steps become smaller, has none
// until it is tuned.
TEST(Compile, OnlyRegularGraphsArePlaced) {
  const auto steps = [](const std::function<uint32_t(uint32_t step)>& width) {
    std::vector<Recorded> program;
    for (uint32_t step = 0; step < 16; step++) {
      for (uint32_t i = 0; i < width(step); i++) program.push_back({NodeKind::Task, {{8 + 8 * uintptr_t{i}, kOut}}});
      program.push_back({NodeKind::Join, {}});
    }
    return compiled(program);
  };
  EXPECT_TRUE(steps([](uint32_t) { return 64u; })->is_placed);
  EXPECT_TRUE(steps([](uint32_t step) { return step % 2 == 0 ? 64u : 1u; })->is_placed) << "dot products";
  EXPECT_FALSE(steps([](uint32_t step) { return (16 - step) * (16 - step); })->is_placed);
  std::vector<Recorded> rows;
  for (uint32_t i = 0; i < 40 * 40; i++) rows.push_back({NodeKind::Task, {{8 + 8 * uintptr_t{i / 40}, kOut}}});
  EXPECT_TRUE(compiled(rows)->is_placed);
}

TEST(Compile, ManyReadersCostTheirNumber) {
  std::vector<Recorded> program;
  for (int round = 0; round < 10; round++) {
    program.push_back({NodeKind::Task, {{8, kOut}}});
    for (int reader = 0; reader < 1000; reader++) program.push_back({NodeKind::Task, {{8, kIn}}});
  }
  const GraphPtr graph = compiled(program);
  expect_invariants(*graph);
  EXPECT_EQ(graph->n_edges, 10u * 1000 + 9u * 1000);
}

// ---- What a node carries ----------------------------------------------------------------------------------------

TEST(Compile, BlocksDoNotOverlapAndKeepTheirData) {
  for (bool keeps_data : {false, true}) {
    Recorder recorder(keeps_data);
    std::vector<std::vector<unsigned char>> blocks;
    for (uint32_t i = 0; i < 20; i++) {
      task::TaskSpec spec = {};
      spec.block_bytes = 1 + i * 37;
      spec.shareds_offset = i;
      spec.flags = static_cast<uint16_t>(i);
      spec.priority = static_cast<int16_t>(i);
      spec.entry.gomp = reinterpret_cast<task::GompEntry>(uintptr_t{i + 1});
      spec.is_trivial = true;
      blocks.emplace_back(spec.block_bytes, static_cast<unsigned char>(i + 1));
      recorder.add_task(spec, blocks.back().data(), {});
      std::memset(blocks.back().data(), 0, spec.block_bytes);  // as a body may do
      if (i % 5 == 4) recorder.add_join({}, task::Depth::Children);
    }
    const GraphPtr graph(compile(recorder));
    EXPECT_TRUE(graph->is_trivial);
    ASSERT_EQ(graph->pristine != nullptr, keeps_data);
    uint64_t end = 0;
    uint32_t i = 0;
    for (NodeIndex index = 0; index < graph->n_nodes; index++) {
      const Node& node = graph->nodes[index];
      if (node.kind == NodeKind::Join) continue;
      EXPECT_GE(node.block * Node::kWord, end);
      EXPECT_EQ(node.block * Node::kWord % 64, 0u);
      const task::TaskSpec& spec = node.shape().spec;
      end = node.block * Node::kWord + spec.block_bytes;
      EXPECT_EQ(spec.block_bytes, 1 + i * 37);
      EXPECT_EQ(spec.shareds_offset, i);
      EXPECT_EQ(spec.flags, i);
      EXPECT_EQ(spec.priority, static_cast<int16_t>(i));
      EXPECT_EQ(reinterpret_cast<uintptr_t>(spec.entry.gomp), i + 1);
      for (uint32_t byte = 0; keeps_data && byte < spec.block_bytes; byte++) {
        ASSERT_EQ(static_cast<unsigned char>(graph->pristine_of(node)[byte]), i + 1);
      }
      i++;
    }
    EXPECT_EQ(i, 20u);
    EXPECT_LE(end, graph->payload_bytes);
  }
}

TEST(Compile, OneTaskWithObjectsMakesPureReplayImpossible) {
  Recorder recorder(true);
  task::TaskSpec spec = {};
  spec.block_bytes = 8;
  spec.is_trivial = true;
  uint64_t block = 0;
  recorder.add_task(spec, &block, {});
  spec.is_trivial = false;
  recorder.add_task(spec, &block, {});
  const GraphPtr graph(compile(recorder));
  EXPECT_FALSE(graph->is_trivial);
  EXPECT_EQ(graph->pristine, nullptr);
}

// The end of a taskgroup waits for grandchildren, too: every node before it holds on to its own.
TEST(Compile, NodesBeforeTheEndOfATaskgroupKeepTheirChildren) {
  Recorder recorder(false);
  recorder.add_task({}, nullptr, {});
  recorder.add_join({}, task::Depth::Descendants);
  recorder.add_task({}, nullptr, {});
  recorder.add_join({}, task::Depth::Children);
  const GraphPtr graph(compile(recorder));
  EXPECT_TRUE(graph->nodes[0].keeps_children);
  EXPECT_FALSE(graph->nodes[2].keeps_children);
}

TEST(Recorder, TheFirstReasonCounts) {
  Recorder recorder(false);
  EXPECT_EQ(recorder.reason(), nullptr);
  recorder.give_up("first");
  recorder.give_up("second");
  EXPECT_STREQ(recorder.reason(), "first");
  recorder.add_task({}, nullptr, {});
  recorder.add_join({}, task::Depth::Children);
  EXPECT_EQ(recorder.notes.size(), 0u) << "went on taking down";
}

// Sets of many members behind each other: as many edges as there are pairs. What is too much is given up early, and
// nothing is left of it.
TEST(Compile, GivesUpWhatIsTooDense) {
  const auto two_sets = [](uint32_t n) {
    auto recorder = std::make_unique<Recorder>(false);
    for (uint32_t i = 0; i < 2 * n; i++) {
      const depend::Dependence dependence = {8, i < n ? depend::Kind::In : depend::Kind::InOutSet};
      recorder->add_task({}, nullptr, {&dependence, 1});
    }
    return recorder;
  };
  constexpr uint32_t kMost = 4096 + 60;  // kMost * kMost = 2^24 + 64 * 2 * kMost, nearly
  ASSERT_FALSE(is_too_dense(uint64_t{kMost} * kMost, 2 * kMost));
  ASSERT_TRUE(is_too_dense(uint64_t{kMost + 10} * (kMost + 10), 2 * (kMost + 10)));
  const GraphPtr graph(compile(*two_sets(kMost)));
  ASSERT_NE(graph, nullptr);
  EXPECT_EQ(graph->n_edges, kMost * kMost);
  EXPECT_EQ(compile(*two_sets(kMost + 10)), nullptr);
  EXPECT_EQ(compile_cycle(*two_sets(kMost), Gate::None), nullptr) << "two rounds of it are more";
}

TEST(Compile, DoesNotNoteWhatIsTooDense) {
  std::vector<depend::Dependence> list;
  for (uintptr_t i = 0; i < 1 << 16; i++) list.push_back({8 * (i + 1), depend::Kind::In});
  Recorder recorder(false);
  while (recorder.reason() == nullptr && recorder.notes.size() < 1000) recorder.add_task({}, nullptr, list);
  EXPECT_STREQ(recorder.reason(), kTooDense);
  EXPECT_EQ(recorder.notes.size(), 258u) << "the last one before is 256 * 2^16 = 2^24";
}

// ---- Blocks -------------------------------------------------------------------------------------------------------

// Where the blocks of tasks of these sizes are, each of which comes after the one before.
std::vector<uint64_t> places_of(const std::vector<uint32_t>& sizes, uint32_t flags = 0,
                                const Dependences& dependences = {{8, kOut}}) {
  Recorder recorder(false);
  const char data[128] = {};
  for (uint32_t bytes : sizes) {
    task::TaskSpec spec = {};
    spec.block_bytes = bytes;
    spec.flags = flags;
    spec.is_trivial = true;
    recorder.add_task(spec, data, dependences);
  }
  const GraphPtr graph(compile(recorder));
  std::vector<uint64_t> places;
  for (NodeIndex node = 0; node < graph->n_nodes; node++) places.push_back(graph->nodes[node].block * Node::kWord);
  return places;
}

using Places = std::vector<uint64_t>;

// gcc's arguments of up to half a line: next to each other, as aligned as their type may be, never in two lines.
TEST(Blocks, SmallOnesShareLines) {
  EXPECT_EQ(places_of({8, 8, 8, 8}), (Places{0, 64, 72, 80}));
  EXPECT_EQ(places_of({16, 16, 16, 16, 16, 16}), (Places{0, 64, 80, 96, 112, 128}));
  EXPECT_EQ(places_of({24, 24, 24, 24}), (Places{0, 64, 88, 128}));
  EXPECT_EQ(places_of({8, 8, 32, 8, 32}), (Places{0, 64, 96, 128, 160}));  // of a type that is aligned to 32
  EXPECT_EQ(places_of({4, 4, 12, 2}), (Places{0, 64, 72, 88}));
}

TEST(Blocks, OthersHaveLinesOfTheirOwn) {
  EXPECT_EQ(places_of({8, 8, 40, 8, 64, 8}), (Places{0, 64, 128, 192, 256, 320})) << "larger than half a line";
  EXPECT_EQ(places_of({16, 16}, task::kKmp), (Places{0, 64})) << "clang's";
  EXPECT_EQ(places_of({8, 8, 8}, 0, {}), (Places{0, 64, 128})) << "comes after none";
}

}  // namespace
}  // namespace rondo::graph
