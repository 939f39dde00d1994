// SPDX-License-Identifier: Apache-2.0
//
// graph/replay/cycle.hpp: a cyclic graph orders what the loop's iterations, written out one after the other, order,
// and at most a node behind itself; executed in random order, with everything that comes from outside at random
// moments, no node runs before its predecessors, before its gate, or too often.
#include "graph/replay/cycle.hpp"
#include "graph/compile/compile.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "depend/oracle.hpp"
#include "graph/graphs.hpp"
#include "graph/model/backward.hpp"
#include "graph/record/recorder.hpp"
#include "graph/tune/tune.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using test::Dependences;
using test::GraphPtr;
using test::InstancePtr;
using test::Kind;
using test::Relation;

struct Step {
  NodeKind kind;
  Dependences dependences;
  uint16_t copy;
};
using Steps = std::vector<Step>;

GraphPtr compiled(const Steps& program, Gate gate) {
  Recorder recorder(false);
  for (const Step& recorded : program) {
    recorder.copy = recorded.copy;
    switch (recorded.kind) {
      case NodeKind::Task:
        recorder.add_task({}, nullptr, recorded.dependences);
        break;
      case NodeKind::Join:
        recorder.add_join(recorded.dependences, task::Depth::Children);
        break;
      case NodeKind::Condition:
        recorder.add_condition(recorded.dependences);
        break;
    }
  }
  EXPECT_EQ(recorder.reason(), nullptr);
  return GraphPtr(compile_cycle(recorder, gate));
}

// Compiled once more: tiny nodes, as these are taken to be, become units of several.
GraphPtr coarse(const Graph& graph, uint32_t n_slots) { return GraphPtr(tune(graph, n_slots, Coarsening::On)); }

// Bodies of `n_unrolled` iterations; with a condition at the end of each if asked for.
Steps random_program(base::Rng& rng, uint16_t n_unrolled, bool has_conditions) {
  test::RandomDependences random(rng);
  Steps program;
  for (uint16_t copy = 0; copy < n_unrolled; copy++) {
    const uint32_t n = 1 + rng.below(8);
    for (uint32_t i = 0; i < n; i++) {
      const bool is_join = rng.below(25) == 0;
      program.push_back({is_join ? NodeKind::Join : NodeKind::Task, random.next(), copy});
    }
    if (!has_conditions) continue;
    Dependences reads;
    if (rng.below(2) == 0) reads.push_back({8 * (1 + uintptr_t{rng.below(4)}), Kind::In});
    program.push_back({NodeKind::Condition, reads, copy});
  }
  return program;
}

// The iterations written out: node k of round r is number r * n + k.
Relation written_out(const Steps& program, size_t n_rounds) {
  const size_t n = program.size();
  Relation before(n_rounds * n);
  for (size_t i = 0; i < before.size(); i++) {
    for (size_t j = 0; j < i; j++) {
      const Step& later = program[i % n];
      const Step& earlier = program[j % n];
      const bool waits_for_all =
          later.kind == NodeKind::Join || (later.kind == NodeKind::Condition && later.dependences.empty());
      before[i].set(j, waits_for_all || earlier.kind == NodeKind::Join ||
                           test::must_wait(test::without_exclusion(later.dependences),
                                           test::without_exclusion(earlier.dependences)));
    }
  }
  return before;
}

void add_own_order(Relation& before, size_t n) {
  for (size_t i = n; i < before.size(); i++) before[i].set(i - n);
}

// Of units: what comes before their heads.
Relation gone_round(const Graph& graph, size_t n_rounds) {
  const size_t n = graph.n_nodes;
  Relation before(n_rounds * n);
  for (size_t round = 0; round < n_rounds; round++) {
    for (NodeIndex node = 0; node < n; node++) {
      for (uint32_t i = graph.nodes[node].first_successor; i < graph.nodes[node + 1].first_successor; i++) {
        const NodeIndex id = graph.successors[i];
        const size_t later = round + ((id & kNextRound) != 0 ? 1 : 0);
        if (later < n_rounds) before[later * n + (id & kIndexMask)].set(round * n + node);
      }
    }
  }
  return before;
}

