/* SPDX-License-Identifier: Apache-2.0
 *
 * Rondo's public interface for programs built by compilers that do not know the taskgraph directive.
 *
 * A *task graph region* is a block that creates OpenMP tasks. At its first encounter Rondo records the tasks and
 * their dependences while they run; at later encounters it replays the recorded graph: no allocation, no dependence
 * resolution, no lock. The region means what OpenMP 6.0 section 14.3 says of `taskgraph`; recording is an
 * optimisation, never a change of result.
 *
 *     C (C99 or later)                                   C++ (C++17 or later)
 *
 *     RONDO_TASKGRAPH(rondo_graph_id(k)) {               rondo::taskgraph({rondo::graph_id(k)}, [&] {
 *       #pragma omp task depend(out: x[0])                 #pragma omp task depend(out: x[0])
 *       f(x);                                              f(x);
 *     }                                                  });
 *
 * There are two ways to replay:
 *   - Re-capture (the default): the block's own code runs again, and its k-th task creation refreshes the data of the
 *     k-th recorded task. So tasks always see current data. Arrays may be at other addresses in each encounter. If
 *     the block creates other tasks than were recorded (another number, other bodies, other sizes, dependences on
 *     other tasks), it finishes as ordinary tasks, its record is dropped, and one line on standard error says so.
 *   - Pure (only with rondo_same_data(), or when every task was announced as having no data to refresh): the block's
 *     code is skipped, and the tasks run on the data that was captured when the record was made.
 *
 * Thread-safety: every function may be called from any thread; any number of threads may encounter the same region
 * at the same time. Errors: nothing here fails; a region that cannot be recorded runs as ordinary tasks.
 *
 * A program that uses this header needs no extra library. When it runs on Rondo (`rondo run -- ./program`, or linked
 * with -lrondo), its regions are recorded and replayed. On another OpenMP runtime they run as ordinary tasks inside a
 * taskgroup. (A program built with -no-pie must be linked with -lrondo, because the linker resolves absent functions
 * itself.)
 */
#ifndef RONDO_H
#define RONDO_H

#include <stddef.h>
#include <stdint.h>

#define RONDO_VERSION_MAJOR 0
#define RONDO_VERSION_MINOR 1
#define RONDO_VERSION_PATCH 0

/* A program that is not linked with librondo finds these functions at run time, or finds them absent. */
#ifndef RONDO_OPTIONAL
#define RONDO_OPTIONAL __attribute__((weak))
#endif

#ifdef __cplusplus
extern "C" {
#define RONDO_NOEXCEPT noexcept
#else
#define RONDO_NOEXCEPT
#endif

/* ---- Clauses ------------------------------------------------------------------------------------------------ */

/* One clause of a region. Make it with the functions below; the fields are not part of the interface. */
typedef struct rondo_clause {
  uint32_t kind;
  uint64_t value;
} rondo_clause;

enum rondo_clause_kind {
  RONDO_CLAUSE_NONE = 0,
  RONDO_CLAUSE_GRAPH_ID = 1,
  RONDO_CLAUSE_GRAPH_RESET = 2,
  RONDO_CLAUSE_IF = 3,
  RONDO_CLAUSE_NOGROUP = 4,
  RONDO_CLAUSE_SAME_DATA = 5,
  RONDO_CLAUSE_ANNOUNCED_ONLY = 6,
  RONDO_HINT_REPLAYABLE = 7, /* of one task: see rondo_next_task */
  RONDO_HINT_SAVED = 8,
  RONDO_CLAUSE_SAME_DEPENDENCES = 9,
  RONDO_CLAUSE_UNROLL = 16,
  RONDO_CLAUSE_UPDATE = 17,
  RONDO_CLAUSE_INLINE = 18,
  RONDO_CLAUSE_CONDITION_ON = 19
};

static inline rondo_clause rondo_make_clause(uint32_t kind, uint64_t value) RONDO_NOEXCEPT {
  rondo_clause clause;
  clause.kind = kind;
  clause.value = value;
  return clause;
}

/* No effect: a placeholder, for example in a conditional expression that selects a clause. */
static inline rondo_clause rondo_no_clause(void) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_CLAUSE_NONE, 0); }

