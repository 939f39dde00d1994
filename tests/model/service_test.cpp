// SPDX-License-Identifier: Apache-2.0
//
// team/service.hpp: threads that are assigned in a team, serve its regions and are dismissed, and the master that
// calls them. Each region is run by the threads it is for, once, with the master's data; the size of the team changes
// under nobody's eyes; nobody sleeps on. Bodies and barriers are as short as they can be: arrival_test.cpp has those.
#include "team/service.hpp"

#include "harness.hpp"
#include "os/cpu.hpp"
#include "team/arrival.hpp"

namespace rondo::model {
namespace {

using sched::Slot;
using sched::Worker;
using team::Arrivals;
using team::Member;
using team::Service;
using team::Team;
using team::Thread;

constexpr uint32_t kThreads = 2;

// What the threads or the master leave out, to show that it is needed.
enum class Careless : uint8_t {
  No,
  TakesEachPhaseForItsOwn,     // a thread does not look whether it is still assigned
  ChangesTheSizeUnderOthers,   // the master does not wait until the last region has been left
  LeavesNumbersAsTheyAre,      // of a member that was not there in the regions before
  LetsLeaversSleep,            // the master does not wake those that sleep behind the last region
};

struct Shared {
  Team team;
  Worker master{0};
  Thread threads[kThreads] = {Thread(1), Thread(2)};
  Member members[kThreads + 1] = {Member(team, 0), Member(team, 1), Member(team, 2)};
  Slot* slots[kThreads + 1] = {&members[0], &members[1], &members[2]};
  const Careless careless;
  uint32_t region = 0;                // the master's data: the number of its region
  uint32_t served[kThreads] = {};     // by each thread, a digit for each region
  uint32_t n_members[kThreads] = {};  // that a thread has seen behind its last region

  explicit Shared(Careless how) : careless(how) {
    team.n_slots = 1;
    team.slots = slots;
    members[0].worker.store_release(&master);
    name(&team.n_parked, "n_parked");
    name(&team.phase, "phase");
    for (Member& member : members) {
      name(&member.arrived, "arrived");
      name(&member.left, "left");
    }
    for (Thread& thread : threads) {
      name(&thread.assignment, "assignment");
      name(thread.parker.state.address(), "state");
    }
    name(master.parker.state.address(), "state of the master");
  }

  // ---- The thread: pool.cpp's thread_main() and fork.cpp's serve() ----

  template <class IsSet>
  static void wait(Worker& worker, sched::Arena* arena, IsSet is_set) {
    while (!is_set()) sched::park(worker, arena, 0, is_set);
  }

  void run_body(uint32_t thread, Member& member) {
    served[thread] = served[thread] * 10 + region;
    member.barrier_seq++;
    report_up(member, team, kThreads);
  }

  void live(uint32_t number) {
    Thread& thread = threads[number];
    wait(thread, nullptr, [&] { return thread.assignment.load_acquire() != nullptr; });
    Member& member = *thread.assignment.load_acquire();
    thread.slot = &member;
    Service service(thread, member);
    uint64_t seen = member.left.load_relaxed();
    for (;;) {
      wait(thread, nullptr, [&] { return service.is_called(); });
      const bool begins = service.begins_region();
      if (!begins && (careless != Careless::TakesEachPhaseForItsOwn || team.phase.load_acquire() <= seen)) return;
      run_body(number, member);
      wait(thread, &team, [&] { return service.is_region_over(); });
      n_members[number] = team.n_slots;
      seen = team.phase.load_acquire();
      service.leave_region();
    }
  }

  // ---- The master: fork.cpp's resize(), begin_region() and end_region() ----

  void quiesce() {
    if (careless == Careless::ChangesTheSizeUnderOthers) return;
    if (careless != Careless::LetsLeaversSleep) call_leavers(team);
    for (uint32_t i = 1; i < team.n_slots; i++) {
      while (!has_left(members[i], team)) os::relax();
    }
  }

  void slot_thread(uint32_t thread, uint32_t member) {
    quiesce();
    if (careless != Careless::LeavesNumbersAsTheyAre) number_from_now(members[member], team);
    team.n_slots = member + 1;
    slot(threads[thread], members[member]);
  }

  void dismiss_down_to(uint32_t n) {
    quiesce();
    for (uint32_t i = n; i < team.n_slots; i++) dismiss(members[i]);
    team.n_slots = n;
  }