void expect_invariants(const Graph& graph, Gate gate) {
  std::vector<uint32_t> n_predecessors(graph.n_nodes), n_crossing(graph.n_nodes);
  std::vector<bool> is_root(graph.n_nodes, true);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    bool is_sink = true;
    uint32_t rank = 0;  // successors in the order of their execution
    for (uint32_t i = graph.nodes[node].first_successor; i < graph.nodes[node + 1].first_successor; i++) {
      const NodeIndex id = graph.successors[i];
      const NodeIndex successor = id & kIndexMask;
      const bool is_crossing = (id & kNextRound) != 0;
      const bool is_near = !is_crossing && graph.nodes[successor].shape().copy == graph.nodes[node].shape().copy;
      ASSERT_TRUE(is_crossing || successor > node);
      const uint32_t its_rank = successor + (is_crossing ? graph.n_nodes : 0) + 1;
      ASSERT_GT(its_rank, rank);
      rank = its_rank;
      n_predecessors[successor]++;
      n_crossing[successor] += is_crossing ? 1 : 0;
      if (is_near) is_sink = is_root[successor] = false;
      const bool has_recorded = graph.cyclic->n_crossing[successor] == 0 && graph.comes_behind_recorded(successor);
      ASSERT_EQ((id & kOnlyPredecessor) != 0, graph.nodes[successor].n_predecessors == 1 && !has_recorded);
    }
    EXPECT_EQ(graph.nodes[node].is_sink, is_sink);
  }
  uint32_t n_roots = 0;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    const uint32_t n_launches = gate == Gate::Launch && is_root[node] ? 1 : 0;
    EXPECT_EQ(graph.nodes[node].n_predecessors, n_predecessors[node] + n_launches);
    EXPECT_EQ(graph.cyclic->n_crossing[node], n_crossing[node]);
    EXPECT_GT(n_predecessors[node], 0u) << "nothing keeps it from running twice at a time";
    if (is_root[node]) {
      ASSERT_LT(n_roots, graph.n_roots);
      EXPECT_EQ(graph.roots[n_roots++], node);
    }
  }
  EXPECT_EQ(n_roots, graph.n_roots);
}

TEST(Cycle, OrdersWhatTheIterationsOrder) {
  constexpr size_t kRounds = 4;
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    for (int trial = 0; trial < 150; trial++) {
      const bool has_conditions = rng.below(2) == 0;
      const Steps program = random_program(rng, static_cast<uint16_t>(1 + rng.below(3)), has_conditions);
      const Gate gate = has_conditions ? Gate::Launch : Gate::None;
      const GraphPtr graph = compiled(program, gate);
      expect_invariants(*graph, gate);
      Relation expected = written_out(program, kRounds);
      add_own_order(expected, program.size());
      test::close_transitively(expected);
      Relation found = gone_round(*graph, kRounds);
      test::close_transitively(found);
      for (size_t i = 0; i < expected.size(); i++) {
        if (found[i] == expected[i]) continue;
        for (size_t j = 0; j < i; j++) {
          ASSERT_EQ(found[i][j], expected[i][j])
              << "number " << j << " before number " << i << " of " << program.size();
        }
      }
    }
  }
}

void expect_units_of_cycle(const Graph& graph) {
  uint32_t n_units = 0, n_members = 0;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    if (!graph.is_head(node)) {
      EXPECT_EQ(graph.nodes[node].n_predecessors, 0u);
      EXPECT_EQ(graph.nodes[node].first_successor, graph.nodes[node + 1].first_successor) << "has edges of its own";
      EXPECT_FALSE(graph.is_sink(node));
      continue;
    }
    n_units++;
    EXPECT_GT(graph.nodes[node].n_predecessors, 0u) << "nothing keeps it from running twice at a time";
    for (NodeIndex member = node;; member = graph.next_member(member)) {
      n_members++;
      EXPECT_EQ(graph.nodes[member].shape().copy, graph.nodes[node].shape().copy);
      if (graph.nodes[member].kind != NodeKind::Task) EXPECT_TRUE(member == node && graph.next_member(node) == 0);
      if (graph.next_member(member) == 0) break;
      ASSERT_GT(graph.next_member(member), member) << "not in creation order";
    }
  }
  EXPECT_EQ(n_units, graph.n_units);
  EXPECT_EQ(n_members, graph.n_nodes);
}

