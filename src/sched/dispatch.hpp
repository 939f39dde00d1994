// SPDX-License-Identifier: Apache-2.0
//
// Running one piece of work, whatever it is: the only place that knows how tasks, nodes and ranges run.
#pragma once

#include "sched/worker.hpp"

namespace rondo::sched {

// Runs `work`, pushes what it made ready but keeps the immediate successor: the ready successor of highest priority
// that was created first. Returns it (or no work); the caller runs or pushes it.
Work run(Worker& worker, Work work);

}  // namespace rondo::sched
