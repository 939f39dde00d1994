// SPDX-License-Identifier: Apache-2.0
//
// graph/tune/makespan.hpp, list_scheduling.hpp and placement.hpp: small graphs whose replay can be timed by hand, and
// slots that are slots.
#include "graph/tune/makespan.hpp"

#include <gtest/gtest.h>

#include "graph/compile/placement.hpp"
#include "graph/programs.hpp"
#include "graph/tune/list_scheduling.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using test::chains;
using test::GraphPtr;
using test::independent;
using test::kFree;
using test::measured_random;
using test::wavefront;
using SlotOf = base::PodVector<uint32_t>;

constexpr Costs kCosts = {.member = 1, .unit = 2, .send = 10, .receive = 20, .latency = 40};

// Slots from a function of the unit.
template <class Slot>
uint64_t time_with(const GraphPtr& graph, uint32_t n_slots, const Costs& costs, Slot slot) {
  Units units;
  take_apart(*graph, units);
  SlotOf slot_of;
  for (UnitIndex unit = 0; unit < units.n; unit++) slot_of.push_back(slot(unit));
  const uint64_t time = makespan(units, slot_of, n_slots, costs);
  EXPECT_LE(busiest_slot(units, slot_of, n_slots, costs), time) << "not a lower bound";
  return time;
}

TEST(Makespan, OneSlotDoesEverything) {
  EXPECT_EQ(time_with(independent(10, 100), 1, kFree, [](UnitIndex) { return 0u; }), 1000u);
  EXPECT_EQ(time_with(independent(10, 100), 1, kCosts, [](UnitIndex) { return 0u; }), 1030u);
  EXPECT_EQ(time_with(chains(1, 10, 100), 1, kCosts, [](UnitIndex) { return 0u; }), 1030u);
}

TEST(Makespan, SlotsWorkAtTheSameTime) {
  EXPECT_EQ(time_with(independent(10, 100), 2, kFree, [](UnitIndex unit) { return unit % 2; }), 500u);
  EXPECT_EQ(time_with(independent(10, 100), 2, kFree, [](UnitIndex unit) { return unit < 9 ? 0u : 1u; }), 900u);
  EXPECT_EQ(time_with(chains(2, 10, 100), 2, kFree, [](UnitIndex unit) { return unit % 2; }), 1000u);
}

TEST(Makespan, AChainAcrossSlotsPaysAtEachStep) {
  const uint64_t step = 100 + 1 + 2;
  EXPECT_EQ(time_with(chains(1, 3, 100), 2, kCosts, [](UnitIndex unit) { return unit % 2; }),
            3 * step + 2 * (kCosts.latency + kCosts.receive));
}

// Who loses is not played to the end: what is left to do tells.
TEST(Makespan, NothingIsSaidOfLosersButThatTheyLose) {
  const GraphPtr graph = wavefront(8, 8, 100);
  Units units;
  take_apart(*graph, units);
  SlotOf slot_of;
  for (UnitIndex unit = 0; unit < units.n; unit++) slot_of.push_back(unit % 8 / 4);
  const uint64_t time = makespan(units, slot_of, 2, kCosts);
  EXPECT_EQ(makespan(units, slot_of, 2, kCosts, 1, time + 1), time);
  for (const uint64_t to_beat : {uint64_t{0}, time / 2, time - 1, time}) {
    const uint64_t answer = makespan(units, slot_of, 2, kCosts, 1, to_beat);
    EXPECT_GE(answer, to_beat);
    EXPECT_LE(answer, time) << "of " << to_beat;
  }
}

TEST(Makespan, AWavefrontInBands) {
  // The second slot begins when the first one has done its half of the first row.
  EXPECT_EQ(time_with(wavefront(8, 8, 100), 2, kFree, [](UnitIndex unit) { return unit % 8 / 4; }), 3600u);
}

// The first slot fills all nodes, one after the other, and then runs its own.
TEST(Makespan, OneSlotCapturesBeforeItRuns) {
  const Costs costs = {.member = 0, .unit = 0, .send = 0, .receive = 0, .latency = 0, .capture = 10};
  EXPECT_EQ(time_with(independent(10, 100), 1, costs, [](UnitIndex) { return 0u; }), 100u + 1000u);
  EXPECT_EQ(time_with(independent(10, 100), 2, costs, [](UnitIndex) { return 1u; }), 10u + 1000u) << "as they come";
  EXPECT_EQ(time_with(independent(10, 100), 2, costs, [](UnitIndex unit) { return unit < 5 ? 0u : 1u; }), 600u);
  EXPECT_EQ(time_with(independent(10, 100), 2, costs, [](UnitIndex unit) { return unit < 5 ? 1u : 0u; }), 600u);
  EXPECT_EQ(time_with(independent(10, 100), 2, costs, [](UnitIndex unit) { return unit == 9 ? 1u : 0u; }), 1000u);
  EXPECT_EQ(time_with(chains(1, 3, 100), 2, costs, [](UnitIndex) { return 1u; }), 310u);
}

uint64_t shared(const GraphPtr& graph, uint32_t n_slots, const Costs& costs) {
  Units units;
  take_apart(*graph, units);
  return shared_makespan(units, n_slots, costs);
}

