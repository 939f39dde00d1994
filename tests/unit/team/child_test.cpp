// SPDX-License-Identifier: Apache-2.0
//
// What a child of fork(2) knows of its parent's threads.
#include "team/child.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "ompt/process.hpp"
#include "team/fork.hpp"

namespace rondo::team {
namespace {

// The thread that ends the process waits for these, so that the tool hears of their ends.
TEST(Child, WaitsForNoThreadsOfItsParentWhenItEnds) {
  (void)this_worker();  // the runtime has started
  const uint32_t before = ompt::process.n_own_threads.load_relaxed();
  ompt::process.n_own_threads.store_relaxed(3);
  const pid_t child = ::fork();
  ASSERT_NE(child, -1);
  if (child == 0) _exit(static_cast<int>(ompt::process.n_own_threads.load_relaxed()));
  ompt::process.n_own_threads.store_relaxed(before);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace rondo::team
