// SPDX-License-Identifier: Apache-2.0
//
// sched/idle/poll.hpp and the sleeper that polls (sched/idle/park.hpp) on real threads: an operation whose end is
// overlooked is a hang.
#include "sched/idle/poll.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "sched/idle/park.hpp"
#include "sched/test_arena.hpp"

namespace rondo::sched {
namespace {

using test::TestArena;

// Operations that end when the test says so.
struct Operations {
  std::atomic<int> n_ended{0};  // and not reported
  std::atomic<int> n_calls{0};
  std::atomic<int> n_inside{0};
  Poll* poll = register_poll(look, this);

  static int look(void* data) {
    auto& self = *static_cast<Operations*>(data);
    EXPECT_EQ(self.n_inside.fetch_add(1), 0);  // one thread at a time
    self.n_calls++;
    const int n = self.n_ended.exchange(0);
    self.n_inside.fetch_sub(1);
    return n;
  }
  ~Operations() {
    if (poll != nullptr) unregister_poll(*poll);
  }
  void begin(int n = 1) const {
    if (expect(*poll, n)) announce_pending();
  }
};

TEST(Poll, IsCalledOnlyWhileSomethingIsPending) {
  TestArena arena(1);
  Worker& worker = arena.worker(0);
  EXPECT_TRUE(process.takes_short_cuts.load_relaxed());
  {
    const Operations operations;
    EXPECT_FALSE(process.takes_short_cuts.load_relaxed());
    EXPECT_FALSE(is_pending());
    EXPECT_FALSE(poll(worker));
    EXPECT_EQ(operations.n_calls, 0);
  }
  EXPECT_TRUE(process.takes_short_cuts.load_relaxed());
  Operations operations;
  operations.begin(2);
  EXPECT_TRUE(is_pending());
  EXPECT_FALSE(poll(worker));
  EXPECT_EQ(operations.n_calls, 1);
  operations.n_ended = 1;
  EXPECT_TRUE(poll(worker));
  EXPECT_TRUE(is_pending());
  operations.n_ended = 1;
  EXPECT_TRUE(poll(worker));
  EXPECT_FALSE(is_pending());
  EXPECT_FALSE(poll(worker));
  EXPECT_EQ(operations.n_calls, 3);
  operations.begin(3);
  operations.begin(-3);  // they will not be reported
  EXPECT_FALSE(is_pending());
}

TEST(Poll, IsRegisteredAsOftenAsThereIsRoom) {
  Operations operations[Polls::kMaxPolls];
  EXPECT_EQ(register_poll(Operations::look, nullptr), nullptr);
  unregister_poll(*operations[5].poll);
  operations[5].poll = register_poll(Operations::look, &operations[5]);
  EXPECT_NE(operations[5].poll, nullptr);
}

TEST(Poll, WhatIsPendingEndsWithTheRegistration) {
  {
    const Operations operations;
    operations.begin(2);
    EXPECT_TRUE(is_pending());
  }
  EXPECT_FALSE(is_pending());
}

TEST(Poll, AFunctionMayUnregisterItself) {
  TestArena arena(1);
  t_worker = &arena.worker(0);
  static Poll* own;
  own = register_poll(
      [](void*) {
        unregister_poll(*own);
        return 1;
      },
      nullptr);
  (void)expect(*own, 1);
  EXPECT_TRUE(poll(arena.worker(0)));
  EXPECT_FALSE(is_pending());
  const Operations operations;
  EXPECT_EQ(operations.poll, own);  // its place is free
  t_worker = nullptr;
}

TEST(Poll, AFunctionIsNotPartOfTheTaskThatWaits) {
  TestArena arena(1);
  Worker& worker = arena.worker(0);
  t_worker = &worker;
  static const task::Task* current;
  Poll* registered = register_poll(
      [](void*) {
        current = t_worker->current;
        return 1;
      },
      nullptr);
  (void)expect(*registered, 1);
  poll(worker);
  EXPECT_NE(current, worker.current);
  EXPECT_EQ(worker.current, &arena.slot(0).implicit);
  unregister_poll(*registered);
  t_worker = nullptr;
}

// All sleep, and the end of the operation is seen all the same: by a worker that was asleep before it began.
TEST(Poll, ASleeperPolls) {
  for (uint32_t n_workers : {1u, 2u, 4u}) {
    TestArena arena(n_workers);
    Operations operations;
    std::atomic<bool> is_over{false};
    std::thread outside([&] {
      for (int round = 0; round < 50; round++) {
        while ((arena.arena.n_parked.load_relaxed() & ~Arena::kLookedInVain) != n_workers) std::this_thread::yield();
        operations.begin();
        operations.n_ended = 1;
        while (is_pending()) std::this_thread::yield();
      }
      is_over = true;
      announce_latch(arena.arena);
    });
    test::on_threads(n_workers, [&](uint32_t index) {
      t_worker = &arena.worker(index);
      auto condition = [&] { return is_over.load(); };
      while (!condition()) park(arena.worker(index), &arena.arena, 0, condition);
      t_worker = nullptr;
    });
    outside.join();
    EXPECT_EQ(process.polls.on_duty.load_relaxed(), nullptr);
    EXPECT_EQ(arena.arena.n_parked.load_relaxed(), 0u);
  }
}

// The sleeper that polls is woken for other things again and again: another one goes on.
TEST(Poll, TheDutyIsPassedOn) {
  constexpr uint32_t kRounds = 500;
  TestArena arena(3);
  Operations operations;
  std::atomic<uint32_t> n_rounds{0};
  std::thread outside([&] {
    for (uint32_t round = 1; round <= kRounds; round++) {
      operations.begin();
      if (round % 3 != 0) {
        for (uint32_t i = 0; i < 3; i++) {
          if (process.polls.on_duty.load_relaxed() == &arena.worker(i)) unpark(arena.worker(i));
        }
      }
      operations.n_ended.fetch_add(1);
      while (is_pending()) std::this_thread::yield();
      n_rounds = round;
    }
    announce_latch(arena.arena);
  });
  test::on_threads(3, [&](uint32_t index) {
    Worker& worker = arena.worker(index);
    t_worker = &worker;
    auto condition = [&] { return n_rounds.load() == kRounds; };
    work_until(worker, arena.arena, ConditionLatch(condition), nullptr);
    t_worker = nullptr;
  });
  outside.join();
  EXPECT_EQ(process.polls.on_duty.load_relaxed(), nullptr);
}

// Children of the worker that sleeps end in what it calls meanwhile: its join counter is not awaited then.
TEST(Poll, ChildrenEndWhileTheirParentSleeps) {
  for (uint32_t n_workers : {1u, 2u}) {
    TestArena arena(n_workers);
    static std::atomic<task::Task*> pending;
    pending = nullptr;
    Poll* registered = register_poll(
        [](void*) {
          static int n_looks;
          if (++n_looks % 3 != 0) return 0;
          task::Task* task = pending.exchange(nullptr);
          if (task == nullptr) return 0;
          release_hold(*t_worker, *task);
          flush(*t_worker);
          return 1;
        },
        nullptr);
    arena.run([&] {
      Worker& worker = arena.worker(0);
      for (int i = 0; i < 200; i++) {
        static Poll* current;
        current = registered;
        task::TaskSpec spec = {};
        spec.entry.gomp = [](void*) {
          pending = t_worker->current;
          if (expect(*current, 1)) announce_pending();
        };
        spec.flags = task::kDetachable;
        submit(worker, *allocate(worker, spec), {}, true);
        taskwait(worker);
        EXPECT_EQ(pending.load(), nullptr);
      }
    });
    unregister_poll(*registered);
  }
}

// A chain of successors does not keep its worker from polling, nor do children at a taskwait.
TEST(Poll, AWorkerThatHasWorkPolls) {
  for (const bool is_chain : {true, false}) {
    TestArena arena(2);  // the other worker is not there
    Worker& worker = arena.worker(0);
    t_worker = &worker;
    Operations operations;
    static std::atomic<bool> is_over;
    is_over = false;
    for (int i = 0; i < 20; i++) {
      auto body = [] {  // a tenth of a millisecond, if nobody polls
        const uint64_t end_ns = os::now_ns() + 100'000;
        while (os::now_ns() < end_ns && is_pending()) os::relax();
        if (!is_pending()) is_over = true;  // seen before the wait is over
      };
      const depend::Dependence link = {8, depend::Kind::Out};
      test::create(worker, body, is_chain ? Dependences{&link, 1} : Dependences{});
    }
    operations.begin();
    operations.n_ended = 1;
    process.polls.looked_ticks.store_relaxed(os::ticks());  // not due before the first task has begun
    taskwait(worker);
    EXPECT_TRUE(is_over);
    t_worker = nullptr;
  }
}

}  // namespace
}  // namespace rondo::sched
