// SPDX-License-Identifier: Apache-2.0
//
// The rounds of a loop whose tasks are ordinary ones: none of these may overlap with itself in the round before, as
// in a cyclic graph. Argument: README.md, "Rounds of ordinary tasks".
#pragma once

#include "region/taskiter/loop.hpp"

namespace rondo::region {

// Phase::Plain: the next iteration begins. A loop that is put off is recorded from here on if that pays by now.
void begin_plain_iteration(sched::Worker& worker, TaskiterLoop& loop);

// The loop's tasks are not recorded. What is noted is how many they are, and whether something orders them behind
// themselves.
void watch_plain(sched::Worker& worker, TaskiterLoop& loop);

}  // namespace rondo::region
