// SPDX-License-Identifier: Apache-2.0
//
// Registration with membarrier(2) and the heavy side of the fence.
#include "os/asymmetric_fence.hpp"

#include <cerrno>
#include <cstring>

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/build.hpp"
#include "base/message.hpp"
#include "os/clock.hpp"
#include "os/cpu.hpp"

namespace rondo::os {

namespace {

long membarrier(int command) { return syscall(SYS_membarrier, command, 0u, 0); }

// False: the kernel refuses.
bool fence_everybody() {
  const int saved_errno = errno;
  while (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0) {
    if (errno == ENOMEM || errno == EINTR || errno == EAGAIN) continue;
    base::warn_once(
        "the kernel no longer allows membarrier(2) (%s); going on with ordinary fences, which cost each task some "
        "nanoseconds; allow it in the system call filter",
        strerror(errno));
    errno = saved_errno;
    return false;
  }
  errno = saved_errno;
  return true;
}

// The change. From here on light sides are full fences, except those that have read the old word. Each of these has
// retired its store before (light_fence() holds the compiler back), and a retired store leaves its processor in well
// under a microsecond, whether its thread goes on, is interrupted, or its virtual processor is taken away. Hence
// after the pause these stores are visible, and from then on a heavy side is an ordinary fence. This makes no system
// call that the sandbox may refuse, too; the C++ standard promises no more than "a reasonable amount of time" for a
// store to become visible ([intro.progress]).
[[gnu::cold, gnu::noinline]] void change_to_full_fences() {
  constexpr uint64_t kReasonable_ns = 5'000'000;
  process.asymmetric_fence_available = false;
  process.fence_form.store_release(FenceForm::Changing);
  base::fence_seq_cst();
  for (const uint64_t end = now_ns() + kReasonable_ns; now_ns() < end;) yield_thread();
  process.fence_form.store_release(FenceForm::Full);
}

}  // namespace

bool init_asymmetric_fence() {
  const int saved_errno = errno;
  // The second call finds out whether a sandbox allows the registration but refuses the barrier itself.
  process.asymmetric_fence_available = !base::kThreadSanitizer &&
                                       membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0 &&
                                       membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0;
  process.fence_form.store_release(process.asymmetric_fence_available ? FenceForm::Asymmetric : FenceForm::Full);
  errno = saved_errno;
  return process.asymmetric_fence_available;
}

void heavy_fence() {
  base::count(base::Event::HeavyFence);
  for (;;) {
    switch (process.fence_form.load_acquire()) {
      case FenceForm::Full:
        return base::fence_seq_cst();
      case FenceForm::Asymmetric:
        if (fence_everybody()) return;
        [[fallthrough]];
      case FenceForm::Changing:
        change_to_full_fences();
    }
  }
}

}  // namespace rondo::os
