// SPDX-License-Identifier: Apache-2.0
//
// Creating tasks: what both faces call for a task construct. A creation is allocate(), then the caller fills the
// block, then submit(); clang's code takes these steps by itself. Most tasks take the fast path, straight-line code
// that is inline in the entry points: below, and README.md, "Fast path".
#pragma once

#include <cstring>

#include "sched/create/help.hpp"
#include "sched/create/inline_run.hpp"
#include "sched/create/undeferred.hpp"
#include "sched/idle/park.hpp"
#include "sched/run/region.hpp"
#include "sched/settings.hpp"

namespace rondo::graph {
class Recorder;
}

namespace rondo::sched {

// ---- Any task ------------------------------------------------------------------------------------------------

// Memory is short until tasks that the current one has created are done: the caller helps with them.
task::Task* allocate_scarce(Worker& worker, const task::TaskSpec& spec);
// A descriptor, and room for the compiler's block: `task->data`. Inside a region that is being re-captured this is
// the recorded node's own block, otherwise it is behind the descriptor.
inline task::Task* allocate(Worker& worker, const task::TaskSpec& spec) {
  const task::Domain* domain = worker.current->domain;
  if (domain != nullptr && domain->execution != nullptr) return domain->execution->allocate(worker, spec);
  auto* task = static_cast<task::Task*>(worker.slab.try_allocate(sizeof(task::Task) + spec.block_bytes));
  if (task == nullptr) [[unlikely]]
    task = allocate_scarce(worker, spec);
  init(*task, spec);
  return task;
}

// The block is filled: the task may run. `if_clause` false: it runs before this returns.
void submit(Worker& worker, task::Task& task, Dependences dependences, bool if_clause = true);

// submit() for a deferred task that a loop's recorder has just met, if it is one that is kept
// (graph/replay/kept_tasks.hpp): also behind the same task of the round before. False: it has not been submitted.
bool submit_kept(Worker& worker, task::Task& task, const graph::Recorder& recorder, Dependences dependences);

// submit() for a deferred task that a region has taken down, if nothing keeps it from running at once, past the
// inline cutoff: it is not counted. False: it has not run.
bool run_past_cutoff(Worker& worker, task::Task& task, Dependences dependences);

// The untied task, whose body is running, asks for its next part. The same worker runs it as soon as the running part
// returns (sched/run/README.md, "Parts"). A task that the part has begun in place (a loop's own) is still current in
// the next part.
inline void request_next_part(task::Task& task) { task.flags |= task::kHasNextPart; }

// ---- Tasks that are ready when they are created --------------------------------------------------------------

// The deque is past the inline cutoff: new work runs at once, while its data is in the cache.
void run_now(Worker& worker, Work work);

// Each look at the deque's top costs the latency of a line that a thief has just written. So a yes holds for some
// tasks, unless a thief finds the deque empty.
inline bool is_past_cutoff(Worker& worker) {
  Slot& slot = *worker.slot;
  if (!slot.deque.may_hold_more_than(slot.inline_cutoff.n_tasks())) [[likely]]
    return false;
  if (slot.deque.is_trusted()) return true;
  slot.deque.stir();
  if (!slot.inline_cutoff.note_look(slot.deque.look())) return false;
  if (settings.suspends) return false;  // the creator may have to go on before such a task does
  slot.deque.trust(InlineCutoff::n_between_looks(slot.arena->n_slots));
  return true;
}

// A thread that is alone would run the task in its next wait for tasks, and the program may have none.
void start_alone(Worker& worker, task::Task& task);

inline void start_task(Worker& worker, task::Task& task) {
  const bool is_past = is_past_cutoff(worker);
  if (!is_past && worker.slot->arena->n_slots == 1) [[unlikely]]
    return start_alone(worker, task);
  is_past && !is_prioritised(task) ? run_now(worker, Work(&task)) : offer(worker, task);
}

// A task without predecessors, whose block is filled.
inline void launch(Worker& worker, task::Task& task, task::Domain& domain) {
  task::JoinCounter& join_counter = adopt(worker, task, domain);
  const bool looks = join_counter.count_one_created();
  start_task(worker, task);
  if (looks) [[unlikely]]
    help_if_ahead(worker, join_counter, domain);
}

// ---- The fast path -------------------------------------------------------------------------------------------
//
// For a task that is deferred and not recorded, without dependences, priority and event. Where something is missing
// (a block, room in the deque), the last call goes to the functions above, so nothing has to be kept on the stack.

// Whether tasks that are created now take the fast path: none is recorded, and none has to run in place.
inline bool takes_fast_path(const Worker& worker) {
  const task::Domain* domain = worker.current->domain;
  if (!is_fast_path_parent(*worker.current)) return false;
  if (domain == nullptr) return worker.current->parent->arena->n_slots != 1;
  return domain->execution == nullptr && domain->arena->n_slots != 1;
}

// Whether a task that is created now gets an ordinary block: no region gives it one, and no tool asks about it.
inline bool takes_memory_of_slab(const Worker& worker) {
  const task::Domain* domain = worker.current->domain;
  return (domain == nullptr || domain->execution == nullptr) && !worker.current->has(task::kObserved);
}

// The descriptor, with room for the compiler's block; nullptr: the slab has no free block of this size.
inline task::Task* allocate_fast(Worker& worker, task::Entry entry, size_t block_bytes, uint32_t flags) {
  auto* task = static_cast<task::Task*>(worker.slab.allocate_again(sizeof(task::Task) + block_bytes));
  if (task != nullptr) [[likely]]
    init(*task, {entry, static_cast<uint32_t>(block_bytes), 0, flags, 0, true});
  return task;
}

// From time to time after a task of the fast path was queued: a worker sleeps, or the creator may be ahead.
void look_after_creation(Worker& worker, task::JoinCounter& join_counter, bool looks);

// The deque may be deep: past the inline cutoff the task runs at once, not counted.
void submit_past_cutoff(Worker& worker, task::Task& task);

// The block is filled. After takes_fast_path() said yes; the task has neither priority nor event.
[[gnu::always_inline]] inline void submit_fast(Worker& worker, task::Task& task) {
  Slot& slot = *worker.slot;
  if (!slot.deque.has_room_above(slot.inline_cutoff.n_tasks())) return submit_past_cutoff(worker, task);
  base::CountFor counting(base::Construct::Create);
  task::Domain* domain = worker.current->domain;
  if (domain == nullptr) {
    void* block = worker.slab.allocate_again(sizeof(task::Domain));
    if (block == nullptr) [[unlikely]]
      return submit(worker, task, {});
    domain = &begin_domain(worker, *worker.current, block);
  }
  if (slot.arena != domain->arena) [[unlikely]]
    return submit(worker, task, {});
  task::JoinCounter& join_counter = adopt_fast(worker, task, *domain);
  const bool looks = join_counter.count_one_created();
  slot.deque.push_into_room(Work(&task).word());
  os::light_fence();  // [P1]
  if (slot.arena->n_parked.load_relaxed() != 0 || looks) [[unlikely]]  // [P1]
    look_after_creation(worker, join_counter, looks);
}

// Most blocks have a few words.
inline bool is_few_words(size_t block_bytes) { return block_bytes <= 32 && block_bytes % sizeof(uint64_t) == 0; }
inline void copy_words(void* to, const void* from, size_t bytes) {
  constexpr size_t kWord = sizeof(uint64_t);
  for (size_t at = 0; at < bytes; at += kWord) {
    uint64_t word;
    std::memcpy(&word, static_cast<const char*>(from) + at, kWord);
    asm("" : "+r"(word));  // or the compiler makes a call of the loop
    std::memcpy(static_cast<char*>(to) + at, &word, kWord);
  }
}
inline void copy_block(void* to, const void* from, size_t bytes) {
  if (!is_few_words(bytes)) [[unlikely]] {
    std::memcpy(to, from, bytes);
    return;
  }
  copy_words(to, from, bytes);
}

// The fast path of gcc's code, in one step. `data` is the creator's and valid during the call. `flags`:
// kUnconstrained and kFinal. `copy`: nullptr: bitwise. Arguments stand where GOMP_task has them: none is moved.
void spawn_fast(task::GompEntry body, void* data, CopyBlock copy, size_t bytes, uint32_t flags, Worker& worker);

// The same in a region that has noted the task and has no more to do with it; its creator is_fast_path_parent().
void spawn_noted(task::GompEntry body, void* data, size_t bytes, uint32_t flags, Worker& worker);
// The same for a task of clang's code, whose block is filled.
void submit_noted(Worker& worker, task::Task& task);

// spawn_fast() for a task with dependences, after takes_fast_path() said yes. False: something is missing, and the
// task has not been created. (`dependences` by reference: by value it would go through the stack in one piece, right
// after it was written in two, and wait for them.)
bool spawn_dependent_fast(Worker& worker, task::GompEntry body, void* data, size_t bytes, uint32_t flags,
                          const Dependences& dependences);
// submit() for such a task, which has neither priority nor event.
void submit_dependent_fast(Worker& worker, task::Task& task, Dependences dependences);

// spawn_noted() and submit_noted() for tasks with dependences.
void spawn_dependent_noted(Worker& worker, task::GompEntry body, void* data, size_t bytes, uint32_t flags,
                           const Dependences& dependences);
void submit_dependent_noted(Worker& worker, task::Task& task, Dependences dependences);

}  // namespace rondo::sched
