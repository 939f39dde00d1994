// SPDX-License-Identifier: Apache-2.0
//
// depend/table.hpp and dep_node.hpp, one thread: a task becomes ready at the very moment at which the last of those
// that the specification puts before it is retired; exclusions; what a wait sees; and that memory stays bounded and
// comes back.
#include "depend/table.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <new>
#include <set>

#include <gtest/gtest.h>

#include "base/build.hpp"
#include "depend/oracle.hpp"
#include "support.hpp"

namespace rondo::depend {
namespace {

using task::Slab;
using task::Task;
using test::Dependences;

constexpr bool kReuses = !base::kWatchesBlocks;  // else released blocks stay away

// Creates tasks and retires ready ones in any order that a test likes.
class Siblings {
 public:
  explicit Siblings(Slab& slab) : slab_(slab), table_(slab) {}
  ~Siblings() {
    for (std::vector<size_t> left = ready(); !left.empty(); left = ready()) {
      for (size_t index : left) retire(index);
    }
    table_.release(slab_);
  }
  Siblings(const Siblings&) = delete;
  Siblings& operator=(const Siblings&) = delete;

  size_t create(const Dependences& dependences) {
    const size_t index = tasks.size();
    tasks.push_back({std::make_unique<Task>(), dependences, State::Waiting});
    Task& task = *tasks[index].task;
    task.node = nullptr;
    if (dependences.empty()) {
      tasks[index].state = State::Ready;
      return index;
    }
    task.node = make_node(slab_, &task, static_cast<uint32_t>(dependences.size()));
    nodes.insert(task.node);
    const uint32_t n_edges = table_.enter(*task.node, dependences, slab_);
    const bool is_linked = !publish(*task.node, n_edges);
    if (!is_linked && (!task.node->has_exclusions() || acquire_exclusions(*task.node))) became_ready(task);
    return index;
  }

  void retire(size_t index, Order successors = Order::OldestFirst) {
    ASSERT_EQ(tasks[index].state, State::Ready);
    tasks[index].state = State::Retired;
    if (tasks[index].task->node == nullptr) return;
    depend::retire(
        *tasks[index].task->node, slab_, [&](Task* task) { became_ready(*task); },
        [&](task::WorkerId worker) { woken.push_back(worker); }, successors);
  }

  bool is_ready(size_t index) const { return tasks[index].state == State::Ready; }
  std::vector<size_t> ready() const {
    std::vector<size_t> list;
    for (size_t index = 0; index < tasks.size(); index++) {
      if (is_ready(index)) list.push_back(index);
    }
    return list;
  }

  // Nothing is ready that must wait, and nothing waits that need not.
  void expect_exactly_the_ready_ones() const {
    std::vector<Dependences> all;
    for (const Entry& entry : tasks) all.push_back(entry.dependences);
    const test::Relation before = test::oracle_of(all);
    for (size_t i = 0; i < tasks.size(); i++) {
      bool must_wait = false;
      bool may_be_excluded = false;
      for (size_t j = 0; j < tasks.size(); j++) {
        must_wait |= before[i][j] && tasks[j].state != State::Retired;
        if (j == i || !test::exclude_each_other(all[i], all[j])) continue;
        may_be_excluded |= tasks[j].state != State::Retired;
        if (!before[i][j] && !before[j][i]) ASSERT_FALSE(is_ready(i) && is_ready(j)) << i << " excludes " << j;
      }
      if (must_wait) ASSERT_FALSE(is_ready(i)) << "task " << i << " is ready too early";
      if (!must_wait && !may_be_excluded) ASSERT_NE(tasks[i].state, State::Waiting) << "task " << i << " is forgotten";
    }
  }

  Table& table() { return table_; }
  Slab& slab() { return slab_; }

  enum class State : uint8_t { Waiting, Ready, Retired };
  struct Entry {
    std::unique_ptr<Task> task;
    Dependences dependences;
    State state;
  };
  std::vector<Entry> tasks;
  std::set<void*> nodes;  // every address at which a node has been
  std::vector<task::WorkerId> woken;
  std::vector<size_t> order;  // in which tasks became ready

 private:
  void became_ready(Task& task) {
    for (size_t index = 0; index < tasks.size(); index++) {
      if (tasks[index].task.get() != &task) continue;
      ASSERT_EQ(tasks[index].state, State::Waiting) << "became ready twice";
      tasks[index].state = State::Ready;
      order.push_back(index);
    }
  }

