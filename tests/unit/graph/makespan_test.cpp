// SPDX-License-Identifier: Apache-2.0
//
// graph/makespan.hpp, schedule.hpp and placement.hpp: small graphs whose replay can be timed by hand, and seats that
// are seats.
#include "graph/makespan.hpp"

#include <gtest/gtest.h>

#include "graph/placement.hpp"
#include "graph/programs.hpp"
#include "graph/schedule.hpp"
#include "support.hpp"

namespace rondo::graph::test {
namespace {

using SeatOf = base::PodVector<uint32_t>;

constexpr Costs kFree = {0, 0, 0, 0, 0};
constexpr Costs kCosts = {.member = 1, .unit = 2, .send = 10, .receive = 20, .latency = 40};

// Seats from a function of the unit.
template <class Seat>
uint64_t time_with(const GraphPtr& graph, uint32_t n_seats, const Costs& costs, Seat seat) {
  Units units;
  take_apart(*graph, units);
  SeatOf seat_of;
  for (UnitIndex unit = 0; unit < units.n; unit++) seat_of.push_back(seat(unit));
  const uint64_t time = makespan(units, seat_of, n_seats, costs);
  EXPECT_LE(busiest_seat(units, seat_of, n_seats, costs), time) << "not a lower bound";
  return time;
}

TEST(Makespan, OneSeatDoesEverything) {
  EXPECT_EQ(time_with(independent(10, 100), 1, kFree, [](UnitIndex) { return 0u; }), 1000u);
  EXPECT_EQ(time_with(independent(10, 100), 1, kCosts, [](UnitIndex) { return 0u; }), 1030u);
  EXPECT_EQ(time_with(chains(1, 10, 100), 1, kCosts, [](UnitIndex) { return 0u; }), 1030u);
}

TEST(Makespan, SeatsWorkAtTheSameTime) {
  EXPECT_EQ(time_with(independent(10, 100), 2, kFree, [](UnitIndex unit) { return unit % 2; }), 500u);
  EXPECT_EQ(time_with(independent(10, 100), 2, kFree, [](UnitIndex unit) { return unit < 9 ? 0u : 1u; }), 900u);
  EXPECT_EQ(time_with(chains(2, 10, 100), 2, kFree, [](UnitIndex unit) { return unit % 2; }), 1000u);
}

TEST(Makespan, AChainAcrossSeatsPaysAtEachStep) {
  const uint64_t step = 100 + 1 + 2;
  EXPECT_EQ(time_with(chains(1, 3, 100), 2, kCosts, [](UnitIndex unit) { return unit % 2; }),
            3 * step + 2 * (kCosts.latency + kCosts.receive));
}

TEST(Makespan, AWavefrontInBands) {
  // The second seat begins when the first one has done its half of the first row.
  EXPECT_EQ(time_with(wavefront(8, 8, 100), 2, kFree, [](UnitIndex unit) { return unit % 8 / 4; }), 3600u);
}

TEST(Schedule, FillsAllSeats) {
  for (uint32_t n_seats : {1u, 2u, 3u, 8u}) {
    Units units;
    take_apart(*wavefront(24, 24, 1000), units);
    SeatOf seat_of;
    ASSERT_TRUE(schedule(units, n_seats, kFree, seat_of));
    std::vector<uint32_t> load(n_seats);
    for (uint32_t seat : seat_of) {
      ASSERT_LT(seat, n_seats);
      load[seat]++;
    }
    for (uint32_t n : load) EXPECT_GE(n, units.n / n_seats / 2);
  }
}

TEST(Schedule, RefusesWhatWouldTakeTooLong) {
  Units units;
  take_apart(*independent(100000, 1000), units);
  SeatOf seat_of;
  EXPECT_FALSE(schedule(units, 64, kFree, seat_of));
  EXPECT_TRUE(seat_of.is_empty());
}

TEST(Placement, EveryDealGivesSeatsThatExist) {
  for (uint64_t seed : rondo::test::kSeeds) {
    base::Rng rng(seed);
    const GraphPtr graph = random_program(rng, 1 + rng.below(300));
    Units units;
    take_apart(*graph, units);
    const Placement placement(units.predecessors, units.n);
    for (uint32_t n_seats : {1u, 2u, 3u, 7u, 64u, 1000u}) {
      for (Deal deal : kDeals) {
        if (deal == Deal::Scheduled) continue;
        for (UnitIndex unit = 0; unit < units.n; unit++) {
          Node node = {};
          node.place = placement.place(deal, unit, n_seats);
          ASSERT_LT(node.seat(n_seats), n_seats);
        }
      }
    }
  }
}

TEST(Placement, APlaceIsTheSeatItWasMadeOf) {
  for (uint32_t n_seats : {1u, 2u, 3u, 7u, 64u, 100u, 1000u}) {
    for (uint32_t seat = 0; seat < n_seats; seat++) {
      Node node = {};
      node.place = place_of_seat(seat, n_seats);
      EXPECT_EQ(node.seat(n_seats), seat);
    }
  }
}

}  // namespace
}  // namespace rondo::graph::test
