// SPDX-License-Identifier: Apache-2.0
//
// graph/replay/cycle.hpp: two workers go round a cyclic graph several times without a barrier between the rounds.
// Every node runs as often as it has rounds, each time after its predecessors of that round and of the one before; in
// a while loop only when the control code has launched it, with fresh data only when that is captured; the first
// round comes behind the recorded tasks. A cancelled loop ends, and counts every node once.
#include "graph/replay/cycle.hpp"
#include "graph/compile/compile.hpp"

#include <initializer_list>
#include <memory>
#include <vector>

#include "depend/table.hpp"
#include "graph/record/recorder.hpp"
#include "graph/replay/kept_tasks.hpp"
#include "harness.hpp"
#include "os/cpu.hpp"

namespace rondo::model {
namespace {

using depend::Dependence;
using depend::Kind;
using graph::Gate;
using graph::Graph;
using graph::Instance;
using graph::kIndexMask;
using graph::kNextRound;
using graph::NodeIndex;
using graph::NodeState;

constexpr uint32_t kMaxNodes = 4;
constexpr uintptr_t kX = 0x1000;
constexpr uintptr_t kY = 0x2000;
constexpr uintptr_t kZ = 0x3000;

// The mutations of this harness: a counter is set again only when everything that the node does is over; an iteration
// is launched without a look at whether its roots have run in the one before.
enum class Rearm : uint8_t { BeforeTheBody, AtTheEnd };
enum class Launch : uint8_t { BehindTheRoundBefore, Blindly };
// The same of a capture: the block is filled while the round before may still read it.
enum class Capture : uint8_t { BehindTheRoundBefore, Blindly };
// Of a detachable node: the node is over with its body; or its counts for the next round come with the event only,
// but its round is announced when the body is over.
enum class Detach : uint8_t { OverWithBoth, OverWithTheBody, AnnouncedWithTheBody };
// Of a cancelled loop: nodes that are dropped may be made ready once more; who drops a node keeps its counts.
enum class Drop : uint8_t { Once, Twice, WithoutCounts };

constexpr task::TaskSpec kDetachableTask = {{}, 0, 0, task::kDetachable, 0, true};
constexpr int kDevice = 2;  // its number among the threads

using Accesses = std::initializer_list<Dependence>;

std::shared_ptr<Graph> released_graph(std::initializer_list<Accesses> nodes) {
  graph::Recorder recorder(false);
  for (const Accesses& accesses : nodes) recorder.add_task({}, nullptr, {accesses.begin(), accesses.size()});
  return {graph::compile_cycle(recorder, Gate::None), graph::free_graph};
}

// The first two meet in the third, which lets both begin their next round.
std::shared_ptr<Graph> two_roots() {
  return released_graph({{{kX, Kind::Out}}, {{kY, Kind::Out}}, {{kX, Kind::In}, {kY, Kind::In}}});
}
// The first node's next round overlaps with the third node.
std::shared_ptr<Graph> pipeline() {
  return released_graph({{{kX, Kind::Out}}, {{kX, Kind::In}, {kY, Kind::Out}}, {{kY, Kind::In}, {kZ, Kind::Out}}});
}
// One behind the other.
std::shared_ptr<Graph> pair() { return released_graph({{{kX, Kind::Out}}, {{kX, Kind::In}}}); }
// Each follows only itself.
std::shared_ptr<Graph> strangers() { return released_graph({{}, {}}); }
const Dependence kReadsX{kX, Kind::In};
std::shared_ptr<Graph> readers() { return released_graph({{kReadsX}, {kReadsX}}); }

// The condition reads what one of the tasks writes; the other one may still be on its way then, if the helper has it.
enum class Helper : uint8_t { RunsTheOther, WritesWhatIsRead };
std::shared_ptr<Graph> launched_graph(Helper helper = Helper::RunsTheOther) {
  graph::Recorder recorder(false);
  const Dependence writes_x{kX, Kind::Out};
  const Dependence writes_z{kZ, Kind::Out};
  const Dependence reads_x{kX, Kind::In};
  const bool is_read_first = helper == Helper::WritesWhatIsRead;
  recorder.add_task({}, nullptr, {is_read_first ? &writes_x : &writes_z, 1});
  recorder.add_task({}, nullptr, {is_read_first ? &writes_z : &writes_x, 1});
  recorder.add_condition({&reads_x, 1});
  return {graph::compile_cycle(recorder, Gate::Launch), graph::free_graph};
}

// Two writers of one cell, one reader of another: counts of captures, of predecessors and of recorded tasks meet.
std::shared_ptr<Graph> captured_graph() {
  graph::Recorder recorder(false);
  const Dependence writes_x{kX, Kind::Out};
  const Dependence reads_x{kX, Kind::In};
  recorder.add_task({}, nullptr, {&writes_x, 1});
  recorder.add_task({}, nullptr, {&reads_x, 1});
  return {graph::compile_cycle(recorder, Gate::Capture), graph::free_graph};
}

struct Shared {
  const Graph& graph;
  const Rearm when;
  const int n_rounds;
  Instance* const instance;
  base::Atomic<NodeState*> inbox[2] = {};  // each worker's next node
  base::Atomic<uint32_t> is_over{0};
  int n_runs[kMaxNodes] = {};
  // Gate::Capture: the blocks, and whether the body finds in its own what was captured for this round.
  int captured[kMaxNodes] = {};
  // Cancellation: by the body of this node in its first round.
  NodeIndex cancels = ~NodeIndex{0};
  bool is_reused = false;  // the loop is entered again: once more for each encounter
  Drop drop = Drop::Once;
  base::Atomic<uint32_t> is_cancelled{0};
  int n_counted[kMaxNodes] = {};
  // This node is detachable: the device fulfils the event of each round.
  NodeIndex detachable = ~NodeIndex{0};
  Detach detach = Detach::OverWithBoth;
  task::Task task;  // the node's, in each round
  base::Atomic<uint32_t> n_events{0};  // given to the device
  int n_fulfilled = 0;

