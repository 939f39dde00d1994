// SPDX-License-Identifier: Apache-2.0
//
// How values change with inputs: sums stay sums, everything else is mixed, and joining only ever goes up.
#include "evaluate/flow.hpp"

#include <gtest/gtest.h>

#include <vector>

using rondo::evaluate::Flow;

namespace {

using Factors = std::map<unsigned, uint64_t>;

TEST(Flow, UnsetIsNothing) {
  Flow flow;
  EXPECT_FALSE(flow.is_set());
  EXPECT_FALSE(flow.join(Flow()));
  EXPECT_TRUE(flow.join(Flow::unchanging()));
  EXPECT_TRUE(flow.is_set());
  EXPECT_EQ(flow.inputs(), 0u);
}

TEST(Flow, SumsAreExactModuloTwoToThe64) {
  Flow sum = Flow::of(0).plus(Flow::of(1), 8).plus(Flow::of(0), ~uint64_t{0});
  EXPECT_EQ(sum.factors(), (Factors{{1, 8}}));
  EXPECT_EQ(sum.mixed(), 0u);
  EXPECT_FALSE(sum.plus(Flow()).is_set());
}

TEST(Flow, MixedInputsHaveNoFactor) {
  Flow sum = Flow::of(0).plus(Flow::of(1)).plus(Flow::of(0).mixed_up());
  EXPECT_EQ(sum.factors(), (Factors{{1, 1}}));
  EXPECT_EQ(sum.mixed(), 1u);
  EXPECT_EQ(sum.inputs(), 3u);
  EXPECT_EQ(Flow::of(1).plus(Flow::of_mixed(4), 0).inputs(), 2u);
}

TEST(Flow, JoinKeepsWhatIsTheSameOnAllWays) {
  Flow either = Flow::of(0).plus(Flow::of(1));
  EXPECT_TRUE(either.join(Flow::of(0).plus(Flow::of(2))));
  EXPECT_EQ(either.factors(), (Factors{{0, 1}}));
  EXPECT_EQ(either.mixed(), 6u);
  EXPECT_FALSE(either.join(Flow::of(0)));
  EXPECT_TRUE(either.join(Flow::unchanging()));
  EXPECT_EQ(either.inputs(), 7u);
  EXPECT_TRUE(either.factors().empty());
}

// A pass over code joins until nothing changes: in whatever order, it comes to an end, and to the same one.
TEST(Flow, JoinIsOrderless) {
  std::vector<Flow> flows = {Flow::of(0), Flow::of(0).plus(Flow::of(1), 3), Flow::of_mixed(4),
                             Flow::of(2).plus(Flow::of(0))};
  Flow forward, backward;
  for (const Flow& flow : flows) forward.join(flow);
  for (auto flow = flows.rbegin(); flow != flows.rend(); ++flow) backward.join(*flow);
  EXPECT_EQ(forward, backward);
  for (const Flow& flow : flows) EXPECT_FALSE(forward.join(flow));
}

}  // namespace
