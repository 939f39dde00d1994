// SPDX-License-Identifier: Apache-2.0
//
// sched/wait/children.hpp: the children on top of the own deque, and what ends their row.
#include "sched/wait/children.hpp"

#include <gtest/gtest.h>

#include "sched/settings.hpp"
#include "sched/test_arena.hpp"

namespace rondo::sched {
namespace {

using depend::Dependence;
using depend::Kind;
using test::create;
using test::TestArena;

class OwnChildren : public testing::Test {
 protected:
  void create_noting(int number, Dependences dependences = {}, int16_t priority = 0) {
    create(worker_, [this, number] { order_.push_back(number); }, dependences, priority);
  }
  void run() { run_own_children(worker_, arena_.slot(0).domain); }

  TestArena arena_{2};  // the other slot has no worker
  Worker& worker_ = arena_.worker(0);
  std::vector<int> order_;
};

TEST_F(OwnChildren, RunNewestFirstUntilNoneIsLeft) {
  for (int i = 0; i < 4; i++) create_noting(i);
  run();
  EXPECT_EQ(order_, (std::vector<int>{3, 2, 1, 0}));
  EXPECT_TRUE(arena_.slot(0).domain.join_counter.is_done(task::Depth::Children));
  EXPECT_TRUE(arena_.slot(0).deque.looks_empty());
}

TEST_F(OwnChildren, OnesChildrenAreLeftBehindItWhenItDoesNotWait) {
  create(worker_, [this] { create_noting(1); });
  run();
  EXPECT_TRUE(order_.empty()) << "a grandchild is not waited for";
  EXPECT_FALSE(arena_.slot(0).domain.join_counter.is_done(task::Depth::Descendants));
  EXPECT_TRUE(run_ready(worker_, arena_.slot(0).domain));
  EXPECT_EQ(order_, std::vector<int>{1});
  flush(worker_);  // its count goes to a domain without an owner
  EXPECT_TRUE(arena_.slot(0).domain.join_counter.is_done(task::Depth::Descendants));
}

TEST_F(OwnChildren, EndAtOneWithDependences) {
  const Dependence cell = {8, Kind::Out};
  create_noting(0);
  create_noting(1, {&cell, 1});
  create_noting(2);
  run();
  EXPECT_EQ(order_, std::vector<int>{2});
  EXPECT_TRUE(worker_.owes_announcement) << "it was out of sight for a moment";
  taskwait(worker_);
  EXPECT_EQ(order_, (std::vector<int>{2, 1, 0}));
}

TEST_F(OwnChildren, EndAtOneThatATaskgroupCounts) {
  create_noting(0);
  begin_taskgroup(worker_);
  create_noting(1);
  create_noting(2);
  run();
  EXPECT_TRUE(order_.empty());
  end_taskgroup(worker_);
  taskwait(worker_);
  EXPECT_EQ(order_.size(), 3u);
}

TEST_F(OwnChildren, WaitForWhatHasPriority) {
  settings.max_task_priority = 10;
  create_noting(0);
  create_noting(1, {}, 5);
  run();
  EXPECT_TRUE(order_.empty());
  taskwait(worker_);
  EXPECT_EQ(order_, (std::vector<int>{1, 0}));
  settings.max_task_priority = 0;
}

// Completions for another parent are reported before: a worker may wait for them.
TEST_F(OwnChildren, AreNotRunBeforeTheBatchIsReported) {
  create_noting(0);
  Worker& other = arena_.worker(1);
  Work stolen = find_work(other, nullptr, true);
  ASSERT_TRUE(stolen);
  EXPECT_FALSE(sched::run(other, stolen));
  EXPECT_NE(other.batch_count, 0u);
  bool was_reported = false;
  create(other, [&other, &was_reported] { was_reported = other.batch_count == 0; });
  run_own_children(other, arena_.slot(1).domain);
  EXPECT_TRUE(was_reported);
  taskwait(worker_);
}

}  // namespace
}  // namespace rondo::sched
