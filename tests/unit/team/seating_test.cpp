// SPDX-License-Identifier: Apache-2.0
//
// team/seating.hpp: the distribution of threads over places, by example and by the specification's promises.
#include "team/seating.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace rondo::team {
namespace {

using config::ProcBind;
using Numbers = std::vector<uint32_t>;

std::vector<Seating> seatings(ProcBind policy, Seating master, uint32_t n_threads) {
  std::vector<Seating> all;
  for (uint32_t i = 0; i < n_threads; i++) all.push_back(seating_of(policy, master, i, n_threads));
  return all;
}

Numbers places_of(const std::vector<Seating>& all) {
  Numbers places;
  for (const Seating& seating : all) places.push_back(seating.place);
  return places;
}

Numbers places(ProcBind policy, Seating master, uint32_t n_threads) {
  return places_of(seatings(policy, master, n_threads));
}

TEST(Seating, PrimaryKeepsAllOnTheMastersPlace) {
  const Seating master = {5, 4, 4};
  for (const Seating& seating : seatings(ProcBind::Primary, master, 9)) EXPECT_EQ(seating, master);
}

TEST(Seating, CloseGoesRoundFromTheMaster) {
  EXPECT_EQ(places(ProcBind::Close, {0, 0, 4}, 3), (Numbers{0, 1, 2}));
  EXPECT_EQ(places(ProcBind::Close, {6, 4, 4}, 4), (Numbers{6, 7, 4, 5}));
  EXPECT_EQ(places(ProcBind::True, {6, 4, 4}, 2), (Numbers{6, 7}));
}

TEST(Seating, CloseSharesPlacesAmongNeighbours) {
  EXPECT_EQ(places(ProcBind::Close, {0, 0, 2}, 4), (Numbers{0, 0, 1, 1}));
  EXPECT_EQ(places(ProcBind::Close, {3, 2, 3}, 8), (Numbers{3, 3, 3, 4, 4, 4, 2, 2}));
  EXPECT_EQ(places(ProcBind::Close, {0, 0, 1}, 3), (Numbers{0, 0, 0}));
}

TEST(Seating, CloseInheritsThePartition) {
  for (const Seating& seating : seatings(ProcBind::Close, {6, 4, 4}, 7)) {
    EXPECT_EQ(seating.first, 4u);
    EXPECT_EQ(seating.count, 4u);
  }
}

TEST(Seating, SpreadGivesEachThreadAPart) {
  const Numbers firsts = {0, 2, 4, 6};
  const std::vector<Seating> all = seatings(ProcBind::Spread, {0, 0, 8}, 4);
  for (uint32_t i = 0; i < 4; i++) EXPECT_EQ(all[i], (Seating{firsts[i], firsts[i], 2}));
  // Parts of 3, 3 and 2 places.
  EXPECT_EQ(places(ProcBind::Spread, {0, 0, 8}, 3), (Numbers{0, 3, 6}));
  EXPECT_EQ(seatings(ProcBind::Spread, {0, 0, 8}, 3)[2], (Seating{6, 6, 2}));
}

TEST(Seating, SpreadLeavesTheMasterWhereItIs) {
  // Of the parts {0,1} {2,3} {4,5} {6,7} the master is in the third, not on its first place.
  const std::vector<Seating> all = seatings(ProcBind::Spread, {5, 0, 8}, 4);
  EXPECT_EQ(all[0], (Seating{5, 4, 2}));
  EXPECT_EQ(places_of(all), (Numbers{5, 6, 0, 2}));
}

TEST(Seating, SpreadOfMoreThreadsThanPlaces) {
  const std::vector<Seating> all = seatings(ProcBind::Spread, {1, 0, 2}, 5);
  EXPECT_EQ(places_of(all), (Numbers{1, 1, 1, 0, 0}));
  for (const Seating& seating : all) EXPECT_EQ(seating, (Seating{seating.place, seating.place, 1}));
}

TEST(Seating, SpreadAgainStaysInThePart) {
  const Seating part = seatings(ProcBind::Spread, {0, 0, 8}, 2)[1];
  EXPECT_EQ(part, (Seating{4, 4, 4}));
  EXPECT_EQ(places(ProcBind::Spread, part, 2), (Numbers{4, 6}));
  EXPECT_EQ(places(ProcBind::Close, part, 2), (Numbers{4, 5}));
}

// Sizes differ by one at most; nobody leaves the partition; the master stays; parts do not overlap.
TEST(Seating, KeepsThePromisesForEverySize) {
  for (uint32_t n_places = 1; n_places <= 9; n_places++) {
    for (uint32_t at = 0; at < n_places; at++) {
      for (uint32_t n_threads = 1; n_threads <= 20; n_threads++) {
        for (ProcBind policy : {ProcBind::Close, ProcBind::Spread}) {
          const Seating master = {3 + at, 3, n_places};
          const std::vector<Seating> all = seatings(policy, master, n_threads);
          EXPECT_EQ(all[0].place, master.place);
          Numbers n_on(n_places);
          Numbers n_parts(n_places);
          for (const Seating& seating : all) {
            ASSERT_TRUE(seating.place >= 3 && seating.place < 3 + n_places);
            ASSERT_TRUE(seating.place >= seating.first && seating.place < seating.first + seating.count);
            ASSERT_TRUE(seating.first >= 3 && seating.first + seating.count <= 3 + n_places);
            n_on[seating.place - 3]++;
            for (uint32_t i = 0; i < seating.count; i++) n_parts[seating.first - 3 + i]++;
          }
          const uint32_t most = (n_threads + n_places - 1) / n_places;
          const uint32_t least = n_threads >= n_places ? n_threads / n_places : 0;
          for (uint32_t i = 0; i < n_places; i++) {
            EXPECT_TRUE(n_on[i] >= least && n_on[i] <= most) << n_threads << " on " << n_places;
            if (policy == ProcBind::Spread && n_threads <= n_places) EXPECT_EQ(n_parts[i], 1u);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace rondo::team