/* One record is kept for each value of `id` (default 0): OpenMP 6.0 `graph_id`. Example: two grids that are
 * swapped from step to step keep one record each: rondo_graph_id(step % 2). If there are more ids than
 * RONDO_GRAPH_RECORDS (1024), those used longest ago are forgotten, and recorded again when they come back. */
static inline rondo_clause rondo_graph_id(uint64_t id) RONDO_NOEXCEPT {
  return rondo_make_clause(RONDO_CLAUSE_GRAPH_ID, id);
}

/* If `condition` is non-zero the record of this id is discarded and made again: OpenMP 6.0 `graph_reset`.
 * Example: rondo_graph_reset(mesh_changed). */
static inline rondo_clause rondo_graph_reset(int condition) RONDO_NOEXCEPT {
  return rondo_make_clause(RONDO_CLAUSE_GRAPH_RESET, condition != 0);
}

/* If `condition` is zero this encounter neither makes nor uses a record; its tasks are ordinary tasks.
 * OpenMP 6.0 `if`. Example: rondo_if(n_blocks > 16). */
static inline rondo_clause rondo_if(int condition) RONDO_NOEXCEPT {
  return rondo_make_clause(RONDO_CLAUSE_IF, condition != 0);
}

/* The region does not wait for its tasks at its end: OpenMP 6.0 `nogroup`. A later taskwait, taskgroup end or
 * barrier waits for them, and so does a later task of the same parent that depends on one of them. Example:
 * rondo_nogroup(). */
static inline rondo_clause rondo_nogroup(void) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_CLAUSE_NOGROUP, 1); }

/* The caller promises that every byte the tasks captured when the record was made (values of firstprivate variables,
 * addresses of shared variables) is still right at each later encounter. Then the block may be skipped. Data *behind*
 * captured addresses may change freely. Variables of the enclosing function that the tasks share must be at the same
 * address at each encounter. If the promise does not hold, tasks work on old values or on dead stack frames. Example:
 * rondo_same_data(). */
static inline rondo_clause rondo_same_data(void) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_CLAUSE_SAME_DATA, 1); }

/* The words of the Taskgraph paper for the last two functions: `nowait`, and `recurrent` for data that is filled in
 * once. */
static inline rondo_clause rondo_nowait(void) RONDO_NOEXCEPT { return rondo_nogroup(); }
static inline rondo_clause rondo_recurrent(void) RONDO_NOEXCEPT { return rondo_same_data(); }

/* The caller promises that the depend clauses of the region's tasks are those of the record: they name the same
 * addresses, or other addresses that are equal to each other where the recorded ones are. Then a re-capture does not
 * compare them, which saves some nanoseconds a task. With rondo_nogroup() it compares all the same, because tasks
 * that are created after the region need to know them. If the promise does not hold, tasks run in the recorded order,
 * which is wrong then. Without the promise, such an encounter finishes as ordinary tasks, and the record is dropped.
 * Example: rondo_same_dependences(). */
static inline rondo_clause rondo_same_dependences(void) RONDO_NOEXCEPT {
  return rondo_make_clause(RONDO_CLAUSE_SAME_DEPENDENCES, 1);
}

/* Only tasks that rondo_next_task() has announced as replayable are part of the record. The others are ordinary tasks
 * of each encounter in which the block's code runs. This is OpenMP 6.0's rule for a directive: tasks that are created
 * in called functions are replayable only if they say so. Example: rondo_announced_only(). */
static inline rondo_clause rondo_announced_only(void) RONDO_NOEXCEPT {
  return rondo_make_clause(RONDO_CLAUSE_ANNOUNCED_ONLY, 1);
}

