// SPDX-License-Identifier: Apache-2.0
//
// os/wake_elsewhere.hpp: where a sleeper wakes that is kept off a processor, and its mask before, meanwhile and
// afterwards.
#include "os/wake_elsewhere.hpp"

#include <thread>

#include <gtest/gtest.h>
#include <sched.h>

#include "base/atomic.hpp"
#include "os/futex.hpp"
#include "os/thread.hpp"
#include "os/topology.hpp"

namespace rondo::os {
namespace {

cpu_set_t mask_of(int thread_id) {
  cpu_set_t mask;
  EXPECT_EQ(sched_getaffinity(thread_id, sizeof mask, &mask), 0);
  return mask;
}

cpu_set_t only(unsigned cpu) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(cpu, &mask);
  return mask;
}

bool equal(const cpu_set_t& a, const cpu_set_t& b) { return CPU_EQUAL(&a, &b) != 0; }

class WakeElsewhere : public testing::Test {
 protected:
  void SetUp() override {
    if (CPU_COUNT(&own_) < 2) GTEST_SKIP() << "needs two processors";
  }
  ~WakeElsewhere() override {
    is_woken_.store_release(1);
    futex_wake(is_woken_.address(), 1);
    is_over_.store_release(1);
    futex_wake(is_over_.address(), 1);
    sleeper_.join();
  }

  // The sleeper, once it is known; it may not sleep yet.
  int thread() {
    while (id_.load_acquire() == 0) std::this_thread::yield();
    return static_cast<int>(id_.load_relaxed());
  }
  // Ends its sleep; where it runs then.
  unsigned wake() {
    is_woken_.store_release(1);
    futex_wake(is_woken_.address(), 1);
    while (cpu_.load_acquire() == kNowhere) std::this_thread::yield();
    return cpu_.load_relaxed();
  }

  static constexpr unsigned kNowhere = ~0u;
  const cpu_set_t own_ = mask_of(0);
  const unsigned first_ = process_cpus().first();
  base::Atomic<uint32_t> id_{0};
  base::Atomic<uint32_t> is_woken_{0};
  base::Atomic<uint32_t> cpu_{kNowhere};
  base::Atomic<uint32_t> is_over_{0};
  std::thread sleeper_{[this] {
    id_.store_release(static_cast<uint32_t>(thread_id()));
    while (is_woken_.load_acquire() == 0) futex_wait(is_woken_.address(), 0);
    cpu_.store_release(current_cpu());
    while (is_over_.load_acquire() == 0) futex_wait(is_over_.address(), 0);
  }};
};

TEST_F(WakeElsewhere, WakesElsewhere) {
  const cpu_set_t there = only(first_);
  ASSERT_EQ(sched_setaffinity(thread(), sizeof there, &there), 0);  // it sleeps there,
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_EQ(sched_setaffinity(thread(), sizeof own_, &own_), 0);  // and may go elsewhere
  ExcludedProcessor kept;
  exclude_processor(thread(), first_, kept);
  cpu_set_t others = own_;
  CPU_CLR(first_, &others);
  EXPECT_TRUE(equal(mask_of(thread()), others));
  EXPECT_NE(wake(), first_);
  let_back(kept);
  EXPECT_TRUE(equal(mask_of(thread()), own_));
}

TEST_F(WakeElsewhere, LeavesAThreadAloneThatMayNotGoElsewhere) {
  const cpu_set_t there = only(first_);
  ASSERT_EQ(sched_setaffinity(thread(), sizeof there, &there), 0);
  ExcludedProcessor kept;
  exclude_processor(thread(), first_, kept);
  EXPECT_TRUE(equal(mask_of(thread()), there));
  EXPECT_EQ(wake(), first_);
  let_back(kept);
  EXPECT_TRUE(equal(mask_of(thread()), there));
}

TEST_F(WakeElsewhere, LeavesAThreadAloneThatIsElsewhereAnyway) {
  cpu_set_t others = own_;
  CPU_CLR(first_, &others);
  ASSERT_EQ(sched_setaffinity(thread(), sizeof others, &others), 0);
  ExcludedProcessor kept;
  exclude_processor(thread(), first_, kept);
  EXPECT_EQ(kept.n_words, 0u);
  let_back(kept);
  EXPECT_TRUE(equal(mask_of(thread()), others));
}

TEST_F(WakeElsewhere, LeavesAMaskAloneThatSomebodyElseHasSet) {
  const cpu_set_t there = only(first_);
  ExcludedProcessor kept;
  exclude_processor(thread(), first_, kept);
  ASSERT_EQ(sched_setaffinity(thread(), sizeof there, &there), 0);
  let_back(kept);
  EXPECT_TRUE(equal(mask_of(thread()), there));
}

TEST(WakeElsewhereNobody, IsHarmless) {
  ExcludedProcessor kept;
  errno = 0;
  exclude_processor(-1, 0, kept);
  let_back(kept);
  EXPECT_EQ(errno, 0);
}

}  // namespace
}  // namespace rondo::os
