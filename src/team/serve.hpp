// SPDX-License-Identifier: Apache-2.0
//
// The life of a thread that Rondo has started, while it is in a team. Argument: README.md, "Serve".
#pragma once

#include "team/pool.hpp"

namespace rondo::team {

// Runs on the thread: serves regions of `member`'s team until dismissed.
void serve(Thread& thread, Member& member);

}  // namespace rondo::team
