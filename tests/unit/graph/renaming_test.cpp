// SPDX-License-Identifier: Apache-2.0
//
// graph/pattern/renaming.hpp: a use of a pattern is accepted as long as what is created has the pattern's
// dependences, and refused at the very act that has not: later would be a race, earlier a false alarm. Many uses in a
// row, whose addresses stay, move together or move apart, and some of which differ.
#include "graph/pattern/renaming.hpp"

#include "graph/moved_program.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using test::Action;
using test::Dependences;
using test::GraphPtr;
using test::kIn;
using test::Kind;
using test::kOut;
using test::Program;

size_t accepted(Renaming& renaming, const Program& use) {
  renaming.begin();
  size_t n = 0;
  while (n < use.size() && renaming.match(use[n].act, use[n].dependences) == nullptr) n++;
  return n;
}

TEST(Renaming, RefusesExactlyWhatDiffers) {
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    size_t n_whole = 0, n_refused = 0;
    for (int run = 0; run < 150; run++) {
      const Program program = test::random_program(rng, 40);
      const GraphPtr graph = test::pattern_graph_of(program);
      Renaming renaming(*graph->pattern);
      Program use = program;
      for (int n = 0; n < 20; n++) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run << ", use " << n);
        if (rng.below(2) == 0) use = test::moved(program, rng);
        Program now = use;
        if (rng.below(3) == 0) test::change(now, rng);
        const size_t expected = test::first_difference(program, now);
        ASSERT_EQ(accepted(renaming, now), expected);
        const bool is_whole = expected == now.size() && now.size() == program.size();
        ASSERT_EQ(renaming.is_complete() && expected == now.size(), is_whole);
        renaming.end();
        is_whole ? n_whole++ : n_refused++;
      }
    }
    EXPECT_GT(n_whole, 1000u);
    EXPECT_GT(n_refused, 300u);
  }
}

TEST(Renaming, AReaderThatLooksLikeAMovedStationIsNone) {
  // Learnt: 24 and 32 are written. Moved apart: 132 is read, where 32 would have moved together with 24.
  const GraphPtr graph = test::pattern_graph_of({{Act::Task, {{24, kOut}, {8, kIn}}}, {Act::Task, {{32, kOut}}}});
  Renaming renaming(*graph->pattern);
  const Program learnt = {{Act::Task, {{24, kOut}, {8, kIn}}}, {Act::Task, {{32, kOut}}}};
  const Program apart = {{Act::Task, {{124, kOut}, {132, kIn}}}, {Act::Task, {{500, kOut}}}};
  const Program aliased = {{Act::Task, {{124, kOut}, {132, kIn}}}, {Act::Task, {{132, kOut}}}};
  for (int round = 0; round < 3; round++) {
    EXPECT_EQ(accepted(renaming, learnt), 2u);
    renaming.end();
    EXPECT_EQ(accepted(renaming, apart), 2u);
    renaming.end();
    EXPECT_EQ(accepted(renaming, learnt), 2u);
    renaming.end();
    EXPECT_EQ(accepted(renaming, aliased), 1u);
    renaming.end();
  }
}

TEST(Renaming, AReaderBeforeTheFirstStationIsRememberedUntilThere) {
  const Program learnt = {{Act::Task, {{8, kIn}}}, {Act::Task, {{24, kOut}}}, {Act::Task, {{32, kOut}}}};
  const Program aliased = {{Act::Task, {{132, kIn}}}, {Act::Task, {{124, kOut}}}, {Act::Task, {{132, kOut}}}};
  const GraphPtr graph = test::pattern_graph_of(learnt);
  Renaming renaming(*graph->pattern);
  EXPECT_EQ(accepted(renaming, learnt), 3u);
  renaming.end();
  EXPECT_EQ(accepted(renaming, aliased), 2u);
  renaming.end();
  EXPECT_EQ(accepted(renaming, learnt), 3u);
}

TEST(Renaming, AnUnfinishedUseTeachesNothing) {
  const auto writers = [](std::initializer_list<uintptr_t> addresses) {
    Program program;
    for (uintptr_t address : addresses) program.push_back({Act::Task, {{address, kOut}}});
    return program;
  };
  const GraphPtr graph = test::pattern_graph_of(writers({24, 32, 500}));
  Renaming renaming(*graph->pattern);
  EXPECT_EQ(accepted(renaming, writers({24, 32, 500})), 3u);
  renaming.end();
  EXPECT_EQ(accepted(renaming, writers({24, 500})), 2u);  // and then nothing: the third is where it was learnt
  renaming.end();
  EXPECT_EQ(accepted(renaming, writers({24, 500, 500})), 2u);
}

TEST(Renaming, AddressesThatMoveOntoNothingAreNotAllMemory) {
  const Program learnt = {{Act::Task, {{24, kOut}}}, {Act::Task, {{16, kOut}}}};
  const Program moved_to_zero = {{Act::Task, {{8, kOut}}}, {Act::Task, {{depend::kAllMemory, kOut}}}};
  const GraphPtr graph = test::pattern_graph_of(learnt);
  Renaming renaming(*graph->pattern);
  EXPECT_EQ(accepted(renaming, learnt), 2u);
  renaming.end();
  EXPECT_EQ(accepted(renaming, moved_to_zero), 1u);
}

}  // namespace
}  // namespace rondo::graph
