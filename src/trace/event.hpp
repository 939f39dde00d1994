// SPDX-License-Identifier: Apache-2.0
//
// What a trace consists of: 16 bytes an event, and two kinds of files. python/rondo/trace/rings.py reads them, and
// has the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/atomic.hpp"

namespace rondo::trace {

// `value` in each: a place is an address of the program's code, where it has called the runtime; 0: unknown.
enum class Kind : uint8_t {
  ThreadBegin = 1,     // the kernel's thread id; detail: ompt::ThreadKind, or kForked
  ThreadEnd = 2,       // processor time of the thread in ns
  Place = 3,           // of the thread's next event, whose value is something else
  ParallelBegin = 4,   // the region, and the number of threads asked for in the upper 16 bits; has a Place
  ParallelEnd = 5,     // the region
  ImplicitBegin = 6,   // the region, and the thread's number in it in the upper 16 bits; is a task, with an id
  ImplicitEnd = 7,
  TaskCreate = 8,      // place, or kBodyOnly: its body; detail: TaskDetail; the task gets an id
  TaskBegin = 9,       // id
  TaskEnd = 10,        // id; detail: ompt::TaskStatus
  TaskFulfil = 11,     // id
  Dependence = 12,     // address; detail: ompt::DependenceKind; of the task that the thread has created last
  GroupBegin = 13,     // place
  GroupEnd = 14,
  WaitBegin = 15,      // place; detail: ompt::SyncKind, kBlockedInPlace or kHeld
  WaitEnd = 16,
  MutexWait = 17,      // the mutex; detail: ompt::MutexKind; has a Place
  MutexAcquired = 18,  // the mutex; detail: ompt::MutexKind
  MutexReleased = 19,  // the mutex; detail: ompt::MutexKind
  WorkBegin = 20,      // place; detail: ompt::WorkKind
  WorkEnd = 21,        // detail: ompt::WorkKind
  Chunk = 22,          // number of iterations, 0 for a section
  Steal = 23,          // number of the ring whose thread the work was taken from
  Sleep = 24,          // processor time of the thread in ns
  Wake = 25,           // number of the ring whose thread is woken
  Awake = 26,          // processor time of the thread in ns
  Exit = 27,           // processor time of the thread in ns; the process ends
  ImplicitBody = 28,   // the function of the region whose implicit task has begun
  Creator = 29,        // id of the task that the thread's next TaskCreate is for: it is of a loop's later round
  GraphBegin = 30,     // place of a region, loop or block with a task graph; detail: GraphDetail
  GraphEnd = 31,
  GraphId = 32,        // graph id of the region that has begun
  Unit = 33,           // number of nodes that run as one, each a task: the next tasks that begin
  Waited = 34,         // for how many us a thread had no processor; the kernel's thread id above kCountBits
  Processor = 35,      // that the thread runs on: another one than at its last task or wait
  Blocked = 36,        // the task that runs leaves its stack; a Stack follows
  Stack = 37,          // that the thread has come to; 0: its own
  Unblocked = 38,      // the task whose stack that is goes on: it could have for so many ns
  Faulted = 39,        // how many page faults without input a thread had; the kernel's thread id above kCountBits
  Resumed = 40,        // a chunk begins with it, but a ring's first: how many events follow that say again what its
  // thread has begun and not ended; the kernel's thread id above kCountBits; detail: ThreadBegin's
  ImplicitId = 41,  // among these: id of the implicit task whose ImplicitBegin comes next
};

inline constexpr uint32_t kCountBits = 40;
inline constexpr uint8_t kForked = 8;  // the thread that called fork(), in the child
inline constexpr uint8_t kBlockedInPlace = 16;  // a task is blocked and keeps its stack: its thread works on top of it
inline constexpr uint8_t kHeld = 17;  // the thread waits for something outside of OpenMP, and does nothing else

enum TaskDetail : uint8_t {
  kUndeferred = 1,
  kUntied = 2,
  kFinal = 4,
  kTaskwait = 8,  // no task, but a taskwait with dependences
  kTarget = 16,
  kBodyOnly = 32,  // the value is the task's function, since the place is not known
};

// How the graph is used is region::Execution; above it, the construct.
enum GraphDetail : uint8_t {
  kTaskgraph = 0,
  kTaskiter = 16,
  kDepPattern = 32,
};

struct Event {
  uint64_t head;  // ticks << 16 | kind << 8 | detail; the upper 16 bits of the ticks are lost
  uint64_t value;
};
static_assert(sizeof(Event) == 16);

// Tasks have no number in their events: the n-th TaskCreate or ImplicitBegin of ring r, counted from 0, is the task
// r << kIdBits | n. (Not those that are said again.)
inline constexpr uint32_t kIdBits = 40;

inline constexpr size_t kChunkEvents = 16384;
inline constexpr size_t kChunkBytes = kChunkEvents * sizeof(Event);
inline constexpr size_t kMostChunks = 448;
inline constexpr size_t kRingHeaderBytes = 4096;

// The file of a ring: this, and then the events. When all chunks are full, the oldest one is written over.
struct RingHeader {
  char magic[8];
  uint64_t n_chunks;  // that the ring may have
  // Written by the ring's thread, read by a program that opens the file later.
  base::Atomic<uint64_t> n_written;  // events since the beginning [E1]
  base::Atomic<uint64_t> n_lost;  // not written, since there was no memory
  uint64_t n_ids_before[kMostChunks];  // ids handed out before the chunk's first event
};
static_assert(sizeof(RingHeader) <= kRingHeaderBytes);

inline constexpr size_t kModulePathBytes = 496;
inline constexpr size_t kMostModules = 255;

struct Module {
  uint64_t begin;
  uint64_t end;
  uint64_t base;  // what an address in the file is shifted by
  char path[kModulePathBytes - 8];
};

// The file of a process.
struct alignas(4096) ProcessHeader {
  char magic[8];
  uint64_t pid;
  uint64_t parent_pid;
  uint64_t ticks_per_us;
  uint64_t begin_ticks;  // the two clocks at one time
  uint64_t begin_ns;
  base::Atomic<uint64_t> n_modules;  // [E2]
  base::Atomic<uint64_t> n_lost;  // events of threads that have got no ring
  uint32_t rank;  // that a launcher of MPI programs has given it,
  uint32_t n_ranks;  // and of how many; 0: none has
  char command[kModulePathBytes - 56];
  Module modules[kMostModules];
};

}  // namespace rondo::trace
