// SPDX-License-Identifier: Apache-2.0
//
// The settings of a run, as the program's environment gives them: read once, immutable afterwards. What a program
// changes later (omp_set_num_threads and the like) lives with its tasks and starts from here. The list of settings
// with all their spellings is the table in config/table.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rondo::config {

enum class WaitPolicy : uint8_t { Default, Active, Passive };

enum class ScheduleKind : uint32_t {
  Static,
  Dynamic,
  Guided,
  Auto,
  Trapezoidal,  // this one and the next: LLVM's own names
  StaticSteal,
};

enum class ScheduleModifier : uint32_t { None, Monotonic, Nonmonotonic };

// The order in which a thread gets the chunks of a loop with schedule(dynamic) where the program does not say: as the
// compiler's own runtime has it, increasing, or any.
enum class LoopOrder : uint8_t { Compiler, Monotonic, Nonmonotonic };

struct Schedule {
  ScheduleKind kind;
  ScheduleModifier modifier;
  int64_t chunk;  // 0: default

  bool operator==(const Schedule&) const = default;
};

enum class ProcBind : uint8_t { False = 0, True = 1, Primary = 2, Close = 3, Spread = 4 };  // as omp_proc_bind_t

// The places for threads if binding is asked for without places.
inline constexpr const char* kPlacesOfBinding = "cores";

// In which way encounters of a task graph run its tasks (graph/tune/way_trial.hpp): in the fastest, always in one, or
// in each of them by turns.
enum class GraphWay : uint8_t { Auto, Spread, Alone, Plain, Turns };

// What adapts itself to program and machine and has no number to set: RONDO_WITHOUT turns each of them off, for tests
// and comparisons. docs/tuning.md, "What each mechanism brings".
enum class Mechanism : uint8_t {
  StealBackoff,  // sched/worker/steal_backoff.hpp
  Batches,  // graph/tune/body_time.hpp: batch_length(), sched/ranges/lazy_range.hpp: next_batch()
  Rows,  // graph/compile/placement.hpp: usual()
  Shares,  // work/shares.hpp
  Halves,  // sched/ranges/lazy_range.hpp: take_near_half()
  WakesElsewhere,  // sched/idle/park.cpp
  ProcessorSpread,  // team/processor_spread.hpp
  Contention,  // sched/worker/contention.hpp
  Pauses,  // team/pauses.hpp
};
inline constexpr unsigned kMechanismCount = static_cast<unsigned>(Mechanism::Pauses) + 1;
constexpr uint32_t bit_of(Mechanism mechanism) { return uint32_t{1} << static_cast<unsigned>(mechanism); }

enum class TargetOffload : uint8_t { Default, Mandatory, Disabled };

inline constexpr unsigned kMaxListedLevels = 16;
inline constexpr uint32_t kMaxThreads = 65535;
inline constexpr uint32_t kSupportedActiveLevels = 0x7fffffff;
inline constexpr uint64_t kForever = ~uint64_t{0};
inline constexpr uint32_t kUsualPeriod = 16384;  // docs/tuning.md: forecasts
inline constexpr uint64_t kDefaultSpin_ns = 200'000;  // docs/tuning.md: spin

// That a launcher of MPI programs has given the process.
struct LauncherRank {
  uint32_t number = 0;
  uint32_t n_ranks = 0;  // of the program, on all machines; 0: no launcher has started the process
};

struct Options {
  uint32_t n_threads[kMaxListedLevels];  // OMP_NUM_THREADS; level l uses entry min(l, n_threads_listed - 1)
  uint32_t n_threads_listed;  // >= 1: without a list, entry 0 is os::usable_processors()
  uint32_t thread_limit;  // <= kMaxThreads
  uint32_t max_active_levels;
  bool dynamic;
  const char* library_threads;  // limits of single libraries (team/library_limits.hpp); nullptr: not given