  Slab& slab_;
  Table table_;
};

TEST(Table, EveryRandomProgramIsOrderedAsTheSpecificationSays) {
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    for (int run = 0; run < 60; run++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run);
      Slab slab;
      Siblings siblings(slab);
      test::RandomDependences random(rng);
      const uint32_t n_tasks = 1 + rng.below(40);
      const uint32_t retire_percent = rng.below(90);  // while others are still being created
      uint32_t n_created = 0;
      for (;;) {
        const std::vector<size_t> ready = siblings.ready();
        if (n_created < n_tasks && (ready.empty() || rng.below(100) >= retire_percent)) {
          siblings.create(random.next());
          n_created++;
        } else if (!ready.empty()) {
          siblings.retire(ready[rng.below(static_cast<uint32_t>(ready.size()))]);
        } else {
          break;
        }
        siblings.expect_exactly_the_ready_ones();
        if (HasFatalFailure()) return;
      }
      for (const auto& entry : siblings.tasks) ASSERT_EQ(entry.state, Siblings::State::Retired) << "deadlock";
    }
  }
}

// ---- Long lists -----------------------------------------------------------------------------------------------

class SuccessorCount : public testing::TestWithParam<size_t> {};

// One writer and many readers: the list leaves its node, and fills blocks.
TEST_P(SuccessorCount, EverySuccessorBecomesReadyOnce) {
  Slab slab;
  Siblings siblings(slab);
  siblings.create({{8, Kind::Out}});
  for (size_t i = 0; i < GetParam(); i++) siblings.create({{8, Kind::In}, {16 + 8 * i, Kind::Out}});
  siblings.create({{8, Kind::Out}});
  siblings.expect_exactly_the_ready_ones();
  siblings.retire(0);
  siblings.expect_exactly_the_ready_ones();
  EXPECT_EQ(siblings.ready().size(), GetParam());
  for (size_t i = 1; i <= GetParam(); i++) siblings.retire(i);
  EXPECT_TRUE(siblings.is_ready(GetParam() + 1));
}

TEST_P(SuccessorCount, ManyBecomeReadyInTheOrderAskedFor) {
  const size_t n = GetParam();
  for (const auto successors : {Order::OldestFirst, Order::NewestFirst}) {
    Slab slab;
    Siblings siblings(slab);
    siblings.create({{8, Kind::Out}});
    for (size_t i = 0; i < n; i++) siblings.create({{8, Kind::In}, {16 + 8 * i, Kind::Out}});
    siblings.order.clear();
    siblings.retire(0, successors);
    std::vector<size_t> expected;
    for (size_t i = n; i > 0; i--) expected.push_back(i);
    if (successors == Order::OldestFirst && n > DepNode::kInline) std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(siblings.order, expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Counts, SuccessorCount, testing::Values(1, 3, 4, 5, 6, 34, 35, 36, 66, 67, 100));

// ---- Exclusion ------------------------------------------------------------------------------------------------

TEST(Exclusion, MembersTakeTurns) {
  Slab slab;
  Siblings siblings(slab);
  for (int i = 0; i < 4; i++) siblings.create({{8, Kind::MutexInOutSet}});
  siblings.create({{8, Kind::In}});
  for (int i = 0; i < 4; i++) {
    const std::vector<size_t> ready = siblings.ready();
    ASSERT_EQ(ready.size(), 1u);
    EXPECT_LT(ready[0], 4u);
    siblings.retire(ready[0]);
  }
  EXPECT_EQ(siblings.ready(), std::vector<size_t>{4});
}

TEST(Exclusion, AMemberThatIsNotReadyHoldsNobodyUp) {
  Slab slab;
  Siblings siblings(slab);
  siblings.create({{16, Kind::Out}});
  siblings.create({{16, Kind::In}, {8, Kind::MutexInOutSet}});  // waits for the first
  siblings.create({{8, Kind::MutexInOutSet}});
  EXPECT_TRUE(siblings.is_ready(2));
  siblings.retire(0);
  EXPECT_FALSE(siblings.is_ready(1));
  siblings.retire(2);
  EXPECT_TRUE(siblings.is_ready(1));
}

// Each task wants two neighbouring locks of a ring, named in either order.
TEST(Exclusion, RingsOfLocksDoNotDeadlock) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    Slab slab;
    Siblings siblings(slab);
    constexpr uint32_t kLocks = 5;
    siblings.create({{0x1000, Kind::Out}});
    for (uint32_t i = 0; i < 40; i++) {
      const uintptr_t first = 8 + 8 * uintptr_t{i % kLocks};
      const uintptr_t second = 8 + 8 * uintptr_t{(i + 1) % kLocks};
      const bool swaps = rng.below(2) == 0;
      siblings.create({{0x1000, Kind::In},
                       {swaps ? second : first, Kind::MutexInOutSet},
                       {swaps ? first : second, Kind::MutexInOutSet},
                       {first, Kind::MutexInOutSet}});  // named twice
    }
    for (size_t n_retired = 0; n_retired < siblings.tasks.size(); n_retired++) {
      const std::vector<size_t> ready = siblings.ready();
      ASSERT_FALSE(ready.empty()) << "deadlock after " << n_retired;
      siblings.retire(ready[rng.below(static_cast<uint32_t>(ready.size()))]);
      siblings.expect_exactly_the_ready_ones();
      if (HasFatalFailure()) return;
    }
  }
}

