// SPDX-License-Identifier: Apache-2.0
//
// Regions whose tasks the compiler knows (include/rondo/static_graph.h): which record an encounter uses, and the
// creation of the tasks in place of the region's code.
#pragma once

#include "graph/compile/static_graph.hpp"
#include "graph/store/history.hpp"
#include "region/taskgraph/region.hpp"

namespace rondo::region {

struct StaticUse {
  graph::Record* record = nullptr;  // the caller has a use of it; nullptr: the region's code is to be executed
  bool is_current = false;  // its data is that of this encounter: a pure replay is right
  bool is_aliased = false;  // without a record: addresses that the compiler took for different ones are the same
  bool is_new = false;  // this encounter has made the graph
  uint32_t n_edges = 0, n_edges_unreduced = 0;  // of it, if it is new; else 0
};

// Records of such a region are kept apart from those of its code.
StaticUse use_static_tasks(const TaskgraphRegion& region, const TaskgraphClauses& clauses);

// Does what the region's code would do: creates the tasks, in a re-capture of their graph.
void create_static_tasks(sched::Worker& worker, const graph::StaticTasks& tasks);

}  // namespace rondo::region
