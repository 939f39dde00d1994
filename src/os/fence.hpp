// SPDX-License-Identifier: Apache-2.0
//
// The asymmetric fence: two threads that each store, fence and load (Dekker) need a full fence on both sides, and
// here the frequent side gets it almost for nothing. Where the kernel offers membarrier(2), heavy_fence() makes every
// running thread of the process execute a fence, so that light_fence() only has to hold the compiler back. Without
// it, and under ThreadSanitizer (which cannot see it), both are ordinary full fences. A light side and a heavy side
// order each other, as do two heavy sides; two light sides do not.
//
// A sandbox may take membarrier(2) away while threads run. Then light sides become full fences for good, and heavy
// sides wait once for light sides that were just under way ("The change" in fence.cpp).
#pragma once

#include "base/atomic.hpp"
#include "os/process.hpp"

namespace rondo::os {

// Asks the kernel, once, before any second thread uses a fence. True when the cheap form is in use. Children of
// fork() inherit it.
bool init_asymmetric_fence();

inline void light_fence() {
  asm volatile("" ::: "memory");
  if (!__builtin_expect(process.asymmetric_fence_available, 1)) base::fence_seq_cst();
  asm volatile("" ::: "memory");
}

// Costs a system call and an interrupt of each CPU that runs another thread of this process: 0.4 us when there is
// none, about 10 us otherwise (two virtual CPUs).
void heavy_fence();

// A heavy fence that many threads share: a fence that begins after their ticket() serves all of them, whichever
// thread executes it. For threads that yield between the two calls.
//
// Why a fence of another thread is enough: a ticket is read after a full fence, so the stores of its holder are
// visible to all threads when a fence with a higher number begins. A light side that reads after that fence's
// interrupt therefore reads the holder's store. If it has read before the interrupt, its own store came first and is
// visible when the fence is done, hence when the holder looks. Where light sides are full fences, the ticket's own
// fence is all that is needed.
class SharedFence {
 public:
  uint64_t ticket() const {
    base::fence_seq_cst();  // [sched/P6]
    return n_begun_.load_relaxed();
  }

  void execute_since(uint64_t ticket) {
    if (last_done_.load_acquire() > ticket) return;  // [sched/P6]
    const uint64_t number = n_begun_.add_acq_rel(1) + 1;
    heavy_fence();
    uint64_t last = last_done_.load_relaxed();
    while (last < number && !last_done_.cas_acq_rel(last, number)) {  // [sched/P6]
    }
  }

 private:
  base::Atomic<uint64_t> n_begun_{0};
  base::Atomic<uint64_t> last_done_{0};  // the highest number of the fences that are done
};

}  // namespace rondo::os
