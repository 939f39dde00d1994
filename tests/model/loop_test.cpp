// SPDX-License-Identifier: Apache-2.0
//
// work/loop.cpp, shares.cpp, ordered.cpp, construct.cpp and single.cpp as they are: each iteration of a loop is
// executed once, by a thread that has the last one at its end; the next construct of the entry sees all of it;
// iterations that wait for others see what those have written; memory for reductions is freed by its last user; one
// thread of the team executes a single, and the others get its variables. Threads wait by looking:
// workshare_test.cpp has those that sleep, and here are those that sleep for a word.
#include "work/loop.hpp"

#include "harness.hpp"
#include "team/arrival.hpp"
#include "team/reduction_memory.hpp"
#include "work/cancel.hpp"
#include "work/construct.hpp"
#include "work/ordered.hpp"
#include "work/single.hpp"
#include "work/wait.hpp"

// What the files under test call besides.
namespace rondo::sched {
void report_batch(Worker&) { model::fail("no task has run"); }
}  // namespace rondo::sched

namespace rondo::work {

// Members meet directly.
bool barrier(sched::Worker& worker) {
  team::Member& member = team::member_of(worker);
  team::Team& team = member.team();
  const uint64_t seq = ++member.barrier_seq;
  team::report_to_all(member, team);
  team::Arrivals arrivals(team, 0, team.n_slots, seq);
  while (!arrivals.are_complete()) os::relax();
  return false;
}

}  // namespace rondo::work

namespace rondo::model {
namespace {

using config::ScheduleModifier;
using sched::Slot;
using sched::Worker;
using team::Member;
using team::ShareWord;
using team::Team;
using team::WorkshareRing;
using work::Chunk;
using work::LoopKind;
using work::LoopSpec;

constexpr uint32_t kThreads = 3;
constexpr uint32_t kMostIterations = 16;
constexpr uint64_t kTags = 65535;  // of the words of shares: then they begin again

struct Shared {
  Team team;
  Worker workers[kThreads] = {Worker(0), Worker(1), Worker(2)};
  Member members[kThreads] = {Member(team, 0), Member(team, 1), Member(team, 2)};
  Slot* slots[kThreads] = {&members[0], &members[1], &members[2]};
  int n_times[2][kMostIterations] = {};  // that an iteration of the two loops was executed
  int n_ordered = 0;
  int n_singles[2] = {};

  explicit Shared(uint32_t n_threads) {
    team.n_slots = team.capacity = n_threads;
    team.slots = slots;
    for (uint32_t i = 0; i < n_threads; i++) {
      members[i].worker.store_release(&workers[i]);
      workers[i].slot = &members[i];
      name(&members[i].shares[0], "share");
      name(&members[i].arrived, "arrived");
    }
    name(&team.workshares.entries[0].turn, "turn");
    name(&team.workshares.entries[0].next, "next");
    name(&team.n_singles_taken, "n_singles_taken");
  }

  void run(uint32_t thread, const LoopSpec& spec, int loop = 0) {
    Worker& worker = workers[thread];
    work::begin_loop(worker, spec);
    Chunk chunk = {};
    bool was_last = false;
    while (work::next_chunk(worker, chunk)) {
      check(!was_last, "a thread goes on behind the last iteration");
      was_last = chunk.is_last;
      for (uint64_t i = chunk.first; i < chunk.last; i++) n_times[loop][i]++;
    }
  }

  void run_ordered(uint32_t thread, const LoopSpec& spec) {
    Worker& worker = workers[thread];
    work::begin_loop(worker, spec);
    Chunk chunk = {};
    while (work::next_chunk(worker, chunk)) {
      for (uint64_t i = chunk.first; i < chunk.last; i++) {
        work::begin_ordered(worker);
        check(n_ordered++ % 2 == static_cast<int>(i), "ordered regions out of order");
        work::end_ordered(worker);
      }
    }
  }

  // The entry is the next construct's.
  void expect_passed_on(uint64_t n_loops) const {
    const bool is_next = team.workshares.entries[0].is_turn_of(n_loops);
    check(is_next, "the last thread has not passed the entry on");
  }

  // The thread's next construct uses the same entry as its last one.
  void skip_to_the_same_entry(uint32_t thread) { members[thread].n_workshares += WorkshareRing::kEntries - 1; }

