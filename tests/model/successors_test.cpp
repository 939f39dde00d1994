// SPDX-License-Identifier: Apache-2.0
//
// depend/dep_node.hpp and table.cpp: a creator links, publishes and forgets nodes while others retire them. Every
// task runs once, after all its predecessors; members of a mutexinoutset exclude each other; every node is released
// once.
#include "depend/dep_node.hpp"

#include <array>
#include <vector>

#include "depend/table.hpp"
#include "harness.hpp"
#include "os/cpu.hpp"

namespace rondo::model {
namespace {

using depend::Dependence;
using depend::DepNode;
using depend::Kind;
using task::Task;

constexpr uint32_t kMaxTasks = 8;
constexpr uintptr_t kX = 0x1000;
constexpr uintptr_t kY = 0x2000;

struct Shared {
  task::Slab slab;  // every thread's: the explorer's memory has no owner
  depend::Table table{slab};
  std::array<Task, kMaxTasks> tasks = {};
  std::array<DepNode*, kMaxTasks> nodes = {};
  std::array<std::vector<uint32_t>, kMaxTasks> after;  // task -> those that must have run before
  std::array<int, kMaxTasks> results = {};
  std::array<int, kMaxTasks> n_runs = {};
  int guarded = 0;  // touched by the tasks with exclusions
  uint32_t n_tasks = 0;
  size_t n_blocks = 0;

  uint32_t index_of(const Task* task) const { return static_cast<uint32_t>(task - tasks.data()); }

  // Creator: true if the task is ready.
  bool create(std::initializer_list<Dependence> dependences, std::initializer_list<uint32_t> predecessors = {}) {
    const uint32_t index = n_tasks++;
    after[index] = predecessors;
    DepNode* node = depend::make_node(slab, &tasks[index], static_cast<uint32_t>(dependences.size()));
    nodes[index] = node;
    tasks[index].node = node;
    const uint32_t n_edges = table.enter(*node, {dependences.begin(), dependences.size()}, slab);
    if (!depend::publish(*node, n_edges)) return false;
    return !node->has_exclusions() || depend::acquire_exclusions(*node);
  }
  void create_and_run(std::initializer_list<Dependence> dependences, std::initializer_list<uint32_t> predecessors) {
    const uint32_t index = n_tasks;
    if (create(dependences, predecessors)) run(index);
  }

  // Any thread: runs a ready task, and then what it made ready.
  void run(uint32_t index) {
    check(n_runs[index]++ == 0, "a task ran twice");
    for (uint32_t predecessor : after[index]) check(results[predecessor] == 1, "a predecessor had not run");
    DepNode& node = *tasks[index].node;
    if (node.has_exclusions()) guarded++;
    results[index] = 1;
    std::vector<uint32_t> ready;
    depend::retire(
        node, slab, [&](Task* task) { ready.push_back(index_of(task)); }, [](task::WorkerId) { fail("nobody waits"); });
    for (uint32_t next : ready) run(next);
  }

  // The parent is over.
  void forget() { table.release(slab); }

