// SPDX-License-Identifier: Apache-2.0
//
// How the members of a team come together: at its barriers, and at a region's end. A member has arrived when all
// descendants of its implicit task are complete; it works until the others have arrived, too. For fork.cpp, serve.cpp
// and the barriers of constructs. Argument: README.md, "Arrival", "Barrier", [B1], [B4], [B6].
#pragma once

#include "team/team.hpp"

namespace rondo::team {

// Which of the three ways suits a team of this size. By the master while the team is quiet.
void settle_meeting(Team& team, uint32_t size, bool is_oversubscribed);

// What a barrier does first: works until all descendants of the member's implicit task are complete. The member's own
// thread, not inside an explicit task.
void complete_tasks(sched::Worker& worker, Member& member);

// All members have arrived, and all tasks of the team are complete, before any member leaves.
void barrier(sched::Worker& worker);

// The end of a region, by each member: waits for the tasks below its implicit task and for the members that report to
// it, then reports itself. When the master returns, all have arrived; the next phase releases the others.
void arrive(sched::Worker& worker, Member& member, Team& team);

}  // namespace rondo::team
