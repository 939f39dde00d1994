// SPDX-License-Identifier: Apache-2.0
//
// team/arrival.hpp: members that meet directly, members that are counted, members that report up a tree, and members
// that report to the master at the end of a region, or are counted there. Nobody goes on before all have arrived,
// what they did before is there, and nobody sleeps on. The members work on until they may go on; here there is no
// work, so they park.
#include "team/arrival.hpp"

#include "harness.hpp"

namespace rondo::model {
namespace {

using sched::Slot;
using sched::Worker;
using team::Arrivals;
using team::Links;
using team::Meeting;
using team::Member;
using team::Team;

constexpr uint32_t kMembers = 3;

struct Shared {
  Team team;
  Worker workers[kMembers] = {Worker(0), Worker(1), Worker(2)};
  Member members[kMembers] = {Member(team, 0), Member(team, 1), Member(team, 2)};
  Slot* slots[kMembers] = {&members[0], &members[1], &members[2]};
  int done[kMembers] = {};  // by each member, before it arrives
  int result = 0;  // of the master, before it ends the region

  explicit Shared(uint32_t n_members) {
    team.n_slots = n_members;
    team.slots = slots;
    team.n_absent.store_relaxed(n_members);
    for (uint32_t i = 0; i < n_members; i++) members[i].worker.store_release(&workers[i]);
    name(&team.n_parked, "n_parked");
    name(&team.phase, "phase");
    name(&team.n_absent, "n_absent");
    name(&team.released, "released");
    for (Member& member : members) name(&member.arrived, "arrived");
    for (Worker& worker : workers) name(worker.parker.state.address(), "state");
  }

  template <class IsSet>
  void wait(uint32_t member, IsSet is_set) {
    while (!is_set()) sched::park(workers[member], &team, 0, is_set);
  }

  void await(uint32_t member, uint32_t first) {
    Arrivals arrivals(team, first, team.n_slots, members[member].barrier_seq);
    wait(member, [&] { return arrivals.are_complete(); });
  }

  void meet(uint32_t member, uint64_t count = 1) {
    members[member].barrier_seq += count;
    report_to_all(members[member], team);
    await(member, 0);
  }

  // barrier.cpp's meet_counted() without tasks.
  void meet_counted(uint32_t member) {
    const uint64_t seq = ++members[member].barrier_seq;
    is_last_to_arrive(team) ? release_all(team, seq) : wait(member, [&] { return is_released(team, seq); });
  }

  void expect_all_done() {
    for (uint32_t i = 0; i < team.n_slots; i++) check(done[i] == 1, "what a member did is missing");
  }

  // barrier.cpp's arrive() without tasks. A tree of arity 1 has a level for each member.
  void arrive(uint32_t member) {
    const uint64_t seq = ++members[member].barrier_seq;
    if (team.meeting == Meeting::Counted) {
      if (is_last_to_arrive(team)) release_master(team, seq);
      if (member == 0) wait(member, [&] { return is_released(team, seq); });
      return;
    }
    const Links links = links_of(team, member, 1);
    Arrivals arrivals(team, links.first, links.end, seq);
    wait(member, [&] { return arrivals.are_complete(); });
    if (member != 0) report_up(members[member], team, 1);
  }

  void meet_by_master(uint32_t member) {
    arrive(member);
    const uint64_t seq = members[member].barrier_seq;
    member == 0 ? release_all(team, seq) : wait(member, [&] { return is_released(team, seq); });
  }

