// SPDX-License-Identifier: Apache-2.0
//
// sched/create/create.hpp: the fast path of gcc's code, with the creator's deque below and past the inline cutoff.
#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sched/create/create.hpp"
#include "sched/settings.hpp"
#include "sched/test_arena.hpp"
#include "sched/wait/taskwait.hpp"

namespace rondo::sched {
namespace {

using test::TestArena;

struct Data {
  std::vector<const Data*>* seen;  // the address that each task was given
  Worker* worker;
  std::vector<int>* order;
  int number;
};

class FastPath : public testing::Test {
 protected:
  static void note(void* data) {
    auto* mine = static_cast<Data*>(data);
    mine->seen->push_back(mine);
    mine->order->push_back(mine->number);
    mine->number = -1;  // its own copy, or its creator's, which is not needed any more
  }
  static void note_with_child(void* data) {
    note(data);
    Data of_child = *static_cast<Data*>(data);
    of_child.number = 1000;
    spawn_fast(note, &of_child, nullptr, sizeof of_child, 0, *of_child.worker);
  }
  static void copy(void* block, void* data) { *static_cast<Data*>(block) = *static_cast<Data*>(data); }

  // True if the task ran on `mine`.
  bool spawn(int number, task::GompEntry body = note, CopyBlock copy = nullptr) {
    Data mine{&seen_, &worker_, &order_, number};
    const size_t n_before = seen_.size();
    spawn_fast(body, &mine, copy, sizeof mine, 0, worker_);
    return seen_.size() > n_before && seen_[n_before] == &mine;
  }
  void fill_deque() {
    for (uint32_t i = 0; i <= InlineCutoff::kLeast; i++) EXPECT_FALSE(spawn(static_cast<int>(i)));
    EXPECT_TRUE(seen_.empty());
  }

