// SPDX-License-Identifier: Apache-2.0
//
// Runs a lambda as the body of a parallel region, for tests of what happens inside regions.
#pragma once

#include "team/fork.hpp"
#include "team/icvs.hpp"
#include "team/resize.hpp"

namespace rondo::test {

// body(worker, thread_num) on each of n_threads threads.
template <class Body>
void in_region(uint32_t n_threads, Body body) {
  team::RegionBody region;
  region.call = [](void* context, sched::Worker& worker, uint32_t thread_num) {
    (*static_cast<Body*>(context))(worker, thread_num);
  };
  region.context = &body;
  sched::Worker& worker = team::this_worker();
  team::fork(worker, team::icvs_of(worker), region, n_threads);
}

// Afterwards no thread does anything for a region of the caller that is over.
inline void leave_regions() {
  if (team::Team* team = team::member_of(team::this_worker()).hot_team) team::disband(*team);
}

inline constexpr uint32_t kTeamSizes[] = {1, 2, 3, 4, 7};

}  // namespace rondo::test
