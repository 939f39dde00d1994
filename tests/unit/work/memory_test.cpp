// SPDX-License-Identifier: Apache-2.0
//
// Allocators, threadprivate copies, and the affinity text.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <fstream>
#include <string>

#include "base/build.hpp"
#include "work/affinity.hpp"
#include "work/allocator.hpp"
#include "work/allocator_text.hpp"
#include "work/cancel.hpp"
#include "work/region.hpp"
#include "work/threadprivate.hpp"

namespace rondo::work {
namespace {

using sched::Worker;
using test::in_region;

constexpr int32_t kAlignment = 2, kPoolSize = 4, kFallback = 5, kFallbackData = 6, kPinned = 7;
constexpr uintptr_t kNullFallback = 12, kAllocatorFallback = 14;

bool is_aligned(const void* block, size_t alignment) { return reinterpret_cast<uintptr_t>(block) % alignment == 0; }

TEST(Allocator, AlignsAndClears) {
  for (size_t alignment : {1u, 8u, 64u, 4096u}) {
    auto* block = static_cast<unsigned char*>(allocate(kDefaultMemory, alignment, 100, Contents::Zero));
    ASSERT_NE(block, nullptr);
    EXPECT_TRUE(is_aligned(block, alignment));
    for (int i = 0; i < 100; i++) EXPECT_EQ(block[i], 0);
    release(block);
  }
  EXPECT_EQ(allocate(kDefaultMemory, 1, 0), nullptr);
  EXPECT_EQ(allocate_array(kDefaultMemory, 1, ~size_t{0} / 2, 3), nullptr);
  EXPECT_EQ(allocate(kDefaultMemory, 1, ~size_t{0} - 10), nullptr);
  release(nullptr);
}

TEST(Allocator, PoolIsALimitAndFallsBack) {
  const AllocatorTrait limited[] = {{kAlignment, 256}, {kPoolSize, 1000}, {kFallback, kNullFallback}};
  AllocatorHandle handle = make_allocator(limited);
  ASSERT_NE(handle, kNullAllocator);
  void* first = allocate(handle, 1, 600);
  ASSERT_NE(first, nullptr);
  EXPECT_TRUE(is_aligned(first, 256));
  EXPECT_EQ(allocate(handle, 1, 600), nullptr);

  const AllocatorTrait falls_back[] = {{kPoolSize, 10}, {kFallback, kAllocatorFallback}, {kFallbackData, handle}};
  AllocatorHandle other = make_allocator(falls_back);
  void* second = allocate(other, 1, 300);  // from `handle`
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(allocate(handle, 1, 200), nullptr);
  release(second);
  release(first);
  void* all = allocate(handle, 1, 1000);
  EXPECT_NE(all, nullptr);
  release(all);
  destroy_allocator(other);
  destroy_allocator(handle);
}

TEST(Allocator, ReallocationKeepsContents) {
  const AllocatorTrait traits[] = {{kAlignment, 512}};
  AllocatorHandle handle = make_allocator(traits);
  void* block = allocate(kDefaultMemory, 1, 10);
  std::memcpy(block, "123456789", 10);
  block = reallocate(block, 1000, handle);
  EXPECT_TRUE(is_aligned(block, 512));
  EXPECT_STREQ(static_cast<char*>(block), "123456789");
  block = reallocate(block, 4, kNullAllocator);
  EXPECT_TRUE(is_aligned(block, 512)) << "without a handle it stays with its allocator";
  EXPECT_EQ(std::memcmp(block, "1234", 4), 0);
  EXPECT_EQ(reallocate(block, 0, handle), nullptr);
  destroy_allocator(handle);
}

TEST(Allocator, RefusesImpossibleTraits) {
  const AllocatorTrait odd[] = {{kAlignment, 24}};
  const AllocatorTrait unknown[] = {{99, 1}};
  EXPECT_EQ(make_allocator(odd), kNullAllocator);
  EXPECT_EQ(make_allocator(unknown), kNullAllocator);
}

// Kilobytes of this process that are locked into memory, as the kernel says.
long locked_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    long n = 0;
    if (word == "VmLck:" && status >> n) return n;
  }
  return -1;
}

TEST(Allocator, PinnedMemoryIsLocked) {
  const AllocatorTrait pinned[] = {{kPinned, 1}, {kAlignment, 128}, {kFallback, kNullFallback}};
  AllocatorHandle handle = make_allocator(pinned);
  ASSERT_NE(handle, kNullAllocator);
  long before = locked_kilobytes();
  void* block = allocate(handle, 1, 5000, Contents::Zero);
  if (block == nullptr) GTEST_SKIP() << "this system lets us lock nothing";
  EXPECT_TRUE(is_aligned(block, 128));
  for (int i = 0; i < 5000; i++) EXPECT_EQ(static_cast<char*>(block)[i], 0);
  // The sanitizers' mlock() does nothing.
  if (!base::kAddressSanitizer && !base::kThreadSanitizer) EXPECT_GE(locked_kilobytes(), before + 8);
  release(block);
  EXPECT_EQ(locked_kilobytes(), before);
  destroy_allocator(handle);
}