  TestArena arena_{2};  // the other slot has no worker
  Worker& worker_ = arena_.worker(0);
  std::vector<const Data*> seen_;
  std::vector<int> order_;
};

TEST_F(FastPath, HasItsOwnCopyUntilItRuns) {
  fill_deque();
  taskwait(worker_);
  ASSERT_EQ(order_.size(), InlineCutoff::kLeast + 1);
  for (uint32_t i = 0; i <= InlineCutoff::kLeast; i++) EXPECT_EQ(order_[i], static_cast<int>(InlineCutoff::kLeast - i));
}

TEST_F(FastPath, RunsOnItsCreatorsDataPastTheCutoff) {
  fill_deque();
  EXPECT_TRUE(spawn(500));
  EXPECT_EQ(order_, std::vector<int>{500});
  EXPECT_EQ(worker_.current, &arena_.slot(0).implicit);
  taskwait(worker_);
  EXPECT_EQ(order_.size(), InlineCutoff::kLeast + 2);
}

TEST_F(FastPath, IsCopiedByItsFunctionPastTheCutoffToo) {
  fill_deque();
  EXPECT_FALSE(spawn(500, note, copy)) << "the function makes what the body destroys";
  EXPECT_EQ(order_, std::vector<int>{500});
  taskwait(worker_);
}

// Its child is still in the deque when the task on the creator's stack is over.
TEST_F(FastPath, LeavesItsChildrenToTheTaskgroup) {
  fill_deque();
  begin_taskgroup(worker_);
  auto body = [](void* data) {
    static_cast<Data*>(data)->worker->slot->inline_cutoff.note_look(0);  // raised: there is room for the child
    note_with_child(data);
  };
  EXPECT_TRUE(spawn(500, body));
  EXPECT_EQ(order_, std::vector<int>{500});
  end_taskgroup(worker_);
  EXPECT_NE(std::find(order_.begin(), order_.end(), 1000), order_.end());
  taskwait(worker_);
  EXPECT_EQ(order_.size(), InlineCutoff::kLeast + 3);
}

TEST_F(FastPath, AThiefThatFindsNothingLetsTheCreatorLook) {
  WorkDeque& deque = worker_.slot->deque;
  deque.trust(5);
  EXPECT_FALSE(find_work(arena_.worker(1), nullptr, true));
  EXPECT_FALSE(deque.is_trusted());
}

TEST_F(FastPath, WhatRunsInPlaceIsMotion) {
  fill_deque();
  WorkDeque& deque = worker_.slot->deque;
  for (int i = 0; i < 100; i++) {
    const uint64_t before = deque.motion();
    spawn(500 + i);
    EXPECT_NE(deque.motion(), before);
  }
  taskwait(worker_);
}

// Where each one is looked for, because thieves are many.
TEST(PastTheCutoff, IsMotionInALargeArenaToo) {
  TestArena arena(64);
  Worker& worker = arena.worker(0);
  WorkDeque& deque = worker.slot->deque;
  for (uintptr_t i = 1; i <= InlineCutoff::kLeast + 1; i++) deque.push(8 * i);
  for (int i = 0; i < 5; i++) {
    const uint64_t before = deque.motion();
    EXPECT_TRUE(is_past_cutoff(worker));
    EXPECT_NE(deque.motion(), before);
  }
  while (deque.take() != WorkDeque::kEmpty) {
  }
}

TEST_F(FastPath, AWaitLowersARaisedCutoff) {
  InlineCutoff& cutoff = worker_.slot->inline_cutoff;
  cutoff.note_look(InlineCutoff::kLeast + 1);
  cutoff.note_look(0);
  ASSERT_GT(cutoff.n_tasks(), InlineCutoff::kLeast);
  bool is_set = false;
  auto wait = [&] {
    is_set = false;
    work_until(worker_, *worker_.slot->arena, ConditionLatch([&] { return std::exchange(is_set, true); }), nullptr);
  };
  wait();  // it has risen before this one
  wait();
  EXPECT_EQ(cutoff.n_tasks(), InlineCutoff::kLeast);
}

// The other compiler's: its block is there before anybody knows where it will run.
TEST_F(FastPath, OfABlockRunsAtOncePastTheCutoffAndIsNotCounted) {
  auto submit_one = [&](int number) {
    task::TaskSpec spec = {};
    spec.entry.gomp = note;
    spec.block_bytes = sizeof(Data);
    task::Task* task = allocate(worker_, spec);
    new (task->data) Data{&seen_, &worker_, &order_, number};
    submit_fast(worker_, *task);
  };
  for (uint32_t i = 0; i <= InlineCutoff::kLeast; i++) submit_one(static_cast<int>(i));
  EXPECT_TRUE(seen_.empty());
  const uint32_t n_queued = arena_.slot(0).domain.join_counter.outstanding();
  EXPECT_EQ(n_queued, InlineCutoff::kLeast + 1);
  submit_one(500);
  EXPECT_EQ(order_, std::vector<int>{500});
  EXPECT_EQ(arena_.slot(0).domain.join_counter.outstanding(), n_queued);
  taskwait(worker_);
  EXPECT_EQ(order_.size(), InlineCutoff::kLeast + 2);
}

TEST_F(FastPath, RunsInPlaceByEachWorkerOfAArena) {
  constexpr int kTasks = 20000;
  static base::Atomic<uint32_t> n_run;
  n_run.store_relaxed(0);
  void (*const copy)(void*, void*) = [](void*, void*) {};
  arena_.run([&] {
    for (int i = 0; i < kTasks; i++) {
      spawn_fast([](void*) { n_run.add_relaxed(1); }, nullptr, i % 3 == 0 ? copy : nullptr, 0, 0, worker_);
    }
    taskwait(worker_);
    EXPECT_EQ(n_run.load_relaxed(), static_cast<uint32_t>(kTasks));
  });
}

TEST_F(FastPath, IsNotWhatARecordingOrALoneCreatorNeeds) {
  EXPECT_TRUE(takes_fast_path(worker_));
  TestArena alone(1);
  EXPECT_FALSE(takes_fast_path(alone.worker(0)));
  domain_of_current(alone.worker(0));
  EXPECT_FALSE(takes_fast_path(alone.worker(0)));
  worker_.current->flags |= task::kFinal;
  EXPECT_FALSE(takes_fast_path(worker_));
  worker_.current->flags &= static_cast<uint16_t>(~task::kFinal);
}

}  // namespace
}  // namespace rondo::sched