  void expect_over(uint32_t n) {
    for (uint32_t index = 0; index < n; index++) check(n_runs[index] == 1, "a task did not run");
    check(n_allocated() == n_blocks, "memory was not released");
  }
};

// Sets up, with `first` tasks created ready; at the end all `n_tasks` have run and all their memory is released.
Shared& begin(Execution& execution, uint32_t n_tasks) {
  auto& shared = execution.make<Shared>();
  shared.n_blocks = n_allocated() + 1;  // the table's array, which goes with the table
  execution.at_end([&shared, n_tasks] { shared.expect_over(n_tasks); });
  return shared;
}

// ---- Linking against retiring -------------------------------------------------------------------------------

void connect_against_retire(Execution& execution) {
  Shared& shared = begin(execution, 2);
  shared.create({{kX, Kind::Out}});
  execution.thread([&] {
    shared.create_and_run({{kX, Kind::Out}}, {0});
    shared.forget();
  });
  execution.thread([&] { shared.run(0); });
}

void two_predecessors(Execution& execution) {
  Shared& shared = begin(execution, 3);
  shared.create({{kX, Kind::Out}});
  shared.create({{kY, Kind::Out}});
  execution.thread([&] {
    shared.create_and_run({{kX, Kind::In}, {kY, Kind::Out}}, {0, 1});
    shared.forget();
  });
  execution.thread([&] { shared.run(0); });
  execution.thread([&] { shared.run(1); });
}

void readers_then_writer(Execution& execution) {
  Shared& shared = begin(execution, 4);
  shared.create({{kX, Kind::Out}});
  execution.thread([&] {
    shared.create_and_run({{kX, Kind::In}}, {0});
    shared.create_and_run({{kX, Kind::In}}, {0});
    shared.create_and_run({{kX, Kind::Out}}, {1, 2});
    shared.forget();
  });
  execution.thread([&] { shared.run(0); });
}

// The node has more successors than it has room for, and gets one more.
void list_grows_against_retire(Execution& execution) {
  Shared& shared = begin(execution, 7);
  shared.create({{kX, Kind::Out}});
  for (int reader = 0; reader < 5; reader++) shared.create({{kX, Kind::In}}, {0});
  execution.thread([&] {
    shared.create_and_run({{kX, Kind::In}}, {0});
    shared.forget();
  });
  execution.thread([&] { shared.run(0); });
}

// A wait that ends as soon as its predecessor has been retired, on a node that is gone right then.
void waiting_node(Execution& execution) {
  Shared& shared = begin(execution, 1);
  shared.create({{kX, Kind::Out}});
  static bool was_woken;
  static bool had_to_wait;
  was_woken = had_to_wait = false;
  execution.thread([&] {
    auto* node = new (allocate(sizeof(DepNode))) DepNode;
    node->waiter = 5;
    const Dependence dependence = {kX, Kind::In};
    const uint32_t n_edges = shared.table.consult(*node, {&dependence, 1}, shared.slab);
    if (!depend::publish(*node, n_edges)) {
      had_to_wait = true;
      while (node->pending.load_acquire() != 0) os::relax();
    }
    check(shared.results[0] == 1, "the predecessor had not run");
    release(node);
    shared.forget();
  });
  execution.thread([&] {
    shared.n_runs[0]++;
    shared.results[0] = 1;
    depend::retire(
        *shared.nodes[0], shared.slab, [](Task*) { fail("no task waits"); },
        [](task::WorkerId waiter) {
          check(waiter == 5, "woke somebody else");
          was_woken = true;
        });
  });
  execution.at_end([&] {
    check(was_woken || !had_to_wait, "nobody woke the waiter");
    shared.expect_over(1);
  });
}

// ---- Exclusions ---------------------------------------------------------------------------------------------

void exclusion(Execution& execution) {
  Shared& shared = begin(execution, 4);
  shared.create({{kX, Kind::Out}});
  shared.create({{kY, Kind::Out}});
  constexpr uintptr_t kZ = 0x3000;
  shared.create({{kX, Kind::In}, {kZ, Kind::MutexInOutSet}}, {0});
  shared.create({{kY, Kind::In}, {kZ, Kind::MutexInOutSet}}, {1});
  shared.forget();
  execution.thread([&] { shared.run(0); });
  execution.thread([&] { shared.run(1); });
}

// Both members need both locks, and name them in opposite orders.
void two_exclusions(Execution& execution) {
  Shared& shared = begin(execution, 4);
  shared.create({{kX, Kind::Out}});
  shared.create({{kY, Kind::Out}});
  constexpr uintptr_t kV = 0x3000;
  constexpr uintptr_t kW = 0x4000;
  shared.create({{kX, Kind::In}, {kV, Kind::MutexInOutSet}, {kW, Kind::MutexInOutSet}}, {0});
  shared.create({{kY, Kind::In}, {kW, Kind::MutexInOutSet}, {kV, Kind::MutexInOutSet}}, {1});
  shared.forget();
  execution.thread([&] { shared.run(0); });
  execution.thread([&] { shared.run(1); });
}

TEST(Successors, EveryTaskRunsOnceAfterItsPredecessors) {
  expect_holds("successors: connect against retire", connect_against_retire);
  expect_holds("successors: two predecessors", two_predecessors);
  expect_holds("successors: a long list", list_grows_against_retire);
  expect_holds("successors: readers, then a writer", readers_then_writer);
  expect_holds("successors: a wait on the stack", waiting_node);
}

TEST(Exclusion, MembersExcludeEachOtherAndNobodyIsForgotten) {
  expect_holds("exclusion: one lock", exclusion);
  expect_holds("exclusion: two locks", two_exclusions);
}

TEST(Successors, NeedTheirOperations) {
  expect_breaks("connect against retire", connect_against_retire,
                {Mutation::SplitOr, Mutation::SplitCas, Mutation::SplitAdd, Mutation::ReleaseIsRelaxed,
                 Mutation::AcquireIsRelaxed});
  expect_breaks("two predecessors", two_predecessors, {Mutation::SplitAdd});
  expect_breaks("waiting node", waiting_node, {Mutation::SplitCas, Mutation::AcquireIsRelaxed});
}

TEST(Exclusion, NeedsItsOperations) {
  expect_breaks("one lock", exclusion,
                {Mutation::SplitCas, Mutation::SplitAdd, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
  expect_breaks("two locks", two_exclusions, {Mutation::SplitCas});
}

}  // namespace
}  // namespace rondo::model
