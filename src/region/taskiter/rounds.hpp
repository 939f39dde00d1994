// SPDX-License-Identifier: Apache-2.0
//
// The iterations of a taskiter loop that run from its cyclic graph: all released at once, or one by one, when the
// loop's condition is true or its body has been executed again. When their times are known and it pays, the loop
// changes to a better graph of the same nodes between two rounds.
#pragma once

#include "region/taskiter/loop.hpp"

namespace rondo::region {

// The first iterations have been recorded; the instance is open.
void begin_rounds(sched::Worker& worker, TaskiterLoop& loop);
// The same for iterations that are stepped through, also of a kept loop, before its first ones have been captured.
void begin_stepping(sched::Worker& worker, TaskiterLoop& loop);
// The first iterations have been captured, so nothing has run yet: neither they nor the others.
void release_captured(sched::Worker& worker, TaskiterLoop& loop);

// The number of iterations is known: those that have not run yet run from the graph.
void release_rest(sched::Worker& worker, TaskiterLoop& loop);

// The next iteration by itself: it is launched, or to be captured.
Iteration step(sched::Worker& worker, TaskiterLoop& loop);
void advance_round(TaskiterLoop& loop);

// An instance of the record's graph, or of a better one, if that pays; `n_ahead`: rounds that are known to come.
void take_tuned(sched::Worker& worker, TaskiterLoop& loop, uint64_t n_ahead);

}  // namespace rondo::region
