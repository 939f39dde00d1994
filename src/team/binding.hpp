// SPDX-License-Identifier: Apache-2.0
//
// Binding of threads to places. Only if the user asked for it (OMP_PROC_BIND, OMP_PLACES and their other spellings),
// which holds for the whole process; otherwise no thread's binding is changed. Protocol: README.md, "Places".
#pragma once

#include "os/places.hpp"
#include "team/team.hpp"

namespace rondo::team {

// The places of OMP_PLACES; the cores where binding was asked for without naming any; else none. Worked out at the
// first call. Any thread.
const os::PlaceList& places();

// When the runtime starts. `true` means the same as on the program's own runtime: close on libgomp, spread on libomp.
void begin_binding(const config::Options& options);

// The policy of a region that this worker encounters without a proc_bind clause (bind-var of the current task). The
// worker's thread.
config::ProcBind proc_bind(const sched::Worker& worker);

inline bool may_bind(const config::Options& options) { return options.proc_bind[0] != config::ProcBind::False; }

// may_bind(): an initial thread whose region has no other thread goes to a place.
void take_place(sched::Worker& worker);

// The number of the place to which the worker's thread is bound, or kNoPlace. If threads are bound, and no region has
// given this one a place yet, it goes to one now. The worker's thread.
uint32_t place_number(sched::Worker& worker);

// The program has bound the thread itself: until a region gives it a place, it has none. The worker's thread.
void leave_place(sched::Worker& worker);

// By the master, if may_bind(), while the team is quiet: every member gets its place, and the master goes to its own.
void assign_places(sched::Worker& worker, Member& outer, Team& team);

// The calling thread, which is `worker`, goes to the place, by a system call if it is bound to another one.
void bind(sched::Worker& worker, uint32_t place);

// The thread may run again wherever the process may. No effect on a thread that was not bound.
void unbind(sched::Worker& worker);

}  // namespace rondo::team
