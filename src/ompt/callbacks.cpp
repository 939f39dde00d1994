// SPDX-License-Identifier: Apache-2.0
#include "ompt/callbacks.hpp"

#include <span>

#include "ompt/process.hpp"

namespace rondo::ompt {

namespace {

// How often an event is sent. The compilers make some constructs without a call of the runtime: gcc a static loop, a
// masked and the end of a single, both most atomics and flushes. What is begun is always ended.
SetResult frequency(Event event) {
  switch (event) {
    case Event::Work:
    case Event::Masked:
    case Event::Reduction:
    case Event::Dispatch:
      return SetResult::SometimesPaired;
    case Event::Flush:
      return SetResult::Sometimes;
    case Event::ThreadBegin:
    case Event::ThreadEnd:
    case Event::ParallelBegin:
    case Event::ParallelEnd:
    case Event::TaskCreate:
    case Event::TaskSchedule:
    case Event::ImplicitTask:
    case Event::ControlTool:
    case Event::SyncRegionWait:
    case Event::MutexReleased:
    case Event::Dependences:
    case Event::TaskDependence:
    case Event::SyncRegion:
    case Event::LockInit:
    case Event::LockDestroy:
    case Event::MutexAcquire:
    case Event::MutexAcquired:
    case Event::NestLock:
    case Event::Cancel:
    case Event::Error:
      return SetResult::Always;
  }
  return SetResult::Never;
}

bool exists(Event event) { return static_cast<uint32_t>(event) - 1 < kEvents - 1; }

struct Named {
  int value;
  const char* name;
};

constexpr Named kStates[] = {
    {int(State::WorkSerial), "ompt_state_work_serial"},
    {int(State::WorkParallel), "ompt_state_work_parallel"},
    {int(State::WorkReduction), "ompt_state_work_reduction"},
    {int(State::WaitParallelBarrier), "ompt_state_wait_barrier_implicit_parallel"},
    {int(State::WaitWorkshareBarrier), "ompt_state_wait_barrier_implicit_workshare"},
    {int(State::WaitExplicitBarrier), "ompt_state_wait_barrier_explicit"},
    {int(State::WaitImplementationBarrier), "ompt_state_wait_barrier_implementation"},
    {int(State::WaitTaskwait), "ompt_state_wait_taskwait"},
    {int(State::WaitTaskgroup), "ompt_state_wait_taskgroup"},
    {int(State::WaitLock), "ompt_state_wait_lock"},
    {int(State::WaitCritical), "ompt_state_wait_critical"},
    {int(State::WaitAtomic), "ompt_state_wait_atomic"},
    {int(State::WaitOrdered), "ompt_state_wait_ordered"},
    {int(State::Idle), "ompt_state_idle"},
    {int(State::Undefined), "ompt_state_undefined"},
};

constexpr Named kMutexes[] = {{0, "rondo_mutex_none"}, {1, "rondo_mutex_spin_then_sleep"}};

// A list begins behind `none`, or behind no element at all if `none` is none.
int next_of(std::span<const Named> list, int none, int current, int* next, const char** name) {
  size_t at = 0;
  if (current != none) {
    while (at < list.size() && list[at].value != current) at++;
    at++;
  } else if (list[0].value == none) {
    at = 1;
  }
  if (at >= list.size()) return 0;
  *next = list[at].value;
  *name = list[at].name;
  return 1;
}

}  // namespace

SetResult set_callback(Event event, Function function) {
  if (!exists(event)) return SetResult::Error;
  const SetResult result = frequency(event);
  if (result != SetResult::Never) process.callbacks[static_cast<uint32_t>(event)].store_relaxed(function);
  return result;
}

int get_callback(Event event, Function* function) {
  if (!exists(event)) return 0;
  Function found = process.callbacks[static_cast<uint32_t>(event)].load_relaxed();
  if (found == nullptr) return 0;
  *function = found;
  return 1;
}

int enumerate_states(int current, int* next, const char** name) {
  // The first call has `undefined`, which is therefore not in the list that follows.
  constexpr std::span kListed(kStates, std::size(kStates) - 1);
  return next_of(kListed, static_cast<int>(State::Undefined), current, next, name);
}

int enumerate_mutex_impls(int current, int* next, const char** name) {
  return next_of(kMutexes, 0, current, next, name);
}

uint64_t get_unique_id() { return process.n_ids.add_relaxed(1) + 1; }

}  // namespace rondo::ompt
