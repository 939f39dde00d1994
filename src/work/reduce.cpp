// SPDX-License-Identifier: Apache-2.0
#include "work/reduce.hpp"

#include "team/runtime.hpp"
#include "work/wait.hpp"

namespace rondo::work {

using sched::Worker;
using team::Member;
using team::Team;

namespace {
// A lock is two contended operations; an atomic update of a floating-point variable is one or, when threads meet,
// more.
constexpr uint32_t kMaxAtomicVariables = 2;

// The construct is teams, and other threads execute teams of this league.
bool has_teams_beside(const Team& team) { return team.league_size > 1 && team.parent->n_slots > 1; }

// ---- In a fixed order (RONDO_FIXED_REDUCTION) ----
// All threads of a team meet the same reductions in the same order. So a turn is the region, the number of the
// reduction in it (modulo 2^16: no thread is ahead by more than one), and the thread. What is left from a region
// before is no turn of this one.
constexpr unsigned kRegionShift = 32;
constexpr unsigned kReductionShift = 16;
static_assert(config::kMaxThreads < 1u << kReductionShift);

uint64_t first_turn(const Team& team) { return team.phase.load_relaxed() << kRegionShift; }

// The turn of the same thread in the next reduction.
uint64_t in_next_reduction(const Team& team, uint64_t turn) {
  return first_turn(team) | static_cast<uint32_t>(turn + (1u << kReductionShift));
}

// Where a construct of the region is cancelled, threads may not come here at all: then nobody waits for them.
void take_turn(Worker& worker, Member& member, const Team& team) {
  const bool is_first = member.reduction_turn >> kRegionShift != first_turn(team) >> kRegionShift;
  member.reduction_turn = is_first ? first_turn(team) | member.index : in_next_reduction(team, member.reduction_turn);
  if (is_first && member.index == 0) return;  // the region's first turn, which nobody passes
  wait_until(worker, [&] {
    return team.reduction_turn.load_acquire() == member.reduction_turn ||  // [W10]
           team.numbers_diverged.load_relaxed() != 0 || team.is_cancelled.load_relaxed();
  });
}

void pass_turn(const Member& member, Team& team) {
  const bool is_last = member.index + 1 == team.n_slots;
  const uint64_t turn = member.reduction_turn;
  team.reduction_turn.store_release(is_last ? in_next_reduction(team, turn - member.index) : turn + 1);  // [W10]
  sched::announce_latch(team);
}
}  // namespace

ReductionMethod begin_reduction(Worker& worker, Lock& lock, bool has_atomic, uint32_t n_variables) {
  base::CountFor counting(base::Construct::Reduction);
  Member& member = team::member_of(worker);
  if (member.team().n_slots == 1 && !has_teams_beside(member.team())) {
    return ReductionMethod::InTurn;  // there is no other thread
  }
  const bool is_fixed = team::options().fixed_reduction;
  if (has_atomic && !is_fixed && n_variables <= kMaxAtomicVariables) return ReductionMethod::Atomic;
  if (is_fixed) [[unlikely]]
    take_turn(worker, member, member.team());
  lock.lock();
  member.reduction_lock = &lock;
  return ReductionMethod::InTurn;
}

void end_reduction(Worker& worker) {
  Member& member = team::member_of(worker);
  if (member.reduction_lock == nullptr) return;
  Lock& lock = lock_at(member.reduction_lock);
  member.reduction_lock = nullptr;
  lock.unlock();
  if (team::options().fixed_reduction) [[unlikely]]
    pass_turn(member, member.team());
}

}  // namespace rondo::work
