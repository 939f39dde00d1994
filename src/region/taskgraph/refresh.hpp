// SPDX-License-Identifier: Apache-2.0
//
// Recorded regions for which the compiler knows where their tasks' data comes from (include/rondo/capture_table.h):
// replays with other data, in which the region's code is not executed.
#pragma once

#include "graph/store/record.hpp"
#include "region/taskgraph/taskgraph.hpp"

namespace rondo::region {

class Recapture;

// Called before the record gets its graph.
void note_ranges(graph::Record& record, const graph::Recorder& recorder, const rondo_capture_table& table);

// Does what the region's code would do in a re-capture: fills the nodes' blocks, in creation order.
void refresh_tasks(sched::Worker& worker, Recapture& recapture, graph::Captures& captures);

}  // namespace rondo::region
