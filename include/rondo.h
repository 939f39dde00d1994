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
 * Two ways to replay:
 *   - re-capture (the default): the block's own code runs again, its k-th task creation refreshes the data of the
 *     k-th recorded node. Always sees current data. A block that creates other tasks than recorded (another number,
 *     another body, other sizes) finishes as ordinary tasks, its record is dropped and standard error says so once.
 *   - pure (only with rondo_same_data()): the block's code is skipped and the tasks run on the data captured when
 *     the record was made.
 *
 * Thread-safety: every function may be called from any thread; any number of threads may encounter the same region
 * at the same time. Errors: nothing here fails; a region that cannot be recorded runs as ordinary tasks.
 *
 * A program that uses this header links with nothing extra. Started on Rondo (`rondo run -- ./program`, or linked
 * with -lrondo) its regions are recorded and replayed; started on another OpenMP runtime they run as ordinary tasks
 * inside a taskgroup. (Built with -no-pie it must be linked with -lrondo: the linker settles absent functions itself.)
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
  RONDO_CLAUSE_SAME_DATA = 5
};

static inline rondo_clause rondo_make_clause(uint32_t kind, uint64_t value) RONDO_NOEXCEPT {
  rondo_clause clause;
  clause.kind = kind;
  clause.value = value;
  return clause;
}

/* No effect: a place holder, e.g. in a conditional expression that selects a clause. */
static inline rondo_clause rondo_no_clause(void) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_CLAUSE_NONE, 0); }

/* One record is kept for each value of `id` (default 0): OpenMP 6.0 `graph_id`. Example: two grids that are
 * swapped from step to step keep one record each: rondo_graph_id(step % 2). */
static inline rondo_clause rondo_graph_id(uint64_t id) RONDO_NOEXCEPT {
  return rondo_make_clause(RONDO_CLAUSE_GRAPH_ID, id);
}

/* If `condition` is non-zero the record of this id is discarded and made anew: OpenMP 6.0 `graph_reset`.
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
 * barrier waits for them. Example: rondo_nogroup(). */
static inline rondo_clause rondo_nogroup(void) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_CLAUSE_NOGROUP, 1); }

/* The caller's promise that every byte the tasks captured when the record was made (values of firstprivate
 * variables, addresses of shared variables) is still right at each later encounter: the block may then be skipped.
 * Data *behind* captured addresses may change freely. A promise that does not hold makes tasks work on old values
 * or on dead stack frames: variables of the enclosing function that the tasks share must live at the same address
 * at each encounter. Example: rondo_same_data(). */
static inline rondo_clause rondo_same_data(void) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_CLAUSE_SAME_DATA, 1); }

/* ---- The region --------------------------------------------------------------------------------------------- */

/* Identity and records of one region in the source; static storage, zero but for the location. */
typedef struct rondo_taskgraph_handle {
  void* records;    /* owned by the runtime */
  const char* file; /* where the region stands; named in messages */
  uint32_t line;
  uint32_t version; /* RONDO_TASKGRAPH_ABI; another value is refused: the region then runs as ordinary tasks */
} rondo_taskgraph_handle;

#define RONDO_TASKGRAPH_ABI 1u

/* One encounter of a region, on the stack of the encountering thread. */
typedef struct rondo_region {
  rondo_taskgraph_handle* handle;
  void* state;  /* the runtime's, NULL when another OpenMP runtime executes the region */
  int runs;     /* the block is to be executed */
  int complete; /* the block was executed to its end (0: left by break, return or goto) */
  uint32_t flags;
  uint32_t reserved;
} rondo_region;

/* The entry points behind the macro and the function; a program calls them only to write its own wrapper.
 * enter() decides how the encounter is executed and sets region->runs; for a pure replay all tasks are started (and
 * finished, unless nogroup) before it returns with runs == 0. leave() must follow on the same thread, in the same
 * task, exactly once. */
RONDO_OPTIONAL void rondo_taskgraph_enter(rondo_region* region, rondo_taskgraph_handle* handle,
                                          const rondo_clause* clauses, size_t n_clauses) RONDO_NOEXCEPT;
RONDO_OPTIONAL void rondo_taskgraph_leave(rondo_region* region) RONDO_NOEXCEPT;

/* Rondo's version as "major.minor.patch"; NULL pointer to the function when the program does not run on Rondo. */
RONDO_OPTIONAL const char* rondo_version(void) RONDO_NOEXCEPT;

/* What has happened to the regions of this process so far. Counts since start; any thread; monotonic. */
typedef struct rondo_graph_stats {
  uint64_t records;          /* encounters that made a record */
  uint64_t pure_replays;     /* encounters replayed with the block skipped */
  uint64_t recaptures;       /* encounters replayed with the block executed */
  uint64_t plain;            /* encounters executed as ordinary tasks */
  uint64_t mismatches;       /* re-captures that did not fit their record */
  uint64_t nodes;            /* nodes of all records made */
  uint64_t edges;            /* edges of all records made, after reduction */
  uint64_t edges_unreduced;  /* before reduction */
} rondo_graph_stats;

RONDO_OPTIONAL void rondo_get_graph_stats(rondo_graph_stats* stats) RONDO_NOEXCEPT;

/* What was done with the records whose tasks' times became known: after two replays the runtime chooses which threads
 * run which tasks and, unless RONDO_GRAPH_COARSEN=false, which tiny neighbouring tasks are run as one unit. Counts
 * since start, as above; a record that is used by ever larger teams counts each time. */
typedef struct rondo_coarsening_stats {
  uint64_t graphs;         /* graphs looked at */
  uint64_t nodes;          /* their tasks and waits */
  uint64_t units;          /* what is scheduled instead; equal to nodes when nothing was grouped */
  uint64_t unit_edges;     /* edges between units */
  uint64_t overhead_bytes; /* memory of these graphs and of one instance of each, beyond captured data */
} rondo_coarsening_stats;

RONDO_OPTIONAL void rondo_get_coarsening_stats(rondo_coarsening_stats* stats) RONDO_NOEXCEPT;

/* Both libgomp and libomp export these two; used only when Rondo is not the runtime. */
RONDO_OPTIONAL void GOMP_taskgroup_start(void);
RONDO_OPTIONAL void GOMP_taskgroup_end(void);

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
#define RONDO_TASKGRAPH_AT_(region, ...)                                                                       \
  for (__attribute__((cleanup(rondo_region_leave))) rondo_region region = __extension__({                      \
         static rondo_taskgraph_handle rondo_handle_ = {0, __FILE__, __LINE__, RONDO_TASKGRAPH_ABI};           \
         const rondo_clause rondo_clauses_[] = {rondo_no_clause(), __VA_ARGS__};                               \
         rondo_region_enter(&rondo_handle_, rondo_clauses_, sizeof rondo_clauses_ / sizeof rondo_clauses_[0]); \
       });                                                                                                     \
       region.runs; region.runs = 0, region.complete = 1)

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

/* rondo::taskgraph({clauses...}, body): RONDO_TASKGRAPH for C++. One construct per call site: every lambda
 * expression, and every instantiation of a template that holds one, has records of its own. `body` takes no
 * argument; it is called at most once, on the calling thread. An exception that leaves it ends the region early. */
template <class Body>
void taskgraph(std::initializer_list<clause> clauses, Body&& body) {
  static rondo_taskgraph_handle handle = {nullptr, __PRETTY_FUNCTION__, 0, RONDO_TASKGRAPH_ABI};
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
void taskgraph(Body&& body) {
  rondo::taskgraph({}, static_cast<Body&&>(body));
}

}  // namespace rondo
#endif

#endif /* RONDO_H */
