// SPDX-License-Identifier: Apache-2.0
//
// sched/idle/park.hpp and park.cpp: nobody sleeps over work or over a latch, a sleeper is claimed once, and the count
// of sleepers is right when all is over. The light fence is nothing here; the heavy one empties every store buffer.
#include "sched/idle/park.hpp"

#include "base/handover_stack.hpp"
#include "harness.hpp"
#include "os/cpu.hpp"
#include "os/shared_fence.hpp"

namespace rondo::model {
namespace {

using sched::Arena;
using sched::Parker;
using sched::Slot;
using sched::Worker;
using task::Task;

constexpr uint32_t kWorkers = 3;

struct Shared {
  Arena arena;
  Worker workers[kWorkers] = {Worker(0), Worker(1), Worker(2)};
  Slot slots[kWorkers] = {Slot(arena, 0), Slot(arena, 1), Slot(arena, 2)};
  Slot* table[kWorkers] = {&slots[0], &slots[1], &slots[2]};
  Task task = {};
  int input = 0;  // of the task
  bool is_excluded = false;
  base::Atomic<uint32_t> latch{0};

  explicit Shared(uint32_t n_slots) {
    arena.n_slots = n_slots;
    arena.slots = table;
    for (uint32_t i = 0; i < n_slots; i++) slots[i].worker.store_release(&workers[i]);
    name(&arena.n_parked, "n_parked");
    for (Worker& worker : workers) name(worker.parker.state.address(), "state");
  }

  void expect_awake() {
    check((arena.n_parked.load_relaxed() & ~Arena::kLookedInVain) == 0, "the count of sleepers is wrong");
    for (Worker& worker : workers) check(worker.parker.state.load_relaxed() == Parker::kAwake, "somebody is not awake");
  }

  void park(uint32_t worker) {
    sched::park(workers[worker], &arena, 0, [&] { return sched::has_work_for_sleeper(workers[worker], arena); });
  }

  void post_to_mailbox(uint32_t slot, uint32_t poster) {
    input = 1;
    slots[slot].mailbox.push(&task);
    sched::announce_work(arena, poster);
  }
  void take_from_mailbox(uint32_t worker) {
    while (slots[worker].mailbox.take_all() == nullptr) park(worker);
    check(input == 1, "the task's data is missing");
  }

  void push_to_deque(uint32_t worker, bool is_first = true) {
    if (is_first) input = 1;
    slots[worker].deque.push(reinterpret_cast<uintptr_t>(&task));
    sched::announce_work(arena, worker);
  }
  // As sched/idle/find.cpp:steal does it.
  void steal_from(uint32_t victim, uint32_t worker) {
    const bool is_large = arena.is_large.load_relaxed();
    while ((is_large && sched::is_looked_in_vain(arena)) || slots[victim].deque.steal() == 0) park(worker);
    if (is_large && !slots[victim].deque.looks_empty()) sched::announce_work(arena, worker);
    check(input == 1, "the task's data is missing");
  }

