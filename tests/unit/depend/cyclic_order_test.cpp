// SPDX-License-Identifier: Apache-2.0
//
// depend/cyclic_order.hpp and period_accesses.hpp: what comes before what in a period that goes round, against the
// specification's definition applied to some periods in a row.
#include "depend/cyclic_order.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "depend/oracle.hpp"
#include "support.hpp"

namespace rondo::depend {
namespace {

using test::Dependences;

TEST(CyclicOrder, DistancesLeadIntoTheLastPeriod) {
  CyclicOrder order;
  order.add(Dependences{{64, Kind::Out}});
  order.add(Dependences{{64, Kind::In}, {72, Kind::Out}});
  order.add(Dependences{{72, Kind::In}, {80, Kind::In}});
  order.complete();
  ASSERT_TRUE(order.close(0));
  auto list = [&](uint32_t position) {
    const auto distances = order.distances(position);
    return std::vector<uint32_t>(distances.begin(), distances.end());
  };
  EXPECT_EQ(list(0), std::vector<uint32_t>{2});  // its last reader, behind its own last run
  EXPECT_EQ(list(1), (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(list(2), std::vector<uint32_t>{1});
  ASSERT_EQ(order.shared().size(), 1u);
  EXPECT_EQ(order.shared(2).size(), 1u);
  EXPECT_EQ(order.shared()[0].address, 80u);
}

// A relation of tasks; [i][j]: j comes before i.
using Relation = std::vector<std::vector<bool>>;

// Also what comes before that.
void close(Relation& before) {
  for (size_t i = 0; i < before.size(); i++) {
    for (size_t j = 0; j < i; j++) {
      for (size_t k = 0; k < j && before[i][j]; k++) before[i][k] = before[i][k] || before[j][k];
    }
  }
}

TEST(CyclicOrder, OrdersWhatTheSpecificationOrders) {
  constexpr Kind kKinds[] = {Kind::In, Kind::In, Kind::Out, Kind::InOutSet};
  constexpr size_t kPeriods = 4;
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    for (int run = 0; run < 400; run++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", run " << run);
      const uint32_t n = 1 + rng.below(10);
      const uint32_t n_addresses = 1 + rng.below(6);
      std::vector<Dependences> period(n);
      CyclicOrder order;
      for (Dependences& task : period) {
        for (uint32_t left = 1 + rng.below(4); left > 0; left--)  // an address may be named more than once
          task.push_back({64 + 8 * uintptr_t{rng.below(n_addresses)}, kKinds[rng.below(4)]});
        order.add(task);
      }
      order.complete();
      ASSERT_TRUE(order.close(rng.below(8)));
      Relation expected(kPeriods * n), found(kPeriods * n);
      for (size_t i = 0; i < kPeriods * n; i++) {
        expected[i].resize(kPeriods * n);
        found[i].resize(kPeriods * n);
        for (size_t j = 0; j < i; j++) expected[i][j] = test::must_wait(period[i % n], period[j % n]);
        uint32_t last = 0;
        for (const uint32_t distance : order.distances(static_cast<uint32_t>(i % n))) {
          ASSERT_GT(distance, last) << "each once, the nearest first";
          ASSERT_LE(distance, n);
          if (distance <= i) found[i][i - distance] = true;
          last = distance;
        }
      }
      close(expected);
      close(found);
      ASSERT_EQ(found, expected);
      // Shared are the addresses on which no two tasks are ordered.
      for (uint32_t position = 0; position < n; position++) {
        std::vector<uintptr_t> shared;
        for (const Dependence& dependence : order.shared(position)) shared.push_back(dependence.address);
        std::vector<uintptr_t> expected_shared;
        for (const Dependence& dependence : period[position]) {
          bool is_shared = true;
          for (const Dependences& other : period) {
            for (const Dependence& there : other)
              is_shared &= there.address != dependence.address || !test::orders(there.kind, dependence.kind);
          }
          if (is_shared) expected_shared.push_back(dependence.address);
        }
        ASSERT_EQ(shared, expected_shared);
      }
    }
  }
}

}  // namespace
}  // namespace rondo::depend