/* ---- Clauses of one task ------------------------------------------------------------------------------------- */

/* OpenMP 6.0 `replayable`. A task that is not replayable is an ordinary task when the block's code runs, and does not
 * exist in a pure replay. Dependences hold among replayable tasks, and among tasks that are not, but not between the
 * two. A taskwait with dependences that is not replayable waits for tasks that are not replayable. Undeferred
 * tasks that are not replayable do not prevent recording. Example: rondo_replayable(0). */
static inline rondo_clause rondo_replayable(int condition) RONDO_NOEXCEPT {
  return rondo_make_clause(RONDO_HINT_REPLAYABLE, condition != 0);
}

/* OpenMP 6.0 `saved`, for everything that the task captures (values, and addresses of shared variables): each replay
 * uses what was captured when the record was made. A region is replayed pure if all of its tasks are announced, and
 * each is saved or captures nothing. Example: rondo_saved(). */
static inline rondo_clause rondo_saved(void) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_HINT_SAVED, 0xffffffffu); }

/* The same for some bytes of the block that the compiler hands to the runtime (gcc: the argument of the outlined
 * function; clang: kmp_task_t, whose first 40 bytes belong to the runtime). For tools that know its layout. */
static inline rondo_clause rondo_saved_bytes(uint32_t offset, uint32_t n_bytes) RONDO_NOEXCEPT {
  uint64_t range = offset;
  return rondo_make_clause(RONDO_HINT_SAVED, range << 32 | n_bytes);
}

/* ---- The region --------------------------------------------------------------------------------------------- */

/* Identity and records of one region in the source: static storage, all zero except for the location. */
typedef struct rondo_taskgraph_handle {
  void* records; /* owned by the runtime */
  const char* file; /* where the region stands; named in messages */
  uint32_t line;
  uint32_t version; /* RONDO_TASKGRAPH_ABI; another value is refused: the region then runs as ordinary tasks */
  void* module; /* RONDO_MODULE: the records end when the module is unloaded. NULL: they stay until the end */
} rondo_taskgraph_handle;

#define RONDO_TASKGRAPH_ABI 2u

/* The executable or shared library that this code is linked into (every one has its own). */
extern char rondo_module_ __asm__("__dso_handle") __attribute__((visibility("hidden")));
#define RONDO_MODULE (&rondo_module_)

/* One encounter of a region, on the stack of the encountering thread. */
typedef struct rondo_region {
  rondo_taskgraph_handle* handle;
  void* state; /* belongs to the runtime; NULL when another OpenMP runtime executes the region */
  int runs; /* the block is to be executed */
  int complete; /* the block was executed to its end (0: left by break, return or goto) */
  uint32_t flags;
  uint32_t reserved;
} rondo_region;

/* The entry points behind the macro and the function. A program calls them only to write its own wrapper.
 * enter() decides how the encounter is executed and sets region->runs. For a pure replay it starts all tasks (and,
 * unless nogroup, waits for them) before it returns with runs == 0. leave() must follow on the same thread, in the
 * same task, exactly once. */
RONDO_OPTIONAL void rondo_taskgraph_enter(rondo_region* region, rondo_taskgraph_handle* handle,
                                          const rondo_clause* clauses, size_t n_clauses) RONDO_NOEXCEPT;
RONDO_OPTIONAL void rondo_taskgraph_leave(rondo_region* region) RONDO_NOEXCEPT;

/* Announces clauses of the next task construct (task, taskloop or taskwait with dependences) that the calling task
 * encounters in the region's block. No effect elsewhere. In C there is also a macro:
 * RONDO_NEXT_TASK(rondo_replayable(1), rondo_saved()). */
RONDO_OPTIONAL void rondo_announce_task(const rondo_clause* clauses, size_t n_clauses) RONDO_NOEXCEPT;

static inline void rondo_next_task(const rondo_clause* clauses, size_t n_clauses) RONDO_NOEXCEPT {
  if (&rondo_announce_task) rondo_announce_task(clauses, n_clauses);
}

