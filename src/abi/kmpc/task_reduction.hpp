// SPDX-License-Identifier: Apache-2.0
//
// Constructs that reduce by the task modifier, as clang calls them: what their cancellation asks for.
#pragma once

#include "sched/worker.hpp"

namespace rondo::kmpc {

// The thread leaves a worksharing construct that was cancelled, from inside of it: its group ends without a result.
void abandon_worksharing(sched::Worker& worker);

}  // namespace rondo::kmpc
