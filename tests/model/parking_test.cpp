// SPDX-License-Identifier: Apache-2.0
//
// sched/park.hpp and park.cpp: nobody sleeps over work or over a latch, a sleeper is claimed once, and the count of
// sleepers is right when all is over. The light fence is nothing here; the heavy one empties every store buffer.
#include "sched/park.hpp"

#include "base/handover_stack.hpp"
#include "harness.hpp"
#include "os/cpu.hpp"

namespace rondo::model {
namespace {

using sched::Crew;
using sched::Parker;
using sched::Seat;
using sched::Worker;
using task::Task;

constexpr uint32_t kWorkers = 3;

struct Shared {
  Crew crew;
  Worker workers[kWorkers] = {Worker(0), Worker(1), Worker(2)};
  Seat seats[kWorkers] = {Seat(crew, 0), Seat(crew, 1), Seat(crew, 2)};
  Seat* table[kWorkers] = {&seats[0], &seats[1], &seats[2]};
  Task task = {};
  int input = 0;  // of the task
  bool is_kept_off = false;
  base::Atomic<uint32_t> latch{0};

  explicit Shared(uint32_t n_seats) {
    crew.n_seats = n_seats;
    crew.seats = table;
    for (uint32_t i = 0; i < n_seats; i++) seats[i].worker.store_release(&workers[i]);
    name(&crew.n_parked, "n_parked");
    for (Worker& worker : workers) name(worker.parker.state.address(), "state");
  }

  void expect_awake() {
    check(crew.n_parked.load_relaxed() == 0, "the count of sleepers is wrong");
    for (Worker& worker : workers) check(worker.parker.state.load_relaxed() == Parker::kAwake, "somebody is not awake");
  }

  void park(uint32_t worker) {
    sched::park(workers[worker], &crew, 0, [this] { return sched::has_work(crew); });
  }

  void post_to_mailbox(uint32_t seat, uint32_t poster) {
    input = 1;
    seats[seat].mailbox.push(&task);
    sched::announce_work(crew, poster);
  }
  void take_from_mailbox(uint32_t worker) {
    while (seats[worker].mailbox.take_all() == nullptr) park(worker);
    check(input == 1, "the task's data is missing");
  }

  void push_to_deque(uint32_t worker, bool is_first = true) {
    if (is_first) input = 1;
    seats[worker].deque.push(reinterpret_cast<uintptr_t>(&task));
    sched::announce_work(crew, worker);
  }
  void steal_from(uint32_t victim, uint32_t worker) {
    while (seats[victim].deque.steal() == 0) park(worker);
    check(input == 1, "the task's data is missing");
  }

  template <class IsSet>
  void wait_for(uint32_t worker, IsSet is_set) {
    while (!is_set()) sched::park(workers[worker], &crew, 0, is_set);
  }
};

Shared& begin(Execution& execution, uint32_t n_seats) {
  auto& shared = execution.make<Shared>(n_seats);
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
      sched::park(shared.workers[worker], &shared.crew, 0, [&] { return shared.latch.load_acquire() != 0; });
    });
  }
  execution.thread([&] {
    shared.latch.store_release(1);
    sched::announce_latch(shared.crew);
  });
}

// Both want to wake the same sleeper: one claims it, and may be slow to do what it has claimed.
void two_wakers(Execution& execution) {
  Shared& shared = begin(execution, 1);
  execution.thread([&] { shared.wait_for(0, [&] { return shared.latch.load_acquire() != 0; }); });
  execution.thread([&] {
    shared.latch.store_release(1);
    sched::announce_latch(shared.crew);
  });
  execution.thread([&] { sched::announce_latch(shared.crew); });
}

// As above, the sleeper kept off a processor while it is woken: it goes on only when that is over. Its wake-up comes
// while it is still claimed.
void apart(Execution& execution) {
  Shared& shared = begin(execution, 1);
  shared.workers[0].parker.n_apart = Parker::kWakesApart;
  is_kept_off = &shared.is_kept_off;
  execution.thread([&] {
    while (shared.latch.load_acquire() == 0) {
      sched::park(shared.workers[0], &shared.crew, 0, [&] { return shared.latch.load_acquire() != 0; });
      check(!shared.is_kept_off, "the sleeper goes on with a mask that is not its own");
    }
  });
  execution.thread([&] {
    shared.latch.store_release(1);
    sched::announce_latch(shared.crew);
  });
  execution.thread([&] { sched::announce_latch(shared.crew); });
}

// A tally wakes its owner without any fence: the owner's announcement and the report meet in one word.
void tally(Execution& execution) {
  Shared& shared = begin(execution, 1);
  auto& tally = execution.make<task::Tally>();
  tally.open(0);
  tally.count_created(2);
  execution.thread([&] {
    while (!tally.is_done(task::Depth::Children)) {
      sched::park(shared.workers[0], &shared.crew, 0, [&] { return !tally.begin_wait(task::Depth::Children); });
      tally.end_wait();
    }
  });
  for (int child = 0; child < 2; child++) {
    execution.thread([&] {
      if (tally.report(1) == task::Tally::After::Wake) sched::unpark(shared.workers[0]);
    });
  }
}

TEST(Parking, NobodySleepsOverWork) {
  expect_holds("parking: mailbox", mailbox);
  expect_holds("parking: deque", deque);
  expect_holds("parking: two sleepers", two_sleepers, {.n_samples = 20'000});
}

TEST(Parking, NobodySleepsOverALatch) {
  expect_holds("parking: addressed wake", addressed);
  expect_holds("parking: one latch, two sleepers", two_wait);
  expect_holds("parking: two wakers", two_wakers);
  expect_holds("parking: woken apart", apart);
  expect_holds("parking: tally", tally);
}

TEST(Parking, NeedsItsHeavyFence) {
  expect_breaks("mailbox", mailbox, {Mutation::NoHeavyFence});
  expect_breaks("deque", deque, {Mutation::NoHeavyFence});
  expect_breaks("addressed wake", addressed, {Mutation::NoHeavyFence});
  expect_breaks("two wakers", two_wakers, {Mutation::NoHeavyFence});
  expect_breaks("woken apart", apart, {Mutation::NoHeavyFence});
}

TEST(Parking, NeedsItsOperations) {
  expect_breaks("two wakers", two_wakers, {Mutation::SplitCas});
  expect_breaks("woken apart", apart, {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
  expect_breaks("one latch, two sleepers", two_wait, {Mutation::SplitAdd});
  expect_breaks("two sleepers", two_sleepers, {Mutation::NoHeavyFence}, {.n_samples = 200'000});
  expect_breaks("addressed wake", addressed, {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
  expect_breaks("tally", tally, {Mutation::SplitAdd});
}

}  // namespace
}  // namespace rondo::model
