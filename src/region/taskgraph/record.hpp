// SPDX-License-Identifier: Apache-2.0
//
// Executions of a task graph region that take its tasks down (Record), or compare them with its record (Check); and
// the graph of the tasks that have been taken down.
#pragma once

#include "region/taskgraph/region.hpp"

namespace rondo::region {

void begin_recording(sched::Worker& worker, TaskgraphRegion& region, const TaskgraphClauses& clauses);

// The tasks are done, or, with nogroup, in no group of the region. `complete`: the block was executed to its end.
void end_recording(sched::Worker& worker, TaskgraphRegion& region, bool complete);
void end_check(sched::Worker& worker, TaskgraphRegion& region, bool complete);

// Makes the graph of the tasks that an earlier execution has taken down. False: it cannot be made, the record is
// refused.
bool compile_record(TaskgraphRegion& region, bool keeps_lists);

}  // namespace rondo::region
