// SPDX-License-Identifier: Apache-2.0
//
// Whether an encounter of a loop that is waited for makes or uses a graph, or its tasks are ordinary ones, whichever
// takes less time (graph/tune/loop_trial.hpp).
#pragma once

#include "region/taskiter/loop.hpp"

namespace rondo::region {

// The loop is entered, and could be recorded: decides how this encounter goes on.
void begin_encounter(const sched::Worker& worker, TaskiterLoop& loop);
// What has been decided: ordinary tasks, from the first iteration on.
inline bool is_plain(const TaskiterLoop& loop) { return loop.way == graph::Way::Plain; }
// Between two rounds of ordinary tasks, of a loop that is put off: records the coming one if that pays by now.
void record_if_it_pays(sched::Worker& worker, TaskiterLoop& loop);
// All tasks of the loop are over. `is_whole`: none was cancelled.
void end_encounter(const sched::Worker& worker, TaskiterLoop& loop, bool is_whole);

}  // namespace rondo::region
