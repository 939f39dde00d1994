// SPDX-License-Identifier: Apache-2.0
#include "work/construct.hpp"

#include <cstdlib>

#include "base/message.hpp"
#include "work/cancel.hpp"
#include "work/shares.hpp"
#include "work/wait.hpp"

namespace rondo::work {

using team::Member;
using team::Team;
using team::Workshare;
using team::WorkshareRing;

Construct enter(sched::Worker& worker) {
  Member& member = team::member_of(worker);
  uint64_t number = member.n_workshares++;
  Team& team = member.team();
  Workshare& slot = team.workshares.slots[number % WorkshareRing::kSlots];
  wait_until(worker, [&] { return slot.turn.load_acquire() == number || is_region_cancelled(team); });  // [W1]
  if (slot.turn.load_acquire() != number) return {nullptr, number};                                    // [W1]
  return {&slot, number};
}

void leave(Team& team, Construct construct, uint64_t n_left_before) {
  if (n_left_before + 1 != team.n_seats) return;
  Workshare& slot = *construct.slot;
  if (void* memory = slot.memory.load_relaxed()) {
    std::free(memory);
    slot.memory.store_relaxed(nullptr);
  }
  retire_shares(team, construct.number);
  slot.next.store_relaxed(0);
  slot.turn.store_release(construct.number + WorkshareRing::kSlots);  // [W1]
  sched::announce_latch(team);
}

void leave(Team& team, Construct construct) {
  leave(team, construct, construct.slot->next.add_acq_rel(1));  // [W2]
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

void* shared_memory(sched::Worker& worker, Workshare& slot, size_t bytes) {
  // Not an address of memory: somebody is about to make it.
  static char being_made;
  void* const busy = &being_made;
  void* memory = slot.memory.load_acquire();  // [W4]
  if (memory == nullptr && slot.memory.cas_acq_rel(memory, busy)) {
    memory = zeroed(bytes);
    slot.memory.store_release(memory);  // [W4]
    sched::announce_latch(*worker.seat->crew);
    return memory;
  }
  wait_until(worker, [&] { return slot.memory.load_acquire() != busy; });  // [W4]
  return slot.memory.load_acquire();                                       // [W4]
}

void* begin_shared_memory(sched::Worker& worker, team::SharedMemoryState& state, size_t bytes) {
  end_shared_memory(worker, state);
  Construct construct = enter(worker);
  if (construct.slot == nullptr) return state.own = zeroed(bytes);
  state.slot = construct.slot;
  state.number = construct.number;
  return shared_memory(worker, *construct.slot, bytes);
}

void end_shared_memory(sched::Worker& worker, team::SharedMemoryState& state) {
  std::free(state.own);
  state.own = nullptr;
  if (state.slot == nullptr) return;
  leave(team::team_of(worker), {state.slot, state.number});
  state.slot = nullptr;
}

}  // namespace rondo::work
