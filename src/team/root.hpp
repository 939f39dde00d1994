// SPDX-License-Identifier: Apache-2.0
//
// A team of one at level 0, for an initial thread.
#pragma once

#include "team/team.hpp"

namespace rondo::team {

struct Root {
  Team team;
  Member member;
  sched::Slot* slots[1];

  Root() : member(team, 0), slots{&member} {
    team.slots = slots;
    team.n_slots = 1;
    team.capacity = 1;
  }
};

}  // namespace rondo::team
