// SPDX-License-Identifier: Apache-2.0
//
// team/place_binding.hpp: the distribution of threads over places, by example and by the specification's promises.
#include "team/place_binding.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace rondo::team {
namespace {

using config::ProcBind;
using Numbers = std::vector<uint32_t>;

std::vector<PlaceBinding> bindings(ProcBind policy, PlaceBinding master, uint32_t n_threads) {
  std::vector<PlaceBinding> all;
  for (uint32_t i = 0; i < n_threads; i++) all.push_back(binding_of(policy, master, i, n_threads));
  return all;
}

Numbers places_of(const std::vector<PlaceBinding>& all) {
  Numbers places;
  for (const PlaceBinding& binding : all) places.push_back(binding.place);
  return places;
}

Numbers places(ProcBind policy, PlaceBinding master, uint32_t n_threads) {
  return places_of(bindings(policy, master, n_threads));
}

TEST(PlaceBinding, PrimaryKeepsAllOnTheMastersPlace) {
  const PlaceBinding master = {5, 4, 4};
  for (const PlaceBinding& binding : bindings(ProcBind::Primary, master, 9)) EXPECT_EQ(binding, master);
}

TEST(PlaceBinding, CloseGoesRoundFromTheMaster) {
  EXPECT_EQ(places(ProcBind::Close, {0, 0, 4}, 3), (Numbers{0, 1, 2}));
  EXPECT_EQ(places(ProcBind::Close, {6, 4, 4}, 4), (Numbers{6, 7, 4, 5}));
  EXPECT_EQ(places(ProcBind::True, {6, 4, 4}, 2), (Numbers{6, 7}));
}

TEST(PlaceBinding, CloseSharesPlacesAmongNeighbours) {
  EXPECT_EQ(places(ProcBind::Close, {0, 0, 2}, 4), (Numbers{0, 0, 1, 1}));
  EXPECT_EQ(places(ProcBind::Close, {3, 2, 3}, 8), (Numbers{3, 3, 3, 4, 4, 4, 2, 2}));
  EXPECT_EQ(places(ProcBind::Close, {0, 0, 1}, 3), (Numbers{0, 0, 0}));
}

TEST(PlaceBinding, CloseInheritsThePartition) {
  for (const PlaceBinding& binding : bindings(ProcBind::Close, {6, 4, 4}, 7)) {
    EXPECT_EQ(binding.first, 4u);
    EXPECT_EQ(binding.count, 4u);
  }
}

TEST(PlaceBinding, SpreadGivesEachThreadAPart) {
  const Numbers firsts = {0, 2, 4, 6};
  const std::vector<PlaceBinding> all = bindings(ProcBind::Spread, {0, 0, 8}, 4);
  for (uint32_t i = 0; i < 4; i++) EXPECT_EQ(all[i], (PlaceBinding{firsts[i], firsts[i], 2}));
  // Parts of 3, 3 and 2 places.
  EXPECT_EQ(places(ProcBind::Spread, {0, 0, 8}, 3), (Numbers{0, 3, 6}));
  EXPECT_EQ(bindings(ProcBind::Spread, {0, 0, 8}, 3)[2], (PlaceBinding{6, 6, 2}));
}

TEST(PlaceBinding, SpreadLeavesTheMasterWhereItIs) {
  // Of the parts {0,1} {2,3} {4,5} {6,7} the master is in the third, not on its first place.
  const std::vector<PlaceBinding> all = bindings(ProcBind::Spread, {5, 0, 8}, 4);
  EXPECT_EQ(all[0], (PlaceBinding{5, 4, 2}));
  EXPECT_EQ(places_of(all), (Numbers{5, 6, 0, 2}));
}

TEST(PlaceBinding, SpreadOfMoreThreadsThanPlaces) {
  const std::vector<PlaceBinding> all = bindings(ProcBind::Spread, {1, 0, 2}, 5);
  EXPECT_EQ(places_of(all), (Numbers{1, 1, 1, 0, 0}));
  for (const PlaceBinding& binding : all) EXPECT_EQ(binding, (PlaceBinding{binding.place, binding.place, 1}));
}

TEST(PlaceBinding, SpreadAgainStaysInThePart) {
  const PlaceBinding part = bindings(ProcBind::Spread, {0, 0, 8}, 2)[1];
  EXPECT_EQ(part, (PlaceBinding{4, 4, 4}));
  EXPECT_EQ(places(ProcBind::Spread, part, 2), (Numbers{4, 6}));
  EXPECT_EQ(places(ProcBind::Close, part, 2), (Numbers{4, 5}));
}

// Sizes differ by one at most; nobody leaves the partition; the master stays; parts do not overlap.
TEST(PlaceBinding, KeepsThePromisesForEverySize) {
  for (uint32_t n_places = 1; n_places <= 9; n_places++) {
    for (uint32_t at = 0; at < n_places; at++) {
      for (uint32_t n_threads = 1; n_threads <= 20; n_threads++) {
        for (ProcBind policy : {ProcBind::Close, ProcBind::Spread}) {
          const PlaceBinding master = {3 + at, 3, n_places};
          const std::vector<PlaceBinding> all = bindings(policy, master, n_threads);
          EXPECT_EQ(all[0].place, master.place);
          Numbers n_on(n_places);
          Numbers n_parts(n_places);
          for (const PlaceBinding& binding : all) {
            ASSERT_TRUE(binding.place >= 3 && binding.place < 3 + n_places);
            ASSERT_TRUE(binding.place >= binding.first && binding.place < binding.first + binding.count);
            ASSERT_TRUE(binding.first >= 3 && binding.first + binding.count <= 3 + n_places);
            n_on[binding.place - 3]++;
            for (uint32_t i = 0; i < binding.count; i++) n_parts[binding.first - 3 + i]++;
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
