// SPDX-License-Identifier: Apache-2.0
//
// How the rounds of a loop run that is waited for: spread over the team, or alone on the encountering thread, in
// creation order, whichever has been faster (graph/tune/stretches.hpp).
#pragma once

#include "region/taskiter/loop.hpp"

namespace rondo::region {

// The graph is there, and its instance is open. `is_behind_recorded`: recorded tasks may still run, so that the first
// stretch has to be spread.
void begin_stretches(TaskiterLoop& loop, bool is_behind_recorded);
// What is known now is left to the next encounter.
void end_stretches(TaskiterLoop& loop);

graph::Stretch next_stretch(sched::Worker& worker, TaskiterLoop& loop);
void note_stretch(sched::Worker& worker, TaskiterLoop& loop, graph::Stretch stretch, uint64_t ticks);

// Stepping: a round begins. Afterwards `loop.stretch` says how it runs; if alone, nothing of the loop is left to run.
void begin_stepped_round(sched::Worker& worker, TaskiterLoop& loop);

// Gate::Capture, alone: the body's tasks run where they are created, until end_in_order(). False: one of them was
// detachable, so it and those behind it are ordinary tasks.
void begin_in_order(sched::Worker& worker, TaskiterLoop& loop);
bool end_in_order(sched::Worker& worker, TaskiterLoop& loop);

}  // namespace rondo::region
