// SPDX-License-Identifier: Apache-2.0
//
// Memory on machines whose pages are larger than 4 KiB, as kernels for ARM have them. The linker leads the runtime's
// system calls to functions here (--wrap), which answer as a kernel with such pages does: mappings begin at a page,
// and a call about a part of one is refused.
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/bits.hpp"
#include "os/pages.hpp"
#include "task/slab.hpp"

namespace {

struct Kernel {
  size_t page = 4096;
  uint32_t n_refused = 0;
} kernel;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

bool is_refused(const void* start) {
  if (reinterpret_cast<uintptr_t>(start) % kernel.page == 0) return false;
  kernel.n_refused++;
  errno = EINVAL;
  return true;
}

}  // namespace

// The names are the linker's.
extern "C" {
long __real_sysconf(int name);
void* __real_mmap(void* start, size_t bytes, int protection, int flags, int file, off_t offset);
int __real_munmap(void* start, size_t bytes);
int __real_madvise(void* start, size_t bytes, int advice);
int __real_mlock(const void* start, size_t bytes);

long __wrap_sysconf(int name) { return name == _SC_PAGESIZE ? static_cast<long>(kernel.page) : __real_sysconf(name); }

void* __wrap_mmap(void* start, size_t bytes, int protection, int flags, int file, off_t offset) {
  if (start != nullptr || file != -1) return __real_mmap(start, bytes, protection, flags, file, offset);
  bytes = rondo::base::round_up(bytes, kernel.page);
  // Three pages more, of which the ends go: the system's mappings begin at small pages. The first page has an odd
  // number, so that no mapping is better aligned by chance than by this kernel.
  auto* memory = static_cast<char*>(__real_mmap(nullptr, bytes + 3 * kernel.page, protection, flags, -1, 0));
  if (memory == MAP_FAILED) return MAP_FAILED;
  auto at = rondo::base::round_up(reinterpret_cast<uintptr_t>(memory), kernel.page);
  if (at / kernel.page % 2 == 0) at += kernel.page;
  char* first = reinterpret_cast<char*>(at);
  char* end = memory + bytes + 3 * kernel.page;
  if (first != memory) __real_munmap(memory, static_cast<size_t>(first - memory));
  __real_munmap(first + bytes, static_cast<size_t>(end - first) - bytes);
  return first;
}

int __wrap_munmap(void* start, size_t bytes) {
  return is_refused(start) ? -1 : __real_munmap(start, rondo::base::round_up(bytes, kernel.page));
}

int __wrap_madvise(void* start, size_t bytes, int advice) {
  return is_refused(start) ? -1 : __real_madvise(start, rondo::base::round_up(bytes, kernel.page), advice);
}

int __wrap_mlock(const void* start, size_t bytes) { return is_refused(start) ? -1 : __real_mlock(start, bytes); }
}

namespace rondo {
namespace {

// For each size of a page.
class LargePages : public testing::TestWithParam<size_t> {
 protected:
  void SetUp() override { kernel = {.page = GetParam()}; }
  void TearDown() override {
    EXPECT_EQ(kernel.n_refused, 0u);
    kernel = {};
  }
};
INSTANTIATE_TEST_SUITE_P(Sizes, LargePages, testing::Values(4096u, 16384u, 65536u));

bool is_mapped(char* page) {
  unsigned char resident;
  return mincore(page, 4096, &resident) == 0;
}

TEST_P(LargePages, MappingsAreAlignedAndGoWholly) {
  const size_t page = GetParam();
  EXPECT_EQ(os::page_bytes(), page);
  for (const size_t alignment : {size_t{4096}, page, 2 * page, size_t{64 * 1024}, size_t{1024 * 1024}}) {
    for (const size_t bytes : {size_t{1}, page - 1, page, page + 1, 5 * page, size_t{300'000}}) {
      auto* memory = static_cast<char*>(os::map_pages(bytes, alignment));
      ASSERT_NE(memory, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % alignment, 0u);
      const size_t all = base::round_up(bytes, page);
      std::memset(memory, 1, all);
      EXPECT_TRUE(os::unmap_pages(memory, bytes));
      for (size_t at = 0; at < all; at += 4096) EXPECT_FALSE(is_mapped(memory + at)) << at;
    }
  }
}

TEST_P(LargePages, WhatSharesAPageIsNotDiscarded) {
  const size_t page = GetParam();
  auto* memory = static_cast<char*>(os::map_pages(4 * page, page));
  std::memset(memory, 7, 4 * page);
  os::discard_pages(memory + 1, 3 * page);  // the second and the third page only
  EXPECT_EQ(memory[0], 7);
  EXPECT_EQ(memory[page - 1], 7);
  for (size_t at = page; at < 3 * page; at += 4096) EXPECT_EQ(memory[at], 0) << at;
  EXPECT_EQ(memory[3 * page], 7);
  os::unmap_pages(memory, 4 * page);
}

// Blocks of all sizes are apart, and what is trimmed is whole chunks, which are given out again.
TEST_P(LargePages, SlabsGiveMemoryBack) {
  task::Slab slab;
  struct Block {
    char* memory;
    size_t bytes;
  };
  for (uint64_t round = 1; round <= 3; round++) {
    std::vector<Block> blocks;
    for (size_t i = 0; i < 3000; i++) {
      const size_t bytes = i % 100 == 99 ? 200'000 : 64 * (1 + i % 40);
      auto* memory = static_cast<char*>(slab.allocate(bytes));
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % base::kCacheLine, 0u);
      std::memset(memory, static_cast<int>(i % 251), bytes);
      blocks.push_back({memory, bytes});
    }
    for (size_t i = 0; i < blocks.size(); i++) {
      EXPECT_EQ(blocks[i].memory[0], static_cast<char>(i % 251));
      EXPECT_EQ(blocks[i].memory[blocks[i].bytes - 1], static_cast<char>(i % 251));
      slab.release(blocks[i].memory);
    }
    const size_t held = slab.held_bytes();
    slab.trim_own(round * 100'000'000'000, task::Slab::First::AtOnce);
    if (held != 0) EXPECT_LT(slab.held_bytes(), held);  // under AddressSanitizer blocks are the C library's
  }
}

}  // namespace
}  // namespace rondo