  template <class IsSet>
  void wait_for(uint32_t worker, IsSet is_set) {
    while (!is_set()) sched::park(workers[worker], &arena, 0, is_set);
  }
};

Shared& begin(Execution& execution, uint32_t n_slots) {
  auto& shared = execution.make<Shared>(n_slots);
  execution.at_end([&shared] { shared.expect_awake(); });
  return shared;
}

// ---- Work ---------------------------------------------------------------------------------------------------

void mailbox(Execution& execution) {
  Shared& shared = begin(execution, 2);
  execution.thread([&] { shared.take_from_mailbox(0); });
  execution.thread([&] { shared.post_to_mailbox(0, 1); });
}

void deque(Execution& execution) {
  Shared& shared = begin(execution, 2);
  execution.thread([&] { shared.steal_from(1, 0); });
  execution.thread([&] { shared.push_to_deque(1); });
}

// Two sleepers, two pieces of work: each is woken for one, or finds it before it sleeps.
void two_sleepers(Execution& execution) {
  Shared& shared = begin(execution, 3);
  for (uint32_t worker = 0; worker < 2; worker++) {
    execution.thread([&shared, worker] { shared.steal_from(2, worker); });
  }
  execution.thread([&] {
    shared.push_to_deque(2);
    shared.push_to_deque(2, false);
  });
}

// In a large arena only one of those who want to sleep looks for all of them. `is_quiet`: the master has said so.
Shared& begin_large(Execution& execution, uint32_t n_slots, bool is_quiet) {
  Shared& shared = begin(execution, n_slots);
  shared.arena.is_large.store_relaxed(true);
  for (uint32_t slot = 0; slot < n_slots; slot++) shared.workers[slot].slot = &shared.slots[slot];
  if (is_quiet) sched::note_quiet(shared.arena);
  return shared;
}

void one_of_many(Execution& execution, bool is_quiet) {
  Shared& shared = begin_large(execution, 2, is_quiet);
  execution.thread([&] { shared.steal_from(1, 0); });
  execution.thread([&] { shared.push_to_deque(1); });
}
void large(Execution& execution) { one_of_many(execution, false); }
void large_and_quiet(Execution& execution) { one_of_many(execution, true); }

// One of the two sleeps because the other has said that it looks.
void large_two_sleepers(Execution& execution) {
  Shared& shared = begin_large(execution, 3, true);
  for (uint32_t worker = 0; worker < 2; worker++) {
    execution.thread([&shared, worker] { shared.steal_from(2, worker); });
  }
  execution.thread([&] {
    shared.push_to_deque(2);
    shared.push_to_deque(2, false);
  });
}

// A sleeper that may do with the heavy fence of another thread, and a thread that fences lightly: each pair of store
// and load is ordered (Dekker).
struct Announcement {
  os::SharedFence fence;
  base::Atomic<uint32_t> is_announced{0};
  base::Atomic<uint32_t> has_work{0};
  int announcement_seen = 0;
  int work_seen = 0;

  void execute_fence() { fence.execute_since(fence.ticket()); }

  void announce_sleep() {
    is_announced.store_relaxed(1);
    execute_fence();
    work_seen = static_cast<int>(has_work.load_relaxed());
  }

