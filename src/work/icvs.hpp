// SPDX-License-Identifier: Apache-2.0
//
// The data environment of the current task, as omp_set_* changes it, and its place in the nest of regions.
#pragma once

#include "sched/run/environment.hpp"
#include "team/icvs.hpp"

namespace rondo::work {

// Sets an ICV of the current task. Children that exist already keep their value; later ones inherit the new one.
template <class T>
void set_icv(sched::Worker& worker, T config::Icvs::* icv, T value) {
  const config::Icvs& icvs = team::icvs_of(worker);
  if (icvs.*icv != value) sched::change_icvs(worker, icvs).*icv = value;
}

// The team member that is the calling thread, or its ancestor, in the region of that nesting level; nullptr: no such
// level.
const team::Member* ancestor(const sched::Worker& worker, int32_t level);

}  // namespace rondo::work
