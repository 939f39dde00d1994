// SPDX-License-Identifier: Apache-2.0
//
// The size of a team: its members' memory, and the threads on them. By its master, while the team is quiet. For
// fork.cpp. Argument: README.md, "Fork" and [B3], [B5].
#pragma once

#include "team/team.hpp"

namespace rondo::team {

// Waits until the last region's threads have left for good. Then dismisses some, or takes more from the pool, as many
// as there are up to `n`; makes more members if necessary.
void resize(Team& team, uint32_t n);

// The team's threads go back to the pool. By its master, while the team is quiet.
void disband(Team& team);

}  // namespace rondo::team
