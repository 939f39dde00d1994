// SPDX-License-Identifier: Apache-2.0
//
// The data environment of the current task, as omp_set_* changes it, and its place in the nest of regions.
#pragma once

#include "sched/environment.hpp"
#include "team/icvs.hpp"

namespace rondo::work {

// Sets an ICV of the current task. Its children that exist keep theirs; later ones inherit it.
template <class T>
void set_icv(sched::Worker& worker, T config::Icvs::* icv, T value) {
  const config::Icvs& icvs = team::icvs_of(worker);
  if (icvs.*icv != value) sched::change_icvs(worker, icvs).*icv = value;
}

// The member that is, or contains, the calling thread in the region of that nesting level; nullptr: no such level.
const team::Member* ancestor(const sched::Worker& worker, int32_t level);

}  // namespace rondo::work
