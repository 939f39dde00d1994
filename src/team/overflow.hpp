// SPDX-License-Identifier: Apache-2.0
//
// The message when a thread has used up its stack: which thread, how deep in tasks, and what to set.
#pragma once

namespace rondo::team {

// Once, when the runtime starts. Threads are watched from when they are known (os/stack.hpp).
void watch_for_overflows();

}  // namespace rondo::team
