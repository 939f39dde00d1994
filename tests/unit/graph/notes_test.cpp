// SPDX-License-Identifier: Apache-2.0
//
// graph/record/notes.hpp: what is taken down is read back, whatever its shapes and the lengths of its lists are.
#include "graph/record/notes.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using depend::Dependence;
using depend::Kind;

struct Expected {
  Shape shape;
  std::vector<Dependence> dependences;
};

void expect_same(const Notes& notes, const std::vector<Expected>& expected) {
  ASSERT_EQ(notes.size(), expected.size());
  size_t index = 0;
  size_t n_dependences = 0;
  uint64_t payload = 0;
  for (const RecordedNode& node : notes) {
    ASSERT_LT(index, expected.size());
    const Expected& wanted = expected[index++];
    EXPECT_EQ(node.shape.spec.entry.gomp, wanted.shape.spec.entry.gomp);
    EXPECT_EQ(node.shape.spec.block_bytes, wanted.shape.spec.block_bytes);
    EXPECT_EQ(node.shape.spec.shareds_offset, wanted.shape.spec.shareds_offset);
    EXPECT_EQ(node.shape.spec.flags, wanted.shape.spec.flags);
    EXPECT_EQ(node.shape.spec.priority, wanted.shape.spec.priority);
    EXPECT_EQ(node.shape.spec.is_trivial, wanted.shape.spec.is_trivial);
    EXPECT_EQ(node.shape.kind, wanted.shape.kind);
    EXPECT_EQ(node.shape.depth, wanted.shape.depth);
    EXPECT_EQ(node.shape.copy, wanted.shape.copy);
    EXPECT_EQ(node.shape.group, wanted.shape.group);
    EXPECT_EQ(node.payload, payload);
    if (wanted.shape.keeps_data) payload += (wanted.shape.spec.block_bytes + 15) / 16 * 16;
    ASSERT_EQ(node.dependences.size(), wanted.dependences.size());
    for (uint32_t i = 0; i < node.dependences.size(); i++) {
      EXPECT_EQ(node.dependences[i].address, wanted.dependences[i].address);
      EXPECT_EQ(node.dependences[i].kind, wanted.dependences[i].kind);
    }
    n_dependences += wanted.dependences.size();
  }
  EXPECT_EQ(index, expected.size());
  EXPECT_EQ(notes.n_dependences(), n_dependences);
}

Setting setting_of(const Shape& shape) { return {shape.copy, shape.keeps_data, shape.group}; }

bool repeat(Notes& notes, const Expected& next) {
  return notes.repeat(next.shape.spec, setting_of(next.shape), next.dependences);
}

// Each field takes one of few values, so that shapes differ in one of them, and come back.
Shape random_shape(base::Rng& rng) {
  Shape shape;
  shape.spec.entry.gomp = reinterpret_cast<task::GompEntry>(uintptr_t{1} + rng.below(2));
  shape.spec.block_bytes = rng.below(3) * 20;
  shape.spec.shareds_offset = rng.below(2);
  shape.spec.flags = static_cast<uint16_t>(rng.below(2));
  shape.spec.priority = static_cast<int16_t>(rng.below(2));
  shape.spec.is_trivial = rng.below(2) == 0;
  shape.kind = static_cast<NodeKind>(rng.below(3));
  shape.depth = static_cast<task::Depth>(rng.below(2));
  shape.copy = static_cast<uint16_t>(rng.below(2));
  shape.keeps_data = rng.below(2) == 0;
  shape.group = rng.below(2);
  return shape;
}

std::vector<Dependence> random_list(base::Rng& rng) {
  const uint32_t n = rng.below(50) == 0 ? rng.below(20000) : rng.below(5);  // also more than a page holds
  std::vector<Dependence> list;
  for (uint32_t i = 0; i < n; i++) list.push_back({rng.below(100), static_cast<Kind>(rng.below(4))});
  return list;
}

