// SPDX-License-Identifier: Apache-2.0
//
// Where a worker looks for work: priorities, its own deque, its mailboxes, then the other seats of its crew.
#pragma once

#include "sched/worker.hpp"

namespace rondo::sched {

// Work that may run on top of a wait within `within` (nullptr: any). Nodes of a graph are stolen only by a worker
// that `is_patient`, i.e. has looked in vain for a while, because they have a place.
Work find_work(Worker& worker, const task::Domain* within, bool is_patient);

// The same without looking at other seats.
Work find_own_work(Worker& worker, const task::Domain* within);

}  // namespace rondo::sched
