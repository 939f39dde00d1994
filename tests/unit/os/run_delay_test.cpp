// SPDX-License-Identifier: Apache-2.0
//
// os/run_delay.hpp: which threads there are, and what the kernel says of one that cannot be running all the time.
#include "os/run_delay.hpp"

#include <algorithm>
#include <csignal>
#include <vector>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/cpu.hpp"
#include "os/thread.hpp"

namespace rondo::os {
namespace {

TEST(RunDelay, IsKnownOfEachThread) {
  std::vector<int> threads;
  for_each_thread([](void* found, int thread) { static_cast<std::vector<int>*>(found)->push_back(thread); }, &threads);
  EXPECT_NE(std::find(threads.begin(), threads.end(), thread_id()), threads.end());
  EXPECT_EQ(run_delay_us(1 << 29), 0u);  // there is no such thread
}

TEST(RunDelay, Grows) {
  if (access("/proc/self/schedstat", R_OK) != 0) GTEST_SKIP() << "this kernel does not tell";
  const uint64_t before_us = run_delay_us(thread_id());
  // A process that wants the same processor keeps it for a time slice now and then.
  cpu_set_t old;
  ASSERT_EQ(sched_getaffinity(0, sizeof old, &old), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<unsigned>(sched_getcpu()), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  const pid_t other = fork();
  if (other == 0) {
    for (;;) relax();
  }
  while (run_delay_us(thread_id()) < before_us + 1000) relax();
  kill(other, SIGKILL);
  EXPECT_EQ(waitpid(other, nullptr, 0), other);
  EXPECT_EQ(sched_setaffinity(0, sizeof old, &old), 0);
}

}  // namespace
}  // namespace rondo::os
