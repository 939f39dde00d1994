// SPDX-License-Identifier: Apache-2.0
//
// One execution of a task graph region in progress: what the parts that plan it, record it and replay it share.
#pragma once

#include "config/options.hpp"
#include "graph/store/history.hpp"
#include "graph/store/record_table.hpp"
#include "region/execution.hpp"
#include "region/taskgraph/taskgraph.hpp"

namespace rondo::region {

class Recapture;
class Recording;

struct TaskgraphRegion {
  const config::Options* options = nullptr;
  TaskgraphSite site = {};
  Execution execution = Execution::Plain;
  bool nogroup = false;
  bool is_nested = false;  // Plain, InOrder, Aside: in the code of another such region
  graph::History* history = nullptr;  // nullptr: the graphs are not watched

  // From the plan.
  graph::RecordTable* table = nullptr;
  graph::Record* record = nullptr;    // to be made, or to be used; nullptr: Plain
  bool skips_code = false;            // a replay can do without the region's code
  bool has_same_data = false;         // the data is as recorded: the user promises it, or the compiler can tell
  bool is_put_off = false;            // Aside: there is no graph yet
  graph::WayChoice choice;            // of a replay
  bool is_new = false;                // Pure: the graph has just been made
  bool is_behind_siblings = false;    // Recapture: the code runs, to see what its tasks depend on
  graph::Captures* new_data = nullptr;  // Refresh

  // For the record that may be made.
  std::span<const uint64_t> values;   // to be compared with those of later executions
  const rondo_capture_table* captures = nullptr;  // of these values

  // Record, Check:
  graph::Recorder* recorder = nullptr;
  Recording* recording = nullptr;
  // InOrder, Aside:
  uint64_t began_at = 0;              // os::ticks()
  // Recapture, Refresh, CreateKnown:
  graph::Instance* instance = nullptr;
  Recapture* recapture = nullptr;
};

// A message about the region, once; and notes for reports.
void explain(TaskgraphRegion& region, const char* what, const char* reason);
void note(const TaskgraphRegion& region, graph::Event event);
void note(const TaskgraphRegion& region, graph::Reason reason, const char* text);
void note_way(const TaskgraphRegion& region, graph::Way way);
// The region cannot be recorded, for this reason.
void refuse(TaskgraphRegion& region, const char* reason);

}  // namespace rondo::region