TEST(Notes, AreReadAsTheyWereTaken) {
  for (const uint64_t seed : test::kSeeds) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    base::Rng rng(seed);
    Notes notes;
    size_t n_repeated = 0;
    std::vector<Expected> expected;
    Expected next = {random_shape(rng), random_list(rng)};
    for (uint32_t i = 0; i < 1000; i++) {
      if (rng.below(4) == 0) next.shape = random_shape(rng);
      if (rng.below(2) == 0) next.dependences = random_list(rng);
      notes.add(next.shape, next.dependences);
      expected.push_back(next);
      if (next.shape.kind != NodeKind::Task) continue;
      for (uint32_t n = rng.below(4) == 0 ? rng.below(50) : 0; n != 0; n--) {  // it or another one comes back
        for (Dependence& dependence : next.dependences) dependence.address = rng.below(100);
        const Expected& earlier =
            expected[expected.size() - 1 - rng.below(std::min(static_cast<uint32_t>(expected.size()), 10u))];
        if (rng.below(3) == 0 && earlier.shape.kind == NodeKind::Task) next = earlier;
        const bool is_repeated = repeat(notes, next);
        if (!is_repeated) notes.add(next.shape, next.dependences);
        n_repeated += is_repeated;
        expected.push_back(next);
      }
    }
    EXPECT_GT(n_repeated, 1000u);
    expect_same(notes, expected);
    Notes copied;
    copy(notes, copied);
    expect_same(copied, expected);
  }
}

TEST(Notes, NothingIsReadAsNothing) {
  const Notes notes;
  EXPECT_TRUE(notes.begin() == notes.end());
  EXPECT_EQ(notes.size(), 0u);
}

TEST(Notes, OnlyWhatIsLikeAnEarlierTaskIsRepeated) {
  const Dependence list[] = {{1, Kind::In}, {2, Kind::Out}};
  Shape shape;
  shape.spec.block_bytes = 24;
  Notes notes;
  EXPECT_FALSE(repeat(notes, {shape, {list[0], list[1]}})) << "there is nothing";
  notes.add(shape, list);
  auto is_repeated = [&](auto change) {
    Expected next = {shape, {list[0], list[1]}};
    change(next);
    const size_t n = notes.size();
    const bool is_so = repeat(notes, next);
    EXPECT_EQ(notes.size(), n + (is_so ? 1 : 0));
    return is_so;
  };
  EXPECT_TRUE(is_repeated([](Expected&) {}));
  EXPECT_TRUE(is_repeated([](Expected& next) { next.dependences[0].address = 3; }));
  EXPECT_FALSE(is_repeated([](Expected& next) { next.dependences[1].kind = Kind::In; }));
  EXPECT_FALSE(is_repeated([](Expected& next) { next.dependences.pop_back(); }));
  EXPECT_FALSE(is_repeated([](Expected& next) { next.dependences.clear(); }));
  EXPECT_FALSE(is_repeated([](Expected& next) { next.shape.spec.block_bytes = 16; }));
  EXPECT_FALSE(is_repeated([](Expected& next) { next.shape.spec.flags = task::kUntied; }));
  EXPECT_FALSE(is_repeated([](Expected& next) { next.shape.spec.priority = 1; }));
  EXPECT_FALSE(is_repeated([](Expected& next) { next.shape.copy = 1; }));
  EXPECT_FALSE(is_repeated([](Expected& next) { next.shape.group = 1; }));
  EXPECT_FALSE(is_repeated([](Expected& next) { next.shape.keeps_data = true; }));
  Shape other = shape;
  other.event_offset = 8;
  other.spec.block_bytes = 16;
  notes.add(other, {});
  EXPECT_FALSE(is_repeated([&](Expected& next) { next = {other, {}}; })) << "it has an event";
  EXPECT_TRUE(is_repeated([](Expected&) {})) << "not the newest one";
}

TEST(Notes, WhatNodesHaveInCommonIsNotedOnce) {
  Notes notes;
  for (uint32_t i = 0; i < 1000; i++) {  // three constructs in turn
    Shape shape;
    shape.spec.block_bytes = i % 3;
    const Dependence dependence = {i + 1, i % 3 == 0 ? Kind::In : Kind::Out};
    notes.add(shape, {&dependence, 1});
  }
  EXPECT_EQ(notes.shapes().size(), 3u);
  const Dependence other_kind = {1, Kind::InOutSet};
  notes.add(Shape{}, {&other_kind, 1});
  EXPECT_EQ(notes.shapes().size(), 4u) << "the kinds belong to the shape";
}

}  // namespace
}  // namespace rondo::graph
