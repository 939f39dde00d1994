// SPDX-License-Identifier: Apache-2.0
//
// graph/replay/instance.hpp: a graph is replayed twice on one instance by two workers. In each replay every node runs
// once, after its predecessors and, in a re-capture, after its data is there; nothing is swept between the replays.
#include "graph/compile/compile.hpp"
#include "graph/replay/instance.hpp"

#include <initializer_list>
#include <memory>
#include <vector>

#include "graph/model/backward.hpp"
#include "graph/record/recorder.hpp"
#include "harness.hpp"
#include "os/cpu.hpp"

namespace rondo::model {
namespace {

using depend::Dependence;
using depend::Kind;
using graph::Graph;
using graph::Instance;
using graph::NodeIndex;
using graph::NodeState;

constexpr uint32_t kMaxNodes = 4;
constexpr int kReplays = 2;
constexpr uintptr_t kX = 0x1000;
constexpr uintptr_t kY = 0x2000;

// The mutation of this harness: the counter is set again only when everything that the node does is over.
enum class Rearm : uint8_t { BeforeTheBody, AtTheEnd };

using Accesses = std::initializer_list<Dependence>;

std::shared_ptr<Graph> graph_of(std::initializer_list<Accesses> nodes) {
  graph::Recorder recorder(false);
  for (const Accesses& accesses : nodes) recorder.add_task({}, nullptr, {accesses.begin(), accesses.size()});
  std::shared_ptr<Graph> graph(graph::compile(recorder), graph::free_graph);
  graph::Backward(*graph).copy_to(*graph);  // for the checks, also where its units become groups
  return graph;
}

struct Shared {
  const Graph& graph;
  const Rearm rearm;
  Instance* const instance;
  base::Atomic<NodeState*> inbox{nullptr};  // the helper's next node
  base::Atomic<uint32_t> is_over{0};
  int n_runs[kMaxNodes] = {};
  int n_bodies[kMaxNodes] = {};  // runs of nodes that are not empty
  int captured[kMaxNodes] = {};

  Shared(const Graph& its_graph, bool recaptures, Rearm when)
      : graph(its_graph), rearm(when), instance(graph::make_instance(its_graph, recaptures)) {}
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { graph::free_instance(instance); }

  task::JoinCounter& join_counter() { return instance->domain.join_counter; }
  NodeState& state(NodeIndex node) { return instance->states[node]; }

  void body(NodeIndex node) {
    n_runs[node]++;
    for (uint32_t i = graph.first_predecessor[node]; i < graph.first_predecessor[node + 1]; i++) {
      check(n_runs[graph.predecessors[i]] == n_runs[node], "a predecessor has not run in this replay");
    }
    if (instance->states[node].is_empty) return;
    n_bodies[node]++;
    if (graph::is_captured(instance->kind)) check(captured[node] == n_runs[node], "the data is not there");
  }

  // As sched::run_node. What becomes ready first stays; the rest is put in `spare`.
  NodeState* run(NodeState& node, std::vector<NodeState*>& spare) {
    const auto index = static_cast<NodeIndex>(&node - instance->states);
    if (rearm == Rearm::BeforeTheBody) graph::rearm(node);
    body(index);
    for (NodeIndex m = graph.next_member(index); m != 0; m = graph.next_member(m)) body(m);
    NodeState* next = nullptr;
    if (graph.is_sink(index)) {
      (void)join_counter().report(1);
    } else {
      graph::retire(*instance, instance->node_of(node), instance->kind, [&](NodeState* ready) {
        if (next != nullptr) spare.push_back(next);
        next = ready;
      });
    }
    if (rearm == Rearm::AtTheEnd) graph::rearm(node);
    return next;
  }

  void run_all(NodeState* node, std::vector<NodeState*>& spare) {
    while (node != nullptr) node = run(*node, spare);
  }

  // The helper's whole life. It never has spare nodes: the graphs are not that wide.
  void help() {
    std::vector<NodeState*> spare;
    while (is_over.load_acquire() == 0) {
      NodeState* node = inbox.load_acquire();
      if (node == nullptr) {
        os::relax();
        continue;
      }
      inbox.store_release(nullptr);
      run_all(node, spare);
      check(spare.empty(), "the graph is too wide for this harness");
    }
  }
  void give_away(NodeState& node) {
    while (inbox.load_acquire() != nullptr) os::relax();
    inbox.store_release(&node);
  }

