// SPDX-License-Identifier: Apache-2.0
//
// graph/replay/instance.hpp and node_cursor.hpp: one instance serves any number of replays without a sweep between
// them, pure and re-captured, on one thread in any order and on several.
#include "graph/replay/instance.hpp"
#include "graph/compile/compile.hpp"
#include "graph/replay/assign_slots.hpp"
#include "graph/replay/node_cursor.hpp"

#include <cstring>
#include <memory>
#include <mutex>

#include <gtest/gtest.h>

#include "depend/oracle.hpp"
#include "graph/graphs.hpp"
#include "graph/model/backward.hpp"
#include "graph/tune/tune.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using test::GraphPtr;
using test::InstancePtr;

GraphPtr random_graph(base::Rng& rng, uint32_t n_nodes) {
  test::RandomDependences random(rng);
  Recorder recorder(false);
  for (uint32_t i = 0; i < n_nodes; i++) {
    const test::Dependences dependences = random.next();
    if (rng.below(30) == 0) {
      recorder.add_join(dependences, task::Depth::Children);
    } else {
      recorder.add_task({}, nullptr, dependences);
    }
  }
  return GraphPtr(compile(recorder));
}

// The same, or tuned: with groups of nodes as units.
GraphPtr random_graph_or_units(base::Rng& rng, uint32_t n_nodes) {
  GraphPtr graph = random_graph(rng, n_nodes);
  if (rng.below(3) == 0) return graph;
  measure_ticks(*graph);
  for (NodeIndex node = 0; node < n_nodes; node++) graph->note_time(node, 10);
  return GraphPtr(tune(*graph, 1 + rng.below(4), Coarsening::On));
}

// Predecessors of each node.
std::vector<std::vector<NodeIndex>> predecessors_of(const Graph& graph) {
  std::vector<std::vector<NodeIndex>> predecessors(graph.n_nodes);
  const Backward edges(graph);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    edges.for_each(node, [&](NodeIndex predecessor, bool) { predecessors[node].push_back(predecessor); });
  }
  return predecessors;
}

// One instance under replay. A node's plain counter tells how often it has run.
class Replays {
 public:
  Replays(const Graph& graph, bool recaptures)
      : graph_(graph),
        instance_(make_instance(graph, recaptures)),
        predecessors_(predecessors_of(graph)),
        n_runs_(graph.n_nodes),
        n_captured_(graph.n_nodes) {}

  void add(NodeState* node) {
    const std::lock_guard lock(mutex_);
    ready_.push_back(node);
  }
  void begin_pure() {
    for (uint32_t i = 0; i < graph_.n_roots; i++) add(&instance_->states[graph_.roots[i]]);
  }
  // Data of the next node is in place.
  void capture_next(NodeIndex node) {
    n_captured_[node]++;
    if (NodeState* ready = capture(instance_->states[node])) add(ready);
  }

  // Runs one ready node; false: there is none.
  bool run_one(base::Rng& rng) {
    NodeState* state = nullptr;
    {
      const std::lock_guard lock(mutex_);
      if (ready_.empty()) return false;
      std::swap(ready_[rng.below(static_cast<uint32_t>(ready_.size()))], ready_.back());
      state = ready_.back();
      ready_.pop_back();
    }
    const auto head = static_cast<NodeIndex>(state - instance_->states);
    rearm(*state);
    NodeIndex index = head;
    do {
      n_runs_[index]++;
      for (NodeIndex before : predecessors_[index]) EXPECT_EQ(n_runs_[before], n_runs_[index]) << "too early";
      if (is_captured(instance_->kind)) EXPECT_EQ(n_captured_[index], n_runs_[index]) << "before its data";
      index = graph_.next_member(index);
    } while (index != 0);
    if (graph_.is_sink(head)) {
      n_sinks_.fetch_add(1);
    } else {
      retire(*instance_, instance_->node_of(*state), instance_->kind, [&](NodeState* ready) { add(ready); });
    }
    return true;
  }

  bool is_over(uint32_t replay) const { return n_sinks_.load() == uint64_t{replay} * graph_.n_sinks; }
  void expect_ran(uint32_t n) const {
    for (NodeIndex node = 0; node < graph_.n_nodes; node++) ASSERT_EQ(n_runs_[node], n) << "node " << node;
  }

