// SPDX-License-Identifier: Apache-2.0
//
// Threads that share a processor while other processors are free. The kernel may wake or start two threads of a team
// on one processor if the others are busy for a moment. It then leaves them there: threads that wait yield to each
// other, so none looks starved to it. Each region then costs two switches. README.md, "Processors".
#pragma once

#include "os/topology.hpp"
#include "team/team.hpp"

namespace rondo::team {

// Before a region's body, on the member's thread: the others see where it runs.
inline void note_processor(Member& member) {
  const uint32_t here = os::current_cpu();
  if (member.processor.load_relaxed() != here) member.processor.store_relaxed(here);
}

// At the end of a region, before the member's thread leaves it, and when a new thread begins its first region: if a
// member of lower number ran on this processor, the thread moves to a processor on which no member ran. Its mask is
// the same afterwards as before. At most once a millisecond: `next_ticks` is the time of the next look.
void spread_over_processors(const Team& team, Member& member, uint64_t& next_ticks);

}  // namespace rondo::team
