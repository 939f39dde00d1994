// SPDX-License-Identifier: Apache-2.0
//
// work/lock.hpp: one holder at a time, who sees what the holder before wrote, and nobody sleeps for good while the
// lock is free. Who waits sleeps at once: to spin is to look again and again.
#include "work/lock.hpp"

#include "harness.hpp"

namespace rondo::model {
namespace {

struct Shared {
  work::Lock lock;
  int n_inside = 0;
  int n_entered = 0;

  void enter() {
    if (!lock.try_lock()) lock.lock_asleep();
    check(n_inside++ == 0, "two threads hold the lock");
    n_entered++;
    n_inside--;
    lock.unlock();
  }
};

Shared& begin(Execution& execution, int n_entered) {
  new (&sync::process.sleepers) sync::SleeperCounts;
  auto& shared = execution.make<Shared>();
  name(&sync::process.sleepers.of(&shared.lock), "n_sleepers");
  execution.at_end([&shared, n_entered] {
    check(shared.n_entered == n_entered, "an entry is lost");
    check(shared.lock.try_lock(), "the lock is not free");
    check(sync::process.sleepers.of(&shared.lock).load_relaxed() == 0, "the count of sleepers is wrong");
  });
  return shared;
}

void two_threads(Execution& execution) {
  Shared& shared = begin(execution, 2);
  for (int thread = 0; thread < 2; thread++) execution.thread([&shared] { shared.enter(); });
}

// A sleeper, and two unlocks: the first may begin before anybody sleeps, and end behind that.
void twice(Execution& execution) {
  Shared& shared = begin(execution, 3);
  execution.thread([&shared] {
    shared.enter();
    shared.enter();
  });
  execution.thread([&shared] { shared.enter(); });
}

// Who is woken leaves the lock to another sleeper.
void two_sleepers(Execution& execution) {
  Shared& shared = begin(execution, 3);
  for (int thread = 0; thread < 3; thread++) execution.thread([&shared] { shared.enter(); });
}

TEST(Lock, HoldsUnderEverySchedule) {
  expect_holds("lock: two threads", two_threads);
  expect_holds("lock: twice", twice);
  expect_holds("lock: two sleepers", two_sleepers);
}

TEST(Lock, BreaksWhenItIsBroken) {
  expect_breaks("lock: two threads", two_threads,
                {Mutation::SplitCas, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
  expect_breaks("lock: twice", twice, {Mutation::NoHeavyFence, Mutation::SplitExchange, Mutation::SplitAdd});
}

}  // namespace
}  // namespace rondo::model
