// SPDX-License-Identifier: Apache-2.0
#include "work/parallel.hpp"

#include "base/atomic.hpp"
#include "work/affinity.hpp"

namespace rondo::work {

using sched::Worker;
using team::Member;
using team::Team;

namespace {

// They belong to the device. Unset: what the environment says.
constexpr uint32_t kUnset = ~0u;
base::Atomic<uint32_t> g_max_teams{kUnset};
base::Atomic<uint32_t> g_teams_thread_limit{kUnset};

// OMP_DISPLAY_AFFINITY: 0 until the first region, then what Display says.
enum Display : uint32_t { kUnknown, kSilent, kDisplays };
base::Atomic<uint32_t> g_display{kUnknown};

[[gnu::cold]] bool displays_affinity() {
  const bool displays = config::load().display_affinity;
  g_display.store_relaxed(displays ? kDisplays : kSilent);
  return displays;
}

// Of what the lines about a team's threads can tell. All its members come to the same number.
uint64_t fingerprint(const Team& team) {
  uint64_t sum = 0;
  auto mix = [&](uint64_t value) { sum = (sum ^ value) * 0x9e3779b97f4a7c15 + 1; };
  mix(team.level);
  mix(team.n_seats);
  mix(team.parent_member->index);
  for (uint32_t i = 0; i < team.n_seats; i++) {
    mix(team.member(i)->worker.load_acquire()->id);  // [sched/S1]
    mix(team.member(i)->seating.place);
  }
  return sum;
}

void display_then_call(void* context, Worker& worker, uint32_t thread_num) {
  const auto& body = *static_cast<const team::RegionBody*>(context);
  const Team& team = team::team_of(worker);
  if (team.displayed != fingerprint(team)) announce_affinity(worker);
  body.call(body.context, worker, thread_num);
}

// Each thread of a region says where it runs, unless all of them would say what they said in the team's last region.
[[gnu::cold]] void fork_with_display(Worker& worker, team::RegionBody body, uint32_t n_threads) {
  team::begin_region(worker, {display_then_call, &body}, n_threads);
  Team& team = team::team_of(worker);
  const uint64_t now = fingerprint(team);
  display_then_call(&body, worker, 0);
  team::end_region(worker);
  team.displayed = now;
}

}  // namespace

void fork(Worker& worker, team::RegionBody body, uint32_t n_requested) {
  uint32_t n_threads = team::team_size(worker, n_requested);
  const uint32_t display = g_display.load_relaxed();
  if (display != kSilent && (display == kDisplays || displays_affinity())) {
    return fork_with_display(worker, body, n_threads);
  }
  team::fork(worker, body, n_threads);
}

uint32_t max_teams() {
  uint32_t n = g_max_teams.load_relaxed();
  return n == kUnset ? config::load().n_teams : n;
}
void set_max_teams(uint32_t n) { g_max_teams.store_relaxed(n); }

uint32_t teams_thread_limit() {
  uint32_t n = g_teams_thread_limit.load_relaxed();
  return n == kUnset ? config::load().teams_thread_limit : n;
}
void set_teams_thread_limit(uint32_t n) { g_teams_thread_limit.store_relaxed(n); }

LeagueSpec completed(LeagueSpec spec) {
  if (spec.n_teams == 0) spec.n_teams = max_teams();
  if (spec.n_teams == 0) spec.n_teams = 1;
  if (spec.thread_limit == 0) spec.thread_limit = teams_thread_limit();
  return spec;
}

void run_league(Worker& worker, team::RegionBody body, LeagueSpec spec) {
  auto [n_teams, limit] = completed(spec);
  for (uint32_t i = 0; i < n_teams; i++) {
    config::Icvs icvs = *worker.icvs;
    team::begin_region(worker, {}, 1);
    Member& member = team::member_of(worker);
    Team& team = member.team();
    // An initial task, not a parallel region: it adds no level and takes nothing from the list of thread counts.
    team.level = team.parent->level;
    member.icvs = icvs;
    if (limit != 0) member.icvs.thread_limit = limit;
    team.league_size = n_teams;
    team.league_index = i;
    body.call(body.context, worker, 0);
    team.league_size = 0;
    team::end_region(worker);
  }
}

LeaguePlace league_place(const Worker& worker) {
  for (const Team* team = &team::team_of(worker); team != nullptr; team = team->parent) {
    if (team->league_size != 0) return {team->league_size, team->league_index};
  }
  return {1, 0};
}

}  // namespace rondo::work
