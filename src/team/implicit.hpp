// SPDX-License-Identifier: Apache-2.0
//
// The beginning and the end of a member's implicit task, by its own thread: used where a region begins, and where a
// thread takes part in one.
#pragma once

#include "sched/run/environment.hpp"
#include "sched/run/table.hpp"
#include "sched/wait/wait.hpp"
#include "team/abandoned.hpp"
#include "team/observed.hpp"
#include "team/team.hpp"

namespace rondo::team {

// It has no children yet.
inline void open_implicit(Member& member, const sched::Worker& worker) {
  task::Domain& domain = member.domain;
  domain.join_counter.open(worker.id);
  domain.execution = nullptr;
  domain.has_open_blocks = false;
  domain.has_detached = false;
  member.implicit.group = nullptr;
  member.implicit.parent = nullptr;
  member.n_workshares = member.team().first_workshare;
  member.n_singles = member.team().first_single;
}

template <bool kIsObserved>
void occupy(sched::Worker& worker, Member& member) {
  worker.slot = &member;
  worker.current = &member.implicit;
  if constexpr (kIsObserved) begin_implicit(worker, member);
}

inline void occupy(sched::Worker& worker, Member& member) {
  ompt::is_on() ? occupy<true>(worker, member) : occupy<false>(worker, member);
}

// It is over, and so are all its descendants.
inline void close_implicit(Member& member, sched::Worker& worker) {
  if (member.implicit.group != nullptr) [[unlikely]]
    drop_open_groups(worker, member);
  task::Domain& domain = member.domain;
  if (domain.environment.load_relaxed() != nullptr) [[unlikely]] {  // [task/I1]
    sched::release_environment(worker, domain);
    member.implicit.flags &= task::kImplicit | task::kObserved;
  }
  sched::close_table(worker, domain);
}

// No worker sleeps behind a region of this team that could purge memory.
inline bool is_alone(const Team& team) {
  return team.n_slots == 1 || sched::process.idle_policy.spin_ticks.load_relaxed() == config::kForever;
}

}  // namespace rondo::team
