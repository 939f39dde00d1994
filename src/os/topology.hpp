// SPDX-License-Identifier: Apache-2.0
//
// Which processors this process may use, how far apart they are, and binding threads to them. The first part costs a
// system call and a few small files and is needed by every program. Distances and places need the machine's
// description (hwloc: a millisecond on two processors, more on large machines), which is read at the first query and
// never at process start. Any thread may call anything here.
#pragma once

#include "os/cpu_set.hpp"

namespace rondo::os {

// The CPU mask the process had when this was first asked: config::load() asks before any thread is bound.
const CpuSet& process_cpus();

// Removes the other processors from that mask. To be called once, at start, before any other query; `kept` is a part
// of the mask.
void limit_process_cpus(const CpuSet& kept);

// The number of processors in that mask, >= 1 (omp_get_num_procs).
unsigned online_processors_in_mask();

// The same, limited by the CPU quota of the control groups the process is in (rounded up), >= 1: the default size of
// a team. More threads than the quota only slow one another down.
unsigned usable_processors();

// The processors of the machine that are online, limited by the same quota: what several processes share that are not
// bound to processors of their own. A system call and a small file at each call.
unsigned processors_of_machine();

// The processor the calling thread runs on right now.
unsigned current_cpu();

// The processors that the calling thread may use right now.
CpuSet thread_cpus();

// Restricts the calling thread to `cpus`. False when none of them may be used; the thread is then left as it was.
bool bind_thread(const CpuSet& cpus);

// Gives the calling thread the mask of process_cpus() back.
void unbind_thread();

}  // namespace rondo::os