/* Rondo's version as "major.minor.patch". The function's address is NULL when the program does not run on Rondo. */
RONDO_OPTIONAL const char* rondo_version(void) RONDO_NOEXCEPT;

/* Regions whose code lies in a library with such a file name (*, ? and [] as in a shell, "libopenblas*"; what has a
 * slash stands for the whole path) get at most `n_threads` threads, whichever thread encounters them, and
 * omp_get_max_threads() tells that library so. 0 ends the limit. Returns the one before, or 0; -1: it cannot be kept
 * (there are 32, or the name has more than 119 characters). Regions that have begun are not changed. Any thread.
 * RONDO_LIBRARY_THREADS sets such limits from outside. */
RONDO_OPTIONAL int rondo_limit_library(const char* file, int n_threads) RONDO_NOEXCEPT;

/* ---- Tasks that wait for something else ---------------------------------------------------------------------------
 *
 * A task that waits for a message, a file or a device holds its thread, and when all threads are held that way nothing
 * goes on. Here such a task *blocks*: its thread does other work until somebody unblocks the task, which then goes on
 * where it was, on the same thread (so thread-private data stays right). Example, with a request that completes
 * elsewhere:
 *
 *     rondo_enable_blocking();                       // once, before the first region that needs it
 *
 *     #pragma omp task
 *     {
 *       rondo_suspension wait = RONDO_SUSPENSION_INIT;
 *       start_reading(buffer, &wait);                // whoever sees its end calls rondo_task_unblock(&wait)
 *       rondo_task_block(&wait);                     // other tasks run here
 *       use(buffer);
 *     }
 *
 * librondo-mpi does this for MPI calls: docs/mpi.md. */

/* One rondo_task_block() and one rondo_task_unblock(), in any order. */
typedef struct rondo_suspension {
  void* state; /* not part of the interface */
} rondo_suspension;
#define RONDO_SUSPENSION_INIT {0}

/* From now on each task that a thread takes begins on a stack of its own, as large as a thread's (OMP_STACKSIZE), and
 * tasks are neither run in the middle of their creator nor put together in graphs. Call it outside of parallel
 * regions; calling it again does nothing. */
RONDO_OPTIONAL void rondo_enable_blocking(void) RONDO_NOEXCEPT;

/* The calling task waits until rondo_task_unblock() is called for `wait`, or has been. Its thread runs other tasks
 * meanwhile, whatever the task holds: do not block inside of a critical construct or while holding a lock that these
 * tasks want. A task that blocks in a C++ catch block or destructor keeps its own exceptions. Without
 * rondo_enable_blocking() these tasks run on top of the waiting one, which goes on only when they are over. */
RONDO_OPTIONAL void rondo_task_block(rondo_suspension* wait) RONDO_NOEXCEPT;

/* The task that blocks, or will block, on `wait` may go on. Any thread. Afterwards `wait` may be gone. */
RONDO_OPTIONAL void rondo_task_unblock(rondo_suspension* wait) RONDO_NOEXCEPT;

/* The calling task is complete only when its body is over and rondo_task_release() was called with the value that this
 * returns, once for each call: like a detach clause, but decided in the body. NULL: the caller is no task that can
 * outlive its body (an implicit or undeferred task, a task of a graph that runs as one with others, or blocking is not
 * enabled). rondo_task_release() may be called by any thread. Example:
 *
 *     #pragma omp task depend(out: buffer)
 *     {
 *       void* task = rondo_task_hold();
 *       start_reading(buffer, task);                   // whoever sees its end calls rondo_task_release(task)
 *     } */
RONDO_OPTIONAL void* rondo_task_hold(void) RONDO_NOEXCEPT;
RONDO_OPTIONAL void rondo_task_release(void* task) RONDO_NOEXCEPT;