TEST(Sharing, IndependentUnitsAreDividedByTheSlots) {
  for (uint32_t n_slots : {1u, 2u, 4u, 8u}) EXPECT_EQ(shared(independent(64, 100), n_slots, kFree), 6400u / n_slots);
  EXPECT_EQ(shared(independent(9, 100), 2, kFree), 500u);
  EXPECT_EQ(shared(independent(9, 100), 2, kCosts), 5 * (100u + 1 + 2)) << "nothing is sent: all are ready at first";
  EXPECT_EQ(shared(independent(3, 100), 256, kFree), 100u);
}

TEST(Sharing, AChainStaysOnItsSlot) {
  for (uint32_t n_slots : {1u, 2u, 16u}) {
    EXPECT_EQ(shared(chains(1, 10, 100), n_slots, kCosts), 10 * (100u + 1 + 2));
  }
  EXPECT_EQ(shared(chains(4, 10, 100), 2, kFree), 2000u);
}

TEST(Sharing, AWavefrontIsAsLongAsItsDiagonals) {
  // On two slots a diagonal of w units takes ceil(w / 2) steps if one waits for it; the next one overlaps its end.
  EXPECT_EQ(shared(wavefront(8, 8, 100), 1, kFree), 6400u);
  EXPECT_EQ(shared(wavefront(8, 8, 100), 8, kFree), 1500u);
  EXPECT_EQ(shared(wavefront(8, 8, 100), 256, kFree), 1500u);
  const uint64_t on_two = shared(wavefront(8, 8, 100), 2, kFree);
  EXPECT_GE(on_two, 3300u);  // the first and the last unit are alone
  EXPECT_LE(on_two, 3600u);
}

TEST(Sharing, AnotherSlotPaysForWhatItTakes) {
  // The first unit makes two ready: one goes on in its slot, the other one moves.
  Units units;
  const uint32_t first[] = {0, 0, 1, 2};
  const UnitIndex list[] = {0, 0};
  const uint64_t work[] = {100, 100, 100};
  take_lists(3, first, list, work, units);
  EXPECT_EQ(shared_makespan(units, 2, kCosts), 2 * (100u + 1 + 2) + kCosts.latency + kCosts.receive);
  EXPECT_EQ(shared_makespan(units, 1, kCosts), 3 * (100u + 1 + 2));
}

TEST(Schedule, FillsAllSlots) {
  for (uint32_t n_slots : {1u, 2u, 3u, 8u}) {
    Units units;
    take_apart(*wavefront(24, 24, 1000), units);
    SlotOf slot_of;
    ASSERT_TRUE(list_schedule(units, n_slots, kFree, slot_of));
    std::vector<uint32_t> load(n_slots);
    for (uint32_t slot : slot_of) {
      ASSERT_LT(slot, n_slots);
      load[slot]++;
    }
    for (uint32_t n : load) EXPECT_GE(n, units.n / n_slots / 2);
  }
}

TEST(Schedule, RefusesWhatWouldTakeTooLong) {
  Units units;
  take_apart(*independent(100000, 1000), units);
  SlotOf slot_of;
  EXPECT_FALSE(list_schedule(units, 64, kFree, slot_of));
  EXPECT_TRUE(slot_of.is_empty());
}

TEST(Placement, EveryDealGivesSlotsThatExist) {
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    const GraphPtr graph = measured_random(rng, 1 + rng.below(300));
    Units units;
    take_apart(*graph, units);
    const Placement placement(units.predecessors, units.n);
    for (uint32_t n_slots : {1u, 2u, 3u, 7u, 64u, 1000u}) {
      for (Deal deal : kDeals) {
        if (deal == Deal::Scheduled) continue;
        for (UnitIndex unit = 0; unit < units.n; unit++) {
          Node node = {};
          node.home = placement.home(deal, unit, n_slots);
          ASSERT_LT(node.slot(n_slots), n_slots);
        }
      }
    }
  }
}

TEST(Placement, RowsStayTogetherUnlessTurnedOff) {
  Units units;
  take_apart(*wavefront(24, 24, 100), units);
  const Placement placement(units.predecessors, units.n);
  EXPECT_EQ(placement.usual(), Deal::Bands);
  EXPECT_EQ(placement.usual(false), Deal::Levels);
}

// The products that make one tile of a matrix.
TEST(Placement, RowsThatDoNotMeetStayWhole) {
  constexpr uint32_t kRows = 24;
  constexpr uint32_t kLength = 16;
  Recorder recorder(false);
  for (uint32_t i = 0; i < kRows * kLength; i++) {
    const test::Dependences list = {{0x1000 + 8 * uintptr_t{i / kLength}, test::Kind::Out}};
    recorder.add_task({}, nullptr, list);
  }
  const GraphPtr graph(compile(recorder));
  for (const uint32_t n_slots : {1u, 2u, 3u, 4u, 8u}) {
    std::vector<uint32_t> n(n_slots);
    for (uint32_t node = 0; node < kRows * kLength; node++) {
      const uint32_t slot = graph->nodes[node].slot(n_slots);
      n[slot]++;
      EXPECT_EQ(slot, graph->nodes[node - node % kLength].slot(n_slots)) << "a row is cut";
    }
    EXPECT_EQ(n, std::vector<uint32_t>(n_slots, kRows * kLength / n_slots));
  }
}

TEST(Placement, APlaceIsTheSlotItWasMadeOf) {
  for (uint32_t n_slots : {1u, 2u, 3u, 7u, 64u, 100u, 1000u}) {
    for (uint32_t slot = 0; slot < n_slots; slot++) {
      Node node = {};
      node.home = home_of_slot(slot, n_slots);
      EXPECT_EQ(node.slot(n_slots), slot);
    }
  }
}

}  // namespace
}  // namespace rondo::graph
