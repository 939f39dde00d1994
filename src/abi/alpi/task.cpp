// SPDX-License-Identifier: Apache-2.0
//
// The calling task, blocking it, and its events. An OpenMP task's handle is its address. What is outstanding for it
// is noted beside it, under the lock of its place in a table.
#include "abi/alpi/task.hpp"

#include <cstdlib>

#include "abi/alpi/process.hpp"
#include "abi/alpi/spawn.hpp"
#include "abi/alpi/types.hpp"
#include "abi/api.hpp"
#include "base/message.hpp"
#include "sched/run/suspend.hpp"
#include "team/runtime.hpp"

namespace rondo::alpi {
namespace {

Process::Notes& notes_of(const void* task) {
  constexpr unsigned kBits = 8;
  static_assert(Process::kNotes == size_t{1} << kBits);
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
  return process.notes[reinterpret_cast<uintptr_t>(task) * kSpread >> (64 - kBits)];
}

Note** find(Process::Notes& notes, const void* task) {
  Note** link = &notes.first;
  while (*link != nullptr && (*link)->task != task) link = &(*link)->next;
  return link;
}

Note& find_or_make(Process::Notes& notes, const void* task) {
  Note** link = find(notes, task);
  if (*link == nullptr) {
    *link = static_cast<Note*>(std::calloc(1, sizeof(Note)));
    if (*link == nullptr) base::fatal("out of memory for a task that waits for a library; raise the memory limit");
    (*link)->task = task;
  }
  return **link;
}

void drop_if_empty(Process::Notes& notes, const void* task) {
  Note** link = find(notes, task);
  Note* note = *link;
  if (note->wait != nullptr || note->is_unblocked || note->n_events != 0) return;
  *link = note->next;
  std::free(note);
}

int check_current(alpi_task* task) {
  alpi_task* const is = current();
  return is == nullptr ? ALPI_ERR_OUTSIDE_TASK : is != task ? ALPI_ERR_PARAMETER : ALPI_SUCCESS;
}

void block_openmp(const void* task) {
  rondo_suspension wait = RONDO_SUSPENSION_INIT;
  Process::Notes& notes = notes_of(task);
  {
    sync::SpinGuard guard(notes.lock);
    Note& note = find_or_make(notes, task);
    if (note.is_unblocked) {
      note.is_unblocked = false;
      return drop_if_empty(notes, task);
    }
    note.wait = &wait;
  }
  rondo_task_block(&wait);
}

void unblock_openmp(const void* task) {
  rondo_suspension* wait = nullptr;
  Process::Notes& notes = notes_of(task);
  {
    sync::SpinGuard guard(notes.lock);
    Note& note = find_or_make(notes, task);
    wait = note.wait;
    note.wait = nullptr;
    note.is_unblocked = wait == nullptr;
    drop_if_empty(notes, task);
  }
  if (wait != nullptr) rondo_task_unblock(wait);
}

void add_events_openmp(const void* task, uint64_t n) {
  Process::Notes& notes = notes_of(task);
  bool is_first = false;
  {
    sync::SpinGuard guard(notes.lock);
    Note& note = find_or_make(notes, task);
    is_first = note.n_events == 0;
    note.n_events += n;
  }
  if (is_first) rondo_task_hold();  // once for all of them
}

bool drop_events_openmp(void* task, uint64_t n) {
  Process::Notes& notes = notes_of(task);
  bool is_last = false;
  {
    sync::SpinGuard guard(notes.lock);
    Note* note = *find(notes, task);
    if (note == nullptr || note->n_events < n) return false;
    note->n_events -= n;
    is_last = note->n_events == 0;
    drop_if_empty(notes, task);
  }
  if (is_last) rondo_task_release(task);
  return true;
}

bool has_events_openmp(const void* task) {
  Process::Notes& notes = notes_of(task);
  sync::SpinGuard guard(notes.lock);
  const Note* note = *find(notes, task);
  return note != nullptr && note->n_events != 0;
}

}  // namespace

alpi_task* current() {
  if (Spawned* spawned = current_spawned()) return handle_of(*spawned);
  return reinterpret_cast<alpi_task*>(sched::task_of_stack(team::this_worker()));
}

}  // namespace rondo::alpi

using namespace rondo::alpi;

RONDO_API int alpi_task_self(alpi_task** task) {
  if (task == nullptr) return ALPI_ERR_PARAMETER;
  *task = current();
  return ALPI_SUCCESS;
}

RONDO_API int alpi_task_block(alpi_task* task) {
  if (const int error = check_current(task); error != ALPI_SUCCESS) return error;
  if (Spawned* spawned = spawned_of(task)) {
    block(*spawned);
  } else {
    block_openmp(task);
  }
  return ALPI_SUCCESS;
}

RONDO_API int alpi_task_unblock(alpi_task* task) {
  if (task == nullptr) return ALPI_ERR_PARAMETER;
  if (Spawned* spawned = spawned_of(task)) {
    unblock(*spawned);
  } else {
    unblock_openmp(task);
  }
  return ALPI_SUCCESS;
}

RONDO_API int alpi_task_events_increase(alpi_task* task, uint64_t increment) {
  if (const int error = check_current(task); error != ALPI_SUCCESS || increment == 0) return error;
  if (Spawned* spawned = spawned_of(task)) {
    add_events(*spawned, increment);
  } else {
    add_events_openmp(task, increment);
  }
  return ALPI_SUCCESS;
}

RONDO_API int alpi_task_events_decrease(alpi_task* task, uint64_t decrement) {
  if (task == nullptr) return ALPI_ERR_PARAMETER;
  if (decrement == 0) return ALPI_SUCCESS;
  Spawned* spawned = spawned_of(task);
  const bool has_them = spawned != nullptr ? drop_events(*spawned, decrement) : drop_events_openmp(task, decrement);
  return has_them ? ALPI_SUCCESS : ALPI_ERR_PARAMETER;
}

RONDO_API int alpi_task_events_test(alpi_task* task, uint64_t* has_any) {
  if (const int error = check_current(task); error != ALPI_SUCCESS) return error;
  if (has_any == nullptr) return ALPI_ERR_PARAMETER;
  Spawned* spawned = spawned_of(task);
  *has_any = (spawned != nullptr ? has_events(*spawned) : has_events_openmp(task)) ? 1 : 0;
  return ALPI_SUCCESS;
}

// A body that is over and begins again is no OpenMP task. alpi_feature_check() says so.
RONDO_API int alpi_task_suspend_mode_set(alpi_task* task, alpi_suspend_mode_t, uint64_t) {
  const int error = check_current(task);
  return error != ALPI_SUCCESS ? error : ALPI_ERR_FEATURE_UNKNOWN;
}

RONDO_API int alpi_task_suspend(alpi_task* task) {
  const int error = check_current(task);
  return error != ALPI_SUCCESS ? error : ALPI_ERR_FEATURE_UNKNOWN;
}
