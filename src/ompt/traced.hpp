// SPDX-License-Identifier: Apache-2.0
//
// What an event for tools is in a trace (trace/event.hpp). Called by events.hpp only while the process is traced. An
// address of code that is given here is the program's, or nullptr.
#pragma once

#include "ompt/types.hpp"
#include "trace/process.hpp"

namespace rondo::ompt {

void trace_thread_begin(trace::Ring& ring, uint8_t detail);
void trace_thread_end(trace::Ring& ring);
void trace_exit(trace::Ring& ring);  // of the process, by this thread

void trace_parallel_begin(trace::Ring& ring, const Data* parallel, uint32_t n_requested, const void* code);
void trace_parallel_end(trace::Ring& ring, const Data* parallel);
void trace_implicit_task(trace::Ring& ring, Endpoint endpoint, const Data* parallel, uint32_t index);
void trace_implicit_body(trace::Ring& ring, const void* body);

// Returns the task's id.
uint64_t trace_task_create(trace::Ring& ring, uint32_t flags, const void* body, const void* code);
void trace_task_creator(trace::Ring& ring, uint64_t id);
void trace_dependence(trace::Ring& ring, const Dependence& dependence);
void trace_graph_begin(trace::Ring& ring, uint8_t detail, uint64_t id, const void* code);
void trace_graph_end(trace::Ring& ring);
void trace_unit(trace::Ring& ring, uint32_t n_nodes);
void trace_task_begin(trace::Ring& ring, uint64_t id);
void trace_task_end(trace::Ring& ring, uint64_t id, TaskStatus status);
void trace_task_fulfil(trace::Ring& ring, uint64_t id);

void trace_blocked(trace::Ring& ring);
void trace_stack(trace::Ring& ring, uintptr_t stack);
void trace_unblocked(trace::Ring& ring, uint64_t end_ticks);
void trace_blocked_in_place(trace::Ring& ring, Endpoint endpoint);
void trace_held(trace::Ring& ring, Endpoint endpoint, const void* code);

void trace_sync_region(trace::Ring& ring, Event event, SyncKind kind, Endpoint endpoint, const void* code);
void trace_work(trace::Ring& ring, WorkKind kind, Endpoint endpoint, const void* code);
void trace_dispatch(trace::Ring& ring, DispatchKind kind, Data instance);

void trace_mutex_wait(trace::Ring& ring, MutexKind kind, const void* mutex, const void* code);
void trace_mutex(trace::Ring& ring, Event event, MutexKind kind, const void* mutex);

}  // namespace rondo::ompt
