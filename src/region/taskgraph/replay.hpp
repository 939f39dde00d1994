// SPDX-License-Identifier: Apache-2.0
//
// Executions of a task graph region that has a graph: it runs without the region's code (Pure, Refresh, CreateKnown),
// with that code to fill the nodes (Recapture), or is left aside because that is faster (InOrder, Aside).
#pragma once

#include "region/taskgraph/region.hpp"

namespace rondo::region {

// Waits for the replay, unless it is nogroup.
void replay_pure(sched::Worker& worker, const TaskgraphRegion& region);

// InOrder: tasks created between begin and end run where they are created. Aside: they are ordinary ones.
void begin_aside(sched::Worker& worker, TaskgraphRegion& region);
void end_aside(sched::Worker& worker, TaskgraphRegion& region);

// Tasks created between begin and end fill the nodes. `clauses` nullptr: the runtime creates them, in place of the
// region's code.
void begin_recapture(sched::Worker& worker, TaskgraphRegion& region, const TaskgraphClauses* clauses);
void end_recapture(sched::Worker& worker, TaskgraphRegion& region, bool complete);

}  // namespace rondo::region
