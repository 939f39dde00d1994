// SPDX-License-Identifier: Apache-2.0
//
// graph/replay/comparison.hpp: an encounter passes as long as what it creates has the recorded dependences, and not
// beyond the first creation that has not. Many encounters in a row with one instance's memory: at the recorded
// addresses, at others, first at the ones and then at the others, and some that differ.
#include "graph/replay/comparison.hpp"
#include "graph/compile/compile.hpp"

#include "graph/moved_program.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using test::Action;
using test::Kind;
using test::Program;

// A record's lists, and what an instance keeps.
class Kept {
 public:
  explicit Kept(const Program& program) {
    Recorder recorder(false);
    test::record(program, recorder);
    lists_ = RecordedLists::make(recorder.notes);
    graph_ = compile(recorder);
  }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  ~Kept() {
    free_moved(moved_);
    std::free(const_cast<RecordedLists*>(lists_));
    free_graph(graph_);
  }

  // How many creations pass. `by_form`: as the entry points do it, by form and addresses, while that is possible.
  size_t accepted(const Program& use, bool by_form) {
    Comparison comparison;
    comparison.begin(*lists_, *graph_, moved_);
    uint32_t n = 0;
    for (; n < use.size() && n < graph_->n_nodes; n++) {
      if (by_form && passes(comparison, n, use[n])) continue;
      if (comparison.compare(n, use[n].act, use[n].dependences) != nullptr) break;
    }
    const Addresses addresses = comparison.compared_at();
    comparison.end();
    if (n == graph_->n_nodes) expect_accesses(use, addresses);
    return n;
  }
  bool has_moved() const { return moved_ != nullptr; }

 private:
  // When all has passed, what is kept names the dependences of this encounter.
  void expect_accesses(const Program& use, Addresses addresses) const {
    std::vector<depend::Dependence> expected, found;
    for (const Action& action : use) {
      for (const depend::Dependence& dependence : action.dependences) expected.push_back(dependence);
    }
    auto add = [&](const depend::Dependence& access) { found.push_back(access); };
    ASSERT_NE(addresses, Addresses::Unknown);
    addresses == Addresses::Moved ? moved_->renaming.for_each_access(add) : lists_->for_each_access(*graph_, add);
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); i++) {
      EXPECT_EQ(found[i].address, expected[i].address);
      if (found[i].address != depend::kAllMemory) EXPECT_EQ(found[i].kind, expected[i].kind);
    }
  }

  bool passes(Comparison& comparison, uint32_t node, const Action& action) {
    if (!comparison.is_exact()) return false;
    const ListForm& form = graph_->nodes[node].shape().form;
    if (form.act != action.act || form.n != action.dependences.size()) return false;
    for (size_t i = 0; i < form.n; i++) {
      if (form.kinds[i] != action.dependences[i].kind) return false;
      if (comparison.addresses()[i] != action.dependences[i].address) return false;
    }
    comparison.pass(form.n);
    return true;
  }

  const RecordedLists* lists_ = nullptr;
  Graph* graph_ = nullptr;
  MovedLists* moved_ = nullptr;
};

TEST(Comparison, RefusesExactlyWhatDiffers) {
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    size_t n_whole = 0, n_refused = 0;
    for (int run = 0; run < 150; run++) {
      const Program program = test::random_program(rng, 40);
      Kept kept(program);
      Program use = program;
      for (int n = 0; n < 20; n++) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run << ", encounter " << n);
        if (rng.below(2) == 0) use = rng.below(2) == 0 ? program : test::moved(program, rng);
        Program now = use;
        if (rng.below(3) == 0) test::change(now, rng);
        if (now.size() > program.size()) now.resize(program.size());  // that is noticed by other means
        const size_t expected = test::first_difference(program, now);
        ASSERT_EQ(kept.accepted(now, rng.below(2) == 0), expected);
        expected == now.size() ? n_whole++ : n_refused++;
      }
    }
    EXPECT_GT(n_whole, 1000u);
    EXPECT_GT(n_refused, 300u);
  }
}

// From the middle of an encounter on, everything lies elsewhere, or where something else was: a new name may be any
// that is not in use, an old one only its own.
TEST(Comparison, WhatMovesInTheMiddleKeepsItsNames) {
  const Program program = {{Act::Task, {{64, Kind::Out}}},
                           {Act::Task, {{64, Kind::In}, {72, Kind::Out}}},
                           {Act::Task, {{64, Kind::In}, {72, Kind::In}, {80, Kind::Out}}}};
  auto with_last = [&](std::vector<depend::Dependence> last) {
    Program use = program;
    use[2].dependences = std::move(last);
    return use;
  };
  Kept kept(program);
  EXPECT_EQ(kept.accepted(program, true), 3u);
  EXPECT_FALSE(kept.has_moved());
  EXPECT_EQ(kept.accepted(with_last({{64, Kind::In}, {72, Kind::In}, {800, Kind::Out}}), true), 3u);
  EXPECT_TRUE(kept.has_moved());
  EXPECT_EQ(kept.accepted(with_last({{72, Kind::In}, {64, Kind::In}, {80, Kind::Out}}), true), 2u);
  EXPECT_EQ(kept.accepted(with_last({{64, Kind::In}, {800, Kind::In}, {80, Kind::Out}}), true), 2u);
  EXPECT_EQ(kept.accepted(with_last({{64, Kind::In}, {72, Kind::In}, {72, Kind::Out}}), true), 2u);
  EXPECT_EQ(kept.accepted(with_last({{64, Kind::In}, {72, Kind::In}, {80, Kind::In}}), true), 2u);
  EXPECT_EQ(kept.accepted(program, true), 3u);
}

TEST(Comparison, ListsSayWhatWasRecorded) {
  const Program program = {{Act::Task, {}},
                           {Act::Task, {{8, Kind::Out}, {16, Kind::Out}, {24, Kind::In}}},
                           {Act::JoinChildren, {}},
                           {Act::Task, {{8, Kind::In}, {16, Kind::Out}}},
                           {Act::JoinDescendants, {}},
                           {Act::Task, {{8, Kind::MutexInOutSet}}}};
  Recorder recorder(false);
  test::record(program, recorder);
  const RecordedLists* lists = RecordedLists::make(recorder.notes);
  Graph* graph = compile(recorder);
  const uintptr_t* address = lists->addresses();
  constexpr uint64_t kNone = ListForm::kNone;
  const uint64_t n_out[] = {0, 2, 0, kNone, 0, kNone};
  for (uint32_t node = 0; node < program.size(); node++) {
    const ListForm& form = graph->nodes[node].shape().form;
    EXPECT_EQ(form.act, program[node].act);
    EXPECT_EQ(form.n_out, n_out[node]);
    ASSERT_EQ(form.n, program[node].dependences.size());
    for (const depend::Dependence& dependence : program[node].dependences) EXPECT_EQ(*address++, dependence.address);
  }
  EXPECT_EQ(graph->nodes[graph->n_nodes].shape().form.n, kNone);
  free_graph(graph);
  std::free(const_cast<RecordedLists*>(lists));
}

}  // namespace
}  // namespace rondo::graph
