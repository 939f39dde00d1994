// SPDX-License-Identifier: Apache-2.0
//
// sched/idle/find.hpp: in which order a worker finds work, and what a wait may not run.
#include "sched/idle/find.hpp"
#include "graph/compile/compile.hpp"

#include <gtest/gtest.h>

#include "graph/record/recorder.hpp"
#include "graph/replay/assign_slots.hpp"
#include "graph/replay/instance.hpp"
#include "sched/nodes/node_offer.hpp"
#include "sched/test_arena.hpp"

namespace rondo::sched {
namespace {

class Find : public testing::Test {
 protected:
  task::Task& task_of(task::Domain& parent) {
    auto task = std::make_unique<task::Task>();
    task->parent = &parent;
    tasks_.push_back(std::move(task));
    return *tasks_.back();
  }
  task::Task& task_of(uint32_t slot) { return task_of(arena_.slot(slot).domain); }
  void push(uint32_t slot, task::Task& task) { arena_.slot(slot).deque.push(Work(&task).word()); }
  Work find(uint32_t worker, const task::Domain* within = nullptr, bool is_patient = false) {
    return find_work(arena_.worker(worker), within, is_patient);
  }

  test::TestArena arena_{3};
  std::vector<std::unique_ptr<task::Task>> tasks_;
};

TEST_F(Find, NothingToDo) { EXPECT_FALSE(find(0)); }

TEST_F(Find, OwnWorkNewestFirst) {
  task::Task& first = task_of(0);
  task::Task& second = task_of(0);
  push(0, first);
  push(0, second);
  EXPECT_EQ(find(0).task(), &second);
  EXPECT_EQ(find(0).task(), &first);
}

TEST_F(Find, OwnWorkBeforeTheMailboxBeforeOthers) {
  task::Task& own = task_of(0);
  task::Task& posted_first = task_of(0);
  task::Task& posted_second = task_of(0);
  task::Task& of_other = task_of(1);
  push(1, of_other);
  arena_.slot(0).mailbox.push(&posted_first);
  arena_.slot(0).mailbox.push(&posted_second);
  push(0, own);
  EXPECT_EQ(find(0).task(), &own);
  EXPECT_EQ(find(0).task(), &posted_first);
  EXPECT_EQ(find(0).task(), &posted_second);
  EXPECT_EQ(find(0).task(), &of_other);
  EXPECT_FALSE(find(0));
}

TEST_F(Find, StealsTheOldest) {
  task::Task& first = task_of(2);
  task::Task& second = task_of(2);
  push(2, first);
  push(2, second);
  EXPECT_EQ(find(0).task(), &first);
  EXPECT_EQ(find(1).task(), &second);
}

class FindSeveral : public Find {
 protected:
  static constexpr uint64_t kTicksPerUs = 1000;
  static constexpr uint32_t kAtOnce = 8;

