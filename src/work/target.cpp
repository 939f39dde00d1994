// SPDX-License-Identifier: Apache-2.0
#include "work/target.hpp"

#include "base/message.hpp"
#include "team/binding.hpp"
#include "work/icvs.hpp"

namespace rondo::work {

using sched::Worker;
using team::Member;
using team::Team;

TargetRegion::TargetRegion(Worker& worker) : worker_(worker) {
  const config::Options& options = team::options();
  if (team::may_bind(options)) [[unlikely]]
    team::take_place(worker);
  worker.record.next_region = ompt::RegionKind::Target;
  begin_serial_region(worker);
  Member& member = team::member_of(worker);
  Team& team = member.team();
  team.level = team.active_level = 0;
  team.icvs = config::initial_icvs(options);
  team.league_size = 1;
  team.league_index = 0;
  if (member.binding.place != team::kNoPlace) member.binding = {member.binding.place, 0, team::places().count()};
}

TargetRegion::~TargetRegion() {
  team::team_of(worker_).league_size = 0;
  team::end_region(worker_);
}

bool begin_next_team(Worker& worker, LeagueSpec spec, bool is_first) {
  Team& team = team::team_of(worker);
  if (is_first) {
    LeagueSpec chosen = completed(spec);
    limit_threads(worker, chosen.thread_limit);
    team.league_size = chosen.n_teams;
    team.league_index = 0;
    return true;
  }
  return ++team.league_index < team.league_size;
}

void limit_threads(Worker& worker, uint32_t thread_limit) {
  if (thread_limit != 0) set_icv(worker, &config::Icvs::thread_limit, thread_limit);
}

void accept_device(const Worker& worker, int32_t device) {
  if (team::options().target_offload != config::TargetOffload::Mandatory || device == kHostByClause) return;
  if (device == kDefaultDevice) device = team::icvs_of(worker).default_device;
  if (device == kHostDevice) return;
  base::fatal(
      "device %d is asked for, which does not exist, and OMP_TARGET_OFFLOAD=mandatory forbids to take the host "
      "instead; unset OMP_TARGET_OFFLOAD",
      device);
}

}  // namespace rondo::work