/* Non-zero if the caller should block rather than hold its thread: it is a task, or its thread has left others. */
RONDO_OPTIONAL int rondo_should_block(void) RONDO_NOEXCEPT;

/* For traces and `rondo why`: from the first call to the second one the calling thread waits for something outside of
 * OpenMP and does nothing else. `code` is where, an address of the program's code. Both do nothing while the process is
 * not traced. librondo-mpi calls them around MPI's own calls. */
RONDO_OPTIONAL void rondo_wait_begin(const void* code) RONDO_NOEXCEPT;
RONDO_OPTIONAL void rondo_wait_end(void) RONDO_NOEXCEPT;

/* Statistics of the regions of this process. Counts since start; any thread; monotonic. */
typedef struct rondo_graph_stats {
  uint64_t records; /* encounters that made a record */
  uint64_t pure_replays; /* encounters replayed with the block skipped */
  uint64_t recaptures; /* encounters replayed with the block executed */
  uint64_t plain; /* encounters executed as ordinary tasks, also because that is faster */
  uint64_t mismatches; /* re-captures that did not fit their record */
  uint64_t nodes; /* nodes of all records made */
  uint64_t edges; /* edges of all records that have been used again, after reduction */
  uint64_t edges_unreduced; /* before reduction */
} rondo_graph_stats;

RONDO_OPTIONAL void rondo_get_graph_stats(rondo_graph_stats* stats) RONDO_NOEXCEPT;

/* Statistics of tuning. After some replays the times of a record's tasks are known. The runtime then chooses which
 * threads run which tasks and, unless RONDO_GRAPH_COARSEN=false, which tiny neighbouring tasks run as one unit.
 * Counts since start, as above. A record that is used by larger and larger teams counts each time. */
typedef struct rondo_coarsening_stats {
  uint64_t graphs; /* graphs looked at */
  uint64_t nodes; /* their tasks and waits */
  uint64_t units; /* what is scheduled instead; equal to nodes when nothing was grouped */
  uint64_t unit_edges; /* edges between units */
  uint64_t overhead_bytes; /* memory of these graphs and of one instance of each, beyond captured data */
} rondo_coarsening_stats;

RONDO_OPTIONAL void rondo_get_coarsening_stats(rondo_coarsening_stats* stats) RONDO_NOEXCEPT;

/* Both libgomp and libomp export these two functions; they are used only when Rondo is not the runtime. (They are
 * declared with their symbols, as the code of the directives declares them, so that a program may have both.) */
RONDO_OPTIONAL void GOMP_taskgroup_start(void) RONDO_NOEXCEPT __asm__("GOMP_taskgroup_start");
RONDO_OPTIONAL void GOMP_taskgroup_end(void) RONDO_NOEXCEPT __asm__("GOMP_taskgroup_end");

static inline rondo_region rondo_region_enter(rondo_taskgraph_handle* handle, const rondo_clause* clauses,
                                              size_t n_clauses) RONDO_NOEXCEPT {
  rondo_region region = {handle, NULL, 1, 0, 0, 0};
  if (&rondo_taskgraph_enter) {
    rondo_taskgraph_enter(&region, handle, clauses, n_clauses);
    return region;
  }
  for (size_t i = 0; i < n_clauses; i++)
    if (clauses[i].kind == RONDO_CLAUSE_NOGROUP) region.flags = 1;
  if (!region.flags && &GOMP_taskgroup_start) GOMP_taskgroup_start();
  return region;
}

static inline void rondo_region_leave(rondo_region* region) RONDO_NOEXCEPT {
  if (&rondo_taskgraph_leave)
    rondo_taskgraph_leave(region);
  else if (!region->flags && &GOMP_taskgroup_end)
    GOMP_taskgroup_end();
}

#define RONDO_PASTE_(a, b) a##b
#define RONDO_PASTE(a, b) RONDO_PASTE_(a, b)

