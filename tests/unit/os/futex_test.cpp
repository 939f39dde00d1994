// SPDX-License-Identifier: Apache-2.0
//
// os/futex.hpp: sleeping, waking, and every way a wait may end early. A lost wake-up shows as a test that never ends.
#include "os/futex.hpp"

#include <cerrno>
#include <climits>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/atomic.hpp"
#include "os/clock.hpp"

namespace rondo::os {
namespace {

using Word = base::Atomic<uint32_t>;

TEST(Futex, ReturnsAtOnceWhenTheWordDiffers) {
  const Word word(7);
  errno = 0;
  futex_wait(word.address(), 8);
  EXPECT_EQ(errno, 0) << "waiting happens inside the user's constructs";
}

TEST(Futex, TimeoutEnds) {
  const Word word(1);
  const uint64_t start_ns = now_ns();
  futex_wait_for(word.address(), 1, 2'000'000);
  EXPECT_GE(now_ns() - start_ns, 1'000'000u) << "it did not sleep at all";
}

TEST(Futex, WakeEndsTheWait) {
  for (int round = 0; round < 200; ++round) {
    Word word(0);
    std::thread sleeper([&word] {
      while (word.load_acquire() == 0) futex_wait(word.address(), 0);
    });
    word.store_release(1);
    futex_wake(word.address(), 1);
    sleeper.join();
  }
}

TEST(Futex, OneWakeCallReachesAllSleepers) {
  Word word(0);
  Word n_ready(0);
  std::vector<std::thread> sleepers;
  sleepers.reserve(4);
  for (int i = 0; i < 4; ++i) {
    sleepers.emplace_back([&] {
      n_ready.add_acq_rel(1);
      while (word.load_acquire() == 0) futex_wait(word.address(), 0);
    });
  }
  while (n_ready.load_acquire() != 4) std::this_thread::yield();
  word.store_release(1);
  futex_wake(word.address(), INT_MAX);
  for (std::thread& sleeper : sleepers) sleeper.join();
}

// Woken one by one: nobody but the one with the bit goes on.
TEST(Futex, BitsTellSleepersApart) {
  constexpr uint32_t kSleepers = 3;
  const Word word(0);
  Word n_ready(0);
  Word awake[kSleepers] = {};
  std::vector<std::thread> sleepers;
  sleepers.reserve(kSleepers);
  for (uint32_t i = 0; i < kSleepers; i++) {
    sleepers.emplace_back([&, i] {
      n_ready.add_acq_rel(1);
      futex_wait_as(1u << i, word.address(), 0, i == 0 ? 60'000'000'000 : 0);
      awake[i].store_release(1);
    });
  }
  while (n_ready.load_acquire() != kSleepers) std::this_thread::yield();
  for (uint32_t i = 0; i < kSleepers; i++) {
    while (awake[i].load_acquire() == 0) futex_wake_those(1u << i, word.address());
    for (uint32_t later = i + 1; later < kSleepers; later++) EXPECT_EQ(awake[later].load_acquire(), 0u);
  }
  for (std::thread& sleeper : sleepers) sleeper.join();
}

TEST(Futex, WakeWithoutSleepersIsHarmless) {
  const Word word(0);
  errno = 0;
  futex_wake(word.address(), 1);
  EXPECT_EQ(errno, 0);
}

}  // namespace
}  // namespace rondo::os