  // Thefts of this worker take kAtOnce from now on.
  void take_several(uint32_t worker) {
    StealBackoff& backoff = arena_.worker(worker).steal_backoff;
    for (uint32_t n = 1; n < kAtOnce; n *= 2) {
      backoff.note_theft(1, 0, n);
      backoff.judge(1001, kTicksPerUs, 3, false);
    }
    ASSERT_EQ(backoff.n_at_once(), kAtOnce);
  }
  void push_tasks(uint32_t slot, int n) {
    for (int i = 0; i < n; i++) push(slot, task_of(slot));
  }
  int64_t n_in(uint32_t slot) { return arena_.slot(slot).deque.size_hint(); }
};

TEST_F(FindSeveral, TheOldestOfThoseThatWereStolenTogetherRunsFirst) {
  take_several(0);
  push_tasks(1, 100);
  for (size_t i = 0; i < kAtOnce; i++) EXPECT_EQ(find(0).task(), tasks_[i].get()) << i;
  EXPECT_EQ(n_in(0), 0);
  EXPECT_EQ(n_in(1), 100 - kAtOnce);
}

TEST_F(FindSeveral, EachWorkerIsLeftItsShare) {
  take_several(0);
  push_tasks(1, 13);
  ASSERT_TRUE(find(0));
  EXPECT_EQ(n_in(0), 12 / 3);
}

TEST_F(FindSeveral, AWaitThatMayNotRunEverythingTakesOne) {
  take_several(0);
  push_tasks(1, 100);
  EXPECT_TRUE(find(0, &arena_.slot(1).domain));
  EXPECT_EQ(n_in(0), 0);
}

TEST_F(Find, PrioritisedWorkComesFirst) {
  task::Task& own = task_of(0);
  task::Task& urgent = task_of(0);
  urgent.priority = 1;
  push(0, own);
  arena_.arena.prioritised.push(&urgent, 1);
  EXPECT_EQ(find(0).task(), &urgent);
  EXPECT_EQ(find(0).task(), &own);
}

// A wait runs descendants only; what it may not run stays where others find it.
TEST_F(Find, AWaitLeavesStrangersToOthers) {
  task::Domain inner;
  inner.outer = &arena_.slot(0).domain;
  inner.depth = 1;
  task::Task& sibling = task_of(0);
  task::Task& child = task_of(inner);
  task::Task& stranger = task_of(0);
  push(0, sibling);
  push(0, child);
  push(0, stranger);
  EXPECT_EQ(find(0, &inner).task(), &child);
  EXPECT_FALSE(find(0, &inner));
  std::vector<task::Task*> left;
  while (Work work = find(0)) left.push_back(work.task());
  EXPECT_EQ(left, (std::vector<task::Task*>{&stranger, &sibling}));
}

TEST_F(Find, AGrandchildIsADescendant) {
  task::Domain inner[3];
  for (uint32_t i = 0; i < 3; i++) {
    inner[i].outer = i == 0 ? &arena_.slot(0).domain : &inner[i - 1];
    inner[i].depth = i + 1;
  }
  push(0, task_of(inner[2]));
  EXPECT_FALSE(inner[0].is_descendant_of(inner[1]));
  EXPECT_TRUE(find(0, &inner[0]));
}

// Worker 1 has looked while the work was in the hands of worker 0, and sleeps.
class FindAsleep : public Find {
 protected:
  FindAsleep() { detail::announce_park(arena_.worker(1), &arena_.arena); }
  ~FindAsleep() override {
    if (is_asleep()) detail::withdraw_park(arena_.worker(1));
  }
  bool is_asleep() { return arena_.worker(1).parker.state.load_acquire() == Parker::kParked; }
};

TEST_F(FindAsleep, IsToldOfStrangersWhenAWaitTurnsToWork) {
  task::Domain inner;
  inner.outer = &arena_.slot(0).domain;
  inner.depth = 1;
  push(0, task_of(inner));
  push(0, task_of(0));
  EXPECT_TRUE(find(0, &inner));
  EXPECT_FALSE(is_asleep());
}

TEST_F(FindAsleep, IsToldOfStrangersAtTheEndOfAWaitButNotAtEachLook) {
  task::Domain inner;
  inner.outer = &arena_.slot(0).domain;
  inner.depth = 1;
  push(0, task_of(0));
  EXPECT_FALSE(find(0, &inner));
  EXPECT_TRUE(is_asleep());
  work_until(arena_.worker(0), arena_.arena, ConditionLatch([] { return true; }), &inner);
  EXPECT_FALSE(is_asleep());
}

TEST_F(FindAsleep, IsToldOfTheRestOfAMailbox) {
  arena_.slot(0).mailbox.push(&task_of(0));
  EXPECT_TRUE(find(0));
  EXPECT_TRUE(is_asleep());
  arena_.slot(0).mailbox.push(&task_of(0));
  arena_.slot(0).mailbox.push(&task_of(0));
  EXPECT_TRUE(find(0));
  EXPECT_FALSE(is_asleep());
}

TEST_F(FindAsleep, IsToldOfATaskBehindANode) {
  graph::Recorder recorder(false);
  recorder.add_task({}, nullptr, {});
  graph::Graph* graph = graph::compile(recorder);
  graph::Instance* instance = graph::make_instance(*graph, false);
  arena_.slot(0).node_mailbox.push(&instance->states[0]);
  EXPECT_TRUE(find(0));
  EXPECT_TRUE(is_asleep());
  arena_.slot(0).node_mailbox.push(&instance->states[0]);
  arena_.slot(0).mailbox.push(&task_of(0));
  EXPECT_TRUE(find(0));
  EXPECT_FALSE(is_asleep());
  graph::free_instance(instance);
  graph::free_graph(graph);
}

TEST_F(Find, AStolenStrangerIsNotLost) {
  task::Domain inner;
  inner.outer = &arena_.slot(0).domain;
  inner.depth = 1;
  task::Task& stranger = task_of(1);
  push(1, stranger);
  EXPECT_FALSE(find(0, &inner));
  std::vector<task::Task*> found;
  for (uint32_t worker : {0u, 1u, 2u}) {
    while (Work work = find(worker, nullptr, true)) found.push_back(work.task());
  }
  EXPECT_EQ(found, std::vector<task::Task*>{&stranger});
}

// Nodes have a place: others take them only after looking in vain for a while.
TEST_F(Find, NodesAreStolenByThePatientOnly) {
  graph::Recorder recorder(false);
  for (int i = 0; i < 2; i++) recorder.add_task({}, nullptr, {});
  graph::Graph* graph = graph::compile(recorder);
  graph::Instance* instance = graph::make_instance(*graph, false);
  arena_.slot(1).deque.push(Work(&instance->states[0]).word());
  arena_.slot(1).node_mailbox.push(&instance->states[1]);
  EXPECT_FALSE(find(0));
  EXPECT_EQ(find(0, nullptr, true).node(), &instance->states[0]);
  EXPECT_EQ(find(0, nullptr, true).node(), &instance->states[1]);
  arena_.slot(1).node_mailbox.push(&instance->states[0]);
  EXPECT_EQ(find(1).node(), &instance->states[0]);
  graph::free_instance(instance);
  graph::free_graph(graph);
}

// A graph that is not placed: whoever makes a node ready has it, and others may take it at once.
TEST_F(Find, NodesWithoutAPlaceAreStolenAtOnce) {
  graph::Recorder recorder(false);
  for (int i = 0; i < 2; i++) recorder.add_task({}, nullptr, {});
  graph::Graph* graph = graph::compile(recorder);
  graph->is_placed = false;
  graph::Instance* instance = graph::make_instance(*graph, false);
  graph::assign_slots(*instance, 2, false);
  offer(arena_.worker(1), instance->states[0]);
  offer(arena_.worker(1), instance->states[1]);
  const Work stolen = find(0);
  EXPECT_EQ(stolen.node(), &instance->states[0]);
  EXPECT_FALSE(stolen.is_placed() || stolen.is_batch() || stolen.is_range());
  EXPECT_EQ(find(1).node(), &instance->states[1]);
  graph::free_instance(instance);
  graph::free_graph(graph);
}

// What is in a mailbox is linked with the node to take last in front.
class Batches : public Find {
 protected:
  static constexpr uint32_t kNodes = 7;

