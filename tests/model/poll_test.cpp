// SPDX-License-Identifier: Apache-2.0
//
// sched/idle/poll.hpp and the sleeper that polls (sched/idle/park.cpp): the end of an operation is told once, by one
// thread at a time; nobody sleeps for good while something is pending, and who has nothing to wait for sleeps; a
// function is not called after its removal.
#include "sched/idle/poll.hpp"

#include "harness.hpp"
#include "os/cpu.hpp"
#include "sched/idle/park.hpp"
#include "sched/idle/suspension.hpp"

namespace rondo::model {
namespace {

using sched::Arena;
using sched::Blocked;
using sched::Parker;
using sched::Poll;
using sched::Slot;
using sched::Suspension;
using sched::Worker;

constexpr uint32_t kWorkers = 2;

// Operations that end outside, the function that looks at them, and who waits for all of them.
struct Device {
  explicit Device(int n_awaited) : n_to_tell(n_awaited) {}

  base::Atomic<int> n_ended{0};  // and not told
  base::Atomic<uint32_t> is_over{0};
  int n_to_tell;
  int result = 0;  // of the operations, by who ends them
  int n_told = 0;
  Worker* waiter = nullptr;
  Suspension* suspension = nullptr;  // of a task that waits for all
  Poll* removed = nullptr;  // the function's own, if it removes itself when all is told

  static int look(void* data) {
    Device& self = *static_cast<Device*>(data);
    int n = 0;
    if (self.n_ended.load_relaxed() != 0) n = self.n_ended.exchange_acquire(0);
    self.n_told += n;  // plain: one thread at a time
    if (n == 0 || self.n_told != self.n_to_tell) return n;
    check(self.result == 1, "the operation's result is missing");
    if (self.suspension != nullptr) self.suspension->end();
    self.is_over.store_release(1);
    os::light_fence();
    if (self.waiter != nullptr) sched::unpark(*self.waiter);
    if (self.removed != nullptr) self.remove();
    return n;
  }

  // From inside. Only the worker that is inside looks at t_worker then.
  void remove() {
    const void* caller = removed->caller.load_relaxed();
    sched::t_worker = const_cast<Worker*>(static_cast<const Worker*>(caller));
    sched::unregister_poll(*removed);
    sched::t_worker = nullptr;
    release(this);
  }

  void end() {
    result = 1;
    (void)n_ended.add_acq_rel(1);
  }
};

struct Shared {
  Arena arena;
  Worker workers[kWorkers] = {Worker(0), Worker(1)};
  Slot slots[kWorkers] = {Slot(arena, 0), Slot(arena, 1)};
  Slot* table[kWorkers] = {&slots[0], &slots[1]};
  Device devices[2] = {Device(1), Device(1)};
  Poll* polls[2] = {};
  base::Atomic<uint32_t> other_latch{0};
  Suspension suspension;
  Blocked blocked = {};

  Shared() {
    new (&sched::process.polls) sched::Polls;
    sched::process.n_workers.store_relaxed(kWorkers);
    naps_end = true;
    arena.n_slots = kWorkers;
    arena.slots = table;
    for (uint32_t i = 0; i < kWorkers; i++) {
      slots[i].worker.store_release(&workers[i]);
      workers[i].slot = &slots[i];
      name(workers[i].parker.state.address(), "state");
    }
    name(&arena.n_parked, "n_parked");
    name(&sched::process.polls.n_pending, "n_pending");
    name(&sched::process.polls.on_duty, "on_duty");
  }

  void enrol(uint32_t device) { polls[device] = sched::register_poll(Device::look, &devices[device]); }
  void begin(uint32_t device, int n = 1) {
    if (sched::expect(*polls[device], n)) sched::announce_pending();
  }

  // Who waits for a device is its `waiter`, or its latch is set by somebody who wakes the worker.
  void sleep_until(uint32_t worker, const base::Atomic<uint32_t>& latch) {
    auto is_set = [&] { return latch.load_acquire() != 0; };
    while (!is_set()) sched::park(workers[worker], &arena, 0, is_set);
  }
  void poll_until_over(uint32_t worker, const Device& device) {
    while (device.is_over.load_acquire() == 0) {
      if (!sched::poll(workers[worker])) os::relax();
    }
  }

