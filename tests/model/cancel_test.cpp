// SPDX-License-Identifier: Apache-2.0
//
// work/cancel.cpp as it is: barriers that a thread leaves when the region is cancelled. Nobody goes on before all
// have arrived or somebody has cancelled, what they did before is there, and a request to cancel a loop ends with the
// barrier behind the loop. There are no tasks; threads wait by looking.
#pragma clang diagnostic ignored "-Wunused-private-field"  // of StuckWait, whose only function does nothing here

#include "work/cancel.hpp"

#include "harness.hpp"
#include "sched/wait/wait.hpp"
#include "team/barrier.hpp"

// What the file under test calls besides.
namespace rondo::sched {
void report_batch(Worker&) { model::fail("no task has run"); }
Work run(Worker&, Work) { model::fail("there is no work"); }
void StuckWait::look(const Worker&, const Arena&, uint32_t) {}
}  // namespace rondo::sched

namespace rondo::team {
void complete_tasks(sched::Worker&, Member&) {}
void barrier(sched::Worker&) { model::fail("the barrier can be left"); }
}  // namespace rondo::team

namespace rondo::model {
namespace {

using sched::Slot;
using sched::Worker;
using team::Member;
using team::Team;

constexpr uint32_t kThreads = 3;

struct Shared {
  Team team;
  Worker workers[kThreads] = {Worker(0), Worker(1), Worker(2)};
  Member members[kThreads] = {Member(team, 0), Member(team, 1), Member(team, 2)};
  Slot* slots[kThreads] = {&members[0], &members[1], &members[2]};
  int done[kThreads] = {};  // by each thread, before a barrier or a cancellation

  explicit Shared(uint32_t n_threads) {
    team.n_slots = n_threads;
    team.slots = slots;
    team.is_cancellable = true;
    for (uint32_t i = 0; i < n_threads; i++) {
      members[i].worker.store_release(&workers[i]);
      workers[i].slot = &members[i];
    }
    name(&team.cancellation.requested, "requested");
    name(&team.cancellation.n_arrived, "n_arrived");
    name(&team.cancellation.n_barriers, "n_barriers");
    name(&team.n_parked, "n_parked");
  }

  void expect_all_done(int n_times) {
    for (uint32_t i = 0; i < team.n_slots; i++) check(done[i] == n_times, "what a thread did is missing");
  }
};

// A barrier before the threads look at each other's data, and one before they change it again.
Program barriers(uint32_t n_threads, int n_times) {
  return [n_threads, n_times](Execution& execution) {
    auto& shared = execution.make<Shared>(n_threads);
    for (uint32_t thread = 0; thread < n_threads; thread++) {
      execution.thread([&shared, thread, n_times] {
        for (int i = 1; i <= n_times; i++) {
          shared.done[thread] = i;
          check(!work::barrier(shared.workers[thread]), "nobody has cancelled");
          shared.expect_all_done(i);
          if (i < n_times) check(!work::barrier(shared.workers[thread]), "nobody has cancelled");
        }
      });
    }
  };
}

// One thread cancels the region; the other one waits at a barrier, or comes to it later.
void region(Execution& execution) {
  auto& shared = execution.make<Shared>(2u);
  execution.thread([&] {
    shared.done[0] = 1;
    check(work::cancel(shared.workers[0], work::kCancelParallel), "cancellation is on");
  });
  execution.thread([&] {
    check(work::barrier(shared.workers[1]), "the thread has not heard of the cancellation");
    check(work::is_cancelled(shared.workers[1], work::kCancelParallel), "the region is not cancelled any more");
    check(shared.done[0] == 1, "what the thread that cancelled did is missing");
  });
}

// One thread cancels a loop. Behind the barrier after it the next loop is not cancelled.
void loop(Execution& execution) {
  auto& shared = execution.make<Shared>(2u);
  for (uint32_t thread = 0; thread < 2; thread++) {
    execution.thread([&shared, thread] {
      Worker& worker = shared.workers[thread];
      shared.done[thread] = 1;
      if (thread == 0) (void)work::cancel(worker, work::kCancelLoop);
      check(!work::barrier(worker), "the region is not cancelled");
      check(!work::is_cancelled(worker, work::kCancelLoop), "the next loop is cancelled");
      shared.expect_all_done(1);
    });
  }
}

constexpr Options kSampled = {.n_samples = 5'000};

TEST(Cancel, ABarrierIsOverWhenAllHaveArrived) {
  expect_holds("cancel: two at a barrier", barriers(2, 1), kSampled);
  expect_holds("cancel: two at three barriers", barriers(2, 2), kSampled);
  expect_holds("cancel: three at a barrier", barriers(3, 1), kSampled);
}

TEST(Cancel, RequestsAreHeardAndEnd) {
  expect_holds("cancel: a region", region, kSampled);
  expect_holds("cancel: a loop", loop, kSampled);
}

TEST(Cancel, NeedsItsOrdersAndOperations) {
  const auto all = {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed, Mutation::SplitAdd};
  expect_breaks("two at a barrier", barriers(2, 1), all, kSampled);
  expect_breaks("two at three barriers", barriers(2, 2), all, kSampled);
  expect_breaks("three at a barrier", barriers(3, 1), all, kSampled);
  expect_breaks("a region", region, {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed}, kSampled);
  expect_breaks("a loop", loop, all, kSampled);
}

}  // namespace
}  // namespace rondo::model
