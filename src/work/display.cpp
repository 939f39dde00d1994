// SPDX-License-Identifier: Apache-2.0
#include "work/display.hpp"

#include "team/face.hpp"
#include "team/fork.hpp"
#include "work/affinity.hpp"
#include "work/wait.hpp"

namespace rondo::work {

using sched::Worker;
using team::Member;
using team::Team;

namespace {

uint64_t mix(uint64_t sum, uint64_t value) { return (sum ^ value) * 0x9e3779b97f4a7c15 + 1; }

// A hash of everything that the lines about a team's threads can show.
uint64_t fingerprint(const Team& team) {
  uint64_t sum = mix(mix(mix(0, team.level), team.n_slots), team.parent_member->index);
  for (uint32_t i = 0; i < team.n_slots; i++) {
    sum = mix(sum, team.member(i)->worker.load_acquire()->id);  // [sched/S1]
    sum = mix(sum, team.member(i)->binding.place);
  }
  return sum;
}

// A hash of what libomp compares: the nest that a thread is in, and its place. Never 0.
uint64_t nest_of(const Member& member) {
  const Team& team = member.team();
  return mix(mix(mix(0, team.level), team.n_slots), member.binding.place) | 1;
}

bool is_news(Team& team, bool is_libomp) {
  if (!is_libomp) {
    if (team.n_slots == 1) return false;
    const uint64_t before = team.displayed;
    team.displayed = fingerprint(team);
    return team.displayed != before;
  }
  for (uint32_t i = 0; i < team.n_slots; i++) {
    const Member& member = *team.member(i);
    if (member.worker.load_acquire()->displayed != nest_of(member)) return true;  // [sched/S1]
  }
  return false;
}

void announce(Worker& worker) {
  announce_affinity(worker);
  worker.displayed = nest_of(team::member_of(worker));
}

// The master decides before any thread goes on: threads inside the region may display lines about other nests.
struct DisplayedRegion {
  enum Decision : uint32_t { kOpen, kNothingNew, kAllSpeak };
  team::RegionBody body;
  base::Atomic<uint32_t> decision{kOpen};
};

void display_then_call(void* context, Worker& worker, uint32_t thread_num) {
  auto& region = *static_cast<DisplayedRegion*>(context);
  wait_until(worker, [&] { return region.decision.load_acquire() != DisplayedRegion::kOpen; });  // [D1]
  if (region.decision.load_acquire() == DisplayedRegion::kAllSpeak) announce(worker);          // [D1]
  region.body.call(region.body.context, worker, thread_num);
}

}  // namespace

[[gnu::cold]] void fork_with_display(Worker& worker, const config::Icvs& icvs, team::RegionBody body,
                                     uint32_t n_threads) {
  DisplayedRegion region{body};
  team::begin_region(worker, icvs, {display_then_call, &region}, n_threads);
  Team& team = team::team_of(worker);
  const bool all_speak = is_news(team, team::dialect_of_program() == config::Dialect::Libomp);
  region.decision.store_release(all_speak ? DisplayedRegion::kAllSpeak : DisplayedRegion::kNothingNew);  // [D1]
  sched::announce_latch(team);
  display_then_call(&region, worker, 0);
  team::end_region(worker);
}

void display_alone(Worker& worker) {
  if (!displays_affinity()) return;
  if (worker.displayed != nest_of(team::member_of(worker))) announce(worker);
}

}  // namespace rondo::work
