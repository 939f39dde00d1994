// SPDX-License-Identifier: Apache-2.0
//
// The two ends of one replay: its instance becomes a domain below the current task, and in the end is waited for or,
// with nogroup, left to itself as one child of that task. For task graph regions and for dependence patterns.
#pragma once

#include "graph/record.hpp"
#include "sched/worker.hpp"

namespace rondo::work {

void open_replay(sched::Worker& worker, graph::Instance& instance, bool nogroup);

// By the task that opened it. The instance goes back to its record, whose use ends with it.
void close_replay(sched::Worker& worker, graph::Instance& instance, bool nogroup);

}  // namespace rondo::work
