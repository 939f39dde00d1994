// SPDX-License-Identifier: Apache-2.0
//
// What the configuration says about scheduling, where the hot paths read it. Written once, before the first task.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rondo::sched {

struct Settings {
  uint32_t max_task_priority = 0;
  uint32_t immediate_successor_percent = 100;
  bool oldest_first = false;       // of a worker's own deque
  bool cancellation = false;       // tasks of a cancelled taskgroup may be discarded
  bool minds_nodes = false;        // a node is more than its body: it may be discarded, or is told to a tool
  bool suspends = false;           // tasks may be suspended: each begins on a stack of its own (suspend.hpp)
  bool minds_tasks = false;        // cancellation or suspends
  size_t task_stack_bytes = 0;     // of those stacks
  bool whole_taskloops = true;     // each is one node; false: each of its tasks is, as somebody looks at single ones
  uint64_t ahead_bytes = 128 * 1024;  // of blocks that a region's code may have captured before it runs nodes
  uint32_t throttle_tasks = 0;     // outstanding children at which a creator helps; 0: never
  uint64_t fine_grained_ticks = 0;         // no longer dependent task runs when it is created; 0: none does
  uint64_t wait_look_ns = 0;       // check mode: how often a wait that lasts is looked at; 0: never
};
[[gnu::visibility("hidden")]] extern Settings settings;

}  // namespace rondo::sched
