// SPDX-License-Identifier: Apache-2.0
//
// sched/idle/suspension.hpp: two tasks of one worker block while other threads unblock them. The worker does not
// sleep over it, each task goes on once, with what was written before it was unblocked, and its suspension may be
// used again at once. A task may be unblocked while its worker still leaves its stack. (Only that worker ever goes on
// with it.)
#include "sched/idle/suspension.hpp"

#include "harness.hpp"

namespace rondo::model {
namespace {

using sched::Arena;
using sched::Blocked;
using sched::Suspension;
using sched::Worker;

struct Shared {
  Arena arena;
  Worker worker{0};
  sched::Slot slot{arena, 0};
  sched::Slot* table[1] = {&slot};
  Suspension first, second;
  Blocked first_blocked = {}, second_blocked = {};  // written by the worker; not on its stack, so races are seen
  int of_first = 0, of_second = 0;  // what was read

  Shared() {
    arena.n_slots = 1;
    arena.slots = table;
    slot.worker.store_release(&worker);
    worker.slot = &slot;
  }

  void await(const Blocked& blocked) {
    while (!blocked.has_come) {
      sched::park(worker, &arena, 0, [&] { return sched::is_unblocked(worker); });
      sched::collect_unblocked(worker);
    }
  }
};

// The worker blocks twice and goes on in the order in which it wants to.
Program two_tasks() {
  return [](Execution& execution) {
    auto& shared = execution.make<Shared>();
    execution.thread([&shared] {
      Blocked& first = shared.first_blocked;
      Blocked& second = shared.second_blocked;
      first = second = {.worker = &shared.worker, .waits_in_place = true};
      const bool is_first = shared.first.begin(first);
      const bool is_second = shared.second.begin(second);
      if (is_second) shared.await(second);
      check(shared.of_second == 2, "the second task lacks what it has waited for");
      new (&shared.second) Suspension;
      if (is_first) shared.await(first);
      check(shared.of_first == 1, "the first task lacks what it has waited for");
      new (&shared.first) Suspension;
    });
    execution.thread([&shared] {
      shared.of_first = 1;
      shared.first.end();
    });
    execution.thread([&shared] {
      shared.of_second = 2;
      shared.second.end();
    });
    execution.at_end([&shared] {
      check(shared.arena.n_parked.load_relaxed() == 0, "the count of sleepers is wrong");
      check(!sched::is_unblocked(shared.worker), "a task was unblocked that nobody waits for");
    });
  };
}

// What suspend.cpp:leave_blocked notes after the suspension has begun, and what goes on later.
void leave(Worker& worker, Blocked& blocked) { blocked.left.number = ++worker.suspended.n_left; }

// The next task that goes on, as suspend.cpp:resume_ready does it. nullptr: none is ready.
sched::Left* resume(Worker& worker) {
  sched::Suspended& suspended = worker.suspended;
  if (!suspended.unblocked.is_empty()) sched::collect_unblocked(worker);
  return suspended.ready.is_empty() ? nullptr : &suspended.ready.pop_oldest();
}

// The worker leaves the stacks of both tasks, and goes on with whichever is unblocked.
void two_stacks(Execution& execution) {
  auto& shared = execution.make<Shared>();
  execution.thread([&shared] {
    Worker& worker = shared.worker;
    Blocked* const tasks[2] = {&shared.first_blocked, &shared.second_blocked};
    Suspension* const suspensions[2] = {&shared.first, &shared.second};
    const int* const results[2] = {&shared.of_first, &shared.of_second};
    int n_resumed[2] = {};
    for (int i = 0; i < 2; i++) {
      *tasks[i] = {.worker = &worker, .waits_in_place = false};
      suspensions[i]->begin(*tasks[i]) ? leave(worker, *tasks[i]) : (void)n_resumed[i]++;
    }
    while (n_resumed[0] + n_resumed[1] < 2) {
      const sched::Left* left = resume(worker);
      if (left == nullptr) {
        sched::park(worker, &shared.arena, 0, [&] { return sched::is_unblocked(worker); });
        continue;
      }
      const int i = left == &tasks[1]->left;
      check(left == &tasks[i]->left && left->number != 0, "what goes on is no task that was left");
      n_resumed[i]++;
    }
    for (int i = 0; i < 2; i++) {
      check(n_resumed[i] == 1, "a task goes on twice");
      check(*results[i] == i + 1, "a task lacks what it has waited for");
      new (suspensions[i]) Suspension;
    }
  });
  execution.thread([&shared] {
    shared.of_first = 1;
    shared.first.end();
    shared.of_second = 2;
    shared.second.end();
  });
  execution.at_end([&shared] {
    check(shared.arena.n_parked.load_relaxed() == 0, "the count of sleepers is wrong");
    check(!sched::is_unblocked(shared.worker), "a task was unblocked that nobody waits for");
    check(shared.worker.suspended.ready.is_empty(), "a task is ready that has gone on");
  });
}

TEST(Suspension, NobodySleepsOverIt) {
  expect_holds("suspension: two tasks", two_tasks());
  expect_holds("suspension: two stacks", two_stacks);
}

TEST(Suspension, NeedsItsFenceAndOrders) {
  const auto all = {Mutation::NoHeavyFence, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed};
  expect_breaks("two tasks", two_tasks(), all);
  expect_breaks("two stacks", two_stacks, all);
  expect_breaks("two stacks", two_stacks, {Mutation::SplitExchange});
}

}  // namespace
}  // namespace rondo::model
