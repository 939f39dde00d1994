// SPDX-License-Identifier: Apache-2.0
//
// The two ends of an instance's use: it becomes a domain below the current task, and in the end the task waits for it
// or leaves it to itself, as one child of the task. For task graph regions, dependence patterns and loops.
#pragma once

#include "graph/store/record_table.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::region {

// Opens the instance below the current task, without counting it yet: the control code may wait for its children
// meanwhile, and must not wait for its own end. `owner`: as of JoinCounter::open().
void open_instance(sched::Worker& worker, graph::Instance& instance, task::WorkerId owner);

// The instance is a child of the current task from here on; `on_dead` as of Domain. close_instance() has to follow.
void count_as_child(graph::Instance& instance,
                    task::JoinCounter& (*on_dead)(sched::Worker& worker, task::Domain& domain));
// The control code has nothing more to do with the instance, which may be gone when this returns.
void close_instance(sched::Worker& worker, graph::Instance& instance);

// One replay of a record's graph. close_replay() is for the task that opened it: it waits for the replay unless
// `nogroup`; the instance goes back to its record, whose use ends with it.
void open_replay(sched::Worker& worker, graph::Instance& instance, bool nogroup);
void close_replay(sched::Worker& worker, graph::Instance& instance, bool nogroup);
// The same without waiting, where later siblings come behind each node by itself (hand_over.hpp).
void leave_replay(sched::Worker& worker, graph::Instance& instance);

// Waits until the node, a join, is reached.
void await_join(sched::Worker& worker, graph::Instance& instance, graph::NodeIndex join);

// The domain whose tasks a wait for nodes has to run meanwhile. A loop's first round also waits for tasks outside of
// the graph, and so do nodes that come behind siblings.
inline const task::Domain* worked_for(const graph::Instance& instance) {
  const bool waits_outside = graph::is_loop(instance.kind) || instance.border.is_behind_siblings;
  return waits_outside ? instance.domain.outer : &instance.domain;
}

inline graph::Instance& instance_of(task::Domain& domain) {
  return reinterpret_cast<graph::Instance&>(domain);  // its first member
}

}  // namespace rondo::region
