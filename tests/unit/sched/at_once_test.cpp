// SPDX-License-Identifier: Apache-2.0
//
// sched/at_once.hpp: whose turn it is, and that dependent tasks run at once only where they may.
#include "sched/at_once.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "sched/crew.hpp"

namespace rondo::sched {
namespace {

TEST(AtOnce, ALongTaskIsPaidBackBeforeTheNextGuess) {
  AtOnce at_once;
  const uint64_t per_us = os::ticks_per_us();
  uint64_t now = 1000 * per_us;
  EXPECT_TRUE(at_once.is_due(now));
  EXPECT_TRUE(at_once.note_run(now, now)) << "it took no time";
  EXPECT_TRUE(at_once.is_due(now));
  EXPECT_FALSE(at_once.note_run(now, now + 100 * per_us));
  now += 100 * per_us;
  EXPECT_FALSE(at_once.is_due(now + 1000 * per_us));
  EXPECT_TRUE(at_once.is_due(now + 10000 * per_us));
}

class RunAtOnce : public testing::Test {
 public:
  // A task that nothing precedes, with a dependence; true if it has run when its creation is over.
  bool runs_at_once(int16_t priority = 0) {
    static int n_run;
    n_run = 0;
    address_ += 64;
    const depend::Dependence own[] = {{address_, depend::Kind::Out}};
    test::create(worker_, [] { n_run++; }, own, priority);
    return n_run == 1;
  }

  test::TestCrew crew_{2};  // nobody sits on the other seat
  Worker& worker_ = crew_.worker(0);
  uintptr_t address_ = 64;
};

TEST_F(RunAtOnce, WhereThievesHaveFoundTinyTasks) {
  EXPECT_FALSE(runs_at_once());
  crew_.crew.has_tiny_tasks.store_relaxed(true);
  EXPECT_TRUE(runs_at_once());
  taskwait(worker_);
}

TEST_F(RunAtOnce, NotInATaskWhoseSiblingsMayWaitForIt) {
  crew_.crew.has_tiny_tasks.store_relaxed(true);
  static RunAtOnce* self;
  static bool ran;
  self = this;
  ran = true;
  test::create(worker_, [] {
    ran = self->runs_at_once();
    taskwait(self->worker_);
  });
  taskwait(worker_);
  EXPECT_FALSE(ran);
}

}  // namespace
}  // namespace rondo::sched
