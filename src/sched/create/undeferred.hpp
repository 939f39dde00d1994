// SPDX-License-Identifier: Apache-2.0
//
// Undeferred tasks: they run where they are created, and are over before their creator goes on, because of an if
// clause, because the creator is final or alone, or because the deque is past the inline cutoff. Nobody waits for
// one, so none is counted, unless it has an event; see README.md, "Fast path".
#pragma once

#include "sched/run/domain.hpp"
#include "sched/run/environment.hpp"
#include "sched/run/execute.hpp"
#include "sched/run/region.hpp"
#include "sched/settings.hpp"

namespace rondo::sched {

// ---- Any task ------------------------------------------------------------------------------------------------

// An undeferred task begins. It may have no domain of its own: reports of how deep tasks are nested follow `next`.
inline void put_on_top(Worker& worker, task::Task& task) {
  task.flags |= task::kOnTop;
  task.next = worker.current;
}

// The descriptor of a task whose block stays where the caller has it.
inline void init(task::Task& task, const task::TaskSpec& spec, void* data) {
  init(task, spec);
  task.data = data;
}

// From the wait for its predecessors to its end. It has no event.
void run_undeferred(Worker& worker, task::Task& task, Dependences dependences);
// A task whose block stays where the caller has it (`data`).
void run_in_place(Worker& worker, const task::TaskSpec& spec, void* data, Dependences dependences);

// The two halves of run_in_place for callers that call the body themselves (KMP if(0)); `task` came from allocate().
void begin_in_place(Worker& worker, task::Task& task);
void end_in_place(Worker& worker, task::Task& task);

// The block of a task that came from allocate(). That of a node belongs to the region's execution.
inline void release_block(Worker& worker, task::Task& task) {
  if (!is_in_region(worker, task)) worker.slab.release(&task);
}

// ---- The fast path -------------------------------------------------------------------------------------------

inline task::TaskSpec fast_path_spec(task::GompEntry body, size_t bytes, uint32_t flags) {
  return {{.gomp = body}, static_cast<uint32_t>(bytes), 0, flags, 0, true};
}

// The construct in which the current task creates another one was cancelled: a task that is copied is not created.
// Where a region is to see it, it is.
inline bool is_in_cancelled_construct(const Worker& worker) {
  if (!settings.cancellation) [[likely]]
    return false;
  const task::Task& creator = *worker.current;
  const task::Domain* domain = creator.domain;
  if (domain != nullptr && domain->execution != nullptr) return false;
  return is_cancelled(domain != nullptr ? *domain->arena : *creator.parent->arena, creator.group);
}

// How gcc's code makes a task's block out of its creator's data.
using CopyBlock = void (*)(void* block, void* data);

// Whether a block may be made on the stack: a recursion of tasks that run in place needs no more of it than twice the
// frames of its creators.
inline bool fits_on_stack(size_t block_bytes) { return block_bytes <= 512; }

// Whether a task created now is undeferred, by its if clause or because of its creator, and not in a region whose
// creations are recorded or fill nodes. Then a plain one, without dependences and event, is little more than a call.
[[gnu::always_inline]] inline bool is_plainly_undeferred(const Worker& worker, bool if_clause) {
  const task::Task& creator = *worker.current;
  const task::Domain* domain = creator.domain;
  if (domain != nullptr && domain->execution != nullptr) return false;
  constexpr uint32_t kDecides = task::kFinal | task::kInOrder | task::kObserved;
  if ((creator.flags & kDecides) != 0) [[unlikely]]
    return !creator.has(task::kObserved);
  if (!if_clause) return true;
  return domain != nullptr ? runs_alone(*domain) : runs_alone(*creator.parent->arena);
}

// Such a task of gcc's code. The data that its creator has prepared lives as long as the task: nothing is copied.
void run_undeferred_fast(task::GompEntry body, void* data, uint32_t flags, Worker& worker);
// Such a task whose block has to be made, and fits on the stack.
void run_undeferred_fast(task::GompEntry body, void* data, CopyBlock copy, size_t bytes, uint32_t flags,
                         Worker& worker);
// Such a task of clang's code, in a block of the slab, which that code has filled: it runs there. The block is free
// again when this returns.
void run_undeferred_fast(Worker& worker, task::Task& task);

}  // namespace rondo::sched