  // The end of a region, and what follows it.
  void end_region(uint32_t member) {
    arrive(member);
    if (member != 0) {
      wait(member, [&] { return team.phase.load_acquire() != 0; });
      check(result == 1, "what the master did is missing");
      return;
    }
    expect_all_done();
    result = 1;
    team.phase.store_release(1);
    sched::announce_latch(team);
  }
};

Shared& begin(Execution& execution, uint32_t n_members) {
  auto& shared = execution.make<Shared>(n_members);
  execution.at_end([&shared] {
    check(shared.team.n_parked.load_relaxed() == 0, "the count of sleepers is wrong");
    for (Worker& worker : shared.workers) {
      check(worker.parker.state.load_relaxed() == sched::Parker::kAwake, "somebody is not awake");
    }
  });
  return shared;
}

void meeting(Execution& execution, uint32_t n_members) {
  Shared& shared = begin(execution, n_members);
  for (uint32_t member = 0; member < n_members; member++) {
    execution.thread([&shared, member] {
      shared.done[member] = 1;
      shared.meet(member);
      shared.expect_all_done();
    });
  }
}

void two_meet(Execution& execution) { meeting(execution, 2); }
void three_meet(Execution& execution) { meeting(execution, 3); }

// A member that mostly sleeps by now, and the last two for which it waits: one of them wakes it, though each may have
// come before it saw the other.
void the_last_two_come(Execution& execution, void (*report)(Member&, Team&)) {
  Shared& shared = begin(execution, 3);
  shared.done[0] = 1;
  for (Member& member : shared.members) member.barrier_seq = 1;
  shared.members[0].arrived.store_relaxed(1);
  for (uint32_t member = 1; member < 3; member++) {
    execution.thread([&shared, member, report] {
      shared.done[member] = 1;
      report(shared.members[member], shared.team);
    });
  }
  execution.thread([&shared] {
    shared.await(0, 1);
    shared.expect_all_done();
  });
}

void two_come_to_a_barrier(Execution& execution) { the_last_two_come(execution, team::report_to_all); }
void two_report_to_the_master(Execution& execution) {
  the_last_two_come(execution, [](Member& member, Team& team) { report_up(member, team, 1); });
}

void counting(Execution& execution, uint32_t n_members, int n_times) {
  Shared& shared = begin(execution, n_members);
  for (uint32_t member = 0; member < n_members; member++) {
    execution.thread([&shared, member, n_times] {
      shared.done[member] = 1;
      shared.meet_counted(member);
      shared.expect_all_done();
      if (n_times > 1) shared.meet_counted(member);
    });
  }
}

void two_are_counted(Execution& execution) { counting(execution, 2, 1); }
void two_are_counted_twice(Execution& execution) { counting(execution, 2, 2); }
void three_are_counted(Execution& execution) { counting(execution, 3, 1); }

// The second time nobody is taken for one who has arrived because it had the first time: it may still be reading.
void meeting_twice(Execution& execution, uint64_t count) {
  Shared& shared = begin(execution, 2);
  for (uint32_t member = 0; member < 2; member++) {
    execution.thread([&shared, member, count] {
      shared.done[member] = 1;
      shared.meet(member);
      shared.expect_all_done();
      shared.meet(member, count);
      shared.done[member] = 2;
    });
  }
}

void two_meet_twice(Execution& execution) { meeting_twice(execution, 1); }
void number_taken_twice(Execution& execution) { meeting_twice(execution, 0); }

void tree(Execution& execution, uint32_t n_members, int n_times) {
  Shared& shared = begin(execution, n_members);
  shared.team.meeting = Meeting::Tree;
  for (uint32_t member = 0; member < n_members; member++) {
    execution.thread([&shared, member, n_times] {
      shared.done[member] = 1;
      shared.meet_by_master(member);
      shared.expect_all_done();
      if (n_times > 1) shared.meet_by_master(member);
    });
  }
}

void tree_of_two(Execution& execution) { tree(execution, 2, 1); }
void tree_of_two_twice(Execution& execution) { tree(execution, 2, 2); }
void tree_of_three(Execution& execution) { tree(execution, 3, 1); }

void region_end(Execution& execution, uint32_t n_members, Meeting meeting) {
  Shared& shared = begin(execution, n_members);
  shared.team.meeting = meeting;
  for (uint32_t member = 0; member < n_members; member++) {
    execution.thread([&shared, member] {
      shared.done[member] = 1;
      shared.end_region(member);
    });
  }
}

void flat_region_of_two(Execution& execution) { region_end(execution, 2, Meeting::Direct); }
void flat_region_of_three(Execution& execution) { region_end(execution, 3, Meeting::Direct); }
void counted_region_of_two(Execution& execution) { region_end(execution, 2, Meeting::Counted); }
void counted_region_of_three(Execution& execution) { region_end(execution, 3, Meeting::Counted); }
void region_of_three_up_a_tree(Execution& execution) { region_end(execution, 3, Meeting::Tree); }

constexpr Options kSampled = {.n_samples = 5'000};

TEST(Arrival, MembersMeet) {
  expect_holds("arrival: two meet", two_meet);
  expect_holds("arrival: two meet twice", two_meet_twice, kSampled);
  expect_holds("arrival: three meet", three_meet, kSampled);
  expect_holds("arrival: the last two come to a barrier", two_come_to_a_barrier, kSampled);
  expect_holds("arrival: the last two report to the master", two_report_to_the_master, kSampled);
}

TEST(Arrival, MembersAreCounted) {
  expect_holds("arrival: two are counted", two_are_counted);
  expect_holds("arrival: two are counted twice", two_are_counted_twice, kSampled);
  expect_holds("arrival: three are counted", three_are_counted, kSampled);
}

TEST(Arrival, MembersReportUpATree) {
  expect_holds("arrival: tree of two", tree_of_two);
  expect_holds("arrival: tree of two, twice", tree_of_two_twice, kSampled);
  expect_holds("arrival: tree of three", tree_of_three, kSampled);
}

TEST(Arrival, ARegionEndsWhenAllHaveArrived) {
  expect_holds("arrival: end of a flat region of two", flat_region_of_two);
  expect_holds("arrival: end of a flat region of three", flat_region_of_three, kSampled);
  expect_holds("arrival: counted end of a region of two", counted_region_of_two);
  expect_holds("arrival: counted end of a region of three", counted_region_of_three, kSampled);
  expect_holds("arrival: end of a region of three, up a tree", region_of_three_up_a_tree, kSampled);
}

TEST(Arrival, NeedsItsFenceOrdersAndNumbers) {
  const auto all = {Mutation::NoHeavyFence, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed};
  expect_breaks("two meet", two_meet, all);
  expect_breaks("end of a flat region of two", flat_region_of_two, all);
  expect_breaks("tree of two", tree_of_two, all);
  expect_breaks("tree of three", tree_of_three, all, kSampled);
  expect_breaks("a number is taken twice", number_taken_twice, {Mutation::None}, kSampled);
  expect_breaks("three meet", three_meet, all, kSampled);
  expect_breaks("the last two come to a barrier", two_come_to_a_barrier, all, kSampled);
  expect_breaks("the last two report to the master", two_report_to_the_master, all, kSampled);
  const auto counted = {Mutation::NoHeavyFence, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed,
                        Mutation::SplitAdd};
  expect_breaks("two are counted", two_are_counted, counted);
  expect_breaks("three are counted", three_are_counted, counted, kSampled);
  expect_breaks("counted end of a region of two", counted_region_of_two, counted);
  expect_breaks("counted end of a region of three", counted_region_of_three, counted, kSampled);
  expect_breaks("end of a flat region of three", flat_region_of_three, all, kSampled);
  expect_breaks("end of a region of three, up a tree", region_of_three_up_a_tree, all, kSampled);
}

}  // namespace
}  // namespace rondo::model
