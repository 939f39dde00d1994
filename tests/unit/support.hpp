// SPDX-License-Identifier: Apache-2.0
//
// What unit tests share: threads that start together, and seeds. A test that uses a seed names it when it fails
// (SCOPED_TRACE), and running the test again repeats it.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "base/build.hpp"

namespace rondo::test {

// AddressSanitizer makes four times as much of each: it gets a third of them.
inline constexpr uint64_t kAllSeeds[] = {1, 2, 3, 42, 271828, 314159265};
inline constexpr std::span<const uint64_t> kSeeds = std::span(kAllSeeds).first(base::kAddressSanitizer ? 2 : 6);
inline constexpr uint32_t kThreadCounts[] = {1, 2, 3, 4};

// Calls body(index) on `n` threads, which begin at the same moment; returns when all are done.
template <class Body>
void on_threads(uint32_t n, Body body) {
  std::atomic<uint32_t> n_waiting{n};
  std::vector<std::thread> threads;
  for (uint32_t index = 0; index < n; index++) {
    threads.emplace_back([&, index] {
      n_waiting.fetch_sub(1);
      while (n_waiting.load() != 0) std::this_thread::yield();
      body(index);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace rondo::test
