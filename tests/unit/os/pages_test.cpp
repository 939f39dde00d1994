// SPDX-License-Identifier: Apache-2.0
//
// os/pages.hpp: alignment, zeroes, and that the ends cut off for alignment are really given back.
#include "os/pages.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace rondo::os {
namespace {

class PagesAlignment : public testing::TestWithParam<size_t> {};

TEST_P(PagesAlignment, IsAlignedZeroedAndWritable) {
  const size_t alignment = GetParam();
  for (const size_t bytes : {size_t{1}, size_t{4096}, size_t{4097}, size_t{300'000}, alignment, alignment + 1}) {
    auto* base = static_cast<unsigned char*>(map_pages(bytes, alignment));
    ASSERT_NE(base, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(base) % alignment, 0u);
    for (size_t i = 0; i < bytes; i += 512) EXPECT_EQ(base[i], 0) << i;
    memset(base, 0xff, bytes);
    unmap_pages(base, bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, PagesAlignment, testing::Values(4096u, 8192u, 65536u, 1u << 20, 2u << 20));

// mincore() fails with ENOMEM on pages that are not mapped.
bool is_mapped(void* page) {
  unsigned char resident;
  return mincore(page, 4096, &resident) == 0;
}

TEST(Pages, UnmapGivesBackAllOfIt) {
  char* base = static_cast<char*>(map_pages(5 * 4096 - 7, 4096));
  ASSERT_NE(base, nullptr);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(is_mapped(base + i * 4096));
  unmap_pages(base, 5 * 4096 - 7);
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(is_mapped(base + i * 4096)) << i;
}

TEST(Pages, DiscardTakesWholePagesOnly) {
  constexpr size_t kPage = 4096;
  constexpr size_t kBytes = 64 * kPage;
  auto* base = static_cast<unsigned char*>(map_pages(kBytes, kPage));
  ASSERT_NE(base, nullptr);
  memset(base, 0xAB, kBytes);
  discard_pages(base + 100, kBytes - 200);
  discard_pages(base + kPage - 1, 2);
  unsigned char is_resident[64];
  ASSERT_EQ(mincore(base, kBytes, is_resident), 0);
  for (size_t i = 0; i < 64; i++) EXPECT_EQ(is_resident[i] & 1, i == 0 || i == 63 ? 1 : 0) << i;
  for (size_t i = 0; i < kPage; i++) {
    ASSERT_EQ(base[i], 0xAB);
    ASSERT_EQ(base[kBytes - 1 - i], 0xAB);
  }
  memset(base, 0xCD, kBytes);
  EXPECT_EQ(base[kBytes / 2], 0xCD);
  unmap_pages(base, kBytes);
}

// The mapped total in pages, from /proc/self/statm.
long mapped_pages() {
  FILE* file = fopen("/proc/self/statm", "r");
  long pages = 0;
  if (file == nullptr || fscanf(file, "%ld", &pages) != 1) pages = -1;
  if (file != nullptr) fclose(file);
  return pages;
}

TEST(Pages, AlignmentDoesNotLeak) {
  constexpr size_t kBytes = 64 * 1024;
  constexpr size_t kAlignment = 1 << 20;
  unmap_pages(map_pages(kBytes, kAlignment), kBytes);
  const long before = mapped_pages();
  for (int i = 0; i < 100; ++i) unmap_pages(map_pages(kBytes, kAlignment), kBytes);
  // 100 leaked ends would be 24,000 pages; some pages come and go with the test's own memory.
  EXPECT_LT(mapped_pages() - before, 2400);
}

TEST(Pages, ImpossibleSizesAreRefused) {
  EXPECT_EQ(map_pages(0, 4096), nullptr);
  EXPECT_EQ(map_pages(SIZE_MAX, 4096), nullptr);
  EXPECT_EQ(map_pages(SIZE_MAX - 8192, 1 << 20), nullptr);
  EXPECT_EQ(map_pages(size_t{1} << 60, 4096), nullptr);
}

}  // namespace
}  // namespace rondo::os