  void announce_work() {
    has_work.store_relaxed(1);
    os::light_fence();
    announcement_seen = static_cast<int>(is_announced.load_relaxed());
  }
};

Announcement& begin_announcement(Execution& execution) {
  auto& shared = execution.make<Announcement>();
  execution.at_end([&shared] { check(shared.work_seen + shared.announcement_seen > 0, "a sleeper sleeps over work"); });
  execution.thread([&shared] { shared.announce_sleep(); });
  return shared;
}

void shared_fence(Execution& execution) {
  Announcement& shared = begin_announcement(execution);
  execution.thread([&shared] { shared.execute_fence(); });
  execution.thread([&shared] { shared.announce_work(); });
}

// With two threads, so that all schedules are few: the light side executes the other heavy fence itself.
void shared_fence_behind_work(Execution& execution) {
  Announcement& shared = begin_announcement(execution);
  execution.thread([&shared] {
    shared.announce_work();
    shared.execute_fence();
  });
}
void shared_fence_before_work(Execution& execution) {
  Announcement& shared = begin_announcement(execution);
  execution.thread([&shared] {
    shared.execute_fence();
    shared.announce_work();
  });
}

// ---- Latches ------------------------------------------------------------------------------------------------

// As a member of a barrier tells the one above it.
void addressed(Execution& execution) {
  Shared& shared = begin(execution, 1);
  execution.thread([&] {
    shared.wait_for(0, [&] { return shared.latch.load_acquire() != 0; });
    check(shared.input == 1, "what was before the latch is missing");
  });
  execution.thread([&] {
    shared.input = 1;
    shared.latch.store_release(1);
    os::light_fence();
    sched::unpark(shared.workers[0]);
  });
}

void two_wait(Execution& execution) {
  Shared& shared = begin(execution, 2);
  for (uint32_t worker = 0; worker < 2; worker++) {
    execution.thread([&shared, worker] {
      if (shared.latch.load_acquire() != 0) return;
      sched::park(shared.workers[worker], &shared.arena, 0, [&] { return shared.latch.load_acquire() != 0; });
    });
  }
  execution.thread([&] {
    shared.latch.store_release(1);
    sched::announce_latch(shared.arena);
  });
}

// Both want to wake the same sleeper: one claims it, and may be slow to do what it has claimed.
void two_wakers(Execution& execution) {
  Shared& shared = begin(execution, 1);
  execution.thread([&] { shared.wait_for(0, [&] { return shared.latch.load_acquire() != 0; }); });
  execution.thread([&] {
    shared.latch.store_release(1);
    sched::announce_latch(shared.arena);
  });
  execution.thread([&] { sched::announce_latch(shared.arena); });
}

// As above, the sleeper kept off a processor while it is woken: it goes on only when that is over. Its wake-up comes
// while it is still claimed.
void elsewhere(Execution& execution) {
  Shared& shared = begin(execution, 1);
  shared.workers[0].parker.n_wakes_elsewhere = Parker::kMostWakesElsewhere;
  is_excluded = &shared.is_excluded;
  execution.thread([&] {
    while (shared.latch.load_acquire() == 0) {
      sched::park(shared.workers[0], &shared.arena, 0, [&] { return shared.latch.load_acquire() != 0; });
      check(!shared.is_excluded, "the sleeper goes on with a mask that is not its own");
    }
  });
  execution.thread([&] {
    shared.latch.store_release(1);
    sched::announce_latch(shared.arena);
  });
  execution.thread([&] { sched::announce_latch(shared.arena); });
}

// The sleeper withdraws and parks again while its waker is about to claim it.
void parks_twice(Execution& execution) {
  Shared& shared = begin(execution, 1);
  Worker& sleeper = shared.workers[0];
  sleeper.parker.n_wakes_elsewhere = Parker::kMostWakesElsewhere;
  execution.thread([&] {
    sched::park(sleeper, nullptr, 0, [] { return true; });
    while (shared.latch.load_acquire() == 0) {
      sched::park(sleeper, nullptr, 0, [&] { return shared.latch.load_acquire() != 0; });
    }
  });
  execution.thread([&] {
    shared.latch.store_release(1);
    os::light_fence();
    sched::unpark(sleeper);
  });
}

// Sleepers of an oversubscribed arena sleep on one word. Each is woken, by one call for both
Shared& begin_crowd(Execution& execution, uint32_t n_sleepers) {
  Shared& shared = begin(execution, n_sleepers);
  shared.arena.is_oversubscribed.store_relaxed(true);
  for (uint32_t slot = 0; slot < n_sleepers; slot++) shared.workers[slot].slot = &shared.slots[slot];
  name(&shared.arena.bell, "bell");
  for (uint32_t worker = 0; worker < n_sleepers; worker++) {
    execution.thread([&shared, worker] {
      shared.wait_for(worker, [&] { return shared.latch.load_acquire() > worker; });
      check(shared.input == 1, "what was before the latch is missing");
    });
  }
  return shared;
}

void rung_for(Execution& execution, uint32_t n_sleepers) {
  Shared& shared = begin_crowd(execution, n_sleepers);
  execution.thread([&shared, n_sleepers] {
    shared.input = 1;
    shared.latch.store_release(n_sleepers);
    sched::announce_latch(shared.arena);
  });
}
void rung_for_one(Execution& execution) { rung_for(execution, 1); }
void woken_together(Execution& execution) { rung_for(execution, 2); }

// or by one for each, the second of which comes to a word that has been rung.
void woken_in_turn(Execution& execution) {
  Shared& shared = begin_crowd(execution, 2);
  execution.thread([&] {
    shared.input = 1;
    for (uint32_t worker = 0; worker < 2; worker++) {
      shared.latch.store_release(worker + 1);
      os::light_fence();
      sched::unpark(shared.workers[worker]);
    }
  });
}

// A join counter wakes its owner without any fence: the owner's announcement and the report meet in one word.
void join_counter(Execution& execution) {
  Shared& shared = begin(execution, 1);
  auto& join_counter = execution.make<task::JoinCounter>();
  join_counter.open(0);
  join_counter.count_created(2);
  execution.thread([&] {
    while (!join_counter.is_done(task::Depth::Children)) {
      sched::park(shared.workers[0], &shared.arena, 0, [&] { return !join_counter.begin_wait(task::Depth::Children); });
      join_counter.end_wait();
    }
  });
  for (int child = 0; child < 2; child++) {
    execution.thread([&] {
      if (join_counter.report(1) == task::JoinCounter::After::Wake) sched::unpark(shared.workers[0]);
    });
  }
}

TEST(Parking, NobodySleepsOverWork) {
  expect_holds("parking: mailbox", mailbox);
  expect_holds("parking: deque", deque);
  expect_holds("parking: two sleepers", two_sleepers, {.n_samples = 5'000});
  expect_holds("parking: large arena", large);
  expect_holds("parking: large arena, quiet", large_and_quiet);
  expect_holds("parking: shared fence", shared_fence);
  expect_holds("parking: shared fence behind work", shared_fence_behind_work);
  expect_holds("parking: shared fence before work", shared_fence_before_work);
  expect_holds("parking: large arena, two sleepers", large_two_sleepers, {.n_samples = 5'000});
}

TEST(Parking, NobodySleepsOverALatch) {
  expect_holds("parking: addressed wake", addressed);
  expect_holds("parking: one latch, two sleepers", two_wait);
  expect_holds("parking: two wakers", two_wakers);
  expect_holds("parking: woken elsewhere", elsewhere);
  expect_holds("parking: parks twice", parks_twice);
  expect_holds("parking: rung for one", rung_for_one);
  expect_holds("parking: woken together", woken_together, {.n_samples = 20'000});
  expect_holds("parking: woken in turn", woken_in_turn, {.n_samples = 20'000});
  expect_holds("parking: join counter", join_counter);
}

TEST(Parking, NeedsItsHeavyFence) {
  expect_breaks("mailbox", mailbox, {Mutation::NoHeavyFence});
  expect_breaks("deque", deque, {Mutation::NoHeavyFence});
  expect_breaks("large arena", large, {Mutation::NoHeavyFence});
  expect_breaks("addressed wake", addressed, {Mutation::NoHeavyFence});
  expect_breaks("two wakers", two_wakers, {Mutation::NoHeavyFence});
  expect_breaks("woken elsewhere", elsewhere, {Mutation::NoHeavyFence});
  expect_breaks("woken together", woken_together, {Mutation::NoHeavyFence}, {.n_samples = 20'000});
  expect_breaks("woken in turn", woken_in_turn, {Mutation::NoHeavyFence}, {.n_samples = 20'000});
}

TEST(Parking, NeedsItsOperations) {
  expect_breaks("two wakers", two_wakers, {Mutation::SplitCas});
  expect_breaks("woken elsewhere", elsewhere, {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
  expect_breaks("one latch, two sleepers", two_wait, {Mutation::SplitAdd});
  expect_breaks("two sleepers", two_sleepers, {Mutation::NoHeavyFence}, {.n_samples = 200'000});
  expect_breaks("addressed wake", addressed, {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
  const auto rung = {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed};
  expect_breaks("rung for one", rung_for_one, rung);
  expect_breaks("woken together", woken_together, rung, {.n_samples = 20'000});
  expect_breaks("woken in turn", woken_in_turn, rung, {.n_samples = 20'000});
  expect_breaks("join counter", join_counter, {Mutation::SplitAdd});
}

}  // namespace
}  // namespace rondo::model
