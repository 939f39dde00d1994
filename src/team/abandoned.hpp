// SPDX-License-Identifier: Apache-2.0
//
// What a cancelled region leaves behind: its threads jump from inside of constructs to the region's end, so they
// neither leave these constructs nor end the taskgroups that they have opened. Argument: work/README.md,
// "Cancellation".
#pragma once

#include "team/team.hpp"

namespace rondo::team {

// By the member's own thread, behind its arrival at the region's end: ends groups and reductions that are still open.
void drop_open_groups(sched::Worker& worker, Member& member);

}  // namespace rondo::team
