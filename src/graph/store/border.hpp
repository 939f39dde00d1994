// SPDX-License-Identifier: Apache-2.0
//
// A block of tasks, seen from outside: what the nodes of an instance depend on, for tasks that are created behind the
// block while it may still run; and how long the instance may still be looked at. Used by sched/run/table.hpp and
// sched/run/proxy_task.hpp, which order later siblings behind the nodes. Argument: README.md, "Border".
#pragma once

#include "graph/replay/instance.hpp"
#include "graph/store/record_table.hpp"

namespace rondo::graph {

// Called by the creator while the block is open. Adds what the replay's nodes depend on, or all memory where that is
// not known.
void add_accesses(const Instance& instance, base::PodVector<depend::Dependence>& list);

// Called before the replay can end. `is_open`: the block's creator holds the instance as well, so that it may look at
// it.
inline void begin_block(Instance& instance, bool is_open) {
  instance.border.proxy_task = nullptr;
  instance.border.n_holders.store_relaxed(is_open ? 2 : 1);  // [B1]
}
// The replay is over: nothing of it runs any more.
inline bool is_over(const Instance& instance) { return instance.border.n_holders.load_acquire() == 1; }  // [B1]
// Called by each holder; true for the last one, which has to give the instance back.
inline bool let_go(Instance& instance) { return instance.border.n_holders.sub_acq_rel(1) == 1; }  // [B1]

}  // namespace rondo::graph
