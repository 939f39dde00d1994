// SPDX-License-Identifier: Apache-2.0
//
// All of these may be called in signal handlers. They look at what the calling thread itself has written.
#include "team/inquiry.hpp"

#include <cstring>

#include <sched.h>

#include "ompt/callbacks.hpp"
#include "team/binding.hpp"
#include "team/observed.hpp"
#include "team/runtime.hpp"

namespace rondo::team {

using ompt::Data;
using ompt::State;
using os::CpuSet;
using sched::Worker;
using task::Observed;
using task::Task;

namespace {

// Answers of the questions about regions and tasks.
constexpr int kNone = 0;
constexpr int kThere = 2;

template <class T>
void answer(T* where, T value) {
  if (where != nullptr) *where = value;
}

Data* get_thread_data() {
  Worker* worker = sched::t_worker;
  return worker != nullptr ? &worker->record.data : nullptr;
}

int get_state(uint64_t* wait_id) {
  const Worker* worker = sched::t_worker;
  if (worker == nullptr) return static_cast<int>(State::Undefined);
  answer(wait_id, worker->record.wait_id);
  if (worker->record.state != State::Undefined || worker->slot == nullptr) {
    return static_cast<int>(worker->record.state);
  }
  return static_cast<int>(team_of(*worker).level > 0 ? State::WorkParallel : State::WorkSerial);
}

int get_parallel_info(int level, Data** parallel, int* size) {
  const Worker* worker = sched::t_worker;
  if (worker == nullptr || worker->slot == nullptr || level < 0) return kNone;
  Team* team = &team_of(*worker);
  while (level-- > 0 && team != nullptr) team = team->parent;
  if (team == nullptr) return kNone;
  answer(parallel, &team->parallel);
  answer(size, static_cast<int>(team->n_slots));
  return kThere;
}

int get_task_info(int level, int* flags, Data** data, ompt::Frame** frame, Data** parallel, int* thread_num) {
  const Worker* worker = sched::t_worker;
  if (worker == nullptr || worker->slot == nullptr || worker->current == nullptr || level < 0) return kNone;
  Observed* task = task::observed_of(*worker->current);
  while (level-- > 0 && task != nullptr) task = task->below;
  if (task == nullptr) return kNone;
  answer(flags, static_cast<int>(task->flags));
  answer(data, &task->data);
  answer(frame, &task->frame);
  answer(parallel, task->parallel);
  answer(thread_num, static_cast<int>(task->thread_num));
  return kThere;
}

// The block of an explicit task, in which its private variables are. Undeferred tasks of gcc's code have none.
int get_task_memory(void** address, size_t* size, int block) {
  answer(size, size_t{0});
  const Worker* worker = sched::t_worker;
  if (worker == nullptr || worker->current == nullptr || block != 0) return 0;
  Task* task = worker->current;
  if ((task->flags & (task::kImplicit | task::kOnTop)) != 0 || task->data == nullptr) return 0;
  answer(address, task->data);
  const auto* end = reinterpret_cast<const char*>(task) + task::Slab::usable_bytes(task);
  answer(size, static_cast<size_t>(end - static_cast<const char*>(task->data)));
  return 0;
}

int get_num_procs() { return static_cast<int>(n_processors()); }
int get_num_places() { return static_cast<int>(places().count()); }

int get_place_proc_ids(int place, int n_room, int* ids) {
  if (place < 0 || static_cast<unsigned>(place) >= places().count()) return 0;
  const CpuSet& cpus = places()[static_cast<unsigned>(place)];
  int n = 0;
  for (unsigned cpu = cpus.first(); cpu != CpuSet::kNone && n < n_room; cpu = cpus.next(cpu)) {
    ids[n++] = static_cast<int>(cpu);
  }
  return static_cast<int>(cpus.count());
}

int get_place_num() {
  const Worker* worker = sched::t_worker;
  return worker != nullptr && worker->is_bound() ? static_cast<int>(worker->bound_place) : -1;
}

int get_partition_place_nums(int n_room, int* numbers) {
  const Worker* worker = sched::t_worker;
  if (worker == nullptr || worker->slot == nullptr) return 0;
  PlaceBinding mine = member_of(*worker).binding;
  if (mine.place == kNoPlace) mine = {kNoPlace, 0, places().count()};
  for (unsigned i = 0; i < mine.count && static_cast<int>(i) < n_room; i++) {
    numbers[i] = static_cast<int>(mine.first + i);
  }
  return static_cast<int>(mine.count);
}

int get_proc_id() { return sched_getcpu(); }
int get_num_devices() { return 1; }  // the host
int get_target_info(uint64_t*, uint64_t*, uint64_t*) { return kNone; }

struct Named {
  const char* name;
  ompt::Function function;
};

template <class F>
ompt::Function untyped(F* function) {
  return reinterpret_cast<ompt::Function>(function);
}

}  // namespace

ompt::Function find_function(const char* name) {
  const Named known[] = {
      {"ompt_enumerate_states", untyped(ompt::enumerate_states)},
      {"ompt_enumerate_mutex_impls", untyped(ompt::enumerate_mutex_impls)},
      {"ompt_set_callback", untyped(ompt::set_callback)},
      {"ompt_get_callback", untyped(ompt::get_callback)},
      {"ompt_get_unique_id", untyped(ompt::get_unique_id)},
      {"ompt_finalize_tool", untyped(finalize_tool)},
      {"ompt_get_thread_data", untyped(get_thread_data)},
      {"ompt_get_state", untyped(get_state)},
      {"ompt_get_parallel_info", untyped(get_parallel_info)},
      {"ompt_get_task_info", untyped(get_task_info)},
      {"ompt_get_task_memory", untyped(get_task_memory)},
      {"ompt_get_num_procs", untyped(get_num_procs)},
      {"ompt_get_num_places", untyped(get_num_places)},
      {"ompt_get_place_proc_ids", untyped(get_place_proc_ids)},
      {"ompt_get_place_num", untyped(get_place_num)},
      {"ompt_get_partition_place_nums", untyped(get_partition_place_nums)},
      {"ompt_get_proc_id", untyped(get_proc_id)},
      {"ompt_get_num_devices", untyped(get_num_devices)},
      {"ompt_get_target_info", untyped(get_target_info)},
  };
  for (const Named& candidate : known) {
    if (std::strcmp(candidate.name, name) == 0) return candidate.function;
  }
  return nullptr;
}

}  // namespace rondo::team