  void expect_quiet() {
    sched::Polls& all = sched::process.polls;
    check(all.n_pending.load_relaxed() == 0, "something is still pending");
    for (Poll& poll : all.all) {
      check(poll.n_pending.load_relaxed() == 0, "something is still pending for a function");
      check(poll.caller.load_relaxed() == nullptr, "somebody is still inside of a function");
    }
    check(all.on_duty.load_relaxed() == nullptr, "somebody who is awake is on duty");
    check(arena.n_parked.load_relaxed() == 0, "the count of sleepers is wrong");
    for (Worker& worker : workers) check(worker.parker.state.load_relaxed() == Parker::kAwake, "somebody is not awake");
  }
};

// `n`: devices whose operations are all told in the end.
Shared& begin(Execution& execution, uint32_t n = 1) {
  auto& shared = execution.make<Shared>();
  for (uint32_t device = 0; device < n; device++) shared.enrol(device);
  execution.at_end([&shared, n] {
    shared.expect_quiet();
    for (uint32_t device = 0; device < n; device++) {
      const Device& it = shared.devices[device];
      check(it.n_told == it.n_to_tell, "the end of an operation was not told once");
    }
  });
  return shared;
}

// ---- Sleepers ---------------------------------------------------------------------------------------------------

// It may sleep before the operation begins, while it is pending, and not at all.
void asleep(Execution& execution) {
  Shared& shared = begin(execution);
  shared.devices[0].waiter = &shared.workers[0];
  execution.thread([&] { shared.sleep_until(0, shared.devices[0].is_over); });
  execution.thread([&] {
    shared.begin(0);
    shared.devices[0].end();
  });
}

// As a task that waits for a message: what its own worker calls in its sleep lets it go on.
void blocked(Execution& execution) {
  Shared& shared = begin(execution);
  shared.devices[0].suspension = &shared.suspension;
  execution.thread([&] {
    shared.begin(0);
    Worker& worker = shared.workers[0];
    shared.blocked = {.worker = &worker, .waits_in_place = true};
    if (!shared.suspension.begin(shared.blocked)) return;
    while (!shared.blocked.has_come) {
      sched::park(worker, &shared.arena, 0, [&] { return sched::is_unblocked(worker); });
      sched::collect_unblocked(worker);
    }
  });
  execution.thread([&] { shared.devices[0].end(); });
}

// One of the two is woken for something else, and may be the one on duty: the other one goes on. Where a thread of
// the program begins an operation, worker 1 is called first.
void passed_on(Execution& execution) {
  Shared& shared = begin(execution);
  shared.devices[0].waiter = &shared.workers[0];
  execution.thread([&] { shared.sleep_until(1, shared.other_latch); });
  execution.thread([&] { shared.sleep_until(0, shared.devices[0].is_over); });
  execution.thread([&] {
    shared.begin(0);
    shared.other_latch.store_release(1);
    os::light_fence();
    sched::unpark(shared.workers[1]);
    shared.devices[0].end();
  });
}

// Worker 0 sleeps all the time; the other one has nothing to do with the operation, and stops sleeping by itself.
// `is_on_duty`: the end of an earlier operation was told by it. In the end worker 0 was called.
void stops_sleeping(Execution& execution, bool is_on_duty) {
  auto& shared = execution.make<Shared>();
  shared.enrol(0);
  Parker& sleeper = shared.workers[0].parker;
  sleeper.may_poll.store_relaxed(true);
  sleeper.state.store_relaxed(Parker::kParked);
  if (is_on_duty) sched::process.polls.on_duty.store_relaxed(&shared.workers[1]);
  execution.thread([&] { sched::park(shared.workers[1], &shared.arena, 0, [] { return true; }); });
  execution.thread([&] { shared.begin(0); });
  execution.at_end([&] { check(sleeper.state.load_relaxed() == Parker::kCalled, "nobody was called who sleeps"); });
}

void withdrawn(Execution& execution) { stops_sleeping(execution, false); }
void laid_down(Execution& execution) { stops_sleeping(execution, true); }

// What is pending for one function comes and goes while it does for the other one.
void two_functions(Execution& execution) {
  Shared& shared = begin(execution, 2);
  for (Device& device : shared.devices) device.waiter = &shared.workers[0];
  execution.thread([&] {
    shared.sleep_until(0, shared.devices[0].is_over);
    shared.sleep_until(0, shared.devices[1].is_over);
  });
  for (uint32_t device = 0; device < 2; device++) {
    execution.thread([&shared, device] {
      shared.begin(device);
      shared.devices[device].end();
    });
  }
}

// ---- Counts -----------------------------------------------------------------------------------------------------

// Both poll at once. Who finds the other one inside of the function goes on: what it has missed is told later.
void at_once(Execution& execution) {
  Shared& shared = begin(execution);
  shared.devices[0].n_to_tell = 2;
  shared.begin(0, 2);
  for (Worker& worker : shared.workers) {
    execution.thread([&worker] { (void)sched::poll(worker); });
  }
  execution.thread([&] { shared.devices[0].end(); });
  shared.devices[0].end();
  execution.at_end([&] {
    (void)sched::poll(shared.workers[0]);
    shared.expect_quiet();
    check(shared.devices[0].n_told == 2, "the end of an operation was not told once");
  });
}

// The end of the second operation may be told before its beginning is counted.
void end_before_beginning(Execution& execution) {
  Shared& shared = begin(execution);
  shared.devices[0].n_to_tell = 2;
  shared.begin(0);
  execution.thread([&] { shared.poll_until_over(0, shared.devices[0]); });
  execution.thread([&] {
    shared.devices[0].end();
    shared.begin(0);
  });
  shared.devices[0].end();
}

// ---- Registration and removal -----------------------------------------------------------------------------------

// What comes and goes while a worker polls. It is released when its removal has returned: who touches it then fails.
Device& make_device() {
  auto* device = new (allocate(sizeof(Device))) Device(1);
  device->end();
  return *device;
}

// `is_careful`: it is released behind the removal.
void come_and_go(Execution& execution, bool is_careful) {
  Shared& shared = begin(execution, 0);
  execution.thread([&] {
    (void)sched::poll(shared.workers[0]);
    (void)sched::poll(shared.workers[0]);
  });
  execution.thread([is_careful] {
    Device& device = make_device();
    Poll* poll = sched::register_poll(Device::look, &device);
    check(poll != nullptr, "there is no room for a function");
    (void)sched::expect(*poll, 1);
    if (is_careful) sched::unregister_poll(*poll);
    release(&device);
    if (!is_careful) sched::unregister_poll(*poll);
  });
}
void removed(Execution& execution) { come_and_go(execution, true); }
void released_too_early(Execution& execution) { come_and_go(execution, false); }

// The next function comes to the same place.
void replaced(Execution& execution) {
  Shared& shared = begin(execution, 0);
  Device& first = make_device();
  Poll* first_poll = sched::register_poll(Device::look, &first);
  (void)sched::expect(*first_poll, 1);
  shared.polls[1] = sched::register_poll(Device::look, &shared.devices[1]);  // the other place
  execution.thread([&] {
    (void)sched::poll(shared.workers[0]);
    shared.poll_until_over(0, shared.devices[0]);
  });
  execution.thread([&shared, &first, first_poll] {
    sched::unregister_poll(*first_poll);
    release(&first);
    shared.enrol(0);
    check(shared.polls[0] == first_poll, "its place is not free");
    shared.devices[0].end();
    shared.begin(0);
  });
}

// A function removes itself while another worker is about to call it.
void removes_itself(Execution& execution) {
  Shared& shared = begin(execution, 0);
  Device& device = make_device();
  device.removed = sched::register_poll(Device::look, &device);
  (void)sched::expect(*device.removed, 1);
  for (Worker& worker : shared.workers) {
    execution.thread([&worker] { (void)sched::poll(worker); });
  }
}

constexpr Options kSampled = {.n_samples = 2'000};

TEST(Poll, NobodySleepsOverWhatIsPending) {
  expect_holds("poll: asleep", asleep, kSampled);
  expect_holds("poll: blocked", blocked, kSampled);
  expect_holds("poll: passed on", passed_on, kSampled);
  expect_holds("poll: withdrawn", withdrawn);
  expect_holds("poll: laid down", laid_down);
  expect_holds("poll: two functions", two_functions, kSampled);
}

TEST(Poll, EachEndIsToldOnce) {
  expect_holds("poll: at once", at_once, kSampled);
  expect_holds("poll: end before beginning", end_before_beginning, kSampled);
}

TEST(Poll, AFunctionIsNotCalledAfterItsRemoval) {
  expect_holds("poll: removed", removed, kSampled);
  expect_breaks("released too early", released_too_early, {Mutation::None}, kSampled);
  expect_holds("poll: replaced", replaced, kSampled);
  expect_holds("poll: removes itself", removes_itself, kSampled);
}

TEST(Poll, NeedsItsFencesAndOrders) {
  expect_breaks("asleep", asleep, {Mutation::NoHeavyFence});
  expect_breaks("laid down", laid_down, {Mutation::NoFence});
  expect_breaks("at once", at_once, {Mutation::SplitCas, Mutation::SplitAdd}, kSampled);
  expect_breaks("removed", removed, {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed}, kSampled);
}

}  // namespace
}  // namespace rondo::model