TEST(Allocator, DefaultBelongsToTheTask) {
  in_region(3, [&](Worker& worker, uint32_t index) {
    EXPECT_EQ(default_allocator(), kDefaultMemory);
    set_default_allocator(index + 2);
    barrier(worker);
    EXPECT_EQ(default_allocator(), index + 2);
  });
}

TEST(AllocatorText, NamesAndNumbersOfAllocators) {
  EXPECT_EQ(allocator_from_text("omp_default_mem_alloc"), kDefaultMemory);
  EXPECT_EQ(allocator_from_text(" OMP_Thread_Mem_Alloc "), 8u);
  EXPECT_EQ(allocator_from_text("5"), 5u);
  EXPECT_EQ(allocator_from_text("omp_high_bw_mem_space"), 4u);
  for (const char* text : {"", "9", "0", "nonsense", "omp_default_mem_alloc:alignment=8", "omp_default_mem_allo",
                           "18446744073709551617", "omp_default_mem_space:size=3", "omp_default_mem_space:alignment",
                           "omp_default_mem_space:alignment=24", "omp_default_mem_space:alignment=8,,"}) {
    EXPECT_EQ(allocator_from_text(text), kNullAllocator) << text;
  }
}

TEST(AllocatorText, SpacesWithTraits) {
  AllocatorHandle handle =
      allocator_from_text("omp_default_mem_space : alignment = 512, Pool_Size=1000,fallback=NULL_FB");
  ASSERT_GT(handle, 1024u);
  void* block = allocate(handle, 1, 900);
  EXPECT_TRUE(is_aligned(block, 512));
  EXPECT_EQ(allocate(handle, 1, 900), nullptr);
  release(block);
  destroy_allocator(handle);
}

TEST(ThreadPrivate, EachWorkerKeepsItsCopy) {
  static int variable = 41;
  static void** cache = nullptr;
  for (int round = 1; round <= 3; round++) {
    in_region(3, [&](Worker& worker, uint32_t) {
      auto* copy = static_cast<int*>(thread_private(worker, &variable, sizeof variable, &cache));
      EXPECT_EQ(copy == &variable, worker.id == 0);
      EXPECT_EQ(++*copy, 41 + round);
      barrier(worker);
    });
  }
  EXPECT_NE(cache, nullptr);
}

TEST(ThreadPrivate, ConstructsCopies) {
  static int object = 5;
  static std::atomic<int> n_constructed{0};
  register_thread_private(&object, {.construct = [](void* copy) -> void* {
    *static_cast<int*>(copy) = 100;
    n_constructed++;
    return copy;
  }});
  void** cache = nullptr;
  in_region(3, [&](Worker& worker, uint32_t) {
    void** mine = nullptr;
    auto* copy = static_cast<int*>(thread_private(worker, &object, sizeof object, &mine));
    EXPECT_EQ(*copy, worker.id == 0 ? 5 : 100);
    if (worker.slot->index == 0) cache = mine;
  });
  EXPECT_EQ(n_constructed, 2);
  EXPECT_NE(cache, nullptr);
}

std::string affinity(const char* format) {
  config::Text text;
  add_affinity(team::this_worker(), format, text);
  return text.c_str();
}

TEST(Affinity, FormatsFields) {
  EXPECT_EQ(affinity("%n/%N at %L, %a"), "0/1 at 0, -1");
  EXPECT_EQ(affinity("[%5n|%.5n|%0.5n|%{thread_num}|%{num_threads}]"), "[0    |    0|00000|0|1]");
  EXPECT_EQ(affinity("100%%"), "100%");
  EXPECT_EQ(affinity("%{nothing}"), "undefined");
  EXPECT_EQ(affinity("%"), "");
  EXPECT_EQ(affinity("%{open"), "");
  EXPECT_EQ(affinity("%P"), std::to_string(getpid()));
}

TEST(Affinity, CopiesWhatFits) {
  char buffer[4] = "xyz";
  EXPECT_EQ(copy_text("opera", buffer, sizeof buffer), 5u);
  EXPECT_STREQ(buffer, "ope");
  EXPECT_EQ(copy_text("opera", nullptr, 0), 5u);
}

}  // namespace
}  // namespace rondo::work
