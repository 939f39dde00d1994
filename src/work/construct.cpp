// SPDX-License-Identifier: Apache-2.0
#include "work/construct.hpp"

#include <cstdlib>
#include <new>

#include "base/message.hpp"
#include "team/reduction_memory.hpp"
#include "work/cancel.hpp"
#include "work/shares.hpp"
#include "work/wait.hpp"

namespace rondo::work {

using team::Member;
using team::ReductionBlock;
using team::ReductionMemory;
using team::Team;
using team::Workshare;
using team::WorkshareRing;

namespace {

// The calling thread's next construct. `enters(entry, round)` is asked when it has begun, or the region is cancelled.
template <class Enters>
Construct meet(sched::Worker& worker, Enters enters) {
  Member& member = team::member_of(worker);
  uint64_t number = member.n_workshares++;
  Team& team = member.team();
  Workshare& workshare = team.workshares.entry_of(number);
  const uint64_t round = WorkshareRing::round_of(number);
  wait_at(worker, workshare, &workshare.turn,
          [&] { return workshare.has_come_to(round) || is_region_cancelled(team); });
  return {enters(workshare, round) ? &workshare : nullptr, number};
}

// Nobody is in the construct, and nobody may enter it.
void pass_on(Team& team, Construct construct) {
  Workshare& workshare = *construct.workshare;
  if (void* memory = workshare.take_memory()) std::free(memory);
  retire_shares(team, construct.number);
  workshare.pass_on(WorkshareRing::round_of(construct.number) + 1);
  announce_word(team, workshare, &workshare.turn);
}

}  // namespace

Construct enter(sched::Worker& worker) {
  return meet(worker, [](Workshare& entry, uint64_t round) { return entry.is_turn_of(round); });
}

Construct enter_missable(sched::Worker& worker) {
  return meet(worker, [](Workshare& entry, uint64_t round) { return entry.enter_missable(round); });
}

void leave(Team& team, Construct construct, uint64_t n_left_before) {
  if (n_left_before + 1 == team.n_slots) pass_on(team, construct);
}

void leave(Team& team, Construct construct) { leave(team, construct, construct.workshare->count()); }

void leave_missable(Team& team, Construct construct) {
  if (construct.workshare->leave_missable()) pass_on(team, construct);
}

namespace {

void* zeroed(size_t bytes) {
  void* memory = std::calloc(bytes, 1);
  if (memory == nullptr) {
    base::fatal("out of memory for a worksharing construct (%zu bytes); use a smaller loop or more memory", bytes);
  }
  return memory;
}

}  // namespace

void* shared_memory(sched::Worker& worker, Workshare& workshare, size_t bytes) {
  if (workshare.takes_on_memory()) {
    void* memory = zeroed(bytes);
    workshare.hand_over_memory(memory);
    announce_word(team::team_of(worker), workshare, &workshare.memory);
    return memory;
  }
  wait_at(worker, workshare, &workshare.memory, [&] { return workshare.has_memory(); });
  return workshare.memory.load_acquire();  // [W4]
}

void* begin_shared_memory(sched::Worker& worker, team::SharedMemoryState& state, size_t bytes) {
  end_shared_memory(worker, state);
  Construct construct = enter(worker);
  if (construct.workshare == nullptr) return state.own = zeroed(bytes);
  state.workshare = construct.workshare;
  state.number = construct.number;
  return shared_memory(worker, *construct.workshare, bytes);
}

void end_shared_memory(sched::Worker& worker, team::SharedMemoryState& state) {
  std::free(state.own);
  state.own = nullptr;
  if (state.workshare == nullptr) return;
  leave(team::team_of(worker), {state.workshare, state.number});
  state.workshare = nullptr;
}

void* begin_reduction_memory(sched::Worker& worker, size_t bytes) {
  Member& member = team::member_of(worker);
  Team& team = member.team();
  auto* memory =
      new (worker.slab.allocate(sizeof(ReductionMemory))) ReductionMemory{nullptr, 1, member.reduction_memory};
  bytes += sizeof(ReductionBlock);
  Construct construct = enter(worker);
  if (construct.workshare == nullptr) {
    memory->block = static_cast<ReductionBlock*>(zeroed(bytes));
  } else {
    memory->block = static_cast<ReductionBlock*>(shared_memory(worker, *construct.workshare, bytes));
    memory->n_users = team.n_slots;
    const uint64_t n_before = construct.workshare->count();
    if (n_before + 1 == team.n_slots) construct.workshare->memory.store_relaxed(nullptr);  // its users' from here on
    leave(team, construct, n_before);
  }
  member.reduction_memory = memory;
  return memory->block->copies();
}

}  // namespace rondo::work
