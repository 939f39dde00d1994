// SPDX-License-Identifier: Apache-2.0
//
// OMP_DISPLAY_AFFINITY: when the threads of a region display where they run. The text is made by affinity.hpp.
#pragma once

#include "team/runtime.hpp"
#include "team/team.hpp"

namespace rondo::work {

// Whether the user asks for it. Any thread.
inline bool displays_affinity() { return team::options().display_affinity; }

// Displays where the threads of a region run if that is new: in programs of libgomp, if a team of several threads has
// changed since its last region; in programs of libomp, if the last line about one of the threads named another nest
// or place.
void fork_with_display(sched::Worker& worker, const config::Icvs& icvs, team::RegionBody body, uint32_t n_threads);

// The same for a serial region that the calling thread has begun; libomp's programs only.
void display_alone(sched::Worker& worker);

}  // namespace rondo::work
