// SPDX-License-Identifier: Apache-2.0
//
// team/workshare.hpp: the constructs that use one entry of the ring, one after the other. Each unit is executed once,
// the memory is made once and is everybody's, and the next construct begins when the last thread has left. The
// threads do what work/construct.cpp and work/loop.cpp do; between two constructs of an entry those of the other
// entries would come.
#include "team/workshare.hpp"

#include "harness.hpp"
#include "sched/idle/park.hpp"

namespace rondo::model {
namespace {

using sched::Arena;
using sched::Slot;
using sched::Worker;
using team::Workshare;

constexpr uint32_t kThreads = 3;

enum class Careless : uint8_t {
  No,
  PassesOnTooEarly,  // the entry is the next construct's before it is as new
  HandsOverTooEarly,  // the memory is everybody's before it is zeroed
};

struct Shared {
  Arena arena;
  Worker workers[kThreads] = {Worker(0), Worker(1), Worker(2)};
  Slot slots[kThreads] = {Slot(arena, 0), Slot(arena, 1), Slot(arena, 2)};
  Slot* table[kThreads] = {&slots[0], &slots[1], &slots[2]};
  Workshare workshare;
  const uint32_t n_units;
  const Careless careless;

  Shared(uint32_t n_threads, uint32_t n, Careless how) : n_units(n), careless(how) {
    arena.n_slots = n_threads;
    arena.slots = table;
    for (uint32_t i = 0; i < n_threads; i++) slots[i].worker.store_release(&workers[i]);
    name(&arena.n_parked, "n_parked");
    name(&workshare.turn, "turn");
    name(&workshare.next, "next");
    name(&workshare.memory, "memory");
    for (Worker& worker : workers) name(worker.parker.state.address(), "state");
  }

  template <class IsSet>
  void wait(uint32_t thread, IsSet is_set) {
    while (!is_set()) sched::park(workers[thread], &arena, 0, is_set);
  }

  void enter(uint32_t thread, uint64_t round) {
    wait(thread, [&] { return workshare.is_turn_of(round); });
  }

  // A count for each unit.
  int* memory(uint32_t thread) {
    if (!workshare.takes_on_memory()) {
      wait(thread, [&] { return workshare.has_memory(); });
      return static_cast<int*>(workshare.memory.load_acquire());
    }
    auto* made = static_cast<int*>(allocate(n_units * sizeof(int)));
    if (careless == Careless::HandsOverTooEarly) workshare.hand_over_memory(made);
    for (uint32_t i = 0; i < n_units; i++) made[i] = 0;
    workshare.hand_over_memory(made);
    sched::announce_latch(arena);
    return made;
  }

  void leave(uint64_t round, uint64_t n_left_before) {
    if (n_left_before + 1 != arena.n_slots) return;
    if (auto* counts = static_cast<int*>(workshare.take_memory())) {
      for (uint32_t i = 0; i < n_units; i++) check(counts[i] == 1, "a unit was not executed once");
      release(counts);
    }
    if (careless == Careless::PassesOnTooEarly) workshare.turn.store_release((round + 1) << Workshare::kPresentBits);
    workshare.pass_on(round + 1);
    sched::announce_latch(arena);
  }

  void loop(uint32_t thread, uint64_t round) {
    enter(thread, round);
    int* counts = memory(thread);
    uint64_t unit = workshare.count();
    for (; unit < n_units; unit = workshare.count()) counts[unit]++;
    leave(round, unit - n_units);
  }

  void construct_without_units(uint32_t thread, uint64_t round) {
    enter(thread, round);
    leave(round, workshare.count());
  }
};

Shared& begin(Execution& execution, uint32_t n_threads, uint32_t n_units, Careless how) {
  auto& shared = execution.make<Shared>(n_threads, n_units, how);
  execution.at_end([&shared, n_before = n_allocated()] {
    check(n_allocated() == n_before, "a construct's memory has been left behind");
    check(shared.arena.n_parked.load_relaxed() == 0, "the count of sleepers is wrong");
  });
  return shared;
}

void entering(Execution& execution, uint32_t n_threads, uint64_t n_constructs) {
  Shared& shared = begin(execution, n_threads, 0, Careless::No);
  for (uint32_t thread = 0; thread < n_threads; thread++) {
    execution.thread([&shared, thread, n_constructs] {
      for (uint64_t i = 0; i < n_constructs; i++) shared.construct_without_units(thread, i);
    });
  }
}
void two_enter_twice(Execution& execution) { entering(execution, 2, 2); }
void three_enter_twice(Execution& execution) { entering(execution, 3, 2); }

void loops(Execution& execution, uint32_t n_threads, uint64_t n_loops, uint32_t n_units, Careless how) {
  Shared& shared = begin(execution, n_threads, n_units, how);
  for (uint32_t thread = 0; thread < n_threads; thread++) {
    execution.thread([&shared, thread, n_loops] {
      for (uint64_t i = 0; i < n_loops; i++) shared.loop(thread, i);
    });
  }
}
void one_loop(Execution& execution) { loops(execution, 2, 1, 1, Careless::No); }
void three_in_a_loop(Execution& execution) { loops(execution, 3, 1, 2, Careless::No); }
void two_loops(Execution& execution) { loops(execution, 2, 2, 2, Careless::No); }
void passed_on_early(Execution& execution) { loops(execution, 2, 2, 2, Careless::PassesOnTooEarly); }
void handed_over_early(Execution& execution) { loops(execution, 2, 1, 1, Careless::HandsOverTooEarly); }

constexpr Options kSampled = {.n_samples = 20'000};

TEST(Workshare, TheNextConstructBeginsWhenTheLastHasLeft) {
  expect_holds("workshare: two enter twice", two_enter_twice);
  expect_holds("workshare: three enter twice", three_enter_twice, kSampled);
}

TEST(Workshare, UnitsAndMemoryAreSharedOut) {
  expect_holds("workshare: a loop", one_loop);
  expect_holds("workshare: three in a loop", three_in_a_loop, kSampled);
  expect_holds("workshare: two loops", two_loops, kSampled);
}

TEST(Workshare, NeedsItsFenceOrdersAndOperations) {
  const auto all = {Mutation::NoHeavyFence, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed, Mutation::SplitAdd,
                    Mutation::SplitCas};
  expect_breaks("two enter twice", two_enter_twice, {Mutation::NoHeavyFence, Mutation::SplitAdd}, kSampled);
  expect_breaks("a loop", one_loop, all, kSampled);
  expect_breaks("two loops", two_loops, all, kSampled);
  expect_breaks("passed on early", passed_on_early, {Mutation::None}, kSampled);
  expect_breaks("handed over early", handed_over_early, {Mutation::None}, kSampled);
}

}  // namespace
}  // namespace rondo::model
