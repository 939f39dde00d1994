// SPDX-License-Identifier: Apache-2.0
//
// os/fence.hpp: the one thing the pair promises, tried many times. Two threads store, fence and load; at least one of
// them must see the other's store. Run with and without the kernel's help.
#include "os/fence.hpp"

#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/build.hpp"
#include "os/cpu.hpp"

namespace rondo::os {
namespace {

// Two threads in lock step; `round` keeps their tries aligned.
class Dekker {
 public:
  int n_failures(int n_rounds) {
    std::thread light([&] { run(n_rounds, light_, heavy_, [] { light_fence(); }, light_saw_); });
    run(n_rounds, heavy_, light_, [] { heavy_fence(); }, heavy_saw_);
    light.join();
    return n_failures_;
  }

 private:
  using Word = base::Atomic<int>;

  template <class Fence>
  void run(int n_rounds, Word& mine, Word& theirs, Fence fence, int& saw) {
    const bool is_judge = &mine == &heavy_;
    for (int round = 1; round <= n_rounds; ++round) {
      meet();
      mine.store_relaxed(round);
      fence();
      saw = theirs.load_relaxed();
      meet();
      if (is_judge && light_saw_ != round && heavy_saw_ != round) ++n_failures_;
    }
  }

  void meet() {
    const int ticket = n_arrived_.add_acq_rel(1);
    const int all = (ticket / 2 + 1) * 2;
    while (n_arrived_.load_acquire() < all) yield_thread();
  }

  alignas(64) Word light_{0};
  alignas(64) Word heavy_{0};
  alignas(64) Word n_arrived_{0};
  alignas(64) int light_saw_ = 0;
  int heavy_saw_ = 0;
  int n_failures_ = 0;
};

constexpr int kRounds = base::kThreadSanitizer ? 2000 : 20'000;

TEST(Fence, SymmetricFormOrders) {
  const bool saved = asymmetric_fence_available;
  asymmetric_fence_available = false;
  EXPECT_EQ(Dekker().n_failures(kRounds), 0);
  asymmetric_fence_available = saved;
}

TEST(Fence, AsymmetricFormOrders) {
  const bool saved = asymmetric_fence_available;
  if (!init_asymmetric_fence() && !base::kThreadSanitizer) {
    asymmetric_fence_available = saved;
    GTEST_SKIP() << "this kernel has no membarrier(2)";
  }
  EXPECT_EQ(asymmetric_fence_available, !base::kThreadSanitizer);
  EXPECT_EQ(Dekker().n_failures(kRounds), 0);
  asymmetric_fence_available = saved;
}

TEST(Fence, WorksInAForkedChild) {
  const bool saved = asymmetric_fence_available;
  init_asymmetric_fence();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    heavy_fence();  // aborts when the kernel has forgotten the registration
    _exit(42);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 42);
  asymmetric_fence_available = saved;
}

}  // namespace
}  // namespace rondo::os
