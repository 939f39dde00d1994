// SPDX-License-Identifier: Apache-2.0
//
// The cancellation of constructs with a reduction(task, ...), as clang calls them.
#pragma once

#include "sched/worker/worker.hpp"

namespace rondo::kmpc {

// The thread leaves a cancelled worksharing construct from inside: the construct's taskgroup ends without a result.
void abandon_worksharing(sched::Worker& worker);

}  // namespace rondo::kmpc
