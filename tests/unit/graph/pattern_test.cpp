// SPDX-License-Identifier: Apache-2.0
//
// graph/model/pattern.hpp, graph/pattern/pattern_stream.hpp: a pattern orders its tasks as the recorded graph does,
// its encoding gives the same words back, and it is as small as it is said to be.
#include "graph/compile/compile.hpp"
#include "graph/pattern/pattern_graph.hpp"
#include "graph/pattern_program.hpp"
#include "graph/replay/instance.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using base::PodVector;
using test::Dependences;
using test::GraphPtr;
using test::kIn;
using test::Kind;
using test::kOut;
using test::Program;
using test::Relation;

void expect_same_graph(const Program& program) {
  Recorder recorder(false);
  test::record(program, recorder);
  const GraphPtr expected(compile(recorder));
  const GraphPtr found = test::pattern_graph_of(program);
  ASSERT_EQ(found->n_nodes, expected->n_nodes);
  ASSERT_EQ(test::closure_of(*found), test::closure_of(*expected));
  for (NodeIndex node = 0; node < expected->n_nodes; node++) {
    ASSERT_EQ(found->nodes[node].kind, expected->nodes[node].kind);
    ASSERT_EQ(found->nodes[node].keeps_children, expected->nodes[node].keeps_children);
  }
}

TEST(Pattern, OrdersWhatTheRecordedGraphOrders) {
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    for (int run = 0; run < 200; run++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run);
      expect_same_graph(test::random_program(rng, 60));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Pattern, EncodingGivesTheSameWordsBack) {
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    for (int run = 0; run < 300; run++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run);
      Recorder recorder(false);
      test::record(test::random_program(rng, 80), recorder);
      PatternCounts counts;
      PodVector<uint32_t> words, again;
      PodVector<char> stream;
      ASSERT_TRUE(number_stations(recorder, {kMaxActs, kMaxDependences}, counts, words));
      encode(words.data(), stream);
      ASSERT_EQ(decode(counts, stream.data(), stream.size(), again), nullptr);
      ASSERT_EQ(words.size(), again.size());
      ASSERT_EQ(std::memcmp(words.data(), again.data(), words.size() * sizeof(uint32_t)), 0);
    }
  }
}

TEST(Pattern, Nothing) {
  const GraphPtr graph = test::pattern_graph_of({});
  EXPECT_EQ(graph->n_nodes, 0u);
  EXPECT_EQ(graph->pattern->counts, PatternCounts{});
  EXPECT_EQ(graph->pattern->stream_bytes, 0u);
}

TEST(Pattern, DropsWhatIsOnlyRead) {
  const auto counts = test::pattern_graph_of({{Act::Task, {{8, kIn}, {16, kIn}, {24, kOut}}},
                                              {Act::Task, {{8, kIn}, {16, kIn}, {24, kOut}}},
                                              {Act::Task, {{8, kIn}, {24, kIn}, {32, kOut}}}})
                          ->pattern->counts;
  EXPECT_EQ(counts.n_acts, 3u);
  EXPECT_EQ(counts.n_dependences, 9u);
  EXPECT_EQ(counts.n_stations, 2u);
  EXPECT_EQ(counts.n_read_only, 5u);
}

TEST(Pattern, KeepsReadersThatSomethingOrders) {
  // omp_all_memory comes after readers, and a wait for a reader's address is not a wait for everything.
  EXPECT_EQ(test::pattern_graph_of({{Act::Task, {{8, kIn}}}, {Act::Task, {{depend::kAllMemory, kOut}}}})->n_edges, 1u);
  const GraphPtr graph =
      test::pattern_graph_of({{Act::Task, {{8, kIn}}}, {Act::Task, {{16, kOut}}}, {Act::JoinChildren, {{8, kIn}}}});
  EXPECT_EQ(graph->pattern->counts.n_read_only, 0u);
  EXPECT_EQ(graph->n_edges, 0u);
}

// Figures of the table in src/graph/pattern/README.md.
TEST(Pattern, AWavefrontTakesAFewBytesARow) {
  const GraphPtr graph = test::pattern_graph_of(test::wavefront(128));
  const Pattern& pattern = *graph->pattern;
  EXPECT_EQ(pattern.counts.n_acts, 128u * 128);
  EXPECT_EQ(pattern.counts.n_stations, 128u * 128);
  EXPECT_EQ(pattern.counts.n_read_only, 2u * 128);
  EXPECT_LT(pattern.stream_bytes, 128u * 16);
  // Three dependences on one of 2^14 stations, four bytes each but for the smallest numbers, and a nibble.
  EXPECT_GT(nibble_form_bytes(pattern), 128u * 128 * 6);
}

TEST(Pattern, TheNibbleFormOfThePapersExample) {
  // Figure 2: three dependences on stations below four: a nibble for the task and one for each.
  const GraphPtr graph = test::pattern_graph_of({{Act::Task, {{8, kOut}, {16, kOut}, {24, kOut}}}});
  EXPECT_EQ(nibble_form_bytes(*graph->pattern), 2u);
}

TEST(Pattern, TooManyTasksAreNotKept) {
  Recorder recorder(false);
  for (uint32_t i = 0; i <= kMaxActs; i++) recorder.add_task(task::TaskSpec{}, nullptr, {});
  const char* reason = nullptr;
  EXPECT_EQ(make_pattern_graph(recorder, &reason), nullptr);
  EXPECT_NE(reason, nullptr);
}

TEST(Pattern, TooManyEdgesAreNotKept) {
  // Every member of the second set waits for all of the first.
  constexpr uint32_t kMembers = 5000;
  Program program;
  for (uint32_t i = 0; i < kMembers; i++) program.push_back({Act::Task, {{8, kIn}}});
  for (uint32_t i = 0; i < kMembers; i++) program.push_back({Act::Task, {{8, Kind::InOutSet}}});
  Recorder recorder(false);
  test::record(program, recorder);
  const char* reason = nullptr;
  EXPECT_EQ(make_pattern_graph(recorder, &reason), nullptr);
  EXPECT_STREQ(reason, "its tasks have too many predecessors");
}

}  // namespace
}  // namespace rondo::graph
