// SPDX-License-Identifier: Apache-2.0
#include "work/single.hpp"

#include "work/cancel.hpp"

namespace rondo::work {

using sched::Worker;
using team::Member;
using team::Team;

// The singles of a team are numbered like its worksharing constructs. A thread that finds the counter beyond the
// number of its single is late; only threads that arrive together meet in a compare-and-swap.
bool begin_single(Worker& worker) {
  base::CountFor counting(base::Construct::Single);
  Member& member = team::member_of(worker);
  Team& team = member.team();
  uint64_t number = member.n_singles++;
  if (team.n_slots == 1) {
    team.n_singles_taken.store_relaxed(number + 1);
    return true;
  }
  uint64_t n_taken = team.n_singles_taken.load_relaxed();
  return n_taken == number && team.n_singles_taken.cas_acq_rel(n_taken, number + 1);
}

void copy_private(Worker& worker, void* data, CopyFunction copy, bool is_source) {
  Team& team = team::team_of(worker);
  if (is_source) team.copyprivate.store_relaxed(data);
  barrier(worker);
  if (!is_source) copy(data, team.copyprivate.load_relaxed());
  barrier(worker);  // the source's variables are read until here
}

void publish_copy(Worker& worker, void* record) {
  team::team_of(worker).copyprivate.store_relaxed(record);
  barrier(worker);
}

void* await_copy(Worker& worker) {
  barrier(worker);
  return team::team_of(worker).copyprivate.load_relaxed();
}

}  // namespace rondo::work
