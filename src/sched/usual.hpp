// SPDX-License-Identifier: Apache-2.0
//
// The usual task: deferred, without dependences, priority and event, and nobody takes its creation down. Most tasks
// are such, and those that take less to run than to create are among them. So their creation is a straight line,
// inline in the entry points: where something is not at hand (a block, room in the deque) the last call leaves it to
// the long way of spawn.hpp, so that nothing has to be kept on the stack. README.md, "Usual tasks".
#pragma once

#include "sched/launch.hpp"
#include "sched/park.hpp"
#include "sched/settings.hpp"
#include "sched/spawn.hpp"

namespace rondo::sched {

// Whether tasks that are created now may be usual ones: nobody records, and they need not run in place.
inline bool creates_usual_tasks(const Worker& worker) {
  const task::Domain* domain = worker.current->domain;
  if (domain != nullptr) return domain->encounter == nullptr && !runs_undeferred(worker, *domain);
  return !worker.current->has(task::kFinal) && worker.current->parent->crew->n_seats != 1;
}

// The descriptor, with room for the compiler's block; nullptr: no block is at hand.
inline task::Task* allocate_usual(Worker& worker, task::Entry entry, size_t block_bytes, uint16_t flags) {
  auto* task = static_cast<task::Task*>(worker.slab.allocate_again(sizeof(task::Task) + block_bytes));
  if (task != nullptr) [[likely]]
    init(*task, {entry, static_cast<uint32_t>(block_bytes), 0, flags, 0, true});
  return task;
}

// What is left after a usual task was queued, from time to time: somebody sleeps, or the creator may be ahead.
void look_after_creation(Worker& worker, task::Tally& tally, bool looks);

// The deque may be deep: with plenty to take the task runs at once, not counted.
void submit_with_plenty(Worker& worker, task::Task& task);

// The block is filled. After creates_usual_tasks() said yes; the task has neither priority nor event.
[[gnu::always_inline]] inline void submit_usual(Worker& worker, task::Task& task) {
  Seat& seat = *worker.seat;
  if (!seat.deque.has_room_above(settings.plenty)) return submit_with_plenty(worker, task);
  base::CountFor counting(base::Construct::Create);
  task::Domain* domain = worker.current->domain;
  if (domain == nullptr) {
    void* block = worker.slab.allocate_again(sizeof(task::Domain));
    if (block == nullptr) [[unlikely]]
      return submit(worker, task, {});
    domain = &begin_domain(worker, block);
  }
  if (seat.crew != domain->crew) [[unlikely]]
    return submit(worker, task, {});
  task::Tally& tally = adopt(worker, task, *domain);
  const bool looks = tally.count_one_created();
  seat.deque.push_into_room(Work(&task).word());
  os::light_fence();  // [P1]
  if (seat.crew->n_parked.load_relaxed() != 0 || looks) [[unlikely]]  // [P1]
    look_after_creation(worker, tally, looks);
}

// How gcc's code makes a task's block of its creator's data.
using CopyBlock = void (*)(void* block, void* data);

// The usual creation by gcc's code, in one step. `data` is the creator's and valid during the call. `flags`:
// kUnconstrained and kFinal. `copy`: nullptr: bitwise.
void spawn_usual(Worker& worker, task::GompEntry body, void* data, size_t bytes, uint16_t flags, CopyBlock copy);

}  // namespace rondo::sched
