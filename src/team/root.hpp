// SPDX-License-Identifier: Apache-2.0
//
// A team of one at level 0: where an initial thread sits.
#pragma once

#include "team/team.hpp"

namespace rondo::team {

struct Root {
  Team team;
  Member member;
  sched::Seat* seats[1];

  Root() : member(team, 0), seats{&member} {
    team.seats = seats;
    team.n_seats = 1;
    team.capacity = 1;
  }
};

}  // namespace rondo::team
