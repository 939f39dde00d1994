// SPDX-License-Identifier: Apache-2.0
//
// A heavy fence that many threads share, for threads that yield between its two calls.
#pragma once

#include "base/atomic.hpp"
#include "os/asymmetric_fence.hpp"

namespace rondo::os {

// A fence that begins after their ticket() serves all of them, whichever thread executes it.
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
