// SPDX-License-Identifier: Apache-2.0
#include "work/parallel.hpp"

#include <algorithm>

#include "team/binding.hpp"
#include "team/icvs.hpp"
#include "team/observed.hpp"
#include "work/display.hpp"
#include "work/process.hpp"

namespace rondo::work {

using sched::Worker;
using team::Team;

void fork(Worker& worker, team::RegionBody body, uint32_t n_requested, const void* code) {
  const config::Icvs& icvs = team::icvs_of(worker);
  uint32_t n_threads = team::team_size(worker, icvs, n_requested, code);
  if (displays_affinity()) [[unlikely]]
    return fork_with_display(worker, icvs, body, n_threads);
  team::fork(worker, icvs, body, n_threads);
}

uint32_t max_teams() {
  uint32_t n_plus_1 = process.max_teams.load_relaxed();
  return n_plus_1 == 0 ? team::options().n_teams : n_plus_1 - 1;
}
void set_max_teams(uint32_t n) { process.max_teams.store_relaxed(n + 1); }

uint32_t teams_thread_limit() {
  uint32_t n_plus_1 = process.teams_thread_limit.load_relaxed();
  return n_plus_1 == 0 ? team::options().teams_thread_limit : n_plus_1 - 1;
}
void set_teams_thread_limit(uint32_t n) { process.teams_thread_limit.store_relaxed(n + 1); }

LeagueSpec completed(LeagueSpec spec) {
  if (spec.n_teams == 0) spec.n_teams = max_teams();
  if (spec.n_teams == 0) spec.n_teams = 1;
  if (spec.thread_limit == 0) spec.thread_limit = teams_thread_limit();
  return spec;
}

void run_league(Worker& worker, team::RegionBody body, LeagueSpec spec) {
  auto [n_teams, limit, most_threads] = completed(spec);
  if (team::may_bind(team::options())) [[unlikely]]
    team::take_place(worker);
  ompt::League league{.data = {}, .n_teams = n_teams};
  if (ompt::is_on()) [[unlikely]]
    team::begin_league(worker, league);
  for (uint32_t i = 0; i < n_teams; i++) {
    if (ompt::is_on()) [[unlikely]]
      team::begin_team_of_league(worker, i);
    config::Icvs icvs = team::icvs_of(worker);
    team::begin_region(worker, icvs, {}, 1);
    Team& team = team::team_of(worker);
    // An initial task, not a parallel region: it adds no level and takes nothing from the list of thread counts.
    team.level = team.parent->level;
    team.icvs = icvs;
    if (limit != 0) {
      team.icvs.thread_limit = limit;
    } else if (most_threads != 0) {
      team.icvs.n_threads = std::min(team.icvs.n_threads, most_threads);
    }
    team.league_size = n_teams;
    team.league_index = i;
    body.call(body.context, worker, 0);
    team.league_size = 0;
    team::end_region(worker);
  }
  if (ompt::is_on()) [[unlikely]]
    team::end_league(worker);
}

LeaguePosition league_position(const Worker& worker) {
  for (const Team* team = &team::team_of(worker); team != nullptr; team = team->parent) {
    if (team->league_size != 0) return {team->league_size, team->league_index};
  }
  return {1, 0};
}

}  // namespace rondo::work
