// SPDX-License-Identifier: Apache-2.0
//
// Running one piece of work of any kind: the only place that knows how tasks, nodes and ranges run.
#pragma once

#include "sched/worker/worker.hpp"

namespace rondo::sched {

// Runs `work`, and pushes all work that it made ready but the immediate successor: the ready successor of highest
// priority that was created first. Returns that (or no work); the caller runs or pushes it.
Work run(Worker& worker, Work work);

}  // namespace rondo::sched
