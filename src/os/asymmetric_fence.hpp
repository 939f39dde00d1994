// SPDX-License-Identifier: Apache-2.0
//
// The asymmetric fence: two threads that each store, fence and load (Dekker) need a full fence on both sides, and
// here the frequent side gets it almost for nothing. Where the kernel offers membarrier(2), heavy_fence() makes every
// running thread of the process execute a fence, so that light_fence() only has to hold the compiler back. Without
// it, and under ThreadSanitizer (which cannot see it), both are ordinary full fences. A light side and a heavy side
// order each other, as do two heavy sides; two light sides do not.
//
// A sandbox may take membarrier(2) away while threads run. Then light sides become full fences for good, and heavy
// sides wait once for light sides that were just under way ("The change" in asymmetric_fence.cpp).
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

}  // namespace rondo::os
