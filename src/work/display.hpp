// SPDX-License-Identifier: Apache-2.0
//
// OMP_DISPLAY_AFFINITY: when the threads of a region say where they run. What they say: affinity.hpp.
#pragma once

#include "team/team.hpp"

namespace rondo::work {

// 0 until the first region, then what the settings say.
enum class Display : uint32_t { Unknown, Silent, Displays };
extern constinit base::Atomic<Display> display_setting;
Display read_display_setting();

// Whether the user asks for it. Any thread.
inline bool displays_affinity() {
  Display known = display_setting.load_relaxed();
  if (known == Display::Silent) [[likely]]
    return false;
  if (known == Display::Unknown) known = read_display_setting();
  return known == Display::Displays;
}

// A region whose threads say where they are when there is something new about it: in programs of libgomp, when a team
// of several is not what it was in its last region; in those of libomp, when one of the threads has spoken of another
// nest or place last.
void fork_with_display(sched::Worker& worker, team::RegionBody body, uint32_t n_threads);

// The same for a serial region that the calling thread has begun; libomp's programs only.
void display_alone(sched::Worker& worker);

}  // namespace rondo::work
