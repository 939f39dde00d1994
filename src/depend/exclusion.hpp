// SPDX-License-Identifier: Apache-2.0
//
// The lock shared by the members of one mutexinoutset set. It is taken when a task has become ready, not by the body:
// a task that does not get it is kept in the lock's list and becomes ready when the holder retires. No thread blocks.
// A task with several locks takes them in ascending address order, so no cycle of waiting can form.
#pragma once

#include <cstdint>

#include "base/atomic.hpp"

namespace rondo::task {
class Slab;
struct Task;
}  // namespace rondo::task

namespace rondo::depend {

struct DepNode;

class Exclusion {
 public:
  // True: `node` holds the lock now. False: it is queued, and will be returned by the holder's release().
  bool acquire(DepNode& node);
  // By the holder. Returns the next holder if one waits, else nullptr.
  DepNode* release();

  void retain() { users_.add_relaxed(1); }  // [X2]
  void drop(task::Slab& slab);

 private:
  // 0: free; kHeld: held; kHeld | Node*: held, newest waiter first, linked through Exclusions::next_waiter.
  static constexpr uintptr_t kHeld = 1;

  base::Atomic<uintptr_t> state_{0};
  base::Atomic<uint32_t> users_{1};
};

// The locks of one task, in ascending address order.
struct Exclusions {
  uint32_t n_total;
  uint32_t n_held;
  DepNode* next_waiter;  // link in an Exclusion's list; written by the worker that queues the node
  Exclusion** locks() { return reinterpret_cast<Exclusion**>(this + 1); }
};

// Takes the exclusions that the node still lacks. False: it is queued at one, and that one's release will return it.
bool acquire_exclusions(DepNode& node);

// Gives back the node's exclusions; adds each task that thereby has all of its own to `ready_list`.
void release_exclusions(DepNode& node, task::Slab& slab, task::Task** ready_list);

}  // namespace rondo::depend
