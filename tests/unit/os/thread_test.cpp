// SPDX-License-Identifier: Apache-2.0
//
// os/thread.hpp: what a started thread has (argument, name, stack, signal mask) and what a refused one says.
#include "os/thread.hpp"

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>
#include <pthread.h>

#include "base/atomic.hpp"
#include "os/futex.hpp"

namespace rondo::os {
namespace {

// What the new thread sees of itself.
struct Sight {
  base::Atomic<uint32_t> is_done{0};
  char name[16] = {};
  size_t stack_bytes = 0;
  bool blocks_usr1 = false;
  bool blocks_usr2 = false;

  void wait() {
    while (is_done.load_acquire() == 0) futex_wait(is_done.address(), 0);
  }
};

void look(void* argument) {
  auto* sight = static_cast<Sight*>(argument);
  pthread_getname_np(pthread_self(), sight->name, sizeof sight->name);
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void* base = nullptr;
    pthread_attr_getstack(&attributes, &base, &sight->stack_bytes);
    pthread_attr_destroy(&attributes);
  }
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  sight->blocks_usr1 = sigismember(&mask, SIGUSR1) == 1;
  sight->blocks_usr2 = sigismember(&mask, SIGUSR2) == 1;
  sight->is_done.store_release(1);
  futex_wake(sight->is_done.address(), 1);
}

void fill(NewThread& thread, const char* name, size_t stack_bytes, void* argument) {
  thread.main = look;
  thread.argument = argument;
  thread.stack_bytes = stack_bytes;
  snprintf(thread.name, sizeof thread.name, "%s", name);
}

// Not on the stack: the detached thread's last futex_wake may come after the test has seen is_done.
Sight* start_and_look(size_t stack_bytes, const char* name) {
  static Sight sights[8];
  static NewThread threads[8];
  static unsigned n_used = 0;
  Sight* sight = &sights[n_used];
  NewThread& thread = threads[n_used++];
  fill(thread, name, stack_bytes, sight);
  const int problem = start_thread(thread);
  EXPECT_EQ(problem, 0);
  if (problem == 0) sight->wait();
  return sight;
}

TEST(Thread, RunsWithItsName) { EXPECT_STREQ(start_and_look(0, "rondo-w7")->name, "rondo-w7"); }

TEST(Thread, WithoutNameInheritsOne) {
  char own[16];
  pthread_getname_np(pthread_self(), own, sizeof own);
  EXPECT_STREQ(start_and_look(0, "")->name, own);
}

TEST(Thread, StackIsAtLeastWhatWasAskedFor) {
  EXPECT_GE(start_and_look((5 << 20) + 1, "x")->stack_bytes, size_t{(5 << 20) + 1});
}

TEST(Thread, TinyStackIsRaisedToOneThatWorks) { EXPECT_GT(start_and_look(1, "x")->stack_bytes, 1u); }

TEST(Thread, DefaultStackIsKnown) {
  const size_t bytes = default_stack_bytes();
  EXPECT_GE(bytes, 16384u);
  // The guard and the thread's own block may count in or out.
  EXPECT_NEAR(static_cast<double>(start_and_look(0, "x")->stack_bytes), static_cast<double>(bytes), 65536.0);
}

TEST(Thread, InheritsTheSignalMask) {
  sigset_t blocked;
  sigset_t saved;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, &saved);
  const Sight* sight = start_and_look(0, "x");
  pthread_sigmask(SIG_SETMASK, &saved, nullptr);
  EXPECT_TRUE(sight->blocks_usr1);
  EXPECT_FALSE(sight->blocks_usr2);
}

TEST(Thread, ImpossibleStackIsAnErrorValue) {
  for (const size_t bytes : {SIZE_MAX, SIZE_MAX / 2}) {
    NewThread thread;
    fill(thread, "x", bytes, nullptr);
    EXPECT_NE(start_thread(thread), 0);
  }
}

}  // namespace
}  // namespace rondo::os