// Whatever nodes are grouped, the units keep their order, and never wait for themselves.
TEST(Cycle, UnitsOrderWhatTheIterationsOrder) {
  constexpr size_t kRounds = 3;
  uint32_t n_grouped = 0;
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    for (int trial = 0; trial < 60; trial++) {
      const bool has_conditions = rng.below(2) == 0;
      const Steps program = random_program(rng, static_cast<uint16_t>(1 + rng.below(3)), has_conditions);
      const GraphPtr nodes = compiled(program, has_conditions ? Gate::Launch : Gate::None);
      const GraphPtr graph = coarse(*nodes, 1 + rng.below(4));
      expect_units_of_cycle(*graph);
      n_grouped += graph->n_units < graph->n_nodes ? 1 : 0;
      Relation expected = written_out(program, kRounds);
      Relation found = gone_round(*graph, kRounds);
      test::close_by_repetition(found);
      const auto head_of = [&](size_t i) {
        return i - i % program.size() + graph->head_of(static_cast<NodeIndex>(i % program.size()));
      };
      for (size_t i = 0; i < expected.size(); i++) {
        ASSERT_FALSE(found[i][i]) << "a circle";
        for (size_t j = 0; j < i; j++) {
          if (expected[i][j] && head_of(i) != head_of(j))
            ASSERT_TRUE(found[head_of(i)][head_of(j)]) << j << " before " << i;
        }
      }
    }
  }
  EXPECT_GT(n_grouped, 20u);
}

// A loop in execution, by one thread that does at random what several would do.
class Loop {
 public:
  enum class Form : uint8_t { Nodes, Units };

  Loop(const Steps& program, Gate gate, uint64_t n_iterations, base::Rng& rng, Form form = Form::Nodes)
      : rng_(rng),
        nodes_(compiled(program, gate)),
        graph_(form == Form::Units ? coarse(*nodes_, 2) : compiled(program, gate)),
        instance_(make_cycle(*graph_, gate)),
        cycle_(*instance_->cycle),
        n_iterations_(n_iterations),
        n_rounds_((n_iterations + graph_->cyclic->n_unrolled - 1) / graph_->cyclic->n_unrolled),
        before_(written_out(program, n_rounds_)),
        n_runs_(program.size()) {
    if (gate == Gate::None) n_expected_ = set_limit(*instance_, n_iterations);
    for (NodeIndex node = 0; node < graph_->n_nodes; node++) {
      if (!graph_->comes_behind_recorded(node)) continue;
      if (gate == Gate::None && cycle_.limit(graph_->nodes[node]) == 0) continue;
      events_.emplace_back([this, node] { release(node); });
    }
  }

  // From a random moment on the loop is cancelled.
  void run_and_cancel() {
    cancel_at_ = 1 + rng_.below(static_cast<uint32_t>(n_rounds_ * graph_->n_nodes));
    run();
  }

  void run() {
    if (cycle_.gate != Gate::None) begin_iteration();
    while (!events_.empty() || !ready_.empty() || next_ < end_) {
      const uint32_t what = rng_.below(3);
      if (what == 0 && !events_.empty()) {
        std::swap(events_[rng_.below(static_cast<uint32_t>(events_.size()))], events_.back());
        const auto event = events_.back();
        events_.pop_back();
        event();
      } else if (what == 1 && next_ < end_) {
        go_on();
      } else if (!ready_.empty()) {
        run_one();
      }
      if (testing::Test::HasFatalFailure()) return;
    }
    cancel_at_ != 0 ? expect_all_ended() : expect_all_ran();
  }

 private:
  void release(NodeIndex node) {
    if (release_gate(instance_->states[node])) ready_.push_back(&instance_->states[node]);
  }

