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
#include "sched/worker/tolerance.hpp"

namespace rondo::sched {

// Any thread. `now`: os::ticks().
inline bool are_processors_contended(uint64_t now) { return now < process.idle_policy.contended_until.load_relaxed(); }

// The same for oversubscribed teams, where a thread that is away for long has mostly made room for another member:
// here it is known that other programs ran.
inline bool are_processors_crowded(uint64_t now) { return now < process.idle_policy.crowded_until.load_relaxed(); }

// While the worker with this tolerance was away for so long, until `now`, something came for it.
void note_missed(Tolerance& tolerance, uint64_t away, uint64_t now);

// The same of the calling thread, which has just come back.
void note_missed(uint64_t away);

// The calling thread lets another one run on its processor. Returns for how long it was away; `now`: os::ticks().
uint64_t yield_after(uint64_t now);

// The same for a thread of an oversubscribed team, which expects that others of its process run meanwhile.
void yield_to_members(uint64_t now);

// Whether another program had the calling thread's processor for a good part of `away`, in which the process has used
// processor time of `used`. Ticks.
bool were_others_there(uint64_t away, uint64_t used);

// The kernel adds up the times of all threads of the process to tell `used`: with thousands of them this takes longer
// than a turn. So when a thread has paid a `price` that counts, nobody measures for many times as long.
bool may_measure(const IdlePolicy& policy, uint64_t now);
void note_measurement(IdlePolicy& policy, uint64_t now, uint64_t price);

// Others are there now: for how many times as long as a yield took processors are crowded.
uint64_t rest_of_crowd(IdlePolicy& policy, uint64_t now);

// The calling thread is about to sleep because processors are crowded.
void shorten_turns();

}  // namespace rondo::sched
