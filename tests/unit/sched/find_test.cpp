// SPDX-License-Identifier: Apache-2.0
//
// sched/find.hpp: in which order a worker finds work, and what a wait may not run.
#include "sched/find.hpp"

#include <gtest/gtest.h>

#include "graph/instance.hpp"
#include "graph/recorder.hpp"
#include "sched/crew.hpp"

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
  task::Task& task_of(uint32_t seat) { return task_of(crew_.seat(seat).domain); }
  void push(uint32_t seat, task::Task& task) { crew_.seat(seat).deque.push(Work(&task).word()); }
  Work find(uint32_t worker, const task::Domain* within = nullptr, bool is_patient = false) {
    return find_work(crew_.worker(worker), within, is_patient);
  }

  test::TestCrew crew_{3};
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
  crew_.seat(0).mailbox.push(&posted_first);
  crew_.seat(0).mailbox.push(&posted_second);
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

TEST_F(Find, PrioritisedWorkComesFirst) {
  task::Task& own = task_of(0);
  task::Task& urgent = task_of(0);
  urgent.priority = 1;
  push(0, own);
  crew_.crew.prioritised.push(&urgent, 1);
  EXPECT_EQ(find(0).task(), &urgent);
  EXPECT_EQ(find(0).task(), &own);
}

// A wait runs descendants only; what it may not run stays where others find it.
TEST_F(Find, AWaitLeavesStrangersToOthers) {
  task::Domain inner;
  inner.outer = &crew_.seat(0).domain;
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
    inner[i].outer = i == 0 ? &crew_.seat(0).domain : &inner[i - 1];
    inner[i].depth = i + 1;
  }
  push(0, task_of(inner[2]));
  EXPECT_FALSE(inner[0].is_descendant_of(inner[1]));
  EXPECT_TRUE(find(0, &inner[0]));
}

TEST_F(Find, AStolenStrangerIsNotLost) {
  task::Domain inner;
  inner.outer = &crew_.seat(0).domain;
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
  crew_.seat(1).deque.push(Work(&instance->states[0]).word());
  crew_.seat(1).node_mailbox.push(&instance->states[1]);
  EXPECT_FALSE(find(0));
  EXPECT_EQ(find(0, nullptr, true).node(), &instance->states[0]);
  EXPECT_EQ(find(0, nullptr, true).node(), &instance->states[1]);
  crew_.seat(1).node_mailbox.push(&instance->states[0]);
  EXPECT_EQ(find(1).node(), &instance->states[0]);
  graph::free_instance(instance);
  graph::free_graph(graph);
}

TEST(Work, TellsTasksAndNodesApart) {
  EXPECT_FALSE(Work());
  task::Task task = {};
  graph::NodeState node;
  EXPECT_FALSE(Work(&task).is_node());
  EXPECT_EQ(Work::from_word(Work(&task).word()).task(), &task);
  EXPECT_TRUE(Work(&node).is_node());
  EXPECT_EQ(Work::from_word(Work(&node).word()).node(), &node);
}

}  // namespace
}  // namespace rondo::sched
