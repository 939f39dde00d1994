// SPDX-License-Identifier: Apache-2.0
//
// graph/record/kept_blocks.hpp: blocks are read back as they were given, whether kept one by one or as runs.
#include "graph/record/kept_blocks.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using Words = std::vector<uint64_t>;

// What a block of so many words takes among the kept ones.
size_t kept_words(size_t n_words) { return (n_words + 1) / 2 * 2; }

void expect_kept(KeptBlocks& kept, const std::vector<Words>& expected, size_t first_word) {
  kept.write_out();
  size_t at = 0;
  for (const Words& block : expected) {
    ASSERT_LE((at + kept_words(block.size())) * sizeof(uint64_t), kept.size());
    Words found(block.size());
    if (!block.empty()) std::memcpy(found.data(), kept.data() + at * sizeof(uint64_t), block.size() * sizeof(uint64_t));
    for (size_t i = first_word; i < block.size(); i++) ASSERT_EQ(found[i], block[i]);
    at += kept_words(block.size());
  }
  EXPECT_EQ(at * sizeof(uint64_t), kept.size());
}

TEST(KeptBlocks, AreReadAsTheyWereGiven) {
  for (const uint64_t seed : test::kSeeds) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    base::Rng rng(seed);
    for (const uint32_t first_word : {0U, 1U}) {
      KeptBlocks kept;
      std::vector<Words> expected;
      for (int construct = 0; construct < 20; construct++) {
        Words block(rng.below(20));  // also more words than a run may have
        Words step(block.size());
        for (int i = 0; i < 100; i++) {
          if (i == 0 || rng.below(10) == 0) {
            for (uint64_t& word : step) word = rng.below(3) == 0 ? rng.next() : rng.below(2);
          }
          for (size_t k = 0; k < block.size(); k++) block[k] += k < first_word ? rng.next() : step[k];
          const size_t bytes = block.size() * sizeof(uint64_t);
          i == 0 ? kept.add(block.data(), bytes) : kept.add_another(block.data(), bytes, first_word);
          expected.push_back(block);
        }
        if (rng.below(5) == 0) kept.write_out();
      }
      expect_kept(kept, expected, first_word);
    }
  }
}

TEST(KeptBlocks, EqualStepsTakeNoMemory) {
  KeptBlocks kept;
  std::vector<Words> expected;
  for (uint64_t i = 0; i < 10'000; i++) {
    expected.push_back({7, 64 * i});
    i == 0 ? kept.add(expected[0].data(), 16) : kept.add_another(expected[i].data(), 16, 0);
  }
  EXPECT_LE(kept.size(), 4 * 16U);
  expect_kept(kept, expected, 0);
}

}  // namespace
}  // namespace rondo::graph
