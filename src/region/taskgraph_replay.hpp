// SPDX-License-Identifier: Apache-2.0
//
// Executions of a task graph region that run its graph: without its code (Pure, Refresh, CreateKnown), or with its
// code to fill the nodes (Recapture).
#pragma once

#include "region/taskgraph_region.hpp"

namespace rondo::region {

// Waits for the replay, unless nogroup.
void replay_pure(sched::Worker& worker, const TaskgraphRegion& region);

// What is created between the two fills the nodes. `clauses` nullptr: it is the runtime that creates, in place of the
// region's code.
void begin_recapture(sched::Worker& worker, TaskgraphRegion& region, const TaskgraphClauses* clauses);
void end_recapture(sched::Worker& worker, TaskgraphRegion& region, bool complete);

}  // namespace rondo::region