  Shared(const Graph& its_graph, Gate gate, int rounds, Rearm rearms)
      : graph(its_graph), when(rearms), n_rounds(rounds), instance(graph::make_cycle(its_graph, gate)) {
    join_counter().open(task::kNoWorker);
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { graph::free_instance(instance); }

  task::JoinCounter& join_counter() { return instance->domain.join_counter; }
  NodeState& state(NodeIndex node) { return instance->states[node]; }
  base::Atomic<uint64_t>& rounds(NodeIndex node) { return instance->cycle->rounds[node]; }

  // A predecessor's next round comes after this one, so its number of runs is known exactly.
  void body(NodeIndex node) {
    n_runs[node]++;
    if (comes_behind_detachable(node)) check(n_fulfilled == n_runs[node], "not after the event");
    if (node == detachable) {
      task::init(task, kDetachableTask);
      n_events.store_release(static_cast<uint32_t>(n_runs[node]));
    }
    check(n_runs[node] <= n_rounds, "a node runs too often");
    if (graph::is_captured(instance->kind)) check(captured[node] == n_runs[node], "the data is of another round");
    if (node == cancels) is_cancelled.store_relaxed(1);
    for (NodeIndex p = 0; p < graph.n_nodes; p++) {
      for (uint32_t i = graph.nodes[p].first_successor; i < graph.nodes[p + 1].first_successor; i++) {
        const NodeIndex id = graph.successors[i];
        if ((id & kIndexMask) != node) continue;
        if (p != node) check(n_runs[p] == n_runs[node] - ((id & kNextRound) != 0 ? 1 : 0), "not after a predecessor");
      }
    }
  }

  // In the same round.
  bool comes_behind_detachable(NodeIndex node) const {
    if (detachable == ~NodeIndex{0}) return false;
    for (uint32_t i = graph.nodes[detachable].first_successor; i < graph.nodes[detachable + 1].first_successor; i++) {
      if ((graph.successors[i] & ~graph::kOnlyPredecessor) == node) return true;
    }
    return false;
  }

  // The device, which runs no node: as complete_node() where the event comes last.
  void fulfil_events() {
    for (int round = 1; round <= n_rounds; round++) {
      while (n_events.load_acquire() != static_cast<uint32_t>(round)) os::relax();
      n_fulfilled = round;
      if (task.holds.sub_acq_rel(1) != 1) continue;
      if (NodeState* ready = end(state(detachable), kDevice, false)) give(0, *ready);
    }
  }

  // As sched::run_round and sched::run_held. What becomes ready first stays here, the other worker gets the second.
  NodeState* run(NodeState& node, int worker) {
    const auto index = static_cast<NodeIndex>(&node - instance->states);
    if (when == Rearm::BeforeTheBody) graph::rearm(node);
    const bool is_free = instance->cycle->gate == Gate::None;
    const bool is_dropped = is_free && is_cancelled.load_relaxed() != 0;
    if (!is_dropped) body(index);
    if (index == detachable && !is_dropped) {
      if (detach == Detach::AnnouncedWithTheBody) rounds(index).store_release(static_cast<uint64_t>(n_runs[index]));
      if (task.holds.sub_acq_rel(1) != 1 && detach != Detach::OverWithTheBody) return nullptr;
    }
    return end(node, worker, is_dropped);
  }

  // As sched::end_round.
  NodeState* end(NodeState& node, int worker, bool is_dropped) {
    const auto index = static_cast<NodeIndex>(&node - instance->states);
    const graph::Cycle& cycle = *instance->cycle;
    const bool is_free = cycle.gate == Gate::None;
    const uint64_t round = rounds(index).load_relaxed();
    const bool is_last = is_dropped || round + 1 == cycle.limit(instance->node_of(node));
    const bool is_counted = is_free ? is_last : graph.is_sink(index);
    rounds(index).store_release(is_dropped ? graph::Cycle::kDropped : round + 1);
    NodeState* next = nullptr;
    auto take = [&](NodeState* ready) {
      if (is_dropped && drop != Drop::Twice && graph::is_dropped(*ready)) return;
      if (next != nullptr) give(worker == 1 ? 0 : 1, *next);
      next = ready;
    };
    if (!is_dropped || drop != Drop::WithoutCounts)
      graph::retire_round(*instance, instance->node_of(node), round, instance->kind, take);
    if (when == Rearm::AtTheEnd) graph::rearm(node);
    if (is_counted) {
      check(++n_counted[index] == 1 || !is_free || is_reused, "a node is counted twice");
      (void)join_counter().report(1);
    }
    return next;
  }
  void run_all(NodeState* node, int worker) {
    while (node != nullptr) node = run(*node, worker);
  }

  // Never more than two nodes are ready: the inbox becomes free.
  void give(int worker, NodeState& node) {
    while (inbox[worker].load_acquire() != nullptr) os::relax();
    inbox[worker].store_release(&node);
  }
  template <class Condition>
  void work_until(int worker, Condition is_met) {
    while (!is_met()) {
      NodeState* node = inbox[worker].load_acquire();
      if (node == nullptr) {
        os::relax();
        continue;
      }
      inbox[worker].store_release(nullptr);
      run_all(node, worker);
    }
  }
  void help() {
    work_until(1, [this] { return is_over.load_acquire() != 0; });
  }
  void finish() {
    work_until(0, [this] { return join_counter().is_done(task::Depth::Descendants); });
    is_over.store_release(1);
  }

  // The helper gets the first node, the control code's worker runs the others.
  void release(NodeIndex node) {
    if (!graph::release_gate(state(node))) return;
    node == 0 ? give(1, state(node)) : run_all(&state(node), 0);
  }
  // The recorded iteration is over.
  void enter_first_round() {
    for (NodeIndex node = 0; node < graph.n_nodes; node++) {
      if (graph.comes_behind_recorded(node)) release(node);
    }
  }

  void expect_all_ran() {
    for (NodeIndex node = 0; node < graph.n_nodes; node++) check(n_runs[node] == n_rounds, "a node did not run");
  }
};

Program released(const std::shared_ptr<Graph>& graph, int n_rounds, Rearm rearm = Rearm::BeforeTheBody) {
  return [=](Execution& execution) {
    auto& shared = execution.make<Shared>(*graph, Gate::None, n_rounds, rearm);
    execution.thread([&shared] {
      shared.join_counter().count_created(graph::set_limit(*shared.instance, static_cast<uint64_t>(shared.n_rounds)));
      shared.enter_first_round();
      shared.finish();
    });
    execution.thread([&shared] { shared.help(); });
    execution.at_end([&shared] { shared.expect_all_ran(); });
  };
}

// The recorded iteration is under way when the first round is connected with it: the helper runs its tasks. All nodes
// have the dependences `accesses`. The mutation: what no dependence leads to is not waited for.
enum class Connect : uint8_t { WithRecorded, ByDependences };
struct Recorded {
  Shared& shared;
  task::Slab slab;
  depend::Table table{slab};
  graph::KeptTasks kept;
  task::Task tasks[kMaxNodes] = {};
  task::Task gates[kMaxNodes] = {};
  int has_run[kMaxNodes] = {};
  base::Atomic<uint32_t> is_created{0};

