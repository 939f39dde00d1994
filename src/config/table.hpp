// SPDX-License-Identifier: Apache-2.0
//
// The table of settings, with one row for each. All other code (reading, checking, reporting, displaying) works on
// rows and their types. A new setting is a row here, a field of Options and a line in Settings::options().
#pragma once

#include <cstdint>
#include <span>

namespace rondo::config {

// How a value is written. The value of a spelling inherited from another runtime may have another form than Rondo's,
// so the type belongs to the spelling.
enum class Type : uint8_t {
  None,
  Flag,  // true false t f 1 0 yes no on off enabled disabled .true. .false. .t. .f.
  Number,  // within the row's range
  NumberList,  // comma-separated, each within the row's range
  Kilobytes,  // number with suffix B K M G T; without: kilobytes
  Bytes,  // the same; without: bytes
  Schedule,  // [monotonic:|nonmonotonic:]static|dynamic|guided|auto[,chunk]
  LoopOrder,  // compiler monotonic nonmonotonic
  KmpForceMonotonic,  // a flag: monotonic or compiler
  WaitPolicy,  // active passive
  KmpLibrary,  // turnaround throughput: KMP_LIBRARY's words for waiting; serial
  Microseconds,  // number or infinite
  KmpBlocktime,  // number of milliseconds, or with suffix ms or us, or infinite
  GompSpinCount,  // number of spin steps with suffix k M G T, or infinite
  BindList,  // true, false, or a list of primary master close spread
  Places,  // as OMP_PLACES
  GompCpuList,  // as GOMP_CPU_AFFINITY: "0 3 1-2 4-15:2"
  KmpAffinity,  // as KMP_AFFINITY
  KmpSubset,  // as KMP_HW_SUBSET
  DisplayMode,  // a flag or verbose
  Offload,  // default mandatory disabled
  Checks,  // none graph
  GraphWay,  // auto spread alone plain turns
  Period,  // a flag, or a number within the row's range
  Mechanisms,  // none or a list of names of mechanisms
  Text,  // anything
};

enum class Id : uint8_t {
  Dynamic,
  Nested,
  NumThreads,
  Schedule,
  LoopOrder,
  ProcBind,
  Places,
  HardwareSubset,
  StackSize,
  WaitPolicy,
  ThreadLimit,
  MaxActiveLevels,
  NumTeams,
  TeamsThreadLimit,
  Cancellation,
  DefaultDevice,
  MaxTaskPriority,
  DisplayAffinity,
  AffinityFormat,
  Allocator,
  TargetOffload,
  DisplayEnv,
  Tool,
  ToolLibraries,
  ToolVerboseInit,
  Verbose,
  Trace,
  TraceBytes,
  Spin,
  LibraryThreads,
  Graph,
  Patterns,
  GraphReport,
  Count,
  Check,
  GraphCoarsen,
  GraphWay,
  GraphCompare,
  GraphRecords,
  GraphStatic,
  Autograph,
  ImmediateSuccessor,
  OldestFirst,
  FixedReduction,
  Throttle,
  AtOnce,
  Without,
  Neighbours,
};
inline constexpr unsigned kRowCount = static_cast<unsigned>(Id::Neighbours) + 1;

constexpr unsigned index_of(Id id) { return static_cast<unsigned>(id); }

struct Spelling {
  const char* variable = nullptr;
  Type type = Type::None;
};

inline constexpr unsigned kMaxSpellings = 4;

struct Row {
  Id id = {};
  const char* name = nullptr;
  Spelling spellings[kMaxSpellings] = {};  // the first one found in the environment counts
  uint64_t lowest = 0;  // range of numbers, inclusive
  uint64_t highest = ~uint64_t{0};
  const char* fallback = nullptr;  // the default, as the first spelling writes it; nullptr: Settings::resolve() decides
  const char* unit = "";  // the unit behind the value in messages
  const char* text = nullptr;
};

// In the order of Id, which is the order in which libgomp displays.
extern const Row kRows[kRowCount];

inline const Row& row(Id id) { return kRows[index_of(id)]; }

// The spelling with this prefix, nullptr when the row has none.
const char* variable_with_prefix(const Row& row, const char* prefix);

// Variables of other runtimes that Rondo knows but does not honour (yet): reported when they are set.
struct Unsupported {
  const char* variable;
  const char* harmless_value;  // a value that asks for nothing, may be nullptr
  const char* remedy;
};
std::span<const Unsupported> unsupported_variables();

// RONDO_ variables that are not settings of the runtime, but of the programs that come with it.
std::span<const char* const> companion_variables();

}  // namespace rondo::config
