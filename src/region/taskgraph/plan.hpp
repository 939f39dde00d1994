// SPDX-License-Identifier: Apache-2.0
//
// What an execution of a task graph region will be: decided here, once, before anything of it happens.
#pragma once

#include "region/taskgraph/region.hpp"

namespace rondo::region {

// Finds the record, and sets in `region` what the execution needs of it. A record that is to be used is held; a graph
// that is missing is compiled.
Execution plan_taskgraph(sched::Worker& worker, TaskgraphRegion& region, const TaskgraphClauses& clauses);

// Whether the dependences of a re-capture's tasks are to be compared with the recorded ones. A promise that the data
// is the same includes the dependences.
bool compares_dependences(const TaskgraphRegion& region, const TaskgraphClauses& clauses);

}  // namespace rondo::region
