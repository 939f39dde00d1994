// SPDX-License-Identifier: Apache-2.0
//
// Registration with membarrier(2) and the heavy side of the fence.
#include "os/fence.hpp"

#include <cerrno>
#include <cstring>

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/build.hpp"
#include "base/message.hpp"

namespace rondo::os {

constinit bool asymmetric_fence_available = false;

namespace {

long membarrier(int command) { return syscall(SYS_membarrier, command, 0u, 0); }

}  // namespace

bool init_asymmetric_fence() {
  const int saved_errno = errno;
  // The second call tells a kernel that registers from a sandbox that refuses the barrier itself.
  asymmetric_fence_available = !base::kThreadSanitizer && membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0 &&
                               membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0;
  errno = saved_errno;
  return asymmetric_fence_available;
}

void heavy_fence() {
  if (!asymmetric_fence_available) {
    base::fence_seq_cst();
    return;
  }
  base::count(base::Event::HeavyFence);
  const int saved_errno = errno;
  while (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0) {
    if (errno == ENOMEM || errno == EINTR || errno == EAGAIN) continue;
    // Going on would lose wake-ups: the light sides already rely on the barrier.
    base::fatal(
        "the kernel no longer allows membarrier(2): %s; allow it in the system call filter, or install the filter"
        " before the first parallel region",
        strerror(errno));
  }
  errno = saved_errno;
}

}  // namespace rondo::os
