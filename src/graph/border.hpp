// SPDX-License-Identifier: Apache-2.0
//
// A block of tasks, seen from outside: what the nodes of an instance depend on, for those that are created behind it
// while it may still run, and who may still look at the instance then. Used by sched/table.hpp and
// sched/proxy_task.hpp, which order later siblings behind the nodes. Argument: README.md, "Border".
#pragma once

#include "graph/instance.hpp"
#include "graph/record.hpp"

namespace rondo::graph {

// By the creator: what the replay's nodes depend on, or all memory where that is not known. While the block is open.
void add_accesses(const Instance& instance, base::PodVector<depend::Dependence>& list);

// Before the replay can end. `is_open`: its creator holds the instance as well, so that it may look at it.
inline void begin_block(Instance& instance, bool is_open) {
  instance.border.proxy_task = nullptr;
  instance.border.n_holders.store_relaxed(is_open ? 2 : 1);  // [B1]
}
// The replay is over: nothing of it runs any more.
inline bool is_over(const Instance& instance) { return instance.border.n_holders.load_acquire() == 1; }  // [B1]
// By either: true for the one who comes last and has to give the instance back.
inline bool let_go(Instance& instance) { return instance.border.n_holders.sub_acq_rel(1) == 1; }  // [B1]

}  // namespace rondo::graph
