// SPDX-License-Identifier: Apache-2.0
//
// Telling of what happens: one function an event, which calls the tool's callback if there is one, and writes into
// the thread's ring if the process is traced. The callers are on paths that are taken only while one of the two is so
// (is_on()). `thread`: the one on which the event happens, and which calls.
#pragma once

#include <span>

#include "ompt/process.hpp"
#include "ompt/thread.hpp"
#include "ompt/traced.hpp"

namespace rondo::ompt {

// Calls the tool's function for `event` with these arguments, whose types are the event's.
template <class... Arguments>
void raise(Event event, Arguments... arguments) {
  Function function = process.callbacks[static_cast<uint32_t>(event)].load_relaxed();
  if (function != nullptr) reinterpret_cast<void (*)(Arguments...)>(function)(arguments...);
}

// Where the program's code ends with a call of the runtime, compilers may make it a jump: then the return address is
// that of the runtime's own code below, and the call's place is not known.
inline const void* outside(const void* caller) { return process.own_code.contains(caller) ? nullptr : caller; }

inline bool wants(Event event) { return process.callbacks[static_cast<uint32_t>(event)].load_relaxed() != nullptr; }

inline void thread_begin(ThreadRecord& thread, ThreadKind kind) {
  if (kind == ThreadKind::Worker) process.n_own_threads.add_relaxed(1);
  if (trace::is_on()) trace_thread_begin(*thread.ring, static_cast<uint8_t>(kind));
  raise(Event::ThreadBegin, kind, &thread.data);
}
inline void thread_end(ThreadRecord& thread, ThreadKind kind) {
  raise(Event::ThreadEnd, &thread.data);
  if (trace::is_on()) trace_thread_end(*thread.ring);
  if (kind == ThreadKind::Worker) process.n_own_threads.sub_acq_rel(1);  // [O1]
}

inline void parallel_begin(const ThreadRecord& thread, Data* task, const Frame* frame, Data* parallel,
                           uint32_t n_requested, uint32_t flags, const void* caller) {
  if (trace::is_on()) trace_parallel_begin(*thread.ring, parallel, n_requested, outside(caller));
  raise(Event::ParallelBegin, task, frame, parallel, n_requested, flags, outside(caller));
}
inline void parallel_end(const ThreadRecord& thread, Data* parallel, Data* task, uint32_t flags, const void* caller) {
  raise(Event::ParallelEnd, parallel, task, flags, outside(caller));
  if (trace::is_on()) trace_parallel_end(*thread.ring, parallel);
}
inline void implicit_task(const ThreadRecord& thread, Endpoint endpoint, Data* parallel, Data* task, uint32_t n_threads,
                          uint32_t index, uint32_t flags) {
  if (trace::is_on()) trace_implicit_task(*thread.ring, endpoint, parallel, index);
  raise(Event::ImplicitTask, endpoint, parallel, task, n_threads, index, flags);
}
// To the tool only, since a trace goes on: the initial task and its thread end for it.
inline void shut_down(ThreadRecord& thread, Data* task, uint32_t flags) {
  raise(Event::ImplicitTask, Endpoint::End, static_cast<Data*>(nullptr), task, uint32_t{0}, uint32_t{1}, flags);
  raise(Event::ThreadEnd, &thread.data);
}
// For a trace only: gcc does not say in which line it calls the runtime for a region.
inline void implicit_body(const ThreadRecord& thread, const void* body) {
  if (trace::is_on()) trace_implicit_body(*thread.ring, body);
}

// Tasks have an id in the trace, which their creation returns.
inline uint64_t task_create(const ThreadRecord& thread, Data* creator, const Frame* frame, Data* task, uint32_t flags,
                            bool has_dependences, const void* body, const void* caller) {
  const uint64_t id = trace::is_on() ? trace_task_create(*thread.ring, flags, body, outside(caller)) : 0;
  raise(Event::TaskCreate, creator, frame, task, flags, int{has_dependences}, outside(caller));
  return id;
}
// For a trace only: the next task is of a loop's later round, and is created for the task with this id.
inline void task_creator(const ThreadRecord& thread, uint64_t id) {
  if (trace::is_on()) trace_task_creator(*thread.ring, id);
}
// The same: a region, loop or block with a task graph, and nodes of a graph that run as one.
inline void graph_begin(const ThreadRecord& thread, uint8_t detail, uint64_t id, const void* caller) {
  if (trace::is_on()) trace_graph_begin(*thread.ring, detail, id, outside(caller));
}
inline void graph_end(const ThreadRecord& thread) {
  if (trace::is_on()) trace_graph_end(*thread.ring);
}
inline void unit(const ThreadRecord& thread, uint32_t n_nodes) {
  if (trace::is_on()) trace_unit(*thread.ring, n_nodes);
}
inline void dependences(const ThreadRecord& thread, Data* task, std::span<const Dependence> list) {
  if (trace::is_on()) {
    for (const Dependence& dependence : list) trace_dependence(*thread.ring, dependence);
  }
  raise(Event::Dependences, task, list.data(), static_cast<int>(list.size()));
}
// Of an iteration of an ordered loop; a trace does not have these.
inline void doacross(Data* task, std::span<const Dependence> list) {
  raise(Event::Dependences, task, list.data(), static_cast<int>(list.size()));
}
// A trace has the dependences only.
inline void task_dependence(Data* predecessor, Data* task) { raise(Event::TaskDependence, predecessor, task); }
inline void task_begin(const ThreadRecord& thread, Data* prior, TaskStatus why, Data* task, uint64_t id) {
  if (trace::is_on()) trace_task_begin(*thread.ring, id);
  raise(Event::TaskSchedule, prior, why, task);
}
// The thread leaves a task, which goes on later, for one that it had left. A trace has stacks instead.
inline void task_switch(Data* prior, Data* next) { raise(Event::TaskSchedule, prior, TaskStatus::Switch, next); }
// For a trace only: the task that runs is blocked and leaves its stack; the thread has come to a stack (0: its own);
// the task there goes on, and was unblocked at that time; a task that is blocked keeps its stack.
inline void blocked(const ThreadRecord& thread) {
  if (trace::is_on()) trace_blocked(*thread.ring);
}
inline void stack(const ThreadRecord& thread, uintptr_t stack) {
  if (trace::is_on()) trace_stack(*thread.ring, stack);
}
inline void unblocked(const ThreadRecord& thread, uint64_t end_ticks) {
  if (trace::is_on()) trace_unblocked(*thread.ring, end_ticks);
}
inline void blocked_in_place(const ThreadRecord& thread, Endpoint endpoint) {
  if (trace::is_on()) trace_blocked_in_place(*thread.ring, endpoint);
}
// The thread waits for something outside of OpenMP, in a call of the program at `code`.
inline void held(const ThreadRecord& thread, Endpoint endpoint, const void* code) {
  if (trace::is_on()) trace_held(*thread.ring, endpoint, code);
}
inline void task_end(const ThreadRecord& thread, Data* task, uint64_t id, TaskStatus status, Data* resumed) {
  if (trace::is_on()) trace_task_end(*thread.ring, id, status);
  raise(Event::TaskSchedule, task, status, resumed);
}
inline void task_fulfil(const ThreadRecord& thread, Data* task, uint64_t id, TaskStatus status) {
  if (trace::is_on()) trace_task_fulfil(*thread.ring, id);
  raise(Event::TaskSchedule, task, status, static_cast<Data*>(nullptr));
}

inline void sync_region(const ThreadRecord& thread, Event event, SyncKind kind, Endpoint endpoint, Data* parallel,
                        Data* task, const void* caller) {
  if (trace::is_on()) trace_sync_region(*thread.ring, event, kind, endpoint, outside(caller));
  raise(event, kind, endpoint, parallel, task, outside(caller));
}
inline void work(const ThreadRecord& thread, WorkKind kind, Endpoint endpoint, Data* parallel, Data* task,
                 uint64_t count, const void* caller) {
  if (trace::is_on()) trace_work(*thread.ring, kind, endpoint, outside(caller));
  raise(Event::Work, kind, endpoint, parallel, task, count, outside(caller));
}
inline void masked(Endpoint endpoint, Data* parallel, Data* task, const void* caller) {
  raise(Event::Masked, endpoint, parallel, task, outside(caller));
}
inline void dispatch(const ThreadRecord& thread, Data* parallel, Data* task, DispatchKind kind, Data instance) {
  if (trace::is_on()) trace_dispatch(*thread.ring, kind, instance);
  raise(Event::Dispatch, parallel, task, kind, instance);
}

inline uint64_t wait_id(const void* mutex) { return reinterpret_cast<uintptr_t>(mutex); }
inline constexpr uint32_t kSpinning = 1;  // callbacks.cpp: kMutexes
inline void lock_init(MutexKind kind, uint32_t hint, const void* lock, const void* caller) {
  raise(Event::LockInit, kind, hint, kSpinning, wait_id(lock), outside(caller));
}
inline void lock_destroy(MutexKind kind, const void* lock, const void* caller) {
  raise(Event::LockDestroy, kind, wait_id(lock), outside(caller));
}
inline void mutex_acquire(const ThreadRecord& thread, MutexKind kind, const void* mutex, const void* caller) {
  if (trace::is_on()) trace_mutex_wait(*thread.ring, kind, mutex, outside(caller));
  raise(Event::MutexAcquire, kind, uint32_t{0}, kSpinning, wait_id(mutex), outside(caller));
}
inline void mutex_acquired(const ThreadRecord& thread, MutexKind kind, const void* mutex, const void* caller) {
  if (trace::is_on()) trace_mutex(*thread.ring, Event::MutexAcquired, kind, mutex);
  raise(Event::MutexAcquired, kind, wait_id(mutex), outside(caller));
}
inline void mutex_released(const ThreadRecord& thread, MutexKind kind, const void* mutex, const void* caller) {
  if (trace::is_on()) trace_mutex(*thread.ring, Event::MutexReleased, kind, mutex);
  raise(Event::MutexReleased, kind, wait_id(mutex), outside(caller));
}
inline void nest_lock(Endpoint endpoint, const void* mutex, const void* caller) {
  raise(Event::NestLock, endpoint, wait_id(mutex), outside(caller));
}

inline void flush(Data* thread, const void* caller) { raise(Event::Flush, thread, outside(caller)); }
inline void cancel(Data* task, uint32_t flags, const void* caller) {
  raise(Event::Cancel, task, flags, outside(caller));
}
inline void error(Severity severity, const char* message, size_t length, const void* caller) {
  raise(Event::Error, severity, message, length, outside(caller));
}

// What the tool answers; `otherwise`: it does not listen.
inline int control_tool(uint64_t command, uint64_t modifier, void* argument, const void* caller, int otherwise) {
  Function function = process.callbacks[static_cast<uint32_t>(Event::ControlTool)].load_relaxed();
  if (function == nullptr) return otherwise;
  return reinterpret_cast<int (*)(uint64_t, uint64_t, void*, const void*)>(function)(command, modifier, argument,
                                                                                     outside(caller));
}

}  // namespace rondo::ompt