  void run_region(uint32_t number) {
    region = number;
    call_members(team);
    Member& member = members[0];
    member.barrier_seq++;
    Arrivals arrivals(team, 1, team.n_slots, member.barrier_seq);
    wait(master, &team, [&] { return arrivals.are_complete(); });
    team.released.store_relaxed(member.barrier_seq);
    release_members(team);
  }
};

Shared& begin(Execution& execution, uint32_t n_threads, uint32_t by_first, uint32_t by_second, Careless how) {
  auto& shared = execution.make<Shared>(how);
  for (uint32_t thread = 0; thread < n_threads; thread++) {
    execution.thread([&shared, thread] { shared.live(thread); });
  }
  execution.at_end([&shared, by_first, by_second] {
    check(shared.served[0] == by_first, "the first thread has not served its regions, and no others");
    check(shared.served[1] == by_second, "the second thread has not served its regions, and no others");
    check(shared.team.n_parked.load_relaxed() == 0, "the count of sleepers is wrong");
    for (Thread& thread : shared.threads) {
      check(thread.parker.state.load_relaxed() == sched::Parker::kAwake, "a thread is not awake");
    }
  });
  return shared;
}

// Only the beginning of a region, of a thread that is assigned.
void called(Execution& execution) {
  Shared& shared = begin(execution, 0, 1, 0, Careless::No);
  shared.slot_thread(0, 1);
  execution.thread([&] {
    Service service(shared.threads[0], shared.members[1]);
    shared.wait(shared.threads[0], nullptr, [&] { return service.is_called(); });
    check(service.begins_region(), "the region is not for its thread");
    shared.served[0] = shared.region;
  });
  execution.thread([&] {
    shared.region = 1;
    call_members(shared.team);
  });
}

// The team has had regions when the thread comes. None of them is the thread's.
void latecomer(Execution& execution) {
  Shared& shared = begin(execution, 0, 0, 0, Careless::No);
  shared.team.phase.store_relaxed(2);
  execution.thread([&] { shared.slot_thread(0, 1); });
  execution.thread([&] {
    while (shared.threads[0].assignment.load_acquire() == nullptr) os::relax();
    Service service(shared.threads[0], shared.members[1]);
    check(!service.begins_region(), "a region of the past begins");
  });
}

void one_region(Execution& execution) {
  Shared& shared = begin(execution, 1, 1, 0, Careless::No);
  execution.thread([&] {
    shared.slot_thread(0, 1);
    shared.run_region(1);
    shared.dismiss_down_to(1);
  });
}

// The second one begins while the thread may still be leaving the first.
void two_regions(Execution& execution) {
  Shared& shared = begin(execution, 1, 12, 0, Careless::No);
  execution.thread([&] {
    shared.slot_thread(0, 1);
    shared.run_region(1);
    shared.run_region(2);
    shared.dismiss_down_to(1);
  });
}

void change_of_size(Execution& execution, Careless how) {
  Shared& shared = begin(execution, 1, 1, 0, how);
  execution.thread([&] {
    shared.slot_thread(0, 1);
    shared.run_region(1);
    shared.dismiss_down_to(1);
    shared.run_region(2);  // of the master alone
  });
}

// The second thread serves the second region on the first one's member.
void successor(Execution& execution, Careless how) {
  Shared& shared = begin(execution, 2, 1, 2, how);
  execution.thread([&] {
    shared.slot_thread(0, 1);
    shared.run_region(1);
    shared.dismiss_down_to(1);
    shared.slot_thread(1, 1);
    shared.run_region(2);
    shared.dismiss_down_to(1);
  });
}

// The second thread comes to a member that the first region did not have.
void one_more(Execution& execution, Careless how) {
  Shared& shared = begin(execution, 2, 12, 2, how);
  execution.thread([&] {
    shared.slot_thread(0, 1);
    shared.run_region(1);
    shared.slot_thread(1, 2);
    shared.run_region(2);
    shared.dismiss_down_to(1);
  });
}

// Members that sleep at a region's end go on sleeping until they are needed.
void crowd(Execution& execution, Careless how) {
  Shared& shared = begin(execution, 2, 12, 12, how);
  shared.team.is_oversubscribed.store_relaxed(true);
  execution.thread([&] {
    shared.slot_thread(0, 1);
    shared.slot_thread(1, 2);
    shared.run_region(1);
    shared.run_region(2);
    shared.dismiss_down_to(1);
  });
}

constexpr Options kSampled = {.n_samples = 5'000};

Program with(void (*program)(Execution&, Careless), Careless how) {
  return [program, how](Execution& execution) { program(execution, how); };
}

TEST(Service, EachRegionIsServedOnce) {
  expect_holds("service: called", called);
  expect_holds("service: latecomer", latecomer);
  expect_holds("service: a region", one_region, kSampled);
  expect_holds("service: two regions", two_regions, kSampled);
}

TEST(Service, TheSizeChangesWhenAllHaveLeft) {
  expect_holds("service: change of size", with(change_of_size, Careless::No), kSampled);
  expect_breaks("change of size under others", with(change_of_size, Careless::ChangesTheSizeUnderOthers),
                {Mutation::None}, kSampled);
}

TEST(Service, ADismissedThreadDoesNotServeItsSuccessorsRegion) {
  expect_holds("service: successor", with(successor, Careless::No), kSampled);
  expect_breaks("each phase is one's own", with(successor, Careless::TakesEachPhaseForItsOwn), {Mutation::None},
                kSampled);
}

TEST(Service, ANewMemberBeginsToCountAtThePresent) {
  expect_holds("service: one more", with(one_more, Careless::No), kSampled);
  expect_breaks("numbers of the past", with(one_more, Careless::LeavesNumbersAsTheyAre), {Mutation::None}, kSampled);
}

TEST(Service, WhoSleepsBehindARegionIsWokenForTheNext) {
  expect_holds("service: crowd", with(crowd, Careless::No), kSampled);
  expect_breaks("leavers that sleep", with(crowd, Careless::LetsLeaversSleep), {Mutation::None}, kSampled);
}

TEST(Service, NeedsItsFenceAndOrders) {
  const auto all = {Mutation::NoHeavyFence, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed};
  expect_breaks("called", called, all);
  expect_breaks("a region", one_region, all, kSampled);
  expect_breaks("two regions", two_regions, all, kSampled);
  expect_breaks("change of size", with(change_of_size, Careless::No), all, kSampled);
  expect_breaks("successor", with(successor, Careless::No), all, kSampled);
  expect_breaks("crowd", with(crowd, Careless::No), all, kSampled);
}

}  // namespace
}  // namespace rondo::model