  Batches() {
    graph::Recorder recorder(false);
    for (uint32_t i = 0; i < kNodes; i++) recorder.add_task({}, nullptr, {});
    graph_ = graph::compile(recorder);
    instance_ = graph::make_instance(*graph_, false);
    instance_->batch_length = 3;
    for (uint32_t i = 0; i < kNodes; i++) arena_.slot(1).node_mailbox.push(&instance_->states[i]);
  }
  ~Batches() override {
    graph::free_instance(instance_);
    graph::free_graph(graph_);
  }
  // The nodes of one piece of work.
  std::vector<uint32_t> nodes_of(Work work) {
    std::vector<uint32_t> result;
    graph::NodeState* node = work.node();
    do {
      result.push_back(static_cast<uint32_t>(node - instance_->states));
      node = work.is_batch() ? node->next : nullptr;
    } while (node != nullptr);
    return result;
  }

  graph::Graph* graph_ = nullptr;
  graph::Instance* instance_ = nullptr;
};

TEST_F(Batches, AreMadeOfShortNodesInTheOrderPosted) {
  EXPECT_EQ(nodes_of(find(1)), (std::vector<uint32_t>{0}));
  EXPECT_EQ(nodes_of(find(1)), (std::vector<uint32_t>{1, 2, 3}));
  EXPECT_EQ(nodes_of(find(1)), (std::vector<uint32_t>{4, 5, 6}));
  EXPECT_FALSE(find(1));
}

TEST_F(Batches, HaveNodesOfOneInstance) {
  graph::Instance* other = graph::make_instance(*graph_, false);
  other->batch_length = 3;
  arena_.slot(1).node_mailbox.push(&other->states[0]);  // behind the seventh
  EXPECT_EQ(nodes_of(find(1)), (std::vector<uint32_t>{0}));
  EXPECT_EQ(nodes_of(find(1)), (std::vector<uint32_t>{1, 2, 3}));
  EXPECT_EQ(nodes_of(find(1)), (std::vector<uint32_t>{4, 5, 6}));
  EXPECT_EQ(find(1).node(), &other->states[0]);
  graph::free_instance(other);
}

// Sent one by one to the worker that waits for them, the replay's master.
TEST_F(Batches, AreTakenApartByThoseWhoMayNotRunThem) {
  task::Domain inner;
  inner.outer = &arena_.slot(1).domain;
  inner.depth = 1;
  instance_->domain.outer = &arena_.slot(1).domain;
  instance_->domain.depth = 1;
  instance_->master_slot = 2;
  EXPECT_FALSE(find(1, &inner));
  std::vector<bool> is_found(kNodes);
  for (uint32_t worker : {0u, 1u, 2u}) {
    while (Work work = find(worker, nullptr, true)) {
      for (uint32_t node : nodes_of(work)) {
        EXPECT_FALSE(is_found[node]) << node << " twice";
        is_found[node] = true;
      }
    }
  }
  EXPECT_EQ(is_found, std::vector<bool>(kNodes, true));
}

TEST_F(Batches, OfTheMasterItselfAreNotLostEither) {
  task::Domain inner;
  inner.outer = &arena_.slot(1).domain;
  inner.depth = 1;
  instance_->master_slot = 1;
  EXPECT_FALSE(find(1, &inner));
  uint32_t n_found = 0;
  while (Work work = find(1)) n_found += static_cast<uint32_t>(nodes_of(work).size());
  EXPECT_EQ(n_found, kNodes);
}

TEST(Work, TellsTasksAndNodesApart) {
  EXPECT_FALSE(Work());
  task::Task task = {};
  graph::NodeState node;
  EXPECT_FALSE(Work(&task).is_node());
  EXPECT_EQ(Work::from_word(Work(&task).word()).task(), &task);
  EXPECT_TRUE(Work(&node).is_node());
  EXPECT_EQ(Work::from_word(Work(&node).word()).node(), &node);
  EXPECT_FALSE(Work::batch(&node).is_batch()) << "one node is no row";
  graph::NodeState next;
  node.next = &next;
  EXPECT_TRUE(Work::batch(&node).is_batch());
  EXPECT_TRUE(Work::batch(&node).is_node());
  EXPECT_EQ(Work::from_word(Work::batch(&node).word()).node(), &node);
}

}  // namespace
}  // namespace rondo::sched
