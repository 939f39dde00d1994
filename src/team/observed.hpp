// SPDX-License-Identifier: Apache-2.0
//
// Threads, regions, implicit tasks and worksharing constructs, told to the tool, and the tool's beginning and end
// (ompt/README.md). All of this is called only while a tool is on, but for begin_observing().
#pragma once

#include "config/options.hpp"
#include "sched/run/observe.hpp"
#include "team/team.hpp"

namespace rondo::team {

// When the runtime starts: looks for a tool and starts it.
void begin_observing(const config::Options& options);
// ompt_finalize_tool: the process goes on without the tool, which hears what it would hear of this thread at the end.
void finalize_tool();

void begin_thread(sched::Worker& worker, ompt::ThreadKind kind);
void end_thread(sched::Worker& worker, ompt::ThreadKind kind);
// Of a process that is traced: the thread goes on in a child of fork(2), whose trace has begun.
void go_on_in_child(sched::Worker& worker);
// A thread of the program ends; it is outside of regions, or in the middle of one.
void end_initial_thread(sched::Worker& worker, Member& member);

// The region of `team` begins; the current task is the one that has encountered it.
void begin_parallel(sched::Worker& worker, Team& team, uint32_t n_requested);
// It is over; the master is back in that task. `master` is its member in the region.
void end_parallel(sched::Worker& worker, const Member& master);

// A teams region, whose teams this worker executes one after another.
void begin_league(sched::Worker& worker, ompt::League& league);
void begin_team_of_league(sched::Worker& worker, uint32_t index);
void end_league(sched::Worker& worker);

// The worker occupies the member, whose implicit task is current.
void begin_implicit(sched::Worker& worker, Member& member);
// Before and after the barrier at the end of the region.
void begin_last_barrier(sched::Worker& worker, Member& member);
void end_implicit(sched::Worker& worker, Member& member);

// A loop or sections construct, of which a thread is in one at a time. A beginning ends the construct before, which a
// cancelled thread may have left without a call.
void begin_work(sched::Worker& worker, ompt::WorkKind kind, uint64_t count, const void* caller);
void end_work(sched::Worker& worker, const void* caller);

}  // namespace rondo::team