  // The control code of a while loop or of an update: one node at a time, after it has run in the round before. Of
  // units only roots' heads and conditions are looked at.
  void begin_iteration() {
    if (n_begun_ == n_iterations_) return;
    const UnrolledIteration& copy = graph_->cyclic->unrolled[n_begun_++ % graph_->cyclic->n_unrolled];
    next_ = copy.begin;
    end_ = copy.end;
  }
  void go_on() {
    const uint64_t round = (n_begun_ - 1) / graph_->cyclic->n_unrolled;
    if (graph_->is_head(next_) && cycle_.rounds[next_].load_acquire() < round) return;
    const bool is_root =
        std::find(graph_->roots, graph_->roots + graph_->n_roots, next_) != graph_->roots + graph_->n_roots;
    if (cycle_.gate == Gate::Capture || is_root) release(next_);
    // A while loop's condition is looked at when its node has run; an update goes on at once.
    const bool is_condition = graph_->nodes[next_].kind == NodeKind::Condition;
    if (is_condition) {
      awaited_ = next_;
      awaited_round_ = round + 1;
    }
    const bool is_over = is_condition ? n_runs_[next_] == round + 1 : next_ + 1 == end_;
    next_++;
    if (is_over) begin_iteration();
  }

  void run_one() {
    std::swap(ready_[rng_.below(static_cast<uint32_t>(ready_.size()))], ready_.back());
    NodeState& state = *ready_.back();
    ready_.pop_back();
    const auto node = static_cast<NodeIndex>(&state - instance_->states);
    rearm(state);
    const uint64_t round = n_runs_[node];
    for (NodeIndex member = node;; member = graph_->next_member(member)) {
      run_member(member);
      if (testing::Test::HasFatalFailure()) return;
      if (graph_->next_member(member) == 0) break;
    }
    const bool drops = cancel_at_ != 0 && ++n_steps_ >= cancel_at_;
    cycle_.rounds[node].store_release(drops ? Cycle::kDropped : round + 1);
    if (drops || round + 1 == cycle_.limit(instance_->node_of(state))) n_ended_++;
    retire_round(*instance_, instance_->node_of(state), round, instance_->kind, [&](NodeState* ready) {
      if (!drops || !is_dropped(*ready)) ready_.push_back(ready);
    });
    if (node == awaited_ && round + 1 == awaited_round_) begin_iteration();
  }

  void run_member(NodeIndex node) {
    const uint64_t round = n_runs_[node]++;
    const size_t number = round * graph_->n_nodes + node;
    ASSERT_LT(number, before_.size()) << "too often";
    for (size_t j = 0; j < number; j++) {
      if (before_[number][j]) ASSERT_GT(n_runs_[j % graph_->n_nodes], j / graph_->n_nodes) << "too early";
    }
  }

  void expect_all_ended() const { ASSERT_EQ(n_ended_, n_expected_); }
  void expect_all_ran() const {
    uint32_t n_ran = 0;
    for (NodeIndex node = 0; node < graph_->n_nodes; node++) {
      const uint64_t more = graph_->nodes[node].shape().copy < n_iterations_ % graph_->cyclic->n_unrolled ? 1 : 0;
      ASSERT_EQ(n_runs_[node], n_iterations_ / graph_->cyclic->n_unrolled + more) << "node " << node;
      n_ran += n_runs_[node] != 0 && graph_->is_head(node) ? 1 : 0;
    }
    if (cycle_.gate == Gate::None) EXPECT_EQ(n_ran, n_expected_);
  }

  base::Rng& rng_;
  const GraphPtr nodes_;
  const GraphPtr graph_;
  const InstancePtr instance_;
  Cycle& cycle_;
  const uint64_t n_iterations_;
  const uint64_t n_rounds_;
  const Relation before_;
  std::vector<uint64_t> n_runs_;
  std::vector<std::function<void()>> events_;  // ends of recorded tasks
  std::vector<NodeState*> ready_;
  uint64_t n_begun_ = 0;
  NodeIndex next_ = 0, end_ = 0;
  NodeIndex awaited_ = ~NodeIndex{0};
  uint64_t awaited_round_ = 0;
  uint32_t n_expected_ = 0;
  uint32_t cancel_at_ = 0;  // nodes run before; 0: never
  uint32_t n_steps_ = 0;
  uint32_t n_ended_ = 0;
};

