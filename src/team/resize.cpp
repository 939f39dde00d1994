// SPDX-License-Identifier: Apache-2.0
#include "team/resize.hpp"

#include <cstdlib>
#include <new>

#include "base/message.hpp"
#include "sched/wait/wait.hpp"
#include "team/barrier.hpp"
#include "team/pool.hpp"
#include "team/runtime.hpp"
#include "team/service.hpp"

namespace rondo::team {

namespace {

// A late reader may hold an array that has become too small. So all arrays stay; each has a pointer to the one
// before.
struct SlotArray {
  sched::Slot** before;
  sched::Slot** slots() { return reinterpret_cast<sched::Slot**>(this + 1); }
};

Member* new_member(Team& team, uint32_t index) {
  void* memory = std::aligned_alloc(alignof(Member), base::round_up(sizeof(Member), alignof(Member)));
  if (memory == nullptr) return nullptr;
  auto* member = new (memory) Member(team, index);
  if (member->deque.is_usable()) return member;
  member->~Member();
  std::free(memory);
  return nullptr;
}

void say_small_team(uint32_t n) {
  base::warn_once("out of memory for a larger team; going on with %u threads. Raise the limit, or set OMP_NUM_THREADS",
                  n);
}

// Makes members until there are `n`, or as many as there is memory for.
void make_members(Team& team, uint32_t n) {
  if (n <= team.capacity) return;
  auto* array = static_cast<SlotArray*>(std::malloc(sizeof(SlotArray) + n * sizeof(sched::Slot*)));
  if (array == nullptr) return say_small_team(team.capacity);
  array->before = team.slots;
  sched::Slot** slots = array->slots();
  uint32_t n_made = team.capacity;
  for (uint32_t i = 0; i < n_made; i++) slots[i] = team.slots[i];
  while (n_made < n) {
    Member* member = new_member(team, n_made);
    if (member == nullptr) break;
    slots[n_made++] = member;
  }
  if (n_made < n) say_small_team(n_made);
  team.slots = slots;
  team.capacity = n_made;
}

// Waits until no thread of the last region looks at the team any more, so that its size may change.
void quiesce(Team& team) {
  // in an oversubscribed team threads may need this one's processor to leave
  sched::Idle idle(team.is_oversubscribed.load_relaxed());
  call_leavers(team);
  for (uint32_t i = 1; i < team.n_slots; i++) {
    while (!has_left(*team.member(i), team)) {
      if (idle.pause()) continue;
      os::yield_thread();
      idle.reset();
    }
    idle.come();
  }
}

// Members [old, n) join, or as many of them as there are threads.
void grow(Team& team, uint32_t old, uint32_t n) {
  make_members(team, n);
  if (n > team.capacity) n = team.capacity;
  if (n == 0) base::fatal("out of memory for a parallel region; raise the memory limit, or nest fewer regions");
  for (uint32_t i = old; i < n; i++) number_from_now(*team.member(i), team);
  team.n_slots = n > 1 ? assign_threads(team, old, n) : 1;
}

}  // namespace

void resize(Team& team, uint32_t n) {
  constexpr uint32_t kManySlots = 64;  // docs/tuning.md: large arena
  uint32_t old = team.n_slots;
  if (n == old) return;
  // All teams beside this one have its size, as far as one can know.
  auto estimate_oversubscription = [&](uint32_t size) {
    team.n_workers_estimate = team.parent->n_workers_estimate * size;
    const bool is_oversubscribed = team.n_workers_estimate > 1 && team.n_workers_estimate > n_processors();
    team.is_oversubscribed.store_relaxed(is_oversubscribed);
    settle_meeting(team, size, is_oversubscribed);
    team.is_large.store_relaxed(size > kManySlots);
  };
  quiesce(team);
  estimate_oversubscription(n);  // before threads come: each looks once
  if (n < old) {
    dismiss_threads(team, n, old);
    team.n_slots = n;
  } else {
    grow(team, old == 0 ? 1 : old, n);
    if (team.n_slots != n) estimate_oversubscription(team.n_slots);
  }
}

void disband(Team& team) { resize(team, 1); }

}  // namespace rondo::team
