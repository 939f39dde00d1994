// SPDX-License-Identifier: Apache-2.0
//
// os/cpu_set.hpp against a plain list of numbers.
#include "os/cpu_set.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace rondo::os {
namespace {

std::vector<unsigned> members(const CpuSet& set) {
  std::vector<unsigned> result;
  for (unsigned cpu = set.first(); cpu != CpuSet::kNone; cpu = set.next(cpu)) result.push_back(cpu);
  return result;
}

TEST(CpuSet, StartsEmpty) {
  const CpuSet set;
  EXPECT_TRUE(set.is_empty());
  EXPECT_EQ(set.count(), 0u);
  EXPECT_EQ(set.first(), CpuSet::kNone);
}

TEST(CpuSet, IteratesInOrderAcrossWords) {
  CpuSet set;
  const std::vector<unsigned> cpus = {0, 1, 63, 64, 127, 128, 1023, 1024, kMaxCpus - 1};
  for (auto it = cpus.rbegin(); it != cpus.rend(); ++it) set.add(*it);
  EXPECT_EQ(members(set), cpus);
  EXPECT_EQ(set.count(), cpus.size());
  set.remove(64);
  EXPECT_FALSE(set.contains(64));
  EXPECT_EQ(set.next(63), 127u);
}

TEST(CpuSet, IgnoresProcessorsBeyondItsCapacity) {
  CpuSet set;
  set.add(kMaxCpus);
  set.remove(kMaxCpus + 5);
  EXPECT_TRUE(set.is_empty());
  EXPECT_FALSE(set.contains(kMaxCpus));
  set.add(kMaxCpus - 1);
  EXPECT_EQ(set.next(kMaxCpus - 1), CpuSet::kNone);
}

TEST(CpuSet, KeepOnlyIntersects) {
  CpuSet a;
  CpuSet b;
  for (unsigned cpu = 0; cpu < 200; ++cpu) a.add(cpu);
  b.add(3);
  b.add(150);
  b.add(300);
  a.keep_only(b);
  EXPECT_EQ(members(a), (std::vector<unsigned>{3, 150}));
  EXPECT_FALSE(a == b);
  b.remove(300);
  EXPECT_TRUE(a == b);
}

}  // namespace
}  // namespace rondo::os
