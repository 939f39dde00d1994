// SPDX-License-Identifier: Apache-2.0
//
// task/reduction.hpp: copies are made when they are asked for, one a thread and item, combined once each, destroyed,
// and then made anew.
#include "task/reduction.hpp"

#include <cstdlib>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "base/bits.hpp"

namespace rondo::task {
namespace {

int n_made, n_destroyed;

void init_from_original(void* copy, void* original) {
  *static_cast<long*>(copy) = *static_cast<long*>(original);
  n_made++;
}
void add(void* into, void* from) { *static_cast<long*>(into) += *static_cast<long*>(from); }
void multiply(void* into, void* from) { *static_cast<long*>(into) *= *static_cast<long*>(from); }
void destroy(void* copy) {
  *static_cast<long*>(copy) = -1;
  n_destroyed++;
}

struct Memory {
  void* bytes;
  explicit Memory(size_t n) : bytes(std::aligned_alloc(base::kCacheLine, base::round_up(n, base::kCacheLine))) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { std::free(bytes); }
};

TEST(Reduction, CombinesWhatThreadsAskedFor) {
  constexpr uint32_t kThreads = 5;
  long sum = 100, product = 3, original = 2;
  char large[200] = {};
  const std::vector<ReductionItem> items = {
      {&sum, &sum, sizeof sum, nullptr, nullptr, add},
      {&product, &original, sizeof product, init_from_original, destroy, multiply},
      {large, large, sizeof large, nullptr, nullptr, [](void*, void*) {}},
  };
  const Memory memory(Reductions::bytes(items, kThreads));
  Reductions& reductions = *Reductions::make(memory.bytes, items, kThreads);
  EXPECT_EQ(reductions.n_threads(), kThreads);
  for (int time = 0; time < 3; time++) {
    n_made = n_destroyed = 0;
    sum = 100;
    product = 3;
    std::vector<char*> copies;
    for (uint32_t thread = 0; thread < kThreads; thread += 2) {
      auto* of_sum = static_cast<long*>(reductions.find(&sum, thread));
      ASSERT_NE(of_sum, nullptr);
      EXPECT_EQ(*of_sum, 0) << "cleared";
      *of_sum += 1 + thread;
      EXPECT_EQ(reductions.find(of_sum, thread), of_sum) << "a copy stands for the original";
      auto* of_large = static_cast<char*>(reductions.find(large, thread));
      EXPECT_EQ(reductions.find(of_large + sizeof large - 1, thread), of_large);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(of_large) % base::kCacheLine, 0u);
      copies.push_back(reinterpret_cast<char*>(of_sum));
      copies.push_back(of_large);
      for (char& byte : std::span(of_large, sizeof large)) EXPECT_EQ(byte, 0);
      for (char& byte : std::span(of_large, sizeof large)) byte = static_cast<char>(1 + thread);
    }
    EXPECT_EQ(reductions.find(copies[0], 2), copies[2]) << "another thread's copy stands for the original, too";
    EXPECT_EQ(n_made, 0);
    EXPECT_EQ(*static_cast<long*>(reductions.find(&product, 3)), original);
    (void)reductions.find(&product, 3);
    EXPECT_EQ(n_made, 1);
    EXPECT_EQ(reductions.find(&original, 3), nullptr) << "not an item";
    reductions.combine();
    EXPECT_EQ(sum, 100 + 1 + 3 + 5);
    EXPECT_EQ(product, 6);
    EXPECT_EQ(n_destroyed, 1);
    reductions.combine();
    EXPECT_EQ(sum, 109) << "there is nothing left to combine";
    EXPECT_EQ(n_destroyed, 1);
  }
}

}  // namespace
}  // namespace rondo::task
