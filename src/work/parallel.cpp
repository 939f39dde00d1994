// SPDX-License-Identifier: Apache-2.0
#include "work/parallel.hpp"

#include <algorithm>

#include "team/binding.hpp"
#include "team/icvs.hpp"
#include "team/observed.hpp"
#include "work/display.hpp"
#include "work/loop.hpp"
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

namespace {

struct League {
  team::RegionBody body;
  config::Icvs icvs;  // of its initial tasks
  uint32_t n_teams;
  uint32_t level, active_level;
};

void run_team(Worker& worker, const League& league, uint32_t index) {
  team::begin_region(worker, league.icvs, {}, 1);
  Team& team = team::team_of(worker);
  // An initial task, not a parallel region: it adds no level and takes nothing from the list of thread counts.
  team.level = league.level;
  team.active_level = league.active_level;
  team.icvs = league.icvs;
  team.league_size = league.n_teams;
  team.league_index = index;
  league.body.call(league.body.context, worker, 0);
  team.league_size = 0;
  team::end_region(worker);
}

// Teams that begin together share the processors evenly until all of them are over, or there are so many that it does
// not matter how many come last.
uint32_t n_at_once(uint32_t n_teams, uint32_t most) {
  constexpr uint32_t kMany = 8;
  if (n_teams / kMany >= most) return most;
  while (n_teams % most != 0) most--;
  return most;
}

// How many teams of a league without a thread limit run at the same time. Tools are told of them one by one, places
// and a fixed order of reductions are the calling thread's.
uint32_t n_at_once(const Worker& worker, const config::Icvs& icvs, uint32_t n_teams, uint32_t most_threads) {
  const config::Options& options = team::options();
  const team::Member& member = team::member_of(worker);
  if (member.team().level != 0 || team::has_company(member) || ompt::is_on() || team::may_bind(options) ||
      options.fixed_reduction || displays_affinity()) {
    return 1;
  }
  return n_at_once(n_teams, std::min({most_threads, icvs.n_threads, icvs.thread_limit}));
}

void run_at_once(Worker& worker, const League& league, uint32_t n_threads) {
  team::RegionBody some_teams;
  some_teams.context = const_cast<League*>(&league);
  some_teams.call = [](void* context, Worker& its_worker, uint32_t thread_num) {
    const League& its_league = *static_cast<const League*>(context);
    const Share share = share_of(its_league.n_teams, team::team_of(its_worker).n_slots, thread_num);
    for (uint64_t i = share.first; i < share.last; i++) run_team(its_worker, its_league, static_cast<uint32_t>(i));
  };
  team::fork(worker, team::icvs_of(worker), some_teams, n_threads);
}

}  // namespace

void run_league(Worker& worker, team::RegionBody body, LeagueSpec spec) {
  auto [n_teams, limit, most_threads] = completed(spec);
  const Team& outer = team::team_of(worker);
  League league = {body, team::icvs_of(worker), n_teams, outer.level, outer.active_level};
  if (limit != 0) {
    league.icvs.thread_limit = limit;
  } else if (most_threads != 0) {
    const uint32_t n = n_at_once(worker, league.icvs, n_teams, most_threads);
    if (n > 1) {
      league.icvs.thread_limit = std::min(league.icvs.thread_limit, most_threads / n);
      return run_at_once(worker, league, n);
    }
    league.icvs.n_threads = std::min(league.icvs.n_threads, most_threads);
  }
  if (team::may_bind(team::options())) [[unlikely]]
    team::take_place(worker);
  ompt::League told{.data = {}, .n_teams = n_teams};
  if (ompt::is_on()) [[unlikely]]
    team::begin_league(worker, told);
  for (uint32_t i = 0; i < n_teams; i++) {
    if (ompt::is_on()) [[unlikely]]
      team::begin_team_of_league(worker, i);
    run_team(worker, league, i);
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