/* RONDO_TASKGRAPH(clauses...) { block }
 * Leaving the block by break, return or goto ends the region early: its tasks are waited for (unless nogroup) and
 * nothing is recorded. */
#define RONDO_TASKGRAPH(...) RONDO_TASKGRAPH_AT_(RONDO_PASTE(rondo_region_, __LINE__), __VA_ARGS__)
#define RONDO_TASKGRAPH_AT_(region, ...)                                                                           \
  for (__attribute__((cleanup(rondo_region_leave))) rondo_region region = __extension__({                          \
         static rondo_taskgraph_handle rondo_handle_ = {0, __FILE__, __LINE__, RONDO_TASKGRAPH_ABI, RONDO_MODULE}; \
         const rondo_clause rondo_clauses_[] = {rondo_no_clause(), __VA_ARGS__};                                   \
         rondo_region_enter(&rondo_handle_, rondo_clauses_, sizeof rondo_clauses_ / sizeof rondo_clauses_[0]);     \
       });                                                                                                         \
       region.runs; region.runs = 0, region.complete = 1)

#define RONDO_NEXT_TASK(...)                                                     \
  do {                                                                           \
    const rondo_clause rondo_hints_[] = {rondo_no_clause(), __VA_ARGS__};        \
    rondo_next_task(rondo_hints_, sizeof rondo_hints_ / sizeof rondo_hints_[0]); \
  } while (0)

#ifdef __cplusplus
} /* extern "C" */

#include <initializer_list>

namespace rondo {

using clause = rondo_clause;
inline clause graph_id(uint64_t id) noexcept { return rondo_graph_id(id); }
inline clause graph_reset(bool condition = true) noexcept { return rondo_graph_reset(condition); }
inline clause only_if(bool condition) noexcept { return rondo_if(condition); }
inline clause nogroup() noexcept { return rondo_nogroup(); }
inline clause same_data() noexcept { return rondo_same_data(); }
inline clause nowait() noexcept { return rondo_nowait(); }
inline clause recurrent() noexcept { return rondo_recurrent(); }
inline clause same_dependences() noexcept { return rondo_same_dependences(); }
inline clause announced_only() noexcept { return rondo_announced_only(); }
inline clause replayable(bool condition = true) noexcept { return rondo_replayable(condition); }
inline clause saved() noexcept { return rondo_saved(); }
inline clause saved_bytes(uint32_t offset, uint32_t n_bytes) noexcept { return rondo_saved_bytes(offset, n_bytes); }

/* rondo::next_task({replayable(), saved()}); right before the task construct. */
inline void next_task(std::initializer_list<clause> clauses) noexcept {
  rondo_next_task(clauses.begin(), clauses.size());
}

/* rondo::taskgraph({clauses...}, body): RONDO_TASKGRAPH for C++. Each call site is a region of its own: every lambda
 * expression, and every instantiation of a template that contains one, has records of its own. `body` takes no
 * argument; it is called at most once, on the calling thread. An exception that leaves it ends the region early. Do
 * not pass `file` and `line`: they are the place of the call, for messages. */
template <class Body>
void taskgraph(std::initializer_list<clause> clauses, Body&& body, const char* file = __builtin_FILE(),
               uint32_t line = __builtin_LINE()) {
  static rondo_taskgraph_handle handle = {nullptr, file, line, RONDO_TASKGRAPH_ABI, RONDO_MODULE};
  struct Scope {
    rondo_region region;
    ~Scope() { rondo_region_leave(&region); }
  } scope{rondo_region_enter(&handle, clauses.begin(), clauses.size())};
  if (scope.region.runs) {
    body();
    scope.region.complete = 1;
  }
}

template <class Body>
void taskgraph(Body&& body, const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE()) {
  rondo::taskgraph({}, static_cast<Body&&>(body), file, line);
}

}  // namespace rondo
#endif

#include "rondo/dep_pattern.h"
#include "rondo/poll.h"
#include "rondo/taskiter.h"

#endif /* RONDO_H */
