// SPDX-License-Identifier: Apache-2.0
//
// Instructions and calls for waiting threads.
#pragma once

#include <sched.h>

#include "base/architecture.hpp"

namespace rondo::os {

// One step of a spin loop: frees pipeline resources for the sibling hardware thread and saves power.
inline void relax() { base::architecture::relax(); }

// Lets another thread run on this CPU if one wants to (a system call).
inline void yield_thread() { sched_yield(); }

}  // namespace rondo::os