 private:
  const Graph& graph_;
  InstancePtr instance_;
  const std::vector<std::vector<NodeIndex>> predecessors_;
  std::vector<uint32_t> n_runs_;
  std::vector<uint32_t> n_captured_;
  std::mutex mutex_;
  std::vector<NodeState*> ready_;
  std::atomic<uint64_t> n_sinks_{0};
};

TEST(Instance, PureReplaysInAnyOrder) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    for (int program = 0; program < 20; program++) {
      const GraphPtr graph = random_graph_or_units(rng, 1 + rng.below(80));
      Replays replays(*graph, false);
      for (uint32_t replay = 1; replay <= 20; replay++) {
        replays.begin_pure();
        while (replays.run_one(rng)) {
        }
        ASSERT_TRUE(replays.is_over(replay));
        replays.expect_ran(replay);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Instance, RecapturesInAnyOrder) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    for (int program = 0; program < 20; program++) {
      const GraphPtr graph = random_graph_or_units(rng, 1 + rng.below(80));
      Replays replays(*graph, true);
      for (uint32_t replay = 1; replay <= 20; replay++) {
        const uint32_t run_percent = rng.below(100);
        for (NodeIndex node = 0; node < graph->n_nodes; node++) {
          replays.capture_next(node);
          while (rng.below(100) < run_percent && replays.run_one(rng)) {
          }
        }
        while (replays.run_one(rng)) {
        }
        ASSERT_TRUE(replays.is_over(replay));
        replays.expect_ran(replay);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Instance, ReplaysOnThreads) {
  constexpr uint32_t kReplays = 30;
  for (bool recaptures : {false, true}) {
    for (uint32_t n_threads : test::kThreadCounts) {
      for (uint64_t seed : test::kSeeds) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", threads " << n_threads << ", " << recaptures);
        base::Rng rng(seed);
        const GraphPtr graph = random_graph_or_units(rng, 200);
        Replays replays(*graph, recaptures);
        test::on_threads(n_threads, [&](uint32_t thread) {
          base::Rng mine(seed * 16 + thread);
          for (uint32_t replay = 1; replay <= kReplays; replay++) {
            if (thread == 0 && !recaptures) replays.begin_pure();
            for (NodeIndex node = 0; thread == 0 && recaptures && node < graph->n_nodes; node++) {
              replays.capture_next(node);
            }
            // The others help whichever replay is under way; only thread 0 begins one.
            while (!replays.is_over(thread == 0 ? replay : kReplays)) {
              if (!replays.run_one(mine)) std::this_thread::yield();
            }
          }
        });
        replays.expect_ran(kReplays);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Instance, SlotsFollowTheTeam) {
  base::Rng rng(1);
  const GraphPtr graph = random_graph_or_units(rng, 50);
  for (const bool is_placed : {true, false}) {
    graph->is_placed = is_placed;
    const InstancePtr instance(make_instance(*graph, false));
    for (uint32_t n_slots : {4u, 4u, 1u, 3u}) {
      assign_slots(*instance, n_slots, false);
      for (NodeIndex node = 0; node < graph->n_nodes; node++) {
        const uint32_t slot = is_placed ? graph->nodes[node].slot(n_slots) : uint32_t{NodeState::kUnplaced};
        ASSERT_EQ(instance->states[node].slot, slot);
      }
    }
  }
}

// Where the graph was tuned for it, the first share is that of the slot that captures.
TEST(Instance, SlotsAreCountedFromTheMaster) {
  base::Rng rng(2);
  const GraphPtr graph = random_graph_or_units(rng, 50);
  graph->is_placed = true;
  graph->begins_at_master = true;
  for (const bool recaptures : {true, false}) {
    const InstancePtr instance(make_instance(*graph, recaptures));
    instance->choice.way = Way::Spread;
    for (const uint32_t n_slots : {2u, 4u, 1u}) {
      for (uint32_t master = 0; master < n_slots; master++) {
        instance->master_slot = master;
        assign_slots(*instance, n_slots, false);
        for (NodeIndex node = 0; node < graph->n_nodes; node++) {
          const uint32_t slot = graph->nodes[node].slot(n_slots) + (recaptures ? master : 0);
          ASSERT_EQ(instance->states[node].slot, slot % n_slots);
        }
      }
    }
  }
}

TEST(Instance, BlocksAreApartAndAligned) {
  Recorder recorder(false);
  for (uint32_t i = 0; i < 10; i++) {
    task::TaskSpec spec = {};
    spec.block_bytes = 1 + 50 * i;
    recorder.add_task(spec, nullptr, {});
  }
  const GraphPtr graph(compile(recorder));
  const InstancePtr instance(make_instance(*graph, true));
  for (NodeIndex node = 0; node < 10; node++) {
    char* block = instance->block_of(graph->nodes[node]);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0u);
    std::memset(block, static_cast<int>(node), 1 + 50 * node);
  }
  for (NodeIndex node = 0; node < 10; node++) {
    EXPECT_EQ(*instance->block_of(graph->nodes[node]), static_cast<char>(node));
  }
}

// ---- Cursors ----------------------------------------------------------------------------------------------------

task::TaskSpec spec_of(uint32_t body, uint32_t bytes) {
  task::TaskSpec spec = {};
  spec.entry.gomp = reinterpret_cast<task::GompEntry>(uintptr_t{body});
  spec.block_bytes = bytes;
  spec.flags = task::kUntied;
  return spec;
}

TEST(NodeCursor, MatchesTheCreationsOfTheRecord) {
  Recorder recorder(false);
  recorder.add_task(spec_of(1, 8), nullptr, {});
  recorder.add_join({}, task::Depth::Children);
  recorder.add_task(spec_of(2, 16), nullptr, {});
  const GraphPtr graph(compile(recorder));
  const InstancePtr instance(make_instance(*graph, true));
  NodeCursor nodes(*instance);

  EXPECT_EQ(nodes.expect_join(), nullptr);
  EXPECT_EQ(nodes.expect(spec_of(2, 8)), nullptr) << "another body";
  EXPECT_EQ(nodes.expect(spec_of(1, 9)), nullptr) << "another size";
  task::TaskSpec other = spec_of(1, 8);
  other.flags = 0;
  EXPECT_EQ(nodes.expect(other), nullptr) << "other flags";
  other = spec_of(1, 8);
  other.shareds_offset = 4;
  EXPECT_EQ(nodes.expect(other), nullptr) << "another layout";
  EXPECT_EQ(nodes.expect(spec_of(1, 8)), &graph->nodes[0]);

  EXPECT_EQ(nodes.captured(), &instance->states[0]);
  EXPECT_EQ(nodes.expect(spec_of(1, 8)), nullptr) << "a task instead of the wait";
  EXPECT_EQ(nodes.expect_join(), &graph->nodes[1]);
  EXPECT_EQ(nodes.captured(), nullptr) << "waits for the first task";
  EXPECT_EQ(nodes.expect(spec_of(2, 16)), &graph->nodes[2]);
  EXPECT_FALSE(nodes.is_complete());
  EXPECT_EQ(nodes.captured(), nullptr);
  EXPECT_TRUE(nodes.is_complete());
  EXPECT_EQ(nodes.expect(spec_of(2, 16)), nullptr) << "one task too many";
  EXPECT_EQ(nodes.expect_join(), nullptr) << "one wait too many";
}

TEST(NodeCursor, TellsWhatIsPlacedElsewhere) {
  Recorder recorder(false);
  for (int i = 0; i < 6; i++) recorder.add_task({}, nullptr, {});
  const GraphPtr graph(compile(recorder));
  const InstancePtr instance(make_instance(*graph, true));
  const uint16_t slots[] = {0, 1, 0, 2, 0, 0};
  for (NodeIndex node = 0; node < 6; node++) instance->states[node].slot = slots[node];
  NodeCursor nodes(*instance);
  for (NodeIndex node = 0; node < 6; node++) {
    constexpr uint32_t kBefore[] = {0, 0, 1, 1, 2, 2};
    EXPECT_EQ(nodes.n_captured_elsewhere(0), kBefore[node]) << node;
    EXPECT_EQ(nodes.are_left_elsewhere(0), node < 4) << node;
    (void)nodes.captured();
  }
  EXPECT_EQ(nodes.n_captured_elsewhere(0), 2u);
  EXPECT_FALSE(nodes.are_left_elsewhere(0));
}

}  // namespace
}  // namespace rondo::graph
