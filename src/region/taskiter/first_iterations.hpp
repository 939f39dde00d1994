// SPDX-License-Identifier: Apache-2.0
//
// The iterations of a taskiter loop from which its graph is made. They are recorded while their tasks run by ordinary
// means; or, when an earlier encounter has left a graph, captured and compared with that before anything starts.
#pragma once

#include "region/taskiter/loop.hpp"

namespace rondo::region {

// Whether the graph of an encounter may serve the next one.
bool is_keepable(const TaskiterLoop& loop);

// Called when the loop is entered. Validate: an earlier encounter has left its graph, of which an instance is taken.
// Else Record.
Execution plan_first_iterations(sched::Worker& worker, TaskiterLoop& loop);
void begin_recording(sched::Worker& worker, TaskiterLoop& loop);
void begin_validation(sched::Worker& worker, TaskiterLoop& loop);

// Recording: all first iterations have been recorded. The loop goes on in rounds, or, if it cannot, as ordinary
// tasks.
void end_recording(sched::Worker& worker, TaskiterLoop& loop);
void drop_recorder(sched::Worker& worker, TaskiterLoop& loop);

// The loop's tasks have been ordinary ones; the coming iterations are to be recorded.
void record_from_here(sched::Worker& worker, TaskiterLoop& loop);

// True if the loop was recorded in such a way that its body's code would run for every iteration, to give its tasks
// their data.
bool runs_code(sched::Worker& worker, const TaskiterLoop& loop);

// Kept graph: the next iteration is to be captured.
void begin_capture(sched::Worker& worker, TaskiterLoop& loop);
// The iteration has been captured: true if it is the kept one. Else the tasks that it has created are ordinary ones,
// and the loop is recorded if none of it has run from the graph.
bool end_capture(sched::Worker& worker, TaskiterLoop& loop, bool complete);
// The loop ends before all first iterations have been captured.
void abandon_capture(sched::Worker& worker, TaskiterLoop& loop);

}  // namespace rondo::region
