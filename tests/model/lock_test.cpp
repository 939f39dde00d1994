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
  name(&sync::process.sleepers.of(&shared.lock), "sleepers");
  execution.at_end([&shared, n_entered] {
    check(shared.n_entered == n_entered, "an entry is lost");
    check(shared.lock.try_lock(), "the lock is not free");
    check(sync::process.sleepers.of(&shared.lock).is_zero(), "the count of sleepers is wrong");
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

// The count by itself: of a thread that unlocks and two that want to sleep, of which one may use the other's fence.
struct Counted {
  sync::SleeperCount sleepers;
  base::Atomic<uint32_t> is_free{0};
  int looks = 0;  // who unlocks, before or behind its store
  int has_seen[2] = {};

  void unlock() {
    looks += sleepers.is_zero() ? 0 : 1;
    is_free.store_relaxed(1);
    os::light_fence();
    looks += sleepers.is_zero() ? 0 : 1;
  }
  void want_to_sleep(int thread) {
    sleepers.enter();
    has_seen[thread] = static_cast<int>(is_free.load_relaxed());
  }
};

void count(Execution& execution, bool leaves) {
  auto& counted = execution.make<Counted>();
  name(&counted.sleepers, "sleepers");
  execution.thread([&] { counted.unlock(); });
  execution.thread([&, leaves] {
    counted.want_to_sleep(0);
    if (leaves) counted.sleepers.leave();
  });
  execution.thread([&] { counted.want_to_sleep(1); });
  execution.at_end([&, leaves] {
    check(counted.looks + counted.has_seen[1] != 0, "a thread sleeps that nobody wakes");
    check(leaves || counted.looks + counted.has_seen[0] != 0, "a thread sleeps that nobody wakes");
    if (!leaves) counted.sleepers.leave();
    counted.sleepers.leave();
    check(counted.sleepers.is_zero(), "the count of sleepers is wrong");
  });
}
void shared_fence(Execution& execution) { count(execution, false); }
void fence_of_one_who_leaves(Execution& execution) { count(execution, true); }

TEST(Lock, HoldsUnderEverySchedule) {
  expect_holds("lock: two threads", two_threads);
  expect_holds("lock: twice", twice);
  expect_holds("lock: two sleepers", two_sleepers);
  expect_holds("lock: shared fence", shared_fence);
  expect_holds("lock: fence of one who leaves", fence_of_one_who_leaves);
}

TEST(Lock, BreaksWhenItIsBroken) {
  expect_breaks("lock: two threads", two_threads,
                {Mutation::SplitCas, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
  expect_breaks("lock: shared fence", shared_fence, {Mutation::NoHeavyFence});
  expect_breaks("lock: twice", twice, {Mutation::NoHeavyFence, Mutation::SplitExchange, Mutation::SplitAdd});
}

}  // namespace
}  // namespace rondo::model
