// SPDX-License-Identifier: Apache-2.0
//
// os/fork_gate.hpp without a fork: its handlers are called as fork(2) would call them. With one:
// tests/behaviour/process/fork_in_start.c.
#include "os/fork_gate.hpp"

#include <atomic>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "base/build.hpp"

namespace rondo::os {
namespace {

TEST(ForkGate, AForkWaitsForThreadsInside) {
  ForkGate gate;
  std::promise<void> is_inside;
  std::atomic<bool> has_left{false};
  std::thread other([&] {
    gate.enter();
    gate.enter();
    is_inside.set_value();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    gate.leave();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    has_left = true;
    gate.leave();
  });
  is_inside.get_future().wait();
  gate.keep_others_out();
  EXPECT_TRUE(has_left);
  gate.let_others_in_of_child();
  EXPECT_FALSE(gate.has_lost_thread());
  other.join();
}

TEST(ForkGate, ThreadsWaitForAFork) {
  ForkGate gate;
  std::atomic<bool> is_forked{false};
  gate.keep_others_out();
  std::thread other([&] {
    gate.enter();
    EXPECT_TRUE(is_forked);
    gate.leave();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  is_forked = true;
  gate.let_others_in();
  other.join();
}

// Else it would wait for itself, and give up.
TEST(ForkGate, AForkFromInsideStaysInside) {
  ForkGate gate;
  gate.enter();
  gate.keep_others_out();
  gate.let_others_in_of_child();
  EXPECT_FALSE(gate.has_lost_thread());
  std::atomic<bool> has_left{false};
  std::thread other([&] {
    gate.enter();
    EXPECT_TRUE(has_left);
    gate.leave();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  has_left = true;
  gate.leave();
  other.join();
}

TEST(ForkGate, AForkWaitsASecondAtMost) {
  ForkGate gate;
  std::promise<void> is_inside, may_leave;
  std::thread other([&] {
    gate.enter();
    is_inside.set_value();
    may_leave.get_future().wait();
    gate.leave();
  });
  is_inside.get_future().wait();
  gate.keep_others_out();
  gate.let_others_in();  // the parent's half: the other one is inside still
  may_leave.set_value();
  other.join();
  EXPECT_FALSE(gate.has_lost_thread());
}

TEST(ForkGate, AChildDoesWithoutAThreadThatStaysInside) {
  if (base::kThreadSanitizer) GTEST_SKIP() << "it takes the lock that the child makes anew for a held one";
  ForkGate gate;
  std::thread lost([&] { gate.enter(); });
  lost.join();
  gate.keep_others_out();
  gate.let_others_in_of_child();
  EXPECT_TRUE(gate.has_lost_thread());
  gate.enter();
  gate.leave();
  std::thread([&] {
    gate.enter();
    gate.leave();
  }).join();
}

TEST(ForkSafeOnce, IsDoneOnceAndByThenForAll) {
  ForkSafeOnce once;
  int n = 0;
  std::atomic<int> n_ready{0};
  auto ask = [&] {
    n_ready++;
    while (n_ready < 3) std::this_thread::yield();
    once.run([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      n++;
    });
    EXPECT_EQ(n, 1);
  };
  std::thread threads[] = {std::thread(ask), std::thread(ask), std::thread(ask)};
  for (std::thread& thread : threads) thread.join();
  once.run([&] { n++; });
  EXPECT_EQ(n, 1);
}

// With a lock each, the threads would wait for each other.
TEST(ForkSafeOnce, MayAskForOthersInAnyOrder) {
  for (int round = 0; round < 200; round++) {
    ForkSafeOnce first, second;
    std::atomic<int> n{0}, n_ready{0};
    auto count = [&] { n++; };
    auto ask = [&](ForkSafeOnce& outer, ForkSafeOnce& inner) {
      n_ready++;
      while (n_ready < 2) std::this_thread::yield();
      outer.run([&] {
        std::this_thread::yield();
        inner.run(count);
        n++;
      });
    };
    std::thread one(ask, std::ref(first), std::ref(second));
    std::thread other(ask, std::ref(second), std::ref(first));
    one.join();
    other.join();
    EXPECT_EQ(n, 2);
  }
}

}  // namespace
}  // namespace rondo::os
