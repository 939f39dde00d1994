// SPDX-License-Identifier: Apache-2.0
//
// A child of fork(2): a process with one thread, and with teams in memory whose other threads it does not have.
// Argument: README.md, "Children".
#pragma once

#include "team/team.hpp"

namespace rondo::team {

// In the parent, when fork() is called and before it returns.
void before_fork();
void after_fork_in_parent();

// In the child, before fork() returns.
void after_fork_in_child();

// The master of a region that was running at fork() has come to the region's end in the child.
void leave_region_in_child(sched::Worker& worker, Team& stand_in);

// A thread of such a region that is not its master has come to its end.
[[noreturn]] void end_of_way_in_child();

}  // namespace rondo::team
