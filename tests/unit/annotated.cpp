// SPDX-License-Identifier: Apache-2.0
//
// What the annotated library tells ThreadSanitizer of turns, the numbers by which threads meet: this file stands in
// for the sanitizer. What a thread publishes with a later turn must not count as seen by one that has waited for an
// earlier turn, even if it looks so late that the word holds the later one; a race between the two would be hidden.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>

#include "base/atomic.hpp"

namespace {

using Turns = std::set<uint64_t>;

uint64_t now_published;  // the newest turn; a release publishes all up to it
std::map<void*, Turns> at_address;  // what has been released there
Turns seen;

// A word at which turns 1 to `newest` have been published; returns those that one sees who has waited for `turn`.
Turns seen_with(uint64_t turn, uint64_t newest) {
  at_address.clear();
  seen.clear();
  rondo::base::Atomic<uint64_t> word(0);
  for (now_published = 1; now_published <= newest; now_published++) word.store_release_turn(now_published);
  EXPECT_TRUE(word.has_reached_acquire(turn));
  return seen;
}

}  // namespace

extern "C" void __tsan_release(void* address) { at_address[address].insert(now_published); }
extern "C" void __tsan_acquire(void* address) { seen.merge(Turns(at_address[address])); }

TEST(Turns, AreSeenByThoseThatWaitForThem) {
  EXPECT_TRUE(seen_with(1, 1).contains(1));
  EXPECT_TRUE(seen_with(2, 2).contains(2));
}

TEST(Turns, LaterOnesAreNotSeen) {
  EXPECT_FALSE(seen_with(1, 2).contains(2));
  EXPECT_FALSE(seen_with(2, 3).contains(3));
}

TEST(Turns, NothingIsSeenBeforeTheTurn) {
  seen.clear();
  rondo::base::Atomic<uint64_t> word(0);
  now_published = 1;
  word.store_release_turn(1);
  EXPECT_FALSE(word.has_reached_acquire(2));
  EXPECT_TRUE(seen.empty());
}
