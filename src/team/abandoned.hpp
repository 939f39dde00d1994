// SPDX-License-Identifier: Apache-2.0
//
// What a cancelled region leaves behind: its threads go to the region's end from inside of constructs, and neither
// leave these nor end the taskgroups that they have opened. Argument: work/README.md, "Cancellation".
#pragma once

#include "team/team.hpp"

namespace rondo::team {

// The member's own thread, behind its arrival at the region's end: groups and reductions that are still open.
void drop_open_groups(sched::Worker& worker, Member& member);

}  // namespace rondo::team
