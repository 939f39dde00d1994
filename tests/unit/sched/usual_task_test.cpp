// SPDX-License-Identifier: Apache-2.0
//
// sched/usual.hpp: the usual creation of gcc's code, with and without plenty in the creator's deque.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "sched/crew.hpp"
#include "sched/settings.hpp"
#include "sched/usual.hpp"

namespace rondo::sched {
namespace {

using test::TestCrew;

struct Data {
  std::vector<const Data*>* seen;  // the address that each task was given
  Worker* worker;
  std::vector<int>* order;
  int number;
};

class UsualTask : public testing::Test {
 protected:
  static void note(void* data) {
    auto* mine = static_cast<Data*>(data);
    mine->seen->push_back(mine);
    mine->order->push_back(mine->number);
    mine->number = -1;  // its own copy, or its creator's that nobody needs any more
  }
  static void note_with_child(void* data) {
    note(data);
    Data of_child = *static_cast<Data*>(data);
    of_child.number = 1000;
    spawn_usual(*of_child.worker, note, &of_child, sizeof of_child, 0, nullptr);
  }
  static void copy(void* block, void* data) { *static_cast<Data*>(block) = *static_cast<Data*>(data); }

  // True if the task ran on `mine`.
  bool spawn(int number, task::GompEntry body = note, CopyBlock copy = nullptr) {
    Data mine{&seen_, &worker_, &order_, number};
    const size_t n_before = seen_.size();
    spawn_usual(worker_, body, &mine, sizeof mine, 0, copy);
    return seen_.size() > n_before && seen_[n_before] == &mine;
  }
  void fill_deque() {
    for (uint32_t i = 0; i <= settings.plenty; i++) EXPECT_FALSE(spawn(static_cast<int>(i)));
    EXPECT_TRUE(seen_.empty());
  }

  TestCrew crew_{2};  // nobody sits on the other seat
  Worker& worker_ = crew_.worker(0);
  std::vector<const Data*> seen_;
  std::vector<int> order_;
};

TEST_F(UsualTask, HasItsOwnCopyUntilItRuns) {
  fill_deque();
  taskwait(worker_);
  ASSERT_EQ(order_.size(), settings.plenty + 1);
  for (uint32_t i = 0; i <= settings.plenty; i++) EXPECT_EQ(order_[i], static_cast<int>(settings.plenty - i));
}

TEST_F(UsualTask, RunsOnItsCreatorsDataWithPlenty) {
  fill_deque();
  EXPECT_TRUE(spawn(500));
  EXPECT_EQ(order_, std::vector<int>{500});
  EXPECT_EQ(worker_.current, &crew_.seat(0).implicit);
  taskwait(worker_);
  EXPECT_EQ(order_.size(), settings.plenty + 2);
}

TEST_F(UsualTask, IsCopiedByItsFunctionWithPlentyToo) {
  fill_deque();
  EXPECT_FALSE(spawn(500, note, copy)) << "the function makes what the body destroys";
  EXPECT_EQ(order_, std::vector<int>{500});
  taskwait(worker_);
}

// Its child is still in the deque when the task on the creator's stack is over.
TEST_F(UsualTask, LeavesItsChildrenToTheTaskgroup) {
  fill_deque();
  begin_taskgroup(worker_);
  auto body = [](void* data) {
    settings.plenty += 100;  // too few for the child
    note_with_child(data);
    settings.plenty -= 100;
  };
  EXPECT_TRUE(spawn(500, body));
  EXPECT_EQ(order_, std::vector<int>{500});
  end_taskgroup(worker_);
  EXPECT_NE(std::find(order_.begin(), order_.end(), 1000), order_.end());
  taskwait(worker_);
  EXPECT_EQ(order_.size(), settings.plenty + 3);
}

// The other compiler's: its block is there before anybody knows where it will run.
TEST_F(UsualTask, OfABlockRunsAtOnceWithPlentyAndIsNotCounted) {
  auto submit_one = [&](int number) {
    task::TaskSpec spec = {};
    spec.entry.gomp = note;
    spec.block_bytes = sizeof(Data);
    task::Task* task = allocate(worker_, spec);
    new (task->data) Data{&seen_, &worker_, &order_, number};
    submit_usual(worker_, *task);
  };
  for (uint32_t i = 0; i <= settings.plenty; i++) submit_one(static_cast<int>(i));
  EXPECT_TRUE(seen_.empty());
  const uint32_t n_queued = crew_.seat(0).domain.tally.outstanding();
  EXPECT_EQ(n_queued, settings.plenty + 1);
  submit_one(500);
  EXPECT_EQ(order_, std::vector<int>{500});
  EXPECT_EQ(crew_.seat(0).domain.tally.outstanding(), n_queued);
  taskwait(worker_);
  EXPECT_EQ(order_.size(), settings.plenty + 2);
}

TEST_F(UsualTask, RunsInPlaceByEachWorkerOfACrew) {
  constexpr int kTasks = 20000;
  static base::Atomic<uint32_t> n_run;
  n_run.store_relaxed(0);
  crew_.run([&] {
    for (int i = 0; i < kTasks; i++) {
      spawn_usual(
          worker_, [](void*) { n_run.add_relaxed(1); }, nullptr, 0, 0, i % 3 == 0 ? [](void*, void*) {} : nullptr);
    }
    taskwait(worker_);
    EXPECT_EQ(n_run.load_relaxed(), static_cast<uint32_t>(kTasks));
  });
}

TEST_F(UsualTask, IsNotWhatARecordingOrALoneCreatorNeeds) {
  EXPECT_TRUE(creates_usual_tasks(worker_));
  TestCrew alone(1);
  EXPECT_FALSE(creates_usual_tasks(alone.worker(0)));
  domain_of_current(alone.worker(0));
  EXPECT_FALSE(creates_usual_tasks(alone.worker(0)));
  worker_.current->flags |= task::kFinal;
  EXPECT_FALSE(creates_usual_tasks(worker_));
  worker_.current->flags &= static_cast<uint16_t>(~task::kFinal);
}

}  // namespace
}  // namespace rondo::sched
