// SPDX-License-Identifier: Apache-2.0
//
// OMPT's types (OpenMP 5.2, chapter 19) as far as a host runtime needs them: what a tool and Rondo pass to each
// other. Names are Rondo's, values and layouts the specification's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rondo::ompt {

// A word of the tool's for each thread, parallel region and task: 0 until the tool changes it.
union Data {
  uint64_t value = 0;
  void* pointer;
};
static_assert(sizeof(Data) == 8);

// Where in a task's stack its own code and the runtime's meet.
struct Frame {
  Data exit;   // the runtime's frame that has called the task's code
  Data enter;  // the runtime's frame that the task's code has called
  int exit_flags = 0;
  int enter_flags = 0;
};
static_assert(sizeof(Frame) == 24);

inline constexpr int kRuntimeFramePointer = 0x20;  // the frame is the runtime's, given by its frame pointer

enum class Event : uint32_t {
  ThreadBegin = 1,
  ThreadEnd = 2,
  ParallelBegin = 3,
  ParallelEnd = 4,
  TaskCreate = 5,
  TaskSchedule = 6,
  ImplicitTask = 7,
  ControlTool = 11,
  SyncRegionWait = 16,
  MutexReleased = 17,
  Dependences = 18,
  TaskDependence = 19,
  Work = 20,
  Masked = 21,
  SyncRegion = 23,
  LockInit = 24,
  LockDestroy = 25,
  MutexAcquire = 26,
  MutexAcquired = 27,
  NestLock = 28,
  Flush = 29,
  Cancel = 30,
  Reduction = 31,
  Dispatch = 32,
  Error = 37,
};
inline constexpr uint32_t kEvents = 38;  // one more than the highest number

enum class SetResult : int { Error = 0, Never = 1, Sometimes = 3, SometimesPaired = 4, Always = 5 };

enum class Endpoint : int { Begin = 1, End = 2 };

enum class ThreadKind : int { Initial = 1, Worker = 2 };

enum class SyncKind : int {
  ExplicitBarrier = 3,
  ImplementationBarrier = 4,
  Taskwait = 5,
  Taskgroup = 6,
  Reduction = 7,
  WorkshareBarrier = 8,
  ParallelBarrier = 9,
};

enum class WorkKind : int {
  None = 0,
  Loop = 1,
  Sections = 2,
  SingleExecutor = 3,
  SingleOther = 4,
  Distribute = 6,
  Taskloop = 7,
  Scope = 8,
  StaticLoop = 10,
  DynamicLoop = 11,
  GuidedLoop = 12,
  OtherLoop = 13,
};

enum class DispatchKind : int { Section = 2, LoopChunk = 3, TaskloopChunk = 4, DistributeChunk = 5 };

struct DispatchChunk {
  uint64_t start;  // number of its first iteration in the loop, which begins with 0, whatever the loop's variable is
  uint64_t n_iterations;
};

enum class MutexKind : int {
  Lock = 1,
  TestLock = 2,
  NestLock = 3,
  TestNestLock = 4,
  Critical = 5,
  Atomic = 6,
  Ordered = 7,
};

enum TaskFlag : uint32_t {
  kInitialTask = 0x1,
  kImplicitTask = 0x2,
  kExplicitTask = 0x4,
  kTargetTask = 0x8,
  kTaskwaitTask = 0x10,
  kUndeferredTask = 0x08000000,
  kUntiedTask = 0x10000000,
  kFinalTask = 0x20000000,
  kMergeableTask = 0x40000000,
};

enum class TaskStatus : int {
  Complete = 1,
  Yield = 2,
  Cancel = 3,
  Detach = 4,
  EarlyFulfill = 5,
  LateFulfill = 6,
  Switch = 7,
  TaskwaitComplete = 8,
};

enum class DependenceKind : int {
  In = 1,
  Out = 2,
  InOut = 3,
  MutexInOutSet = 4,
  Source = 5,
  Sink = 6,
  InOutSet = 7,
  OutAllMemory = 34,
};

struct Dependence {
  Data variable;
  DependenceKind kind;
};

enum ParallelFlag : uint32_t {
  kInvokedByProgram = 0x1,  // who calls the master's share
  kInvokedByRuntime = 0x2,
  kLeague = 0x40000000,
  kTeam = 0x80000000,
};

enum CancelFlag : uint32_t {
  kCancelsParallel = 0x1,
  kCancelsSections = 0x2,
  kCancelsLoop = 0x4,
  kCancelsTaskgroup = 0x8,
  kActivated = 0x10,
  kDetected = 0x20,
  kDiscardedTask = 0x40,
};

enum class Severity : int { Warning = 1, Fatal = 2 };

// What a thread is doing.
enum class State : int {
  WorkSerial = 0x000,
  WorkParallel = 0x001,
  WorkReduction = 0x002,
  WaitParallelBarrier = 0x011,
  WaitWorkshareBarrier = 0x012,
  WaitExplicitBarrier = 0x014,
  WaitImplementationBarrier = 0x015,
  WaitTaskwait = 0x020,
  WaitTaskgroup = 0x021,
  WaitMutex = 0x040,
  WaitLock = 0x041,
  WaitCritical = 0x042,
  WaitAtomic = 0x043,
  WaitOrdered = 0x044,
  Idle = 0x100,
  Overhead = 0x101,
  Undefined = 0x102,
};

using Function = void (*)();
using Lookup = Function (*)(const char* name);

// What a tool's ompt_start_tool() returns.
struct StartResult {
  int (*initialize)(Lookup lookup, int initial_device, Data* tool_data);  // 0: the tool does not want to run
  void (*finalize)(Data* tool_data);
  Data tool_data;
};
using StartTool = StartResult* (*)(unsigned omp_version, const char* runtime_version);

}  // namespace rondo::ompt
