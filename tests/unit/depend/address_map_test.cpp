// SPDX-License-Identifier: Apache-2.0
//
// depend/address_map.hpp against a map of the C++ library.
#include "depend/address_map.hpp"

#include <cstdlib>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "depend/access.hpp"
#include "support.hpp"

namespace rondo::depend {
namespace {

struct NoNode {};

struct CountingMemory {
  int n_live = 0;
  size_t largest = 0;
  bool refuses = false;  // as long as an array is there that can be filled up
  void* try_allocate(size_t bytes) { return refuses ? nullptr : allocate(bytes); }
  void* allocate(size_t bytes) {
    n_live++;
    largest = bytes > largest ? bytes : largest;
    return std::malloc(bytes);
  }
  void release(void* memory) {
    n_live--;
    std::free(memory);
  }
};

using Map = AddressMap<Entry<NoNode>, CountingMemory>;

constexpr auto kNeverStale = [](Entry<NoNode>&) { return false; };

TEST(AddressMap, FindsWhatWasAdded) {
  CountingMemory memory;
  {
    Map map(memory);
    EXPECT_EQ(map.find(8), nullptr);
    EXPECT_EQ(memory.n_live, 0);  // a parent without dependences pays nothing
    Entry<NoNode>& entry = map.find_or_add(8, kNeverStale);
    EXPECT_EQ(entry.address, 8u);
    EXPECT_EQ(entry.last, nullptr);
    EXPECT_EQ(map.find(8), &entry);
    EXPECT_EQ(&map.find_or_add(8, kNeverStale), &entry);
    EXPECT_EQ(map.find(16), nullptr);
    EXPECT_EQ(map.size(), 1u);
    map.clear();
    EXPECT_EQ(map.size(), 0u);
    EXPECT_EQ(map.find(8), nullptr);
  }
  EXPECT_EQ(memory.n_live, 0);
}

TEST(AddressMap, BehavesLikeAMap) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    CountingMemory memory;
    Map map(memory);
    std::map<uintptr_t, uint32_t> expected;  // address -> n_last, by which entries are told apart
    std::set<uintptr_t> stale;
    uint32_t n_asked = 0;
    auto is_stale = [&](Entry<NoNode>& entry) {
      n_asked++;
      if (!stale.contains(entry.address)) return false;
      stale.erase(entry.address);
      EXPECT_EQ(expected.erase(entry.address), 1u);
      return true;
    };
    const uintptr_t stride = uintptr_t{1} << rng.below(14);
    for (uint32_t step = 1; step < 20'000; step++) {
      const uintptr_t address = 0x10000 + stride * rng.below(step / 8 + 10);
      memory.refuses = rng.below(2) == 0;
      switch (rng.below(4)) {
        case 0: {
          Entry<NoNode>* entry = map.find(address);
          ASSERT_EQ(entry != nullptr, expected.contains(address));
          if (entry != nullptr) ASSERT_EQ(entry->n_last, expected[address]);
          break;
        }
        case 1:
          if (expected.contains(address)) stale.insert(address);
          break;
        default:
          Entry<NoNode>& entry = map.find_or_add(address, is_stale);
          stale.erase(address);
          ASSERT_EQ(entry.address, address);
          if (!expected.contains(address)) {
            ASSERT_EQ(entry.n_last, 0u) << "a new entry is not empty";
            entry.n_last = expected[address] = step;
          }
          ASSERT_EQ(entry.n_last, expected[address]);
          break;
      }
      ASSERT_EQ(map.size(), expected.size());
    }
    uint32_t n_visited = 0;
    map.for_each([&](Entry<NoNode>& entry) {
      n_visited++;
      EXPECT_EQ(expected.at(entry.address), entry.n_last);
    });
    EXPECT_EQ(n_visited, expected.size());
    EXPECT_GT(n_asked, 0u);
  }
}

TEST(AddressMap, StaysSmallWhenOldAddressesAreStale) {
  CountingMemory memory;
  Map map(memory);
  for (uintptr_t address = 8; address < 8 * 100'000; address += 8) {
    map.find_or_add(address, [&](Entry<NoNode>& entry) { return entry.address + 8 * 20 < address; });
    ASSERT_LE(map.size(), 1000u);
  }
  EXPECT_LE(memory.largest, size_t{1024} * sizeof(Entry<NoNode>));
  EXPECT_EQ(memory.n_live, 1);
}

TEST(AddressMap, KeepsEntriesInPlaceWhereItHasMadeRoom) {
  CountingMemory memory;
  Map map(memory);
  uintptr_t address = 0;
  for (uint32_t n : {3u, 8u, 20u, 1u, 100u}) {
    map.reserve(n, kNeverStale);
    Entry<NoNode>& first = map.find_or_add(address += 8);
    first.n_last = n;
    for (uint32_t i = 1; i < n; i++) map.find_or_add(address += 8);
    EXPECT_EQ(&map.find_or_add(address - 8 * (n - 1)), &first);
    EXPECT_EQ(first.n_last, n);
  }
}

TEST(AddressMap, FillsItsArrayUpWhereThereIsNoMemory) {
  CountingMemory memory;
  Map map(memory);
  const uint32_t kSlots = 16;
  EXPECT_TRUE(map.reserve(kSlots * 3 / 4, kNeverStale));
  const size_t first = memory.largest;
  ASSERT_EQ(first, kSlots * sizeof(Entry<NoNode>));
  memory.refuses = true;
  uint32_t n_refused = 0;
  for (uint32_t i = 1; i < kSlots; i++) {
    n_refused += map.reserve(1, kNeverStale) ? 0 : 1;
    map.find_or_add(16 * i).n_last = i;
  }
  EXPECT_EQ(memory.largest, first);
  EXPECT_GE(n_refused, 1u);
  EXPECT_LE(n_refused, 4u) << "walks through the array for each entry";
  for (uint32_t i = 1; i < kSlots; i++) {
    ASSERT_NE(map.find(16 * i), nullptr);
    EXPECT_EQ(map.find(16 * i)->n_last, i);
  }
  EXPECT_EQ(map.find(8), nullptr);  // ends though one slot only is free
  // Full, of which the half is stale: no more memory is needed.
  EXPECT_FALSE(map.reserve(kSlots / 2 - 1, [](Entry<NoNode>& entry) { return entry.n_last % 2 == 0; }));
  EXPECT_EQ(map.size(), kSlots / 2);
  for (uint32_t i = 1; i < kSlots; i++) {
    Entry<NoNode>* entry = map.find(16 * i);
    ASSERT_EQ(entry != nullptr, i % 2 != 0) << i;
    if (entry == nullptr) EXPECT_EQ(map.find_or_add(16 * i).n_last, 0u) << "a new entry is not empty";
  }
  memory.refuses = false;
  EXPECT_TRUE(map.reserve(1, kNeverStale));
  EXPECT_GT(memory.largest, first);
  for (uint32_t i = 1; i < kSlots; i++) EXPECT_NE(map.find(16 * i), nullptr);
}

TEST(AddressMap, GivesMemoryBackToWhereItIsTold) {
  CountingMemory first;
  CountingMemory second;
  {
    Map map(first);
    map.find_or_add(8, kNeverStale);
    map.set_memory(second);
    for (uintptr_t address = 16; address < 8000; address += 8) map.find_or_add(address, kNeverStale);
    EXPECT_EQ(first.n_live, 1);
    EXPECT_EQ(second.n_live, 0);  // took one back more than it has given
  }
  EXPECT_EQ(first.n_live + second.n_live, 0);
}

}  // namespace
}  // namespace rondo::depend