  void expect_executed(uint32_t n_iterations, int loop = 0) {
    for (uint32_t i = 0; i < n_iterations; i++) check(n_times[loop][i] == 1, "an iteration was not executed once");
  }
};

LoopSpec spec_of(LoopKind kind, uint64_t n_iterations, bool is_monotonic = false) {
  LoopSpec spec;
  spec.n_iterations = spec.end = n_iterations;
  spec.kind = kind;
  spec.modifier = is_monotonic ? ScheduleModifier::Monotonic : ScheduleModifier::Nonmonotonic;
  return spec;
}

// Crowded: more threads than processors, so that threads may miss constructs.
enum class Crowd : uint8_t { No, Yes };

Shared& begin(Execution& execution, uint32_t n_threads, Crowd crowd = Crowd::No) {
  Shared& shared = execution.make<Shared>(n_threads);
  shared.team.is_oversubscribed.store_relaxed(crowd == Crowd::Yes);
  return shared;
}

void one_loop(Execution& execution, uint32_t n_threads, const LoopSpec& spec, Crowd crowd) {
  Shared& shared = begin(execution, n_threads, crowd);
  for (uint32_t thread = 0; thread < n_threads; thread++) {
    execution.thread([&shared, thread, spec] { shared.run(thread, spec); });
  }
  execution.at_end([&shared, spec] { shared.expect_executed(static_cast<uint32_t>(spec.n_iterations)); });
}

Program loop_of(LoopKind kind, uint64_t n_iterations, uint32_t n_threads = 2, bool is_monotonic = false,
                Crowd crowd = Crowd::No) {
  return
      [=](Execution& execution) { one_loop(execution, n_threads, spec_of(kind, n_iterations, is_monotonic), crowd); };
}

// A thread may come to the first loop when the second one has begun in its entry, or is over.
Program missable_loops(LoopKind kind, uint32_t n_iterations, uint32_t n_threads, int n_loops) {
  return [=](Execution& execution) {
    Shared& shared = begin(execution, n_threads, Crowd::Yes);
    for (uint32_t thread = 0; thread < n_threads; thread++) {
      execution.thread([&shared, thread, kind, n_iterations, n_loops] {
        for (int i = 0; i < n_loops; i++) {
          shared.run(thread, spec_of(kind, n_iterations), i);
          shared.skip_to_the_same_entry(thread);
        }
      });
    }
    execution.at_end([&shared, n_iterations, n_loops] {
      for (int i = 0; i < n_loops; i++) shared.expect_executed(n_iterations, i);
      shared.expect_passed_on(static_cast<uint64_t>(n_loops));
    });
  };
}

// Two loops of one entry, from a counter. Whoever is in the second one sees what all did in the first one.
Program two_loops(LoopKind kind, Crowd crowd = Crowd::No) {
  return [kind, crowd](Execution& execution) {
    Shared& shared = begin(execution, 2, crowd);
    const LoopSpec spec = spec_of(kind, 2, true);
    for (uint32_t thread = 0; thread < 2; thread++) {
      execution.thread([&shared, thread, spec] {
        shared.run(thread, spec);
        shared.skip_to_the_same_entry(thread);
        work::begin_loop(shared.workers[thread], spec);
        if (shared.members[thread].loop.workshare != nullptr) shared.expect_executed(2);  // not if it is missed
        work::end_loop(shared.workers[thread]);
      });
    }
    execution.at_end([&shared] { shared.expect_passed_on(2); });
  };
}

// The same with shares. A thread executes the last iteration after it has left the loop, so others may be in the next
// one by then.
void two_loops_of_shares(Execution& execution) {
  Shared& shared = begin(execution, 2);
  for (uint32_t thread = 0; thread < 2; thread++) {
    execution.thread([&shared, thread] {
      shared.run(thread, spec_of(LoopKind::Dynamic, 3));
      shared.skip_to_the_same_entry(thread);
      shared.run(thread, spec_of(LoopKind::Dynamic, 3), 1);
    });
  }
  execution.at_end([&shared] {
    for (int loop : {0, 1}) shared.expect_executed(3, loop);
    shared.expect_passed_on(2);
  });
}

// A thread leaves after its first chunk, as when the loop is cancelled. What it has not taken may be left over.
Program left_early(bool is_monotonic) {
  return [is_monotonic](Execution& execution) {
    Shared& shared = begin(execution, 2);
    const LoopSpec spec = spec_of(LoopKind::Dynamic, 3, is_monotonic);
    execution.thread([&shared, spec] {
      work::begin_loop(shared.workers[0], spec);
      Chunk chunk = {};
      if (work::next_chunk(shared.workers[0], chunk)) shared.n_times[0][chunk.first]++;
      work::end_loop(shared.workers[0]);
      shared.skip_to_the_same_entry(0);
      shared.run(0, spec_of(LoopKind::Dynamic, 2), 1);
    });
    execution.thread([&shared, spec] {
      shared.run(1, spec);
      shared.skip_to_the_same_entry(1);
      shared.run(1, spec_of(LoopKind::Dynamic, 2), 1);
    });
    execution.at_end([&shared] {
      for (int n : shared.n_times[0]) check(n <= 1, "an iteration was executed twice");
      shared.expect_executed(2, 1);
      shared.expect_passed_on(2);
    });
  };
}

// The words of shares are full, and from a loop so long ago that its tag comes back. A loop without shares lies
// between, and the last thread that leaves it retires the words; `n_retired`: of so many members.
Program old_words(uint32_t n_retired) {
  return [n_retired](Execution& execution) {
    Shared& shared = begin(execution, 2);
    shared.team.capacity = n_retired;
    const uint64_t before = (kTags - 1) * WorkshareRing::kEntries;  // the last construct before tags begin again
    const ShareWord full{(uint64_t{1} << 48) + 1};
    shared.team.workshares.entries[0].pass_on(kTags - 1);
    for (uint32_t i = 0; i < 2; i++) {
      shared.members[i].n_workshares = before;
      shared.members[i].shares[0].store_relaxed(full.load_relaxed());
    }
    for (uint32_t thread = 0; thread < 2; thread++) {
      execution.thread([&shared, thread] {
        shared.run(thread, spec_of(LoopKind::Dynamic, 1, true), 1);
        shared.skip_to_the_same_entry(thread);
        shared.run(thread, spec_of(LoopKind::Dynamic, 3));
      });
    }
    execution.at_end([&shared] { shared.expect_executed(3); });
  };
}

// Two iterations; several loops of one entry.
Program ordered(int n_loops) {
  return [n_loops](Execution& execution) {
    Shared& shared = begin(execution, 2);
    for (uint32_t thread = 0; thread < 2; thread++) {
      execution.thread([&shared, thread, n_loops] {
        LoopSpec spec = spec_of(LoopKind::Dynamic, 2);
        spec.is_ordered = true;
        for (int i = 0; i < n_loops; i++) {
          shared.run_ordered(thread, spec);
          shared.skip_to_the_same_entry(thread);
        }
      });
    }
    execution.at_end([&shared, n_loops] { check(shared.n_ordered == 2 * n_loops, "an ordered region was left out"); });
  };
}

// Each iteration waits for the one before and reads what it has written.
void doacross(Execution& execution) {
  Shared& shared = begin(execution, 2);
  for (uint32_t thread = 0; thread < 2; thread++) {
    execution.thread([&shared, thread] {
      Worker& worker = shared.workers[thread];
      const team::DoacrossDimension dimension = {.first = 0, .last = 1, .step = 1};
      work::begin_doacross(worker, {&dimension, 1});
      work::begin_loop(worker, spec_of(LoopKind::Dynamic, 2));
      Chunk chunk = {};
      while (work::next_chunk(worker, chunk)) {
        const int64_t iteration[] = {static_cast<int64_t>(chunk.first)};
        const int64_t before[] = {iteration[0] - 1};
        work::wait_doacross(worker, before);
        check(shared.n_ordered++ == iteration[0], "an iteration did not wait for the one before");
        work::post_doacross(worker, iteration);
      }
      work::end_doacross(worker);
    });
  }
  execution.at_end([&shared, n_before = n_allocated()] {
    check(shared.n_ordered == 2, "an iteration was not executed once");
    check(n_allocated() == n_before, "memory has been left behind");
  });
}

// Each thread but the first sleeps for a word that the thread before it writes, as iterations of an ordered or
// doacross loop do.
void sleep_for_words(Execution& execution, uint32_t n_threads) {
  Shared& shared = begin(execution, n_threads);
  static base::Atomic<uint8_t> words[kThreads];
  for (base::Atomic<uint8_t>& word : words) word.store_relaxed(0);
  for (uint32_t thread = 0; thread < n_threads; thread++) {
    execution.thread([&shared, thread, n_threads] {
      Worker& worker = shared.workers[thread];
      team::Workshare& workshare = shared.team.workshares.entries[0];
      const auto is_met = [thread] { return words[thread].load_acquire() != 0; };
      while (thread > 0 && !is_met()) work::sleep_at(worker, workshare, &words[thread], is_met);
      check(shared.n_ordered++ == static_cast<int>(thread), "a thread did not wait for the one before");
      if (thread + 1 == n_threads) return;
      words[thread + 1].store_release(1);
      work::announce_word(team::team_of(worker), workshare, &words[thread + 1]);
    });
  }
  execution.at_end([&shared] {
    check(shared.team.n_parked.load_relaxed() == 0, "the count of sleepers is wrong");
    check(shared.team.workshares.entries[0].n_sleepers.load_relaxed() == 0,
          "the construct's count of sleepers is wrong");
  });
}
void one_sleeps(Execution& execution) { sleep_for_words(execution, 2); }
void two_sleep(Execution& execution) { sleep_for_words(execution, 3); }

// One thread sleeps until the entry is its next construct's; the other is the last to leave the one before.
void one_sleeps_for_the_entry(Execution& execution) {
  Shared& shared = begin(execution, 2);
  team::Workshare& workshare = shared.team.workshares.entries[0];
  execution.thread([&shared, &workshare] { work::leave(shared.team, {&workshare, 0}, 1); });
  execution.thread([&shared, &workshare] {
    const auto is_met = [&workshare] { return workshare.is_turn_of(1); };
    while (!is_met()) work::sleep_at(shared.workers[1], workshare, &workshare.turn, is_met);
  });
}

// Each thread uses the block that they share, in two constructs of one entry. The last one that ends frees it.
void reduction_memory(Execution& execution) {
  Shared& shared = begin(execution, 2);
  for (uint32_t thread = 0; thread < 2; thread++) {
    execution.thread([&shared, thread] {
      Worker& worker = shared.workers[thread];
      for (int i = 0; i < 2; i++) {
        auto* copies = static_cast<int*>(work::begin_reduction_memory(worker, 2 * sizeof(int)));
        check(++copies[thread] == 1, "the copies are not zeroed");
        team::end_reduction_memory(worker, shared.members[thread]);
        shared.skip_to_the_same_entry(thread);
      }
    });
  }
  execution.at_end([n_before = n_allocated()] { check(n_allocated() == n_before, "a block has been left behind"); });
}

Program singles(uint32_t n_threads, int n) {
  return [n_threads, n](Execution& execution) {
    Shared& shared = begin(execution, n_threads);
    for (uint32_t thread = 0; thread < n_threads; thread++) {
      execution.thread([&shared, thread, n] {
        for (int i = 0; i < n; i++) {
          if (work::begin_single(shared.workers[thread])) shared.n_singles[i]++;
        }
      });
    }
    execution.at_end([&shared, n] {
      for (int i = 0; i < n; i++) check(shared.n_singles[i] == 1, "a single was not executed once");
    });
  };
}

// The variable of the thread that executes the single is read by the others, and is gone afterwards.
void copyprivate(Execution& execution) {
  Shared& shared = begin(execution, 2);
  for (uint32_t thread = 0; thread < 2; thread++) {
    execution.thread([&shared, thread] {
      Worker& worker = shared.workers[thread];
      auto* own = static_cast<int*>(allocate(sizeof(int)));
      *own = 0;
      const bool is_source = work::begin_single(worker);
      if (is_source) *own = 7;
      auto copy = [](void* destination, void* source) { *static_cast<int*>(destination) = *static_cast<int*>(source); };
      work::copy_private(worker, own, copy, is_source);
      check(*own == 7, "a thread has not got the variable");
      release(own);
    });
  }
}

constexpr Options kSampled = {.n_samples = 5'000};

TEST(Loop, SharesAreExecutedOnce) {
  expect_holds("loop: the last unit only", loop_of(LoopKind::Dynamic, 1));
  expect_holds("loop: uneven shares", loop_of(LoopKind::Dynamic, 2));
  expect_holds("loop: shares of one", loop_of(LoopKind::Dynamic, 3));
  expect_holds("loop: shares of two", loop_of(LoopKind::Dynamic, 5), kSampled);
  expect_holds("loop: three threads, two shares", loop_of(LoopKind::Dynamic, 3, 3), kSampled);
}

TEST(Loop, ChunksFromACounterAreExecutedOnce) {
  expect_holds("loop: in order", loop_of(LoopKind::Dynamic, 2, 2, true));
  expect_holds("loop: guided", loop_of(LoopKind::Guided, 4));
  expect_holds("loop: ordered", ordered(1));
  expect_holds("loop: doacross", doacross, kSampled);
}

TEST(Loop, NobodySleepsOnAtAWord) {
  expect_holds("loop: one sleeps", one_sleeps);
  expect_holds("loop: two sleep", two_sleep, kSampled);
  expect_holds("loop: one sleeps for the entry", one_sleeps_for_the_entry);
  const auto needed = {Mutation::NoHeavyFence, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed};
  expect_breaks("one sleeps", one_sleeps, needed, kSampled);
}

TEST(Loop, TheNextOneBeginsWhenTheLastHasLeft) {
  expect_holds("loop: two loops in order", two_loops(LoopKind::Dynamic), kSampled);
  expect_holds("loop: two loops of shares", two_loops_of_shares, kSampled);
  expect_holds("loop: two guided loops", two_loops(LoopKind::Guided), kSampled);
  expect_holds("loop: two ordered loops", ordered(2), kSampled);
  expect_holds("loop: left early", left_early(false), kSampled);
  expect_holds("loop: left early, in order", left_early(true), kSampled);
}

TEST(Loop, AThreadMissesWhatIsOver) {
  expect_holds("loop: one may be missed", missable_loops(LoopKind::Dynamic, 2, 2, 1));
  expect_holds("loop: two may be missed", missable_loops(LoopKind::Dynamic, 1, 2, 2));
  expect_holds("loop: guided ones", missable_loops(LoopKind::Guided, 2, 2, 2), kSampled);
  expect_holds("loop: three threads, two may be missed", missable_loops(LoopKind::Dynamic, 2, 3, 2), kSampled);
  expect_holds("loop: shares may be missed", missable_loops(LoopKind::Dynamic, 16, 2, 2), kSampled);
  expect_holds("loop: whoever enters sees the last one", two_loops(LoopKind::Dynamic, Crowd::Yes), kSampled);
  const auto operations = {Mutation::SplitAdd, Mutation::SplitCas};
  expect_breaks("may be missed", missable_loops(LoopKind::Dynamic, 2, 2, 2), operations, kSampled);
  const auto orders = {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed};
  expect_breaks("enters behind a missed one", two_loops(LoopKind::Dynamic, Crowd::Yes), orders, kSampled);
}

TEST(Loop, WordsOfLongAgoAreRetired) { expect_holds("loop: old words", old_words(2), kSampled); }

TEST(Single, IsExecutedOnce) {
  expect_holds("single: two threads", singles(2, 1));
  expect_holds("single: twice", singles(2, 2));
  expect_holds("single: three threads", singles(3, 2), kSampled);
  expect_holds("single: copyprivate", copyprivate, kSampled);
}

TEST(Reduction, ABlockIsFreedByItsLastUser) {
  expect_holds("reduction memory", reduction_memory, kSampled);
  expect_breaks("reduction memory", reduction_memory,
                {Mutation::SplitAdd, Mutation::SplitCas, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed},
                kSampled);
}

TEST(Loop, NeedsItsOrdersAndOperations) {
  const auto operations = {Mutation::SplitAdd, Mutation::SplitCas};
  expect_breaks("shares of one", loop_of(LoopKind::Dynamic, 3), operations);
  expect_breaks("three threads, two shares", loop_of(LoopKind::Dynamic, 3, 3), operations, kSampled);
  expect_breaks("shares of two", loop_of(LoopKind::Dynamic, 5), operations, kSampled);
  expect_breaks("in order", loop_of(LoopKind::Dynamic, 2, 2, true), {Mutation::SplitAdd});
  expect_breaks("guided", loop_of(LoopKind::Guided, 4), {Mutation::SplitCas});
  const auto orders = {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed};
  expect_breaks("ordered", ordered(1), orders);
  expect_breaks("doacross", doacross, orders, kSampled);
  expect_breaks("two loops of shares", two_loops_of_shares, operations, kSampled);
  for (LoopKind kind : {LoopKind::Dynamic, LoopKind::Guided}) {
    expect_breaks("two loops", two_loops(kind), orders, kSampled);
    expect_breaks("two loops", two_loops(kind), {Mutation::SplitAdd}, kSampled);
  }
  expect_breaks("left early", left_early(false), operations, kSampled);
  expect_breaks("left early, in order", left_early(true), operations, kSampled);
  expect_breaks("old words, not retired", old_words(0), {Mutation::None}, kSampled);
  expect_breaks("old words, one not retired", old_words(1), {Mutation::None}, kSampled);
}

TEST(Single, NeedsItsOrdersAndOperations) {
  expect_breaks("single", singles(2, 1), {Mutation::SplitCas});
  expect_breaks("copyprivate", copyprivate, {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed}, kSampled);
}

}  // namespace
}  // namespace rondo::model
