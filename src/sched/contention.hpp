// SPDX-License-Identifier: Apache-2.0
//
// Somebody else wants the processors on which this program's threads run: another program, or a second thread of the
// team that the kernel has put on the same processor. A thread that idles by spinning uses up its share. When there
// is work for it, or the team is to meet, it is often away, for some milliseconds. A thread that sleeps has its share
// left, and comes back soon after it is woken. So workers notice contention when they yield, and park early for a
// while. Argument: README.md, "Contended processors".
#pragma once

#include "os/clock.hpp"
#include "sched/process.hpp"
#include "sched/tolerance.hpp"

namespace rondo::sched {

// Any thread. `now`: os::ticks().
inline bool are_processors_contended(uint64_t now) { return now < process.idle_policy.contended_until.load_relaxed(); }

// A worker that idles has spun for `spun` ticks and yielded its processor; the call took from one tick to the other.
// Any worker, with its own tolerance.
void note_yield(Tolerance& tolerance, uint64_t spun, uint64_t from, uint64_t to);

// The calling worker lets another thread run on its processor, and notices if one did. Returns os::ticks() after it.
uint64_t yield_and_note(uint64_t spun);

}  // namespace rondo::sched
