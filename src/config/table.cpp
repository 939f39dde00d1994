// SPDX-License-Identifier: Apache-2.0
//
// The settings themselves.
#include "config/table.hpp"

#include <cstring>

#include "config/options.hpp"

namespace rondo::config {
namespace {

constexpr uint64_t kMaxInt = 0x7fffffff;

}  // namespace

constexpr Row kRows[kRowCount] = {
    {.id = Id::Dynamic,
     .name = "dynamic",
     .spellings = {{"RONDO_DYNAMIC", Type::Flag}, {"OMP_DYNAMIC", Type::Flag}},
     .fallback = "false",
     .text = "whether regions may get fewer threads than asked for when the machine is busy"},
    {.id = Id::Nested,
     .name = "nested",
     .spellings = {{"RONDO_NESTED", Type::Flag}, {"OMP_NESTED", Type::Flag}},
     .text =
         "whether parallel regions inside parallel regions get threads (deprecated in OpenMP: see max_active_levels)"},
    {.id = Id::NumThreads,
     .name = "num_threads",
     .spellings = {{"RONDO_NUM_THREADS", Type::NumberList}, {"OMP_NUM_THREADS", Type::NumberList}},
     .lowest = 1,
     .highest = kMaxThreads,
     .unit = "threads",
     .text = "threads of a parallel region, one number for each nesting level; default: the processors this process "
             "may use; of an MPI rank, its share of the machine's"},
    {.id = Id::Schedule,
     .name = "schedule",
     .spellings = {{"RONDO_SCHEDULE", Type::Schedule}, {"OMP_SCHEDULE", Type::Schedule}},
     .fallback = "static",
     .text = "schedule of loops with schedule(runtime)"},
    {.id = Id::LoopOrder,
     .name = "loop_order",
     .spellings = {{"RONDO_LOOP_ORDER", Type::LoopOrder},
                   {"KMP_FORCE_MONOTONIC_DYNAMIC_SCHEDULE", Type::KmpForceMonotonic}},
     .fallback = "compiler",
     .text = "order in which a thread gets the chunks of loops with schedule(dynamic). monotonic: increasing, by one "
             "counter; nonmonotonic: any, which OpenMP allows and is faster for tiny chunks; compiler: as on the "
             "compiler's own runtime, so increasing in gcc's loops and any in clang's"},
    {.id = Id::ProcBind,
     .name = "proc_bind",
     .spellings = {{"RONDO_PROC_BIND", Type::BindList}, {"OMP_PROC_BIND", Type::BindList}},
     .text = "binding of threads to places, one word for each nesting level; default: true when places are given"},
    {.id = Id::Places,
     .name = "places",
     .spellings = {{"RONDO_PLACES", Type::Places},
                   {"OMP_PLACES", Type::Places},
                   {"GOMP_CPU_AFFINITY", Type::GompCpuList},
                   {"KMP_AFFINITY", Type::KmpAffinity}},
     .text = "places threads are bound to: threads, cores, ll_caches, sockets, numa_domains, name(count), or "
             "{cpu:count},..."},
    {.id = Id::HardwareSubset,
     .name = "hardware_subset",
     .spellings = {{"RONDO_HW_SUBSET", Type::KmpSubset}, {"KMP_HW_SUBSET", Type::KmpSubset}},
     .text =
         "the part of the machine to use, as 1s,4c@2,1t: sockets, cores of each from the third on, threads of each"},
    {.id = Id::StackSize,
     .name = "stack_size",
     .spellings = {{"RONDO_STACKSIZE", Type::Kilobytes},
                   {"OMP_STACKSIZE", Type::Kilobytes},
                   {"GOMP_STACKSIZE", Type::Kilobytes},
                   {"KMP_STACKSIZE", Type::Bytes}},
     .lowest = 16384,
     .highest = uint64_t{1} << 40,
     .text = "stack of each worker, such as 16M; default: the system's (ulimit -s)"},
    {.id = Id::WaitPolicy,
     .name = "wait_policy",
     .spellings = {{"RONDO_WAIT_POLICY", Type::WaitPolicy},
                   {"OMP_WAIT_POLICY", Type::WaitPolicy},
                   {"KMP_LIBRARY", Type::KmpLibrary}},
     .text = "active: workers without work spin for ever; passive: they sleep at once; default: see spin"},
    {.id = Id::ThreadLimit,
     .name = "thread_limit",
     .spellings = {{"RONDO_THREAD_LIMIT", Type::Number},
                   {"OMP_THREAD_LIMIT", Type::Number},
                   {"KMP_DEVICE_THREAD_LIMIT", Type::Number},
                   {"KMP_ALL_THREADS", Type::Number}},
     .lowest = 1,
     .fallback = "65535",
     .unit = "threads",
     .text = "most threads working at the same time; 65535 is the most Rondo has"},
    {.id = Id::MaxActiveLevels,
     .name = "max_active_levels",
     .spellings = {{"RONDO_MAX_ACTIVE_LEVELS", Type::Number}, {"OMP_MAX_ACTIVE_LEVELS", Type::Number}},
     .highest = kSupportedActiveLevels,
     .text = "nesting depth down to which parallel regions get threads; default 1, or all when num_threads or "
             "proc_bind is a list"},
    {.id = Id::NumTeams,
     .name = "num_teams",
     .spellings = {{"RONDO_NUM_TEAMS", Type::Number}, {"OMP_NUM_TEAMS", Type::Number}},
     .lowest = 1,
     .highest = kMaxInt,
     .text = "teams of a teams region that does not say"},
    {.id = Id::TeamsThreadLimit,
     .name = "teams_thread_limit",
     .spellings = {{"RONDO_TEAMS_THREAD_LIMIT", Type::Number},
                   {"OMP_TEAMS_THREAD_LIMIT", Type::Number},
                   {"KMP_TEAMS_THREAD_LIMIT", Type::Number}},
     .lowest = 1,
     .highest = kMaxInt,
     .unit = "threads",
     .text = "most threads of each team of a teams region"},
    {.id = Id::Cancellation,
     .name = "cancellation",
     .spellings = {{"RONDO_CANCELLATION", Type::Flag}, {"OMP_CANCELLATION", Type::Flag}},
     .fallback = "false",
     .text = "whether the cancel construct has an effect"},
    {.id = Id::DefaultDevice,
     .name = "default_device",
     .spellings = {{"RONDO_DEFAULT_DEVICE", Type::Number}, {"OMP_DEFAULT_DEVICE", Type::Number}},
     .highest = kMaxInt,
     .fallback = "0",
     .text = "device of target regions that do not say (all target regions run on the host)"},
    {.id = Id::MaxTaskPriority,
     .name = "max_task_priority",
     .spellings = {{"RONDO_MAX_TASK_PRIORITY", Type::Number}, {"OMP_MAX_TASK_PRIORITY", Type::Number}},
     .highest = kMaxInt,
     .fallback = "0",
     .text = "largest value the priority clause may have; larger ones are cut to it"},
    {.id = Id::DisplayAffinity,
     .name = "display_affinity",
     .spellings = {{"RONDO_DISPLAY_AFFINITY", Type::Flag}, {"OMP_DISPLAY_AFFINITY", Type::Flag}},
     .fallback = "false",
     .text = "say which processors each thread is bound to when a region starts"},
    {.id = Id::AffinityFormat,
     .name = "affinity_format",
     .spellings = {{"RONDO_AFFINITY_FORMAT", Type::Text}, {"OMP_AFFINITY_FORMAT", Type::Text}},
     .text = "the line display_affinity prints, with fields such as %i and %A"},
    {.id = Id::Allocator,
     .name = "allocator",
     .spellings = {{"RONDO_ALLOCATOR", Type::Text}, {"OMP_ALLOCATOR", Type::Text}},
     .text = "allocator of allocations that do not say"},
    {.id = Id::TargetOffload,
     .name = "target_offload",
     .spellings = {{"RONDO_TARGET_OFFLOAD", Type::Offload}, {"OMP_TARGET_OFFLOAD", Type::Offload}},
     .fallback = "default",
     .text = "what to do with target regions: default and disabled run them on the host, mandatory stops the program"},
    {.id = Id::DisplayEnv,
     .name = "display_env",
     .spellings = {{"RONDO_DISPLAY_ENV", Type::DisplayMode}, {"OMP_DISPLAY_ENV", Type::DisplayMode}},
     .fallback = "false",
     .text = "print the settings at start: true, or verbose for Rondo's own as well"},
    {.id = Id::Tool,
     .name = "tool",
     .spellings = {{"RONDO_TOOL", Type::Flag}, {"OMP_TOOL", Type::Flag}},
     .fallback = "true",
     .text = "whether a tool is looked for, in the program and in tool_libraries; see docs/tools.md"},
    {.id = Id::ToolLibraries,
     .name = "tool_libraries",
     .spellings = {{"RONDO_TOOL_LIBRARIES", Type::Text}, {"OMP_TOOL_LIBRARIES", Type::Text}},
     .text = "libraries that may be tools, separated by colons; the first one that wants to run is the tool"},
    {.id = Id::ToolVerboseInit,
     .name = "tool_verbose_init",
     .spellings = {{"RONDO_TOOL_VERBOSE_INIT", Type::Text}, {"OMP_TOOL_VERBOSE_INIT", Type::Text}},
     .text = "where to describe the search for a tool: disabled, stdout, stderr or the name of a file"},
    {.id = Id::Verbose,
     .name = "verbose",
     .spellings = {{"RONDO_VERBOSE", Type::Flag}},
     .fallback = "false",
     .text = "say in one line, when the first region starts, that Rondo serves the process, and in whose place"},
    {.id = Id::Trace,
     .name = "trace",
     .spellings = {{"RONDO_TRACE", Type::Text}},
     .text = "trace each process into files in this folder; see `rondo trace`"},
    {.id = Id::TraceBytes,
     .name = "trace_bytes",
     .spellings = {{"RONDO_TRACE_BYTES", Type::Bytes}},
     .fallback = "16M",
     .unit = "bytes",
     .text = "most memory that a trace takes for each thread; afterwards new events take the place of the oldest"},
    {.id = Id::Spin,
     .name = "spin",
     .spellings = {{"RONDO_SPIN_US", Type::Microseconds},
                   {"KMP_BLOCKTIME", Type::KmpBlocktime},
                   {"GOMP_SPINCOUNT", Type::GompSpinCount}},
     .text = "how long a worker without work spins before it sleeps, in microseconds, or infinite; default 200, or by "
             "wait_policy"},
    {.id = Id::LibraryThreads,
     .name = "library_threads",
     .spellings = {{"RONDO_LIBRARY_THREADS", Type::Text}},
     .text = "most threads for the regions of single libraries: FILE=N, separated by commas; * in the name of a file "
             "stands for anything, as in libopenblas*=2"},
    {.id = Id::Graph,
     .name = "graph",
     .spellings = {{"RONDO_GRAPH", Type::Flag}},
     .fallback = "true",
     .text = "whether task graph regions are recorded and replayed; false runs them as ordinary tasks"},
    {.id = Id::Patterns,
     .name = "patterns",
     .spellings = {{"RONDO_PATTERNS", Type::Text}},
     .text = "file of dependence patterns (dep_pattern): read before the first use, written at exit if there are new "
             "ones"},
    {.id = Id::GraphReport,
     .name = "graph_report",
     .spellings = {{"RONDO_GRAPH_REPORT", Type::Text}},
     .text = "write a report of each process's task graphs to the file of this name with .PID behind it; see `rondo "
             "graph`"},
    {.id = Id::Count,
     .name = "count",
     .spellings = {{"RONDO_COUNT", Type::Text}},
     .text =
         "write what the constructs cost in shared operations to the file of this name with .PID behind it, or, for "
         "-, to standard error; libraries of the preset `count` only"},
    {.id = Id::Check,
     .name = "check",
     .spellings = {{"RONDO_CHECK", Type::Checks}},
     .fallback = "none",
     .text = "graph: compare each encounter of a task graph region with its record and say what differs; see `rondo "
             "check`"},
    {.id = Id::GraphCoarsen,
     .name = "graph_coarsen",
     .spellings = {{"RONDO_GRAPH_COARSEN", Type::Flag}},
     .fallback = "true",
     .text = "whether tiny neighbouring tasks of a recorded graph, once their times are known, are run as one unit"},
    {.id = Id::GraphWay,
     .name = "graph_way",
     .spellings = {{"RONDO_GRAPH_WAY", Type::GraphWay}},
     .fallback = "auto",
     .text =
         "how the tasks of recorded regions, loops and patterns run. spread: over the team; alone: on one thread, in "
         "creation order; plain: those of regions as ordinary tasks, where they mean the same; turns: each in "
         "turn. auto: in the way that has been the fastest; one thread is tried for tiny tasks only. As with "
         "graph_coarsen, a task must not wait for another by spinning"},
    {.id = Id::GraphCompare,
     .name = "graph_compare",
     .spellings = {{"RONDO_GRAPH_COMPARE", Type::Flag}},
     .fallback = "true",
     .text = "whether replays that execute a task graph region's code compare each task's dependences with the "
             "recorded ones; false promises that they are the same (regions with nogroup compare them in any case)"},
    {.id = Id::GraphRecords,
     .name = "graph_records",
     .spellings = {{"RONDO_GRAPH_RECORDS", Type::Number}},
     .highest = kMaxInt,
     .fallback = "1024",
     .unit = "records",
     .text = "graph ids of one region whose records are kept; for one more, the record used longest ago goes; 0: no "
             "limit"},
    {.id = Id::GraphStatic,
     .name = "graph_static",
     .spellings = {{"RONDO_GRAPH_STATIC", Type::Flag}},
     .fallback = "true",
     .text = "whether what a compiler has found out of a task graph region is used; false: its code is executed and "
             "recorded"},
    {.id = Id::Autograph,
     .name = "autograph",
     .spellings = {{"RONDO_AUTOGRAPH", Type::Period}},
     .highest = 262'144,
     .fallback = "true",
     .text = "whether tasks that repeat take their dependences from the time before, without any directive; a number: "
             "if they repeat after so many tasks or fewer (true: 16384); see docs/automatic.md"},
    {.id = Id::ImmediateSuccessor,
     .name = "immediate_successor",
     .spellings = {{"RONDO_IMMEDIATE_SUCCESSOR", Type::Number}},
     .highest = 100,
     .fallback = "100",
     .unit = "percent",
     .text = "how often the successor a task makes ready runs next on the same worker, without meeting a queue"},
    {.id = Id::OldestFirst,
     .name = "oldest_first",
     .spellings = {{"RONDO_OLDEST_FIRST", Type::Flag}},
     .fallback = "false",
     .text = "whether a worker takes the oldest of its ready tasks; false: the newest, so that a successor runs next "
             "even through the queue"},
    {.id = Id::FixedReduction,
     .name = "fixed_reduction",
     .spellings = {{"RONDO_FIXED_REDUCTION", Type::Flag}, {"KMP_DETERMINISTIC_REDUCTION", Type::Flag}},
     .fallback = "false",
     .text = "whether threads combine reductions in the order of their numbers, so that sums are the same in each run; "
             "code of gcc combines them without the runtime"},
    {.id = Id::Throttle,
     .name = "throttle",
     .spellings = {{"RONDO_THROTTLE", Type::Number}},
     .highest = kMaxInt,
     .fallback = "4096",
     .unit = "tasks",
     .text = "unfinished tasks a creating thread may be ahead before it helps to run them; 0: no limit"},
    {.id = Id::AtOnce,
     .name = "at_once",
     .spellings = {{"RONDO_AT_ONCE_NS", Type::Number}},
     .highest = 1'000'000,
     .fallback = "200",
     .unit = "ns",
     .text =
         "length up to which tasks whose dependences are satisfied may run where and when they are created, if that "
         "takes no longer than queueing them; 0: none does"},
    {.id = Id::Without,
     .name = "without",
     .spellings = {{"RONDO_WITHOUT", Type::Mechanisms}},
     .fallback = "none",
     .text = "mechanisms to turn off, to see what they bring: none, or a list such as rows,shares of those in "
             "docs/tuning.md"},
    {.id = Id::Neighbours,
     .name = "neighbours",
     .spellings = {{"RONDO_NEIGHBOURS", Type::Flag}, {"KMP_DUPLICATE_LIB_OK", Type::Flag}},
     .fallback = "false",
     .text = "whether another OpenMP runtime in the process is passed over in silence"},
};

static_assert(
    [] {
      for (unsigned i = 0; i < kRowCount; ++i) {
        if (index_of(kRows[i].id) != i) return false;
      }
      return true;
    }(),
    "kRows is indexed by Id");

namespace {

constexpr Unsupported kUnsupported[] = {
    {"KMP_TOPOLOGY_METHOD", "all", "the machine's description comes from hwloc"},
    {"KMP_CPUINFO_FILE", nullptr, "the machine's description comes from hwloc"},
    {"KMP_TASKLOOP_MIN_TASKS", "0", "use the num_tasks or if clause of taskloop"},
    {"OMP_AVAILABLE_DEVICES", nullptr, "target regions run on the host"},
    {"OMP_THREADS_RESERVE", nullptr, "use OMP_THREAD_LIMIT"},
};

// Of the wrappers, the commands in Python, the wheel and the modulefile.
constexpr const char* kCompanions[] = {"RONDO_CC",     "RONDO_CXX",    "RONDO_FC",
                                       "RONDO_PYTHON", "RONDO_OPENMP", "RONDO_ROOT"};

}  // namespace

const char* variable_with_prefix(const Row& row, const char* prefix) {
  for (const Spelling& spelling : row.spellings) {
    if (spelling.variable != nullptr && strncmp(spelling.variable, prefix, strlen(prefix)) == 0)
      return spelling.variable;
  }
  return nullptr;
}

std::span<const Unsupported> unsupported_variables() { return kUnsupported; }

std::span<const char* const> companion_variables() { return kCompanions; }

}  // namespace rondo::config
