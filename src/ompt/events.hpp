// SPDX-License-Identifier: Apache-2.0
//
// Telling the tool: one function an event, which calls the tool's callback if there is one. The callers are on paths
// that are taken only while a tool is on.
#pragma once

#include <span>

#include "ompt/process.hpp"

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

inline void thread_begin(ThreadKind kind, Data* thread) {
  process.n_threads.add_relaxed(1);
  raise(Event::ThreadBegin, kind, thread);
}
inline void thread_end(Data* thread) {
  raise(Event::ThreadEnd, thread);
  process.n_threads.sub_acq_rel(1);  // [O1]
}

inline void parallel_begin(Data* task, const Frame* frame, Data* parallel, uint32_t n_requested, uint32_t flags,
                           const void* caller) {
  raise(Event::ParallelBegin, task, frame, parallel, n_requested, flags, outside(caller));
}
inline void parallel_end(Data* parallel, Data* task, uint32_t flags, const void* caller) {
  raise(Event::ParallelEnd, parallel, task, flags, outside(caller));
}
inline void implicit_task(Endpoint endpoint, Data* parallel, Data* task, uint32_t n_threads, uint32_t index,
                          uint32_t flags) {
  raise(Event::ImplicitTask, endpoint, parallel, task, n_threads, index, flags);
}

inline void task_create(Data* creator, const Frame* frame, Data* task, uint32_t flags, bool has_dependences,
                        const void* caller) {
  raise(Event::TaskCreate, creator, frame, task, flags, int{has_dependences}, outside(caller));
}
inline void dependences(Data* task, std::span<const Dependence> list) {
  raise(Event::Dependences, task, list.data(), static_cast<int>(list.size()));
}
inline void task_schedule(Data* prior, TaskStatus status, Data* next) {
  raise(Event::TaskSchedule, prior, status, next);
}

inline void sync_region(Event event, SyncKind kind, Endpoint endpoint, Data* parallel, Data* task, const void* caller) {
  raise(event, kind, endpoint, parallel, task, outside(caller));
}
inline void work(WorkKind kind, Endpoint endpoint, Data* parallel, Data* task, uint64_t count, const void* caller) {
  raise(Event::Work, kind, endpoint, parallel, task, count, outside(caller));
}
inline void masked(Endpoint endpoint, Data* parallel, Data* task, const void* caller) {
  raise(Event::Masked, endpoint, parallel, task, outside(caller));
}
inline void dispatch(Data* parallel, Data* task, DispatchKind kind, Data instance) {
  raise(Event::Dispatch, parallel, task, kind, instance);
}

inline uint64_t wait_id(const void* mutex) { return reinterpret_cast<uintptr_t>(mutex); }
// LockInit and MutexAcquire.
inline void mutex_acquire(Event event, MutexKind kind, uint32_t hint, const void* mutex, const void* caller) {
  constexpr uint32_t kSpinning = 1;  // callbacks.cpp: kMutexes
  raise(event, kind, hint, kSpinning, wait_id(mutex), outside(caller));
}
// LockDestroy, MutexAcquired and MutexReleased.
inline void mutex(Event event, MutexKind kind, const void* mutex, const void* caller) {
  raise(event, kind, wait_id(mutex), outside(caller));
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
