// SPDX-License-Identifier: Apache-2.0
//
// The size of a team: its members' memory, and the threads that sit there. By its master, while the team is quiet.
// For fork.cpp. Argument: README.md, "Fork" and [B3], [B5].
#pragma once

#include "team/team.hpp"

namespace rondo::team {

// Waits until the last region's threads have left for good, then dismisses some, or slots as many as there are up to
// `n`; more members are made if need be.
void resize(Team& team, uint32_t n);

// The team's threads go back to the pool; it is quiet and its master's thread calls.
void disband(Team& team);

}  // namespace rondo::team
