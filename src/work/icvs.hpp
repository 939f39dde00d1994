// SPDX-License-Identifier: Apache-2.0
//
// The data environment of the current task, as omp_set_* and omp_get_* see it, and its place in the nest of regions.
#pragma once

#include "config/icvs.hpp"
#include "team/team.hpp"

namespace rondo::work {

// For changes. An explicit task gets a copy of its own at its first change, which goes with the task.
config::Icvs& own_icvs(sched::Worker& worker);

// The member that is, or contains, the calling thread in the region of that nesting level; nullptr: no such level.
const team::Member* ancestor(const sched::Worker& worker, int32_t level);

}  // namespace rondo::work