  Schedule schedule;  // run-sched-var
  LoopOrder loop_order;
  size_t stack_bytes;  // 0: the system's default
  WaitPolicy wait_policy;
  uint64_t spin_ns;  // how long a worker without work spins before it parks; kForever: never parks
  bool cancellation;
  uint32_t max_task_priority;

  ProcBind proc_bind[kMaxListedLevels];  // OMP_PROC_BIND; like n_threads
  uint32_t proc_bind_listed;  // >= 1
  bool proc_bind_given;  // the user chose; otherwise entry 0 is False, or True when places are given
  bool binds_in_order;  // thread i belongs on place i (GOMP_CPU_AFFINITY and KMP_AFFINITY)
  const char* places;  // a well-formed OMP_PLACES text for os::make_places, nullptr: not given

  bool display_env;
  bool display_env_verbose;
  bool verbose;  // one line says that Rondo is active
  bool display_affinity;
  bool display_is_diagnostic;  // KMP_AFFINITY=verbose asked for it
  const char* affinity_format;  // nullptr: the face's own default

  uint32_t default_device;
  TargetOffload target_offload;
  uint32_t n_teams;  // 0: not given
  uint32_t teams_thread_limit;  // 0: not given
  const char* allocator;  // nullptr: not given

  bool tool;  // a tool is looked for
  const char* tool_libraries;  // where, separated by colons; nullptr: not given
  const char* tool_verbose_init;  // where the search is described: stdout, stderr, a file; nullptr: not given

  const char* trace;  // folder for a trace of the process, nullptr: none
  size_t trace_bytes;  // most memory of the trace for a thread
  LauncherRank rank;  // for the trace

  bool graph;  // false: task graph regions always run as ordinary tasks
  const char* patterns;  // file of dependence patterns, nullptr: not given
  bool check_graph;  // task graph regions are compared with their records instead of replayed
  const char* graph_report;  // file for a report of all task graphs when the process ends, nullptr: none
  const char* count;  // file for the counts of a counting build when the process ends, nullptr: none
  bool graph_coarsen;  // tiny neighbouring nodes of a graph are grouped
  GraphWay graph_way;  // other than Auto: for tests and comparisons
  bool graph_compare;  // re-captures compare dependences with the recorded ones
  uint32_t graph_records;  // graph ids of a region whose records are kept; 0: no limit
  bool graph_static;  // graphs that a compiler has made are used
  uint32_t longest_period;  // tasks after which dependences may repeat to be forecast; 0: none are
  uint32_t immediate_successor_percent;  // 0..100: how often a worker runs a ready successor next
  bool oldest_first;  // a worker takes the oldest of its own ready tasks, not the newest
  bool fixed_reduction;  // threads combine reductions in the order of their numbers
  bool neighbours;  // no warning about another OpenMP runtime in the process
  uint32_t at_once_ns;  // length up to which a dependent task may run when it is created; 0: none does
  uint32_t throttle_tasks;  // outstanding tasks of a creating thread before it helps; 0: no limit
  uint32_t without;  // bits of the mechanisms that are turned off: for tests and comparisons
};

// Reads the environment at the first call, and reports values that it does not understand on standard error; later
// calls return the same object. Any thread.
const Options& load();

// From now on no tasks of a graph are put together to run one after the other, as if they were one: tasks may wait
// for each other in ways that no dependence says. While no region runs.
void run_tasks_singly();

// Every setting as a JSON array of {"name", "value", "source", "text", "environment"}, in ASCII, without a final
// newline.
// "source" is "default" or "environment VARIABLE". Built at the first call and kept; any thread. "[]" without memory.
const char* settings_json();

enum class Dialect : uint8_t { Libgomp, Libomp };

// Writes the OMP_DISPLAY_ENV block to standard error in the form of the runtime that this face stands for, because
// scripts read it. Verbose adds that runtime's own variables, as far as Rondo honours them, and Rondo's.
void display_environment(Dialect dialect, bool verbose);

// The default of OMP_AFFINITY_FORMAT in that runtime.
const char* default_affinity_format(Dialect dialect);

}  // namespace rondo::config
