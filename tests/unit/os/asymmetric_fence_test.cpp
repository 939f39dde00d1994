// SPDX-License-Identifier: Apache-2.0
//
// os/asymmetric_fence.hpp: the one thing the pair promises, tried many times. Two threads store, fence and load; at
// least one of them must see the other's store. Run with and without the kernel's help.
#include "os/asymmetric_fence.hpp"

#include <atomic>
#include <cstddef>
#include <iterator>
#include <thread>

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/build.hpp"
#include "os/cpu.hpp"
#include "os/shared_fence.hpp"

namespace rondo::os {
namespace {

// Two threads in lock step; `round` keeps their tries aligned.
class Dekker {
 public:
  template <class HeavyFence = decltype(&heavy_fence)>
  int n_failures(int n_rounds, HeavyFence heavy = heavy_fence) {
    std::thread light([&] { run(n_rounds, light_, heavy_, [] { light_fence(); }, light_saw_); });
    run(n_rounds, heavy_, light_, heavy, heavy_saw_);
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
  const FenceForm saved = process.fence_form.load_relaxed();
  process.fence_form.store_relaxed(FenceForm::Full);
  EXPECT_EQ(Dekker().n_failures(kRounds), 0);
  process.fence_form.store_relaxed(saved);
}

TEST(Fence, AsymmetricFormOrders) {
  const FenceForm saved = process.fence_form.load_relaxed();
  if (!init_asymmetric_fence() && !base::kThreadSanitizer) {
    process.fence_form.store_relaxed(saved);
    GTEST_SKIP() << "this kernel has no membarrier(2)";
  }
  EXPECT_EQ(process.fence_form.load_relaxed(), base::kThreadSanitizer ? FenceForm::Full : FenceForm::Asymmetric);
  EXPECT_EQ(Dekker().n_failures(kRounds), 0);
  process.fence_form.store_relaxed(saved);
}

// A third thread favours the one side and the other, by turns.
TEST(Fence, OrdersWhileTheFavouredSideChanges) {
  const FenceForm saved = process.fence_form.load_relaxed();
  if (!init_asymmetric_fence()) {
    process.fence_form.store_relaxed(saved);
    GTEST_SKIP() << "nothing to switch";
  }
  std::atomic<bool> is_over{false};
  int n_switches = 0;
  std::thread switches([&] {
    for (; !is_over; n_switches++) {
      favour_heavy_sides();
      EXPECT_TRUE(are_heavy_sides_favoured());
      yield_thread();
      favour_light_sides();
      EXPECT_FALSE(are_heavy_sides_favoured());
      yield_thread();
    }
  });
  EXPECT_EQ(Dekker().n_failures(kRounds), 0);
  is_over = true;
  switches.join();
  EXPECT_GT(n_switches, 0);
  EXPECT_EQ(process.fence_form.load_relaxed(), FenceForm::Asymmetric);
  process.fence_form.store_relaxed(saved);
}

TEST(Fence, SharedFormOrders) {
  const FenceForm saved = process.fence_form.load_relaxed();
  init_asymmetric_fence();
  SharedFence fence;
  std::atomic<bool> is_over{false};
  // Another heavy side, whose fences the first one may be served by.
  std::thread other([&] {
    while (!is_over) fence.execute_since(fence.ticket());
  });
  const int n_failures = Dekker().n_failures(kRounds / 4, [&] {
    const uint64_t ticket = fence.ticket();
    yield_thread();
    fence.execute_since(ticket);
  });
  EXPECT_EQ(n_failures, 0);
  is_over = true;
  other.join();
  process.fence_form.store_relaxed(saved);
}

// From now on membarrier(2) fails for all threads of the process, as in a sandbox that is put up late.
bool refuse_membarrier() {
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {std::size(code), code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

// In the middle of the tries, so that light sides of the old kind are about when the heavy side changes.
TEST(Fence, GoesOnWhereTheKernelRefusesLater) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (!init_asymmetric_fence()) _exit(base::kThreadSanitizer ? 42 : 43);
    int n_tries = 0;
    const int n_failures = Dekker().n_failures(kRounds, [&] {
      if (++n_tries == kRounds / 2 && !refuse_membarrier()) _exit(44);
      heavy_fence();
    });
    _exit(n_failures == 0 && process.fence_form.load_relaxed() == FenceForm::Full ? 42 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 42) << "43: no membarrier(2) here; 44: no system call filters";
}

TEST(Fence, WorksInAForkedChild) {
  const FenceForm saved = process.fence_form.load_relaxed();
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
  process.fence_form.store_relaxed(saved);
}

}  // namespace
}  // namespace rondo::os