// ---- Waiting --------------------------------------------------------------------------------------------------

// The predecessors that a wait finds are those that a task would find; except that it waits for all members of a
// mutexinoutset.
TEST(Table, AWaitSeesWhatATaskWouldWaitFor) {
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    for (int run = 0; run < 100; run++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run);
      Slab slab;
      Siblings siblings(slab);
      test::RandomDependences random(rng);
      for (uint32_t n = rng.below(20); n > 0; n--) siblings.create(random.next());
      Dependences waited = random.next();
      if (waited.empty()) waited.push_back({0x1000, Kind::In});
      Dependences as_task = waited;
      for (Dependence& dependence : as_task) {
        if (dependence.kind == Kind::MutexInOutSet) dependence.kind = Kind::Out;
      }
      std::vector<Dependences> all;
      for (const auto& entry : siblings.tasks) all.push_back(entry.dependences);
      all.push_back(as_task);
      const test::Relation order = test::oracle_of(all);
      const test::TaskSet& before = order[all.size() - 1];

      DepNode node;
      node.waiter = 9;
      bool is_satisfied = publish(node, siblings.table().consult(node, waited, slab));
      for (;;) {
        bool must_wait = false;
        for (size_t i = 0; i < siblings.tasks.size(); i++) {
          must_wait |= before[i] && siblings.tasks[i].state != Siblings::State::Retired;
        }
        if (!is_satisfied && !siblings.woken.empty()) {
          ASSERT_EQ(siblings.woken, std::vector<task::WorkerId>{9});
          is_satisfied = true;
        }
        ASSERT_EQ(is_satisfied, !must_wait);
        const std::vector<size_t> ready = siblings.ready();
        if (ready.empty()) break;
        siblings.retire(ready[rng.below(static_cast<uint32_t>(ready.size()))]);
      }
      ASSERT_TRUE(is_satisfied);
    }
  }
}

// A task is free exactly when no task before it that it would wait for is left, whatever was forgotten by asking.
TEST(Table, IsFreeWhenNothingIsLeftToWaitFor) {
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    for (int run = 0; run < 200; run++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run);
      Slab slab;
      Siblings siblings(slab);
      test::RandomDependences random(rng);
      for (int step = 0; step < 40; step++) {
        const std::vector<size_t> ready = siblings.ready();
        if (!ready.empty() && rng.below(2) == 0) {
          siblings.retire(ready[rng.below(static_cast<uint32_t>(ready.size()))]);
        } else if (rng.below(2) == 0) {
          siblings.create(random.next());
        }
        Dependences asked = random.next();
        if (asked.empty()) continue;
        Dependences as_task = asked;
        for (Dependence& dependence : as_task) {
          if (dependence.kind == Kind::MutexInOutSet) dependence.kind = Kind::Out;
        }
        bool must_wait = false;
        for (const auto& entry : siblings.tasks) {
          must_wait |= entry.state != Siblings::State::Retired && test::must_wait(as_task, entry.dependences);
        }
        ASSERT_EQ(siblings.table().drop_if_free(asked, slab), !must_wait);
        siblings.expect_exactly_the_ready_ones();
      }
    }
  }
}

