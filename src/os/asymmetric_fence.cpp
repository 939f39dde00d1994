// SPDX-License-Identifier: Apache-2.0
//
// Registration with membarrier(2) and the heavy side of the fence.
#include "os/asymmetric_fence.hpp"

#include <cerrno>
#include <cstring>

#include <linux/membarrier.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/build.hpp"
#include "base/message.hpp"
#include "os/clock.hpp"
#include "os/cpu.hpp"

namespace rondo::os {

namespace {

long membarrier(int command) { return syscall(SYS_membarrier, command, 0u, 0); }
long register_process() { return membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED); }

// The first region of a program that has started threads of its own would wait for the kernel: to register a process
// with several threads takes it 5 to 20 ms, with one less than 1 us. What it answers is asked again when the runtime
// starts.
[[gnu::constructor]] void register_while_that_is_cheap() {
  const int saved_errno = errno;
  if (!base::kThreadSanitizer && __libc_single_threaded) (void)register_process();
  errno = saved_errno;
}

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
  process.fence_form.store_release(FenceForm::Changing);
  base::fence_seq_cst();
  for (const uint64_t end = now_ns() + kReasonable_ns; now_ns() < end;) yield_thread();
  process.fence_form.store_release(FenceForm::Full);
}

// Favoured sides. A light side that has read Asymmetric has only held the compiler back; any other is a full fence. A
// heavy side that has read FullForNow executes a full fence; in Switching it still calls membarrier(2).
// To FullForNow: a light side that has read Asymmetric has done so before this membarrier(2), which therefore stands
// between its store and the looks of heavy sides that read FullForNow later: they see the store.
// To Asymmetric: a heavy side that has read FullForNow has announced itself before this membarrier(2), and light
// sides that read Asymmetric look afterwards: they see the announcement. That is why they acquire what they read.
// A child of fork(2) that is made during the switch stays in Switching, where both sides are dear, and right.
void switch_form(FenceForm from, FenceForm to) {
  if (!process.fence_form.cas_acq_rel(from, FenceForm::Switching)) return;
  if (!fence_everybody()) return change_to_full_fences();
  from = FenceForm::Switching;
  (void)process.fence_form.cas_acq_rel(from, to);  // unless a heavy side was refused meanwhile
}

}  // namespace

void favour_heavy_sides() { switch_form(FenceForm::Asymmetric, FenceForm::FullForNow); }
void favour_light_sides() { switch_form(FenceForm::FullForNow, FenceForm::Asymmetric); }

bool init_asymmetric_fence() {
  const int saved_errno = errno;
  bool is_available = !base::kThreadSanitizer && register_process() == 0;
  // A lock may have been used by then: this is a switch of favoured sides, too. The call also finds out whether a
  // sandbox allows the registration but refuses the barrier itself.
  if (is_available) {
    process.fence_form.store_release(FenceForm::Switching);
    is_available = membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0;
  }
  process.fence_form.store_release(is_available ? FenceForm::Asymmetric : FenceForm::Full);
  errno = saved_errno;
  return is_available;
}

void heavy_fence() {
  base::count(base::Event::HeavyFence);
  for (;;) {
    switch (process.fence_form.load_acquire()) {
      case FenceForm::Full:
      case FenceForm::FullForNow:
        return base::fence_seq_cst();
      case FenceForm::Asymmetric:
      case FenceForm::Switching:
        if (fence_everybody()) return base::fence_seq_cst();
        [[fallthrough]];
      case FenceForm::Changing:
        change_to_full_fences();
    }
  }
}

}  // namespace rondo::os
