// SPDX-License-Identifier: Apache-2.0
//
// The process's runtime: start-up, fork(2), and the threads of the program that call in.
#pragma once

#include <cstdint>

#include "sched/worker/worker.hpp"
#include "team/process.hpp"

namespace rondo::team {

// Reads the configuration and prepares the runtime for all later calls. The first caller does it, others wait.
void start_runtime();

// The settings. The layers above take them from here, and hand on what is needed. Any thread; before the runtime
// starts, the first call reads them.
inline const config::Options& options() {
  const config::Options* known = process.options.load_acquire();  // [O1]
  return known != nullptr ? *known : config::load();
}

// The worker of the calling thread; a thread of the program becomes a worker with a team of one at its first call.
sched::Worker& register_foreign();
inline sched::Worker& this_worker() {
  sched::Worker* worker = sched::t_worker;
  return worker != nullptr ? *worker : register_foreign();
}

// From now on tasks may be suspended. While no region runs.
void let_tasks_suspend();

// How long threads without work spin from now on; config::kForever: they never sleep.
void set_look_out(uint64_t spin_ns);

// Processors this process may use (affinity mask and cgroup quota).
uint32_t n_processors();

}  // namespace rondo::team
