// SPDX-License-Identifier: Apache-2.0
//
// The common part of the faces' parallel and teams constructs, beyond team/fork.hpp.
#pragma once

#include "team/fork.hpp"
#include "team/icvs.hpp"

namespace rondo::work {

// Runs a region with as many threads as a construct with this num_threads clause (0: none) gets here. `code`: the
// program's, of the region.
void fork(sched::Worker& worker, team::RegionBody body, uint32_t n_requested, const void* code);

// The value of a proc_bind clause as both compilers pass it (omp_proc_bind_t), 0 where it is none.
inline uint32_t proc_bind_clause(uint32_t value) {
  return value >= static_cast<uint32_t>(config::ProcBind::Primary) &&
                 value <= static_cast<uint32_t>(config::ProcBind::Spread)
             ? value
             : 0;
}

// A region whose body another call begins and ends (GOMP_parallel_start, if(0) in the KMP interface).
inline void begin_serial_region(sched::Worker& worker) { team::begin_region(worker, team::icvs_of(worker), {}, 1); }

struct LeagueSpec {
  uint32_t n_teams;       // 0: not asked for
  uint32_t thread_limit;  // 0: not asked for
  uint32_t most_threads = 0;  // of all teams together if no limit is asked for; 0: any number
};

// The numbers that a teams construct gets; those that it does not ask for come from the settings.
LeagueSpec completed(LeagueSpec spec);

// teams on the host: there are as many as the program asks for (it may rely on that number), else one. Without
// `most_threads`, or where a thread limit is asked for, the calling thread is the initial thread of each of them, one
// after another.
void run_league(sched::Worker& worker, team::RegionBody body, LeagueSpec spec);

// The number of teams of the innermost teams region, and that of the calling thread's team; outside, a league of one.
struct LeaguePosition {
  uint32_t n_teams;
  uint32_t index;
};
LeaguePosition league_position(const sched::Worker& worker);

// nteams-var and teams-thread-limit-var; 0: not set.
uint32_t max_teams();
void set_max_teams(uint32_t n);
uint32_t teams_thread_limit();
void set_teams_thread_limit(uint32_t n);

}  // namespace rondo::work