  void begin_replay() {
    join_counter().open(task::kNoWorker);
    join_counter().count_created(graph.n_sinks);
  }
  void end_replay() {
    while (!join_counter().is_done(task::Depth::Descendants)) os::relax();
  }

  void expect_all_ran() {
    for (NodeIndex node = 0; node < graph.n_nodes; node++) check(n_runs[node] == kReplays, "a node did not run");
  }
};

// Pure: the master runs the first root and what follows from it, the helper gets the rest.
Program pure(const std::shared_ptr<Graph>& graph, Rearm rearm) {
  return [=](Execution& execution) {
    auto& shared = execution.make<Shared>(*graph, false, rearm);
    execution.thread([&shared] {
      std::vector<NodeState*> spare;
      for (int replay = 0; replay < kReplays; replay++) {
        shared.begin_replay();
        for (uint32_t root = 1; root < shared.graph.n_roots; root++) {
          shared.give_away(shared.state(shared.graph.roots[root]));
        }
        NodeState* node = &shared.state(shared.graph.roots[0]);
        while (node != nullptr) {
          node = shared.run(*node, spare);
          for (NodeState* other : spare) shared.give_away(*other);
          spare.clear();
        }
        shared.end_replay();
      }
      shared.is_over.store_release(1);
    });
    execution.thread([&shared] { shared.help(); });
    execution.at_end([&shared] { shared.expect_all_ran(); });
  };
}

// The mutation of units: captured with their first member instead of their last.
NodeState* capture_of_head(NodeState& state) {
  const bool is_head = &state == &graph::unit_of(state);
  return is_head && (state.instance->node_of(state).n_predecessors == 0 || state.pending.sub_acq_rel(1) == 1) ? &state
                                                                                                              : nullptr;
}

// Re-capture: the master fills in the nodes' data one after the other and gives away the first.
Program recaptured(const std::shared_ptr<Graph>& graph, Rearm rearm,
                   NodeState* (*capture)(NodeState&) = graph::capture) {
  return [=](Execution& execution) {
    auto& shared = execution.make<Shared>(*graph, true, rearm);
    execution.thread([&shared, capture] {
      std::vector<NodeState*> spare;
      for (int replay = 0; replay < kReplays; replay++) {
        shared.begin_replay();
        for (NodeIndex node = 0; node < shared.graph.n_nodes; node++) {
          shared.captured[node] = replay + 1;
          NodeState* ready = capture(shared.state(node));
          if (ready == nullptr) continue;
          ready == &shared.state(0) ? shared.give_away(*ready) : shared.run_all(ready, spare);
        }
        shared.end_replay();
      }
      shared.is_over.store_release(1);
    });
    execution.thread([&shared] { shared.help(); });
    execution.at_end([&shared] { shared.expect_all_ran(); });
  };
}

// The first encounter creates a task fewer than were recorded, the second one all of them. The mutation: who says
// that a node is empty says it too late.
enum class Say : uint8_t { BeforeItCanStart, Afterwards };

Program abandoned(const std::shared_ptr<Graph>& graph, Say say) {
  return [=](Execution& execution) {
    auto& shared = execution.make<Shared>(*graph, true, Rearm::BeforeTheBody);
    const NodeIndex last = graph->n_nodes - 1;
    execution.thread([&shared, say, last] {
      std::vector<NodeState*> spare;
      for (int replay = 0; replay < kReplays; replay++) {
        shared.begin_replay();
        for (NodeIndex node = 0; node <= last; node++) {
          NodeState& state = shared.state(node);
          const bool is_empty = node == last && replay == 0;
          if (is_empty && say == Say::BeforeItCanStart) state.is_empty = true;
          if (!is_empty) shared.captured[node] = replay + 1;
          NodeState* ready = graph::capture(state);
          if (is_empty && say == Say::Afterwards) state.is_empty = true;
          if (ready == nullptr) continue;
          ready == &shared.state(0) ? shared.give_away(*ready) : shared.run_all(ready, spare);
        }
        shared.end_replay();
        shared.state(last).is_empty = false;
      }
      shared.is_over.store_release(1);
    });
    execution.thread([&shared] { shared.help(); });
    execution.at_end([&shared, last] {
      for (NodeIndex node = 0; node <= last; node++) {
        check(shared.n_runs[node] == kReplays, "a node was not passed by");
        check(shared.n_bodies[node] == (node == last ? 1 : 2), "a body ran without its task, or did not run");
      }
    });
  };
}

std::shared_ptr<Graph> diamond() {
  return graph_of({{{kX, Kind::Out}}, {{kX, Kind::In}}, {{kX, Kind::In}}, {{kX, Kind::Out}}});
}
std::shared_ptr<Graph> two_roots() {
  return graph_of({{{kX, Kind::Out}}, {{kY, Kind::Out}}, {{kX, Kind::In}, {kY, Kind::In}}});
}
std::shared_ptr<Graph> chain() { return graph_of({{{kX, Kind::Out}}, {{kX, Kind::Out}}}); }

// A chain of three, the first two of which are one unit.
std::shared_ptr<Graph> grouped_chain() {
  auto graph = graph_of({{{kX, Kind::Out}}, {{kX, Kind::Out}}, {{kX, Kind::Out}}});
  graph::Node* nodes = graph->nodes;
  graph->links = static_cast<NodeIndex*>(std::calloc(3, sizeof(NodeIndex)));
  for (NodeIndex node = 0; node < 3; node++) graph->links[node] = node == 2 ? 2 : 1 - node;
  nodes[0].is_last = false;
  nodes[1].is_head = false;
  nodes[1].n_predecessors = 0;
  graph->successors[0] = 2 | graph::kOnlyPredecessor;
  for (NodeIndex node = 1; node <= 3; node++) nodes[node].first_successor = 1;
  return graph;
}
TEST(Replay, AUnitRunsWhenItsLastMemberIsCaptured) {
  expect_holds("replay: a unit", pure(grouped_chain(), Rearm::BeforeTheBody));
  expect_holds("re-capture: a unit", recaptured(grouped_chain(), Rearm::BeforeTheBody));
  EXPECT_TRUE(explore(recaptured(grouped_chain(), Rearm::BeforeTheBody, capture_of_head)).failed);
}

TEST(Replay, EveryNodeRunsOnceAReplayAfterItsPredecessors) {
  expect_holds("replay: diamond", pure(diamond(), Rearm::BeforeTheBody));
  expect_holds("replay: two roots", pure(two_roots(), Rearm::BeforeTheBody));
}

TEST(Replay, EveryNodeRunsOnceAReplayAfterItsCapture) {
  expect_holds("re-capture: chain", recaptured(chain(), Rearm::BeforeTheBody));
  expect_holds("re-capture: two roots", recaptured(two_roots(), Rearm::BeforeTheBody));
}

TEST(Replay, WhatIsNotCreatedRunsEmpty) {
  expect_holds("abandoned: chain", abandoned(chain(), Say::BeforeItCanStart));
  expect_holds("abandoned: two roots", abandoned(two_roots(), Say::BeforeItCanStart));
  EXPECT_TRUE(explore(abandoned(two_roots(), Say::Afterwards)).failed);
  expect_breaks("abandoned: two roots", abandoned(two_roots(), Say::BeforeItCanStart),
                {Mutation::SplitAdd, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

TEST(Replay, CountersMustBeSetBeforeTheBody) {
  EXPECT_TRUE(explore(pure(two_roots(), Rearm::AtTheEnd)).failed);
  EXPECT_TRUE(explore(recaptured(chain(), Rearm::AtTheEnd)).failed);
}

TEST(Replay, NeedsItsOperations) {
  const auto lost_or_unordered = {Mutation::SplitAdd, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed};
  expect_breaks("two roots", pure(two_roots(), Rearm::BeforeTheBody), lost_or_unordered);
  expect_breaks("chain", recaptured(chain(), Rearm::BeforeTheBody), lost_or_unordered);
}

}  // namespace
}  // namespace rondo::model