void expect_runs_right(Gate gate, bool has_conditions, Loop::Form form = Loop::Form::Nodes) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    for (int trial = 0; trial < 300; trial++) {
      const Steps program = random_program(rng, static_cast<uint16_t>(1 + rng.below(3)), has_conditions);
      Loop loop(program, gate, 1 + rng.below(9), rng, form);
      loop.run();
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Cycle, EdgesAreTheSameFromTheirOtherEnds) {
  base::Rng rng(test::kSeeds[0]);
  for (int trial = 0; trial < 300; trial++) {
    const Steps program = random_program(rng, static_cast<uint16_t>(1 + rng.below(3)), false);
    const GraphPtr graph = compiled(program, Gate::None);
    const Backward backward(*graph);
    for (NodeIndex node = 0; node < graph->n_nodes; node++) {
      uint32_t n = 0;
      uint32_t n_crossing = 0;
      backward.for_each(node, [&](NodeIndex predecessor, bool is_crossing) {
        n++;
        n_crossing += is_crossing ? 1 : 0;
        const NodeIndex* begin = graph->successors + graph->nodes[predecessor].first_successor;
        const NodeIndex* end = graph->successors + graph->nodes[predecessor + 1].first_successor;
        const NodeIndex id = node | (is_crossing ? kNextRound : 0);
        EXPECT_TRUE(std::any_of(begin, end, [&](NodeIndex found) { return (found & ~kOnlyPredecessor) == id; }));
      });
      EXPECT_EQ(n, graph->nodes[node].n_predecessors);
      EXPECT_EQ(n_crossing, graph->cyclic->n_crossing[node]);
    }
  }
}

TEST(Cycle, ReleasedAtOnce) { expect_runs_right(Gate::None, false); }
TEST(Cycle, LaunchedByACondition) { expect_runs_right(Gate::Launch, true); }
TEST(Cycle, CapturedInEveryIteration) { expect_runs_right(Gate::Capture, false); }
TEST(Cycle, CapturedInEveryIterationOfAWhileLoop) { expect_runs_right(Gate::Capture, true); }

TEST(Cycle, UnitsReleasedAtOnce) { expect_runs_right(Gate::None, false, Loop::Form::Units); }
TEST(Cycle, UnitsLaunchedByACondition) { expect_runs_right(Gate::Launch, true, Loop::Form::Units); }

void expect_cancelled_ends(Loop::Form form) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    for (int trial = 0; trial < 300; trial++) {
      const Steps program = random_program(rng, static_cast<uint16_t>(1 + rng.below(3)), false);
      Loop loop(program, Gate::None, 1 + rng.below(9), rng, form);
      loop.run_and_cancel();
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}
TEST(Cycle, CancelledEndsEveryNodeOnce) { expect_cancelled_ends(Loop::Form::Nodes); }
TEST(Cycle, CancelledEndsEveryUnitOnce) { expect_cancelled_ends(Loop::Form::Units); }

TEST(Cycle, TasksWithoutDependencesFollowThemselves) {
  const GraphPtr graph = compiled({{NodeKind::Task, {}, 0}, {NodeKind::Task, {}, 0}}, Gate::None);
  EXPECT_EQ(graph->n_edges, 2u);
  for (NodeIndex node : {0u, 1u}) EXPECT_EQ(graph->successors[node], node | kNextRound | kOnlyPredecessor);
}

TEST(Cycle, SeamOfAGaussSeidelRow) {
  // Each block reads its neighbours and writes itself: within a round a chain; of what crosses only the right
  // neighbours' edges are left.
  Steps program;
  constexpr uintptr_t kN = 6;
  for (uintptr_t b = 1; b <= kN; b++) {
    program.push_back({NodeKind::Task, {{8 * b, Kind::In}, {8 * b + 16, Kind::In}, {8 * b + 8, Kind::Out}}, 0});
  }
  const GraphPtr graph = compiled(program, Gate::None);
  EXPECT_EQ(graph->n_edges, (kN - 1) + (kN - 1));
}

}  // namespace
}  // namespace rondo::graph