TEST(Table, ForgetsWhatIsRetired) {
  Slab slab;
  Siblings siblings(slab);
  for (uintptr_t address = 8; address <= 800; address += 8) siblings.create({{address, Kind::Out}});
  for (size_t i = 0; i < 100; i++) siblings.retire(i);
  siblings.table().forget(slab);
  EXPECT_EQ(siblings.table().n_addresses(), 0u);
  siblings.create({{8, Kind::Out}});
  EXPECT_TRUE(siblings.is_ready(100));
}

// ---- Memory ---------------------------------------------------------------------------------------------------

// Runs `n` tasks of which each is retired before the next is created; returns at how many places nodes have been.
size_t run_one_by_one(size_t n, const std::function<Dependences(size_t)>& dependences, uint32_t* n_addresses) {
  Slab slab;
  Siblings siblings(slab);
  for (size_t i = 0; i < n; i++) {
    siblings.create(dependences(i));
    siblings.retire(0);
    siblings.tasks.clear();
    *n_addresses = std::max(*n_addresses, siblings.table().n_addresses());
  }
  return siblings.nodes.size();
}

TEST(TableMemory, ManyFinishedReadersOfOneAddress) {
  uint32_t n_addresses = 0;
  const size_t n_nodes = run_one_by_one(100'000, [](size_t) { return Dependences{{8, Kind::In}}; }, &n_addresses);
  EXPECT_EQ(n_addresses, 1u);
  if (kReuses) EXPECT_LE(n_nodes, 200u);
}

TEST(TableMemory, EverNewAddresses) {
  uint32_t n_addresses = 0;
  const size_t n_nodes =
      run_one_by_one(100'000, [](size_t i) { return Dependences{{8 + 8 * i, Kind::Out}}; }, &n_addresses);
  EXPECT_LE(n_addresses, 1000u);
  if (kReuses) EXPECT_LE(n_nodes, 1000u);
}

TEST(TableMemory, OneAddressWrittenAgainAndAgain) {
  uint32_t n_addresses = 0;
  const size_t n_nodes = run_one_by_one(100'000, [](size_t) { return Dependences{{8, Kind::Out}}; }, &n_addresses);
  if (kReuses) EXPECT_LE(n_nodes, 4u);
}

TEST(TableMemory, AllMemoryForgetsEverythingBefore) {
  uint32_t n_addresses = 0;
  const auto dependences = [](size_t i) {
    return i % 10 == 9 ? Dependences{{kAllMemory, Kind::Out}} : Dependences{{8 + 8 * i, Kind::Out}};
  };
  const size_t n_nodes = run_one_by_one(10'000, dependences, &n_addresses);
  EXPECT_LE(n_addresses, 9u);
  if (kReuses) EXPECT_LE(n_nodes, 20u);
}

// The second run on the same slab finds all the memory of the first.
TEST(TableMemory, NothingIsLeftBehind) {
  if (!kReuses) GTEST_SKIP() << "memory comes from malloc; its leak checker looks at this";
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    Slab slab;
    std::set<void*> probes[2];
    std::set<void*> nodes[2];
    for (int run = 0; run < 2; run++) {
      base::Rng rng(seed);
      {
        Siblings siblings(slab);
        test::RandomDependences random(rng);
        random.max_dependences = 6;
        for (int i = 0; i < 200; i++) {
          siblings.create(random.next());
          const std::vector<size_t> ready = siblings.ready();
          if (ready.size() > 20) siblings.retire(ready[rng.below(static_cast<uint32_t>(ready.size()))]);
        }
        for (std::vector<size_t> ready = siblings.ready(); !ready.empty(); ready = siblings.ready()) {
          for (size_t index : ready) siblings.retire(index);
        }
        nodes[run] = siblings.nodes;
      }
      // The first blocks never used before: the same ones both times, unless the run in between kept some.
      for (size_t bytes = 64; bytes <= 1024; bytes += 64) {
        std::vector<void*> blocks;
        for (int i = 0; i < 600; i++) blocks.push_back(slab.allocate(bytes));
        probes[run].insert(blocks.begin(), blocks.end());
        for (void* block : blocks) slab.release(block);
      }
    }
    EXPECT_EQ(probes[0], probes[1]);
    EXPECT_TRUE(std::includes(probes[0].begin(), probes[0].end(), nodes[1].begin(), nodes[1].end()));
  }
}

}  // namespace
}  // namespace rondo::depend
