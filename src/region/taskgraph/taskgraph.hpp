// SPDX-License-Identifier: Apache-2.0
//
// The taskgraph construct: what happens at the two ends of a region (OpenMP 6.0 section 14.3). One interface for
// rondo.h and for all other ways into regions: directives, compile-time graphs, other compilers' entry points.
#pragma once

#include <cstdint>

#include <span>

#include "rondo/capture_table.h"
#include "rondo/static_graph.h"
#include "sched/run/region.hpp"

namespace rondo::region {

struct TaskgraphClauses {
  uint64_t graph_id = 0;
  bool reset = false;
  bool if_clause = true;
  bool nogroup = false;
  bool same_data = false;  // the user's promise: captured data is as it was recorded
  bool same_dependences = false;  // likewise: dependences are as they were recorded
  sched::RegionExecution::Unannounced unannounced = sched::RegionExecution::Unannounced::Recorded;
  const rondo_static_graph* known = nullptr;  // the compiler knows the tasks; with the values of this encounter:
  std::span<const uint64_t> values;
  bool has_inputs = false;  // or: it knows that the tasks and their data depend on these values only,
  const rondo_capture_table* captures = nullptr;  // and how the data does
};

struct TaskgraphSite {
  void** records;  // the region's own word for its records
  const char* file;
  uint32_t line;
  void* module = nullptr;  // __dso_handle of the module that `records` lies in; nullptr: never unloaded
  bool is_directive = false;  // else written with rondo.h; messages use the words of that form
};

struct TaskgraphRegion;  // one encounter in progress

// Returns the encounter if the caller is to execute the block and then call leave_taskgraph; nullptr if the region
// has been replayed without it.
TaskgraphRegion* enter_taskgraph(sched::Worker& worker, const TaskgraphSite& site, const TaskgraphClauses& clauses);

// `complete`: the block was executed to its end.
void leave_taskgraph(sched::Worker& worker, TaskgraphRegion* region, bool complete);

}  // namespace rondo::region
