// SPDX-License-Identifier: Apache-2.0
//
// A loop whose graph has been kept is entered again: what its first iteration creates is captured and compared with
// the graph before any of it starts. If it is something else, what has been captured so far becomes ordinary tasks.
#pragma once

#include "sched/region.hpp"

namespace rondo::sched {

// A task is submitted whose block is the expected node's. Always true: it has been dealt with.
bool withhold(Worker& worker, Encounter& encounter, task::Task& task, Dependences dependences, bool is_undeferred);

// The loop is another one, for this reason. From here on it is recorded, if the encounter has a recorder, with the
// tasks that were withheld; else its tasks are ordinary ones, behind everything that has started.
void hand_over(Worker& worker, Encounter& encounter, const char* reason);

}  // namespace rondo::sched