  explicit Recorded(Shared& its_shared) : shared(its_shared) {}

  // As sched::submit_kept and sched::Behind.
  void create(NodeIndex node, std::span<const Dependence> accesses) {
    tasks[node].node = depend::make_node(slab, &tasks[node], static_cast<uint32_t>(accesses.size()));
    kept.keep(node, *tasks[node].node, slab);
    check(depend::publish(*tasks[node].node, table.enter(*tasks[node].node, accesses, slab)), "a task waits");
  }
  void connect(NodeIndex node, std::span<const Dependence> accesses, Connect how) {
    depend::DepNode* gate = depend::make_node(slab, &gates[node], 0);
    gate->list.store_relaxed(depend::DepNode::kDetached);
    gates[node].node = gate;
    uint32_t n_edges = table.consult(*gate, accesses, slab);
    if (how == Connect::WithRecorded) n_edges += depend::connect(*kept.of(node), *gate, slab);
    if (depend::publish(*gate, n_edges)) enter(gates[node], 0);
  }
  void retire(task::Task& task, int worker) {
    depend::retire(
        *task.node, slab, [&](task::Task* ready) { enter(*ready, worker); },
        [](task::WorkerId) { fail("nobody waits"); });
  }
  void enter(task::Task& gate, int worker) {
    const auto node = static_cast<NodeIndex>(&gate - gates);
    retire(gate, worker);
    check(has_run[node] == 1, "the first round overtakes the recorded task");
    if (graph::release_gate(shared.state(node))) shared.run_all(&shared.state(node), worker);
  }
};

Program connected(const std::shared_ptr<Graph>& graph, std::vector<Dependence> accesses,
                  Connect how = Connect::WithRecorded) {
  return [=](Execution& execution) {
    auto& shared = execution.make<Shared>(*graph, Gate::None, 1, Rearm::BeforeTheBody);
    auto& recorded = execution.make<Recorded>(shared);
    execution.thread([&shared, &recorded, accesses, how] {
      for (NodeIndex node = 0; node < shared.graph.n_nodes; node++) recorded.create(node, accesses);
      recorded.is_created.store_release(1);
      shared.join_counter().count_created(graph::set_limit(*shared.instance, static_cast<uint64_t>(shared.n_rounds)));
      for (NodeIndex node = 0; node < shared.graph.n_nodes; node++) recorded.connect(node, accesses, how);
      recorded.kept.release(recorded.slab);
      shared.finish();
      recorded.table.release(recorded.slab);
    });
    execution.thread([&shared, &recorded] {
      while (recorded.is_created.load_acquire() == 0) os::relax();
      for (NodeIndex node = 0; node < shared.graph.n_nodes; node++) {
        recorded.has_run[node] = 1;
        recorded.retire(recorded.tasks[node], 1);
      }
      shared.help();
    });
    execution.at_end([&shared] { shared.expect_all_ran(); });
  };
}

// The loop is entered twice, and both encounters use one instance. The mutation: it is used again without a look at
// whether everything that the first one has released is over.
enum class Reuse : uint8_t { WhenItIsOver, AtOnce };
Program entered_again(const std::shared_ptr<Graph>& graph, int n_rounds, Reuse reuse = Reuse::WhenItIsOver) {
  return [=](Execution& execution) {
    auto& shared = execution.make<Shared>(*graph, Gate::None, 2 * n_rounds, Rearm::BeforeTheBody);
    shared.is_reused = true;
    execution.thread([&shared, n_rounds, reuse] {
      for (int encounter = 0; encounter < 2; encounter++) {
        if (encounter != 0) graph::reset_cycle(*shared.instance);
        shared.join_counter().count_created(graph::set_limit(*shared.instance, static_cast<uint64_t>(n_rounds)));
        shared.enter_first_round();
        if (encounter == 0 && reuse == Reuse::AtOnce) continue;
        shared.work_until(0, [&] { return shared.join_counter().is_done(task::Depth::Descendants); });
      }
      shared.finish();
    });
    execution.thread([&shared] { shared.help(); });
    execution.at_end([&shared] { shared.expect_all_ran(); });
  };
}

// The control code of a while loop, as in region/taskiter/taskiter.cpp.
Program launched(const std::shared_ptr<Graph>& graph, int n_rounds, Launch launch = Launch::BehindTheRoundBefore,
                 Rearm rearm = Rearm::BeforeTheBody) {
  return [=](Execution& execution) {
    auto& shared = execution.make<Shared>(*graph, Gate::Launch, n_rounds, rearm);
    execution.thread([&shared, launch] {
      const NodeIndex condition = shared.graph.n_nodes - 1;
      shared.enter_first_round();
      for (uint64_t round = 0; round < static_cast<uint64_t>(shared.n_rounds); round++) {
        shared.join_counter().count_created(shared.graph.cyclic->unrolled[0].n_sinks);
        for (uint32_t i = 0; i < shared.graph.n_roots; i++) {
          const NodeIndex root = shared.graph.roots[i];
          const auto has_run = [&] { return shared.rounds(root).load_acquire() >= round; };
          if (launch == Launch::BehindTheRoundBefore) shared.work_until(0, has_run);
          shared.release(root);
        }
        shared.work_until(0, [&] { return shared.rounds(condition).load_acquire() > round; });
        // It reads what the tasks before the condition have written.
        check(shared.n_runs[condition] == static_cast<int>(round) + 1, "the condition is looked at too early");
      }
      shared.finish();
    });
    execution.thread([&shared] { shared.help(); });
    execution.at_end([&shared] { shared.expect_all_ran(); });
  };
}

// The control code of a loop whose body is executed for each iteration, as in a re-capture.
Program captured(const std::shared_ptr<Graph>& graph, int n_rounds, Capture capture = Capture::BehindTheRoundBefore) {
  return [=](Execution& execution) {
    auto& shared = execution.make<Shared>(*graph, Gate::Capture, n_rounds, Rearm::BeforeTheBody);
    execution.thread([&shared, capture] {
      shared.enter_first_round();
      for (uint64_t round = 0; round < static_cast<uint64_t>(shared.n_rounds); round++) {
        shared.join_counter().count_created(shared.graph.cyclic->unrolled[0].n_sinks);
        for (NodeIndex node = 0; node < shared.graph.n_nodes; node++) {
          const auto has_run = [&] { return shared.rounds(node).load_acquire() >= round; };
          if (capture == Capture::BehindTheRoundBefore) shared.work_until(0, has_run);
          shared.captured[node]++;
          if (NodeState* ready = graph::capture(shared.state(node))) {
            node == 0 ? shared.give(1, *ready) : shared.run_all(ready, 0);
          }
        }
      }
      shared.finish();
    });
    execution.thread([&shared] { shared.help(); });
    execution.at_end([&shared] { shared.expect_all_ran(); });
  };
}

// The body of `cancels` cancels the loop in its first round.
Program cancelled(const std::shared_ptr<Graph>& graph, int n_rounds, NodeIndex cancels, Drop drop = Drop::Once) {
  return [=](Execution& execution) {
    auto& shared = execution.make<Shared>(*graph, Gate::None, n_rounds, Rearm::BeforeTheBody);
    shared.cancels = cancels;
    shared.drop = drop;
    execution.thread([&shared] {
      shared.join_counter().count_created(graph::set_limit(*shared.instance, static_cast<uint64_t>(shared.n_rounds)));
      shared.enter_first_round();
      shared.finish();
    });
    execution.thread([&shared] { shared.help(); });
    execution.at_end([&shared] {
      for (NodeIndex node = 0; node < shared.graph.n_nodes; node++) {
        check(shared.n_counted[node] == 1, "a node is not counted");
      }
    });
  };
}

// The node `detachable` has an event in each round, which a third thread fulfils.
Program detached(const std::shared_ptr<Graph>& graph, int n_rounds, NodeIndex detachable,
                 Detach detach = Detach::OverWithBoth) {
  return [=](Execution& execution) {
    auto& shared = execution.make<Shared>(*graph, Gate::None, n_rounds, Rearm::BeforeTheBody);
    shared.detachable = detachable;
    shared.detach = detach;
    execution.thread([&shared] {
      shared.join_counter().count_created(graph::set_limit(*shared.instance, static_cast<uint64_t>(shared.n_rounds)));
      shared.enter_first_round();
      shared.finish();
    });
    execution.thread([&shared] { shared.help(); });
    execution.thread([&shared] { shared.fulfil_events(); });
    execution.at_end([&shared] { shared.expect_all_ran(); });
  };
}

// The same where the body's code fills the node's block for each round: what the event holds is not filled.
Program detached_and_captured(const std::shared_ptr<Graph>& graph, int n_rounds, Detach detach = Detach::OverWithBoth) {
  return [=](Execution& execution) {
    auto& shared = execution.make<Shared>(*graph, Gate::Capture, n_rounds, Rearm::BeforeTheBody);
    shared.detachable = 0;
    shared.detach = detach;
    execution.thread([&shared] {
      shared.enter_first_round();
      for (uint64_t round = 0; round < static_cast<uint64_t>(shared.n_rounds); round++) {
        shared.join_counter().count_created(shared.graph.cyclic->unrolled[0].n_sinks);
        for (NodeIndex node = 0; node < shared.graph.n_nodes; node++) {
          shared.work_until(0, [&] { return shared.rounds(node).load_acquire() >= round; });
          if (node == 0) check(shared.n_fulfilled == static_cast<int>(round), "the block is filled before the event");
          shared.captured[node]++;
          if (NodeState* ready = graph::capture(shared.state(node))) shared.run_all(ready, 0);
        }
      }
      shared.finish();
    });
    execution.thread([&shared] { shared.fulfil_events(); });
    execution.at_end([&shared] { shared.expect_all_ran(); });
  };
}

TEST(Cycle, ADetachableNodeIsOverWithItsEvent) {
  expect_holds("cycle: detached, pair", detached(pair(), 2, 0));
  expect_holds("cycle: detached, two roots", detached(two_roots(), 2, 0), {.n_samples = 5'000});
  expect_holds("cycle: detached, captured", detached_and_captured(captured_graph(), 2));
  EXPECT_TRUE(explore(detached(pair(), 2, 0, Detach::OverWithTheBody)).failed);
  EXPECT_TRUE(explore(detached_and_captured(captured_graph(), 2, Detach::AnnouncedWithTheBody)).failed);
  expect_breaks("detached", detached(pair(), 2, 0),
                {Mutation::SplitAdd, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

TEST(Cycle, ReleasedAtOnce) {
  expect_holds("cycle: two roots", released(two_roots(), 2));
  expect_holds("cycle: pipeline", released(pipeline(), 3));
  expect_holds("cycle: strangers", released(strangers(), 3));
}

TEST(Cycle, LaunchedByACondition) {
  expect_holds("cycle: launched", launched(launched_graph(), 2));
  expect_holds("cycle: launched, condition elsewhere", launched(launched_graph(Helper::WritesWhatIsRead), 2));
}

TEST(Cycle, CapturedForEachIteration) { expect_holds("cycle: captured", captured(captured_graph(), 2)); }

TEST(Cycle, Cancelled) {
  expect_holds("cycle: cancelled, two roots", cancelled(two_roots(), 2, 0));
  expect_holds("cycle: cancelled by the last node", cancelled(two_roots(), 2, 2));
  expect_holds("cycle: cancelled, pipeline", cancelled(pipeline(), 3, 1));
  expect_holds("cycle: cancelled, strangers", cancelled(strangers(), 3, 0));
}

TEST(Cycle, ACaptureMustComeBehindTheRoundBefore) {
  EXPECT_TRUE(explore(captured(captured_graph(), 2, Capture::Blindly)).failed);
}

TEST(Cycle, ADroppedNodeIsNotRunAgain) {
  EXPECT_TRUE(explore(cancelled(pipeline(), 3, 1, Drop::Twice)).failed ||
              explore(cancelled(two_roots(), 2, 0, Drop::Twice)).failed);
}

TEST(Cycle, ADroppedNodeMakesItsCounts) {
  EXPECT_TRUE(explore(cancelled(pipeline(), 3, 1, Drop::WithoutCounts)).failed);
}

TEST(Cycle, TheFirstRoundComesBehindTheRecordedTasks) {
  expect_holds("cycle: connected, strangers", connected(strangers(), {}));
  expect_holds("cycle: connected, readers", connected(readers(), {kReadsX}));
  EXPECT_TRUE(explore(connected(strangers(), {}, Connect::ByDependences)).failed);
  EXPECT_TRUE(explore(connected(readers(), {kReadsX}, Connect::ByDependences)).failed);
}

TEST(Cycle, EnteredAgain) {
  expect_holds("cycle: entered again, pair", entered_again(pair(), 1));
  expect_holds("cycle: entered again, strangers", entered_again(strangers(), 1));
}

TEST(Cycle, AnInstanceIsUsedAgainOnlyWhenItIsOver) {
  EXPECT_TRUE(explore(entered_again(pair(), 1, Reuse::AtOnce)).failed);
}

TEST(Cycle, CountersMustBeSetBeforeTheBody) {
  EXPECT_TRUE(explore(released(two_roots(), 2, Rearm::AtTheEnd)).failed);
  EXPECT_TRUE(explore(released(pipeline(), 2, Rearm::AtTheEnd)).failed);
  EXPECT_TRUE(explore(launched(launched_graph(), 2, Launch::BehindTheRoundBefore, Rearm::AtTheEnd)).failed);
}

TEST(Cycle, ALaunchMustComeBehindTheRoundBefore) {
  EXPECT_TRUE(explore(launched(launched_graph(), 2, Launch::Blindly)).failed);
}

TEST(Cycle, NeedsItsOperations) {
  const auto lost_or_unordered = {Mutation::SplitAdd, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed};
  expect_breaks("two roots", released(two_roots(), 2), lost_or_unordered);
  expect_breaks("captured", captured(captured_graph(), 2), lost_or_unordered);
  expect_breaks("launched", launched(launched_graph(Helper::WritesWhatIsRead), 2), lost_or_unordered);
}

}  // namespace
}  // namespace rondo::model
