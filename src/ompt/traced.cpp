// SPDX-License-Identifier: Apache-2.0
#include "ompt/traced.hpp"

#include "os/clock.hpp"
#include "os/thread.hpp"
#include "os/thread_accounts.hpp"

namespace rondo::ompt {

using trace::Kind;
using trace::Ring;

namespace {

template <class Enum>
uint8_t detail_of(Enum value) {
  return static_cast<uint8_t>(value);
}

uint64_t value_of(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

// Of an address of data, which has no more bits in user space, and a number.
uint64_t value_of(const Data* region, uint32_t number) {
  constexpr uint32_t kAddressBits = 48;
  return (value_of(region) & ((uint64_t{1} << kAddressBits) - 1)) | uint64_t{number} << kAddressBits;
}

uint8_t task_detail(uint32_t flags) {
  uint32_t detail = 0;
  if ((flags & kUndeferredTask) != 0) detail |= trace::kUndeferred;
  if ((flags & kUntiedTask) != 0) detail |= trace::kUntied;
  if ((flags & kFinalTask) != 0) detail |= trace::kFinal;
  if ((flags & kTaskwaitTask) != 0) detail |= trace::kTaskwait;
  if ((flags & kTargetTask) != 0) detail |= trace::kTarget;
  return static_cast<uint8_t>(detail);
}

// What is known from outside ends with the last look before the thread's end, or the process's.
void note_count(Ring& ring, Kind kind, int thread, uint64_t count) {
  count &= (uint64_t{1} << trace::kCountBits) - 1;
  if (count != 0) ring.note(kind, 0, uint64_t{static_cast<uint32_t>(thread)} << trace::kCountBits | count);
}

void note_accounts(Ring& ring, int thread) {
  note_count(ring, Kind::Waited, thread, os::run_delay_us(thread));
  note_count(ring, Kind::Faulted, thread, os::minor_faults(thread));
}

}  // namespace

void trace_thread_begin(Ring& ring, uint8_t detail) {
  ring.note_thread(detail, static_cast<uint32_t>(os::thread_id()));
}

void trace_thread_end(Ring& ring) {
  note_accounts(ring, os::thread_id());
  ring.note(Kind::ThreadEnd, 0, os::thread_time_ns());
}

void trace_exit(Ring& ring) {
  os::for_each_thread([](void* into, int thread) { note_accounts(*static_cast<Ring*>(into), thread); }, &ring);
  ring.note(Kind::Exit, 0, os::thread_time_ns());
}

void trace_parallel_begin(Ring& ring, const Data* parallel, uint32_t n_requested, const void* code) {
  ring.note_region_begin(value_of(parallel, n_requested), ring.place(code));
}

void trace_parallel_end(Ring& ring, const Data* parallel) {
  ring.note_end(Kind::ParallelEnd, 0, value_of(parallel, 0), Kind::ParallelBegin);
}

void trace_implicit_task(Ring& ring, Endpoint endpoint, const Data* parallel, uint32_t index) {
  ring.note_processor();
  if (endpoint == Endpoint::End) return ring.note_end(Kind::ImplicitEnd, 0, 0, Kind::ImplicitBegin);
  ring.note_implicit_begin(value_of(parallel, index));
}

void trace_implicit_body(Ring& ring, const void* body) { ring.note_implicit_body(ring.place(body)); }

uint64_t trace_task_create(Ring& ring, uint32_t flags, const void* body, const void* code) {
  const uint8_t detail = task_detail(flags);
  if (code != nullptr) return ring.note_task(Kind::TaskCreate, detail, ring.place(code));
  return ring.note_task(Kind::TaskCreate, detail | trace::kBodyOnly, ring.place(body));
}

void trace_task_creator(Ring& ring, uint64_t id) { ring.note(Kind::Creator, 0, id); }

void trace_dependence(Ring& ring, const Dependence& dependence) {
  ring.note(Kind::Dependence, detail_of(dependence.kind), dependence.variable.value);
}

void trace_graph_begin(Ring& ring, uint8_t detail, uint64_t id, const void* code) {
  ring.note(Kind::GraphBegin, detail, ring.place(code));
  if (id != 0) ring.note(Kind::GraphId, 0, id);
}

void trace_graph_end(Ring& ring) { ring.note(Kind::GraphEnd, 0, 0); }
void trace_unit(Ring& ring, uint32_t n_nodes) { ring.note(Kind::Unit, 0, n_nodes); }

void trace_task_begin(Ring& ring, uint64_t id) {
  ring.note_processor();
  ring.note_begin(Kind::TaskBegin, 0, id);
}

void trace_task_end(Ring& ring, uint64_t id, TaskStatus status) {
  ring.note_processor();
  ring.note_end(Kind::TaskEnd, detail_of(status), id, Kind::TaskBegin);
}
void trace_task_fulfil(Ring& ring, uint64_t id) { ring.note(Kind::TaskFulfil, 0, id); }

void trace_blocked(Ring& ring) { ring.note_blocked(); }
void trace_stack(Ring& ring, uintptr_t stack) { ring.note_stack(stack); }

void trace_unblocked(Ring& ring, uint64_t end_ticks) {
  ring.note_processor();
  ring.note(Kind::Unblocked, 0, (os::ticks() - end_ticks) * 1000 / os::ticks_per_us());
}

void trace_blocked_in_place(Ring& ring, Endpoint endpoint) {
  if (endpoint == Endpoint::End) return ring.note_end(Kind::WaitEnd, trace::kBlockedInPlace, 0, Kind::WaitBegin);
  ring.note_begin(Kind::WaitBegin, trace::kBlockedInPlace, 0);
}

void trace_held(Ring& ring, Endpoint endpoint, const void* code) {
  ring.note_processor();
  if (endpoint == Endpoint::End) return ring.note_end(Kind::WaitEnd, trace::kHeld, 0, Kind::WaitBegin);
  ring.note_begin(Kind::WaitBegin, trace::kHeld, ring.place(code));
}

void trace_sync_region(Ring& ring, Event event, SyncKind kind, Endpoint endpoint, const void* code) {
  const bool is_begin = endpoint == Endpoint::Begin;
  if (event == Event::SyncRegionWait) {
    ring.note_processor();
    is_begin ? ring.note_begin(Kind::WaitBegin, detail_of(kind), ring.place(code))
             : ring.note_end(Kind::WaitEnd, detail_of(kind), 0, Kind::WaitBegin);
  } else if (event == Event::SyncRegion && kind == SyncKind::Taskgroup) {  // others are nothing but their wait
    is_begin ? ring.note_begin(Kind::GroupBegin, 0, ring.place(code))
             : ring.note_end(Kind::GroupEnd, 0, 0, Kind::GroupBegin);
  }
}

void trace_work(Ring& ring, WorkKind kind, Endpoint endpoint, const void* code) {
  if (endpoint == Endpoint::End) return ring.note_end(Kind::WorkEnd, detail_of(kind), 0, Kind::WorkBegin);
  ring.note_begin(Kind::WorkBegin, detail_of(kind), ring.place(code));
}

void trace_dispatch(Ring& ring, DispatchKind kind, Data instance) {
  const bool is_chunk = kind != DispatchKind::Section;
  ring.note(Kind::Chunk, 0, is_chunk ? static_cast<const DispatchChunk*>(instance.pointer)->n_iterations : 0);
}

void trace_mutex_wait(Ring& ring, MutexKind kind, const void* mutex, const void* code) {
  ring.note(Kind::Place, 0, ring.place(code));
  ring.note(Kind::MutexWait, detail_of(kind), value_of(mutex));
}

void trace_mutex(Ring& ring, Event event, MutexKind kind, const void* mutex) {
  const Kind what = event == Event::MutexAcquired ? Kind::MutexAcquired : Kind::MutexReleased;
  ring.note(what, detail_of(kind), value_of(mutex));
}

}  // namespace rondo::ompt
