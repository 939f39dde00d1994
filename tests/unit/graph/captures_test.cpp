// SPDX-License-Identifier: Apache-2.0
//
// Recorded data brought up to date by a table, made by hand here, and when the recorded edges stay right.
#include "graph/record/captures.hpp"

#include <gtest/gtest.h>

#include "graph/bodies.hpp"

#include <cstring>
#include <vector>

namespace rondo::graph {
namespace {

int32_t unknown_body(int32_t, void*) { return 0; }

// Values: 0 decides, 1 and 2 are arrays, 3 is a number. Tasks with `kmp_body` read an address of the first array and
// write one of the second; those with `other_kmp_body` name addresses that do not move.
class CaptureTable : public testing::Test {
 protected:
  rondo_capture_construct constructs[2] = {{reinterpret_cast<void*>(kmp_body), 0, 3, 0, 2},
                                           {reinterpret_cast<void*>(other_kmp_body), 3, 0, 0, 0}};
  rondo_capture_slot slots[3] = {{40, 8, 0}, {48, 4, 2}, {52, 1, 3}};
  uint32_t moves_by[2] = {0, 1};
  uint8_t decides[4] = {1, 0, 0, 0};
  uint32_t first_term[5] = {0, 1, 2, 4, 5};
  rondo_capture_term terms[5] = {{1, 1, 0}, {1, 2, 0}, {3, 3, 0}, {9, 0, 0}, {~uint64_t{0}, 3, 0}};
  rondo_capture_table table = {
      RONDO_CAPTURE_TABLE_ABI, 4, 2, 4, constructs, slots, moves_by, decides, first_term, terms};
  std::vector<uint64_t> recorded = {5, 1000, 2000, 7};
  Notes notes;
  base::PodVector<AddressRange> ranges;

  void add(task::KmpEntry entry, std::vector<uintptr_t> addresses) {
    std::vector<depend::Dependence> list;
    for (uintptr_t address : addresses) list.push_back({address, depend::Kind::Out});
    task::TaskSpec spec = {};
    spec.entry.kmp = entry;
    notes.add({.spec = spec}, list);
  }
  bool finds_ranges() { return find_ranges(table, notes, ranges); }
  bool keeps_shape(std::vector<uint64_t> current) {
    return Captures(table, recorded, current).keep_shape({ranges.data(), ranges.size()});
  }
};

TEST_F(CaptureTable, RefreshesSumsAtTheirWidth) {
  std::vector<uint64_t> current = {6, 900, 2000, 9};
  alignas(8) char block[64] = {};
  uint64_t address = 1016;
  std::memcpy(block + 40, &address, 8);
  uint32_t number = 0xffff'ffff;
  std::memcpy(block + 48, &number, 4);
  block[52] = 1;
  block[53] = 77;
  Captures(table, recorded, current).refresh(block, reinterpret_cast<void*>(kmp_body));
  std::memcpy(&address, block + 40, 8);
  std::memcpy(&number, block + 48, 4);
  EXPECT_EQ(address, 916u);
  EXPECT_EQ(number, 3u * 2 + 9 - 1);
  EXPECT_EQ(static_cast<uint8_t>(block[52]), uint8_t{0xff});
  EXPECT_EQ(block[53], 77);
}

TEST_F(CaptureTable, ArraysThatMoveStayApart) {
  add(kmp_body, {1000, 2000});
  add(kmp_body, {1064, 2064});
  add(other_kmp_body, {50'000, depend::kAllMemory});
  ASSERT_TRUE(finds_ranges());
  EXPECT_EQ(ranges[0].first, 1000u);
  EXPECT_EQ(ranges[0].last, 1064u);
  EXPECT_EQ(ranges[4].first, 50'000u);
  EXPECT_TRUE(ranges[2].is_empty());
  EXPECT_TRUE(keeps_shape({5, 1000, 2000, 8}));   // a number
  EXPECT_TRUE(keeps_shape({5, 2000, 1000, 7}));   // the arrays have changed places
  EXPECT_TRUE(keeps_shape({5, 1935, 2000, 7}));   // close
  EXPECT_FALSE(keeps_shape({5, 1936, 2000, 7}));  // an end of one is the beginning of the other
  EXPECT_FALSE(keeps_shape({5, 2000, 2000, 7}));
  EXPECT_FALSE(keeps_shape({5, 49'990, 2000, 7}));  // around an address that does not move
  EXPECT_FALSE(keeps_shape({6, 1000, 2000, 7}));    // decides
  EXPECT_FALSE(keeps_shape({5, 0, 2000, 7}));       // null has a meaning of its own
  EXPECT_FALSE(keeps_shape({5, ~uint64_t{0} - 32, 2000, 7}));  // beyond the end of memory
  EXPECT_FALSE(keeps_shape({5, 1000, 2000}));
}

// They overlapped when they were recorded: only together they can go to another place.
TEST_F(CaptureTable, OverlappingArraysStay) {
  recorded[2] = 1064;
  add(kmp_body, {1000, 1064});
  add(kmp_body, {1064, 1128});
  ASSERT_TRUE(finds_ranges());
  EXPECT_TRUE(keeps_shape({5, 1000, 1064, 9}));
  EXPECT_FALSE(keeps_shape({5, 1000, 2000, 7}));
  EXPECT_TRUE(keeps_shape({5, 2000, 2064, 7}));
}

TEST_F(CaptureTable, OtherTasksAreNotDescribed) {
  add(unknown_body, {});
  EXPECT_FALSE(finds_ranges());
}

TEST_F(CaptureTable, OtherDependencesAreNotDescribed) {
  add(kmp_body, {1000});
  EXPECT_FALSE(finds_ranges());
}

TEST_F(CaptureTable, WaitsHaveNoAddresses) {
  add(kmp_body, {1000, 2000});
  notes.add({.kind = NodeKind::Join}, {});
  add(kmp_body, {1064, 2064});
  EXPECT_TRUE(finds_ranges());
  EXPECT_TRUE(keeps_shape({5, 2000, 1000, 7}));
}

TEST_F(CaptureTable, WaitsForSomeTasksAreNotDescribed) {
  add(kmp_body, {1000, 2000});
  depend::Dependence dependence = {1000, depend::Kind::In};
  notes.add({.kind = NodeKind::Join}, {&dependence, 1});
  EXPECT_FALSE(finds_ranges());
}

}  // namespace
}  // namespace rondo::graph
