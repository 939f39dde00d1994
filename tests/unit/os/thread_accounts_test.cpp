// SPDX-License-Identifier: Apache-2.0
//
// os/thread_accounts.hpp: which threads there are, and what the kernel says of one that cannot be running all the
// time, and of one that touches memory for the first time.
#include "os/thread_accounts.hpp"

#include <algorithm>
#include <csignal>
#include <vector>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/cpu.hpp"
#include "os/thread.hpp"

namespace rondo::os {
namespace {

TEST(ThreadAccounts, AreKnownOfEachThread) {
  std::vector<int> threads;
  for_each_thread([](void* found, int thread) { static_cast<std::vector<int>*>(found)->push_back(thread); }, &threads);
  EXPECT_NE(std::find(threads.begin(), threads.end(), thread_id()), threads.end());
  EXPECT_EQ(run_delay_us(1 << 29), 0u);  // there is no such thread
  EXPECT_EQ(minor_faults(1 << 29), 0u);
}

TEST(ThreadAccounts, WaitsForAProcessorAreCounted) {
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

TEST(ThreadAccounts, PageFaultsAreCounted) {
  constexpr size_t kPages = 64, kPage = 4096;
  char name[16] = {};
  ASSERT_EQ(prctl(PR_GET_NAME, name), 0);
  ASSERT_EQ(prctl(PR_SET_NAME, "a) 1 2 (3 4"), 0);  // as the name of a program's thread may be
  void* memory = mmap(nullptr, kPages * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  ASSERT_EQ(madvise(memory, kPages * kPage, MADV_NOHUGEPAGE), 0);
  rusage before = {}, after = {};
  getrusage(RUSAGE_THREAD, &before);
  EXPECT_GE(minor_faults(thread_id()), static_cast<uint64_t>(before.ru_minflt));
  for (size_t i = 0; i < kPages; i++) static_cast<volatile char*>(memory)[i * kPage] = 1;
  const uint64_t found = minor_faults(thread_id());
  getrusage(RUSAGE_THREAD, &after);
  EXPECT_GE(found, static_cast<uint64_t>(before.ru_minflt) + kPages);
  EXPECT_LE(found, static_cast<uint64_t>(after.ru_minflt));
  EXPECT_EQ(munmap(memory, kPages * kPage), 0);
  EXPECT_EQ(prctl(PR_SET_NAME, name), 0);
}

}  // namespace
}  // namespace rondo::os
