// SPDX-License-Identifier: Apache-2.0
//
// sched/suspension.hpp: two tasks of one worker block while other threads unblock them. The worker does not sleep
// over it, each task goes on with what was written before it was unblocked, and its suspension may be used again at
// once.
#include "sched/suspension.hpp"

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

TEST(Suspension, NobodySleepsOverIt) { expect_holds("suspension: two tasks", two_tasks()); }

TEST(Suspension, NeedsItsFenceAndOrders) {
  expect_breaks("two tasks", two_tasks(),
                {Mutation::NoHeavyFence, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

}  // namespace
}  // namespace rondo::model
