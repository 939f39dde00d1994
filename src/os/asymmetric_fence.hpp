// SPDX-License-Identifier: Apache-2.0
//
// The asymmetric fence: two threads that each store, fence and load (Dekker) need a full fence on both sides, and
// here the frequent side gets it almost for nothing. Where the kernel offers membarrier(2), heavy_fence() makes every
// running thread of the process execute a fence, so that light_fence() only has to hold the compiler back. Without
// it, and under ThreadSanitizer (which cannot see it), both are ordinary full fences. A light side and a heavy side
// order each other, as do two heavy sides; two light sides do not.
//
// Where threads sleep more often than they create tasks, heavy sides may be favoured for a while: then both sides are
// full fences ("Favoured sides" in asymmetric_fence.cpp).
//
// A sandbox may take membarrier(2) away while threads run. Then light sides become full fences for good, and heavy
// sides wait once for light sides that were just under way ("The change" in asymmetric_fence.cpp).
#pragma once

#include "base/atomic.hpp"
#include "os/process.hpp"

namespace rondo::os {

// Asks the kernel, once. Until then both sides are full fences. True when the cheap form is in use. Children of
// fork() inherit it.
bool init_asymmetric_fence();

inline void light_fence() {
  asm volatile("" ::: "memory");
  if (process.fence_form.load_acquire() != FenceForm::Asymmetric) [[unlikely]]  // "Favoured sides"
    base::fence_seq_cst();
  asm volatile("" ::: "memory");
}

// Costs a system call and an interrupt of each CPU that runs another thread of this process: 0.4 us when there is
// none, about 10 us otherwise (two virtual CPUs). The calling thread executes a full fence at its end, too: it sees
// what others have stored before full fences of theirs that came during the call.
void heavy_fence();

// From now on heavy sides cost as little as full fences, and light sides as much; and back. Each switch costs as much
// as a heavy fence of the asymmetric form; without membarrier(2) there is nothing to switch. Any thread.
void favour_heavy_sides();
void favour_light_sides();
inline bool are_heavy_sides_favoured() { return process.fence_form.load_relaxed() == FenceForm::FullForNow; }

}  // namespace rondo::os
