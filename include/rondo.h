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
 *   - pure (only with rondo_same_data(), or when every task was announced as having no data to refresh): the block's
 *     code is skipped and the tasks run on the data captured when the record was made.
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
  RONDO_CLAUSE_SAME_DATA = 5,
  RONDO_CLAUSE_ANNOUNCED_ONLY = 6,
  RONDO_HINT_REPLAYABLE = 7, /* of one task: see rondo_next_task */
  RONDO_HINT_SAVED = 8,
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

/* The words of the Taskgraph paper for the last two: `nowait`, and `recurrent` for data that is filled in once. */
static inline rondo_clause rondo_nowait(void) RONDO_NOEXCEPT { return rondo_nogroup(); }
static inline rondo_clause rondo_recurrent(void) RONDO_NOEXCEPT { return rondo_same_data(); }

/* Only tasks announced by rondo_next_task() as replayable are part of the record; the others are ordinary tasks of
 * each encounter in which the block's code runs. That is OpenMP 6.0's rule for a directive, where tasks created in
 * called functions are replayable only if they say so. Example: rondo_announced_only(). */
static inline rondo_clause rondo_announced_only(void) RONDO_NOEXCEPT {
  return rondo_make_clause(RONDO_CLAUSE_ANNOUNCED_ONLY, 1);
}

/* ---- Clauses of one task ------------------------------------------------------------------------------------- */

/* OpenMP 6.0 `replayable`. A task that is not replayable is an ordinary task whenever the block's code runs, and does
 * not exist in a pure replay; dependences hold only among tasks of one kind. Undeferred and detachable tasks that are
 * not replayable do not prevent recording. Example: rondo_replayable(0). */
static inline rondo_clause rondo_replayable(int condition) RONDO_NOEXCEPT {
  return rondo_make_clause(RONDO_HINT_REPLAYABLE, condition != 0);
}

/* OpenMP 6.0 `saved`, for everything that the task captures (values, and addresses of shared variables): each replay
 * uses what was captured when the record was made. A region all of whose tasks are announced, and saved or without
 * captured data, is replayed pure. Example: rondo_saved(). */
static inline rondo_clause rondo_saved(void) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_HINT_SAVED, 0xffffffffu); }

/* The same for some bytes of the block that the compiler hands to the runtime (gcc: the argument of the outlined
 * function; clang: kmp_task_t, whose first 40 bytes stay the runtime's). For tools that know its layout. */
static inline rondo_clause rondo_saved_bytes(uint32_t offset, uint32_t n_bytes) RONDO_NOEXCEPT {
  uint64_t range = offset;
  return rondo_make_clause(RONDO_HINT_SAVED, range << 32 | n_bytes);
}

/* ---- Clauses of loops ----------------------------------------------------------------------------------------- */

/* Of a taskiter loop: the first `n` iterations are recorded (default 1, at most 65535), so the pattern of tasks may
 * repeat with that period, and tasks may depend on those of up to `n` iterations before. Example: two buffers that
 * change roles from step to step: rondo_unroll(2). */
static inline rondo_clause rondo_unroll(uint32_t n) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_CLAUSE_UNROLL, n); }

/* Of a taskiter loop: the body is executed for every iteration and gives the tasks their data anew, for bodies that
 * do more than create tasks. Example: rondo_update(). */
static inline rondo_clause rondo_update(void) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_CLAUSE_UPDATE, 1); }

/* Of a taskiter loop: its tasks are siblings of those around it, so that dependences reach in and out of the loop,
 * and the loop does not wait at its end. Example: rondo_inline(). */
static inline rondo_clause rondo_inline(void) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_CLAUSE_INLINE, 1); }

/* Of RONDO_TASKITER_WHILE: the condition reads only what tasks with depend(out: *address) have written, so it is
 * looked at as soon as these are complete and iterations overlap. May be given several times; without it the
 * condition waits for the whole iteration. Example: rondo_condition_on(&residual). */
static inline rondo_clause rondo_condition_on(const void* address) RONDO_NOEXCEPT {
  rondo_clause clause = rondo_make_clause(RONDO_CLAUSE_CONDITION_ON, 0);
  __builtin_memcpy(&clause.value, &address, sizeof address);
  return clause;
}

/* ---- The region --------------------------------------------------------------------------------------------- */

/* Identity and records of one region in the source; static storage, zero but for the location. */
typedef struct rondo_taskgraph_handle {
  void* records;    /* owned by the runtime */
  const char* file; /* where the region stands; named in messages */
  uint32_t line;
  uint32_t version; /* RONDO_TASKGRAPH_ABI; another value is refused: the region then runs as ordinary tasks */
  void* module;     /* RONDO_MODULE: the records end when the module is unloaded. NULL: they stay until the end */
} rondo_taskgraph_handle;

#define RONDO_TASKGRAPH_ABI 2u

/* The executable or shared library that this code is linked into (every one has its own). */
extern char rondo_module_ __asm__("__dso_handle") __attribute__((visibility("hidden")));
#define RONDO_MODULE (&rondo_module_)

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

/* Announces clauses of the next task construct (task or taskloop) that the calling task encounters in the region's
 * block; no effect elsewhere. In C also as a macro: RONDO_NEXT_TASK(rondo_replayable(1), rondo_saved()). */
RONDO_OPTIONAL void rondo_announce_task(const rondo_clause* clauses, size_t n_clauses) RONDO_NOEXCEPT;

static inline void rondo_next_task(const rondo_clause* clauses, size_t n_clauses) RONDO_NOEXCEPT {
  if (&rondo_announce_task) rondo_announce_task(clauses, n_clauses);
}

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

/* ---- Loops -------------------------------------------------------------------------------------------------- */

/* A *taskiter loop* creates the same tasks with the same dependences in every iteration ("Accelerating Task-based
 * Iterative Applications"). Rondo executes its body once (rondo_unroll(n): n times), records the tasks, and closes the
 * graph into a cycle: later iterations create nothing, and overlap as far as the dependences allow. Two promises are
 * the programmer's: the dependences are the same in each iteration; and the program is right if the body's own code,
 * outside of tasks, runs only once (rondo_update() takes this one back).
 *
 *     C                                                  C++
 *
 *     RONDO_TASKITER(t, n_steps) {                       rondo::taskiter(n_steps, {}, [&](uint64_t t) {
 *       for (int b = 1; b < nb; b++)                       for (int b = 1; b < nb; b++)
 *         #pragma omp task depend(in: x[b-1]) \
 *                          depend(inout: x[b])              ...
 *         relax(x[b-1], x[b]);
 *     }                                                  });
 *
 *     RONDO_TASKITER_WHILE(r > eps) { ... }              rondo::taskiter_while([&] { return r > eps; }, {},
 *                                                                              [&] { ... });
 *
 * At its end the loop waits for all its tasks, as a taskgroup does, unless rondo_nogroup() or rondo_inline() is given.
 * Dependences are those among the loop's own tasks, unless rondo_inline() is given. `break`, `return`, `goto` and
 * exceptions end the loop; tasks created so far are completed. A task that cannot be copied as bytes (a C++ object
 * captured by value) makes the loop behave as with rondo_update(); what cannot be recorded at all makes it an ordinary
 * loop, and standard error says so once. On another OpenMP runtime it is an ordinary loop inside a taskgroup.
 * Thread-safety: as regions. */
typedef struct rondo_taskiter_handle {
  void* state; /* owned by the runtime */
  const char* file;
  uint32_t line;
  uint32_t version; /* RONDO_TASKITER_ABI; another value is refused: the loop then runs as ordinary tasks */
} rondo_taskiter_handle;

#define RONDO_TASKITER_ABI 1u
#define RONDO_UNTIL_FALSE UINT64_MAX /* number of iterations of a loop that has a condition */

typedef struct rondo_loop {
  void* state;       /* the runtime's, NULL when another OpenMP runtime executes the loop */
  uint64_t index;    /* of the iteration that has begun */
  uint64_t n_begun;
  uint64_t count;    /* iterations, or RONDO_UNTIL_FALSE */
  int runs;          /* the body is to be executed */
  int complete;      /* it was executed to its end */
  uint32_t flags;
  uint32_t reserved;
} rondo_loop;

/* What a body is to be done with. */
enum rondo_iteration { RONDO_LOOP_OVER = 0, RONDO_LOOP_BODY = 1, RONDO_LOOP_RELEASED = 2 };

/* The entry points behind the macros; a program calls them only to write its own wrapper. In this order: enter, then
 * for each iteration [condition, for RONDO_UNTIL_FALSE only, before it is evaluated], begin, and, where that says
 * RONDO_LOOP_BODY, the body and end; at last leave. All on the same thread, in the same task. */
RONDO_OPTIONAL void rondo_taskiter_enter(rondo_loop* loop, rondo_taskiter_handle* handle, const rondo_clause* clauses,
                                         size_t n_clauses) RONDO_NOEXCEPT;
RONDO_OPTIONAL void rondo_taskiter_condition(rondo_loop* loop) RONDO_NOEXCEPT;
RONDO_OPTIONAL int rondo_taskiter_begin(rondo_loop* loop) RONDO_NOEXCEPT;
RONDO_OPTIONAL void rondo_taskiter_end(rondo_loop* loop, int complete) RONDO_NOEXCEPT;
RONDO_OPTIONAL void rondo_taskiter_leave(rondo_loop* loop) RONDO_NOEXCEPT;

/* What has happened to the taskiter loops of this process so far. Counts since start; any thread; monotonic. */
typedef struct rondo_taskiter_stats {
  uint64_t loops;      /* encounters */
  uint64_t cycles;     /* of these: loops that became cyclic graphs */
  uint64_t updates;    /* of these: loops whose body was executed for every iteration */
  uint64_t iterations; /* that ran from a cyclic graph */
  uint64_t mismatches; /* loops that did not repeat themselves */
  uint64_t nodes;      /* of all cyclic graphs */
  uint64_t edges;
} rondo_taskiter_stats;

RONDO_OPTIONAL void rondo_get_taskiter_stats(rondo_taskiter_stats* stats) RONDO_NOEXCEPT;

RONDO_OPTIONAL void GOMP_taskwait(void);

static inline rondo_loop rondo_loop_enter(rondo_taskiter_handle* handle, uint64_t count, const rondo_clause* clauses,
                                          size_t n_clauses) RONDO_NOEXCEPT {
  rondo_loop loop = {NULL, 0, 0, count, 0, 1, 0, 0};
  if (&rondo_taskiter_enter) {
    rondo_taskiter_enter(&loop, handle, clauses, n_clauses);
    return loop;
  }
  for (size_t i = 0; i < n_clauses; i++)
    if (clauses[i].kind == RONDO_CLAUSE_NOGROUP || clauses[i].kind == RONDO_CLAUSE_INLINE) loop.flags = 1;
  if (!loop.flags && &GOMP_taskgroup_start) GOMP_taskgroup_start();
  return loop;
}

/* Ends the iteration before; 0 if its body was left by break. */
static inline int rondo_loop_finish(rondo_loop* loop) RONDO_NOEXCEPT {
  if (loop->runs && &rondo_taskiter_end) rondo_taskiter_end(loop, loop->complete);
  loop->runs = 0;
  return loop->complete;
}

/* Before the condition of a while loop. */
static inline int rondo_loop_condition(rondo_loop* loop) RONDO_NOEXCEPT {
  if (!rondo_loop_finish(loop)) return 0;
  if (&rondo_taskiter_condition)
    rondo_taskiter_condition(loop);
  else if (loop->n_begun && &GOMP_taskwait)
    GOMP_taskwait();
  return 1;
}

/* The next iteration begins: 0 if there is none. */
static inline int rondo_loop_next(rondo_loop* loop) RONDO_NOEXCEPT {
  int what = RONDO_LOOP_BODY;
  if (!rondo_loop_finish(loop)) return 0;
  if (loop->n_begun == loop->count) return 0;
  if (&rondo_taskiter_begin) what = rondo_taskiter_begin(loop);
  loop->index = loop->n_begun++;
  loop->runs = what == RONDO_LOOP_BODY;
  loop->complete = !loop->runs;
  return what != RONDO_LOOP_OVER;
}

static inline void rondo_loop_leave(rondo_loop* loop) RONDO_NOEXCEPT {
  (void)rondo_loop_finish(loop);
  if (&rondo_taskiter_leave)
    rondo_taskiter_leave(loop);
  else if (!loop->flags && &GOMP_taskgroup_end)
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

/* RONDO_TASKITER(t, n, clauses...) { body }: for (uint64_t t = 0; t < n; t++). */
#define RONDO_TASKITER(index_name, n, ...) \
  RONDO_TASKITER_AT_(RONDO_PASTE(rondo_loop_, __LINE__), index_name, n, __VA_ARGS__)
#define RONDO_TASKITER_AT_(loop, index_name, n, ...)                                             \
  for (__attribute__((cleanup(rondo_loop_leave))) rondo_loop loop = RONDO_LOOP_(n, __VA_ARGS__); \
       rondo_loop_next(&loop);)                                                                  \
    for (__attribute__((unused)) uint64_t index_name = loop.index; loop.runs && !loop.complete; loop.complete = 1)

/* RONDO_TASKITER_WHILE(condition, clauses...) { body }: while (condition). The condition is evaluated by the
 * encountering thread between iterations. */
#define RONDO_TASKITER_WHILE(condition, ...) \
  RONDO_TASKITER_WHILE_AT_(RONDO_PASTE(rondo_loop_, __LINE__), condition, __VA_ARGS__)
#define RONDO_TASKITER_WHILE_AT_(loop, condition, ...)                                                           \
  for (__attribute__((cleanup(rondo_loop_leave))) rondo_loop loop = RONDO_LOOP_(RONDO_UNTIL_FALSE, __VA_ARGS__); \
       rondo_loop_condition(&loop) && (condition) && rondo_loop_next(&loop);)                                    \
    for (; loop.runs && !loop.complete; loop.complete = 1)

#define RONDO_LOOP_(n, ...)                                                                                \
  __extension__({                                                                                          \
    static rondo_taskiter_handle rondo_handle_ = {0, __FILE__, __LINE__, RONDO_TASKITER_ABI};              \
    const rondo_clause rondo_clauses_[] = {rondo_no_clause(), __VA_ARGS__};                                \
    rondo_loop_enter(&rondo_handle_, n, rondo_clauses_, sizeof rondo_clauses_ / sizeof rondo_clauses_[0]); \
  })

#define RONDO_NEXT_TASK(...)                                                     \
  do {                                                                           \
    const rondo_clause rondo_hints_[] = {rondo_no_clause(), __VA_ARGS__};        \
    rondo_next_task(rondo_hints_, sizeof rondo_hints_ / sizeof rondo_hints_[0]); \
  } while (0)

/* ---- Dependence patterns ------------------------------------------------------------------------------------ */

/* A task that creates the same tasks again and again, with new data but the same dependences among them:
 *
 *     #pragma omp task depend(inout: C[0])
 *     RONDO_DEP_PATTERN("matmul 16x16") {                rondo::dep_pattern("matmul 16x16", [&] {
 *       ... creates tasks with dependences ...             ...
 *     }                                                  });
 *
 * The first execution of a block with a tag records which task depends on which; later ones, at any place in the
 * program, with any data, with other bodies, and any number of them at the same time, create their tasks by running
 * the code and take the dependences from the pattern. The tag names the pattern in the whole process: it says "the
 * same number of tasks, each with the same dependences, up to other addresses", so a size belongs into it.
 *
 * A block means what it means without the macro, whatever its tag. What does not fit the pattern (another number of
 * tasks, dependences or kinds, addresses that are equal where they were different or the reverse) is noticed when
 * the task is created: the rest of the block creates ordinary tasks, the pattern is recorded anew, and standard error
 * says so once. The block does not wait for its tasks; a task with dependences that the same parent creates
 * afterwards does. Detachable and undeferred tasks and task reductions make the block run as ordinary tasks. */
typedef struct rondo_pattern_handle {
  void* tag;        /* owned by the runtime */
  const char* file; /* where the block stands; named in messages */
  uint32_t line;
  uint32_t version; /* RONDO_PATTERN_ABI */
} rondo_pattern_handle;

#define RONDO_PATTERN_ABI 1u

/* One execution of a block, on the stack of the executing thread. */
typedef struct rondo_pattern_use {
  void* state;  /* the runtime's, NULL where the block's tasks are ordinary ones */
  int runs;     /* for the macro: the block is still to be executed */
  int complete; /* the block was executed to its end (0: left by break, return or goto) */
} rondo_pattern_use;

/* The entry points behind the macro and the function. leave() must follow on the same task exactly once. The tag is
 * copied. */
RONDO_OPTIONAL void rondo_pattern_enter(rondo_pattern_use* use, rondo_pattern_handle* handle,
                                        const char* tag) RONDO_NOEXCEPT;
RONDO_OPTIONAL void rondo_pattern_leave(rondo_pattern_use* use) RONDO_NOEXCEPT;

/* Writes the pattern of a tag (NULL: of all tags) to a file, in place of what was there; adds a file's patterns to
 * those of the process, all of them or none. Returns 0, or -1 and standard error says why: no pattern, no such file,
 * damaged, another version, or a tag that already has another pattern. A pattern from a file is checked like any
 * other, so a wrong file costs time and never a result. Only on Rondo: test the function's address first.
 * The variable RONDO_PATTERNS=file does both around a process: loads if the file exists, saves at exit. */
RONDO_OPTIONAL int rondo_pattern_save(const char* tag, const char* path) RONDO_NOEXCEPT;
RONDO_OPTIONAL int rondo_pattern_load(const char* path) RONDO_NOEXCEPT;

/* What has happened to the blocks of this process so far. Counts since start; any thread; monotonic. */
typedef struct rondo_pattern_stats {
  uint64_t recorded;   /* patterns made by executing a block, */
  uint64_t loaded;     /* and from files */
  uint64_t uses;       /* executions that took their dependences from a pattern */
  uint64_t plain;      /* executions as ordinary tasks */
  uint64_t mismatches; /* uses that did not fit */
  /* Of all patterns made and loaded: */
  uint64_t tasks;               /* and waits among them */
  uint64_t dependences;         /* as written in the program */
  uint64_t dependences_dropped; /* on addresses that are only read */
  uint64_t stations;            /* addresses that are left */
  uint64_t stream_bytes;        /* size of the encoded patterns, */
  uint64_t nibble_form_bytes;   /* and in the nibble form of the TurboBLYSK paper */
} rondo_pattern_stats;

RONDO_OPTIONAL void rondo_get_pattern_stats(rondo_pattern_stats* stats) RONDO_NOEXCEPT;

static inline rondo_pattern_use rondo_pattern_begin(rondo_pattern_handle* handle, const char* tag) RONDO_NOEXCEPT {
  rondo_pattern_use use = {NULL, 1, 0};
  if (&rondo_pattern_enter) rondo_pattern_enter(&use, handle, tag);
  return use;
}

static inline void rondo_pattern_end(rondo_pattern_use* use) RONDO_NOEXCEPT {
  if (use->state) rondo_pattern_leave(use);
}

/* RONDO_DEP_PATTERN(tag) { block }
 * Leaving the block by break, return or goto ends it early: nothing is recorded, and the tag keeps its pattern. */
#define RONDO_DEP_PATTERN(tag) RONDO_DEP_PATTERN_AT_(RONDO_PASTE(rondo_use_, __LINE__), tag)
#define RONDO_DEP_PATTERN_AT_(use, tag)                                                          \
  for (__attribute__((cleanup(rondo_pattern_end))) rondo_pattern_use use = __extension__({       \
         static rondo_pattern_handle rondo_handle_ = {0, __FILE__, __LINE__, RONDO_PATTERN_ABI}; \
         rondo_pattern_begin(&rondo_handle_, tag);                                               \
       });                                                                                       \
       use.runs; use.runs = 0, use.complete = 1)

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
inline clause announced_only() noexcept { return rondo_announced_only(); }
inline clause replayable(bool condition = true) noexcept { return rondo_replayable(condition); }
inline clause saved() noexcept { return rondo_saved(); }
inline clause saved_bytes(uint32_t offset, uint32_t n_bytes) noexcept { return rondo_saved_bytes(offset, n_bytes); }

/* rondo::next_task({replayable(), saved()}); right before the task construct. */
inline void next_task(std::initializer_list<clause> clauses) noexcept {
  rondo_next_task(clauses.begin(), clauses.size());
}

/* rondo::taskgraph({clauses...}, body): RONDO_TASKGRAPH for C++. One construct per call site: every lambda
 * expression, and every instantiation of a template that holds one, has records of its own. `body` takes no
 * argument; it is called at most once, on the calling thread. An exception that leaves it ends the region early.
 * `file` and `line` are not to be given: they say where the call stands, for messages. */
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

inline clause unroll(uint32_t n) noexcept { return rondo_unroll(n); }
inline clause update() noexcept { return rondo_update(); }
inline clause inlined() noexcept { return rondo_inline(); }
inline clause condition_on(const void* address) noexcept { return rondo_condition_on(address); }

namespace detail {

template <class Condition, class Body>
void run_taskiter(rondo_taskiter_handle& handle, uint64_t count, std::initializer_list<clause> clauses,
                  Condition&& condition, Body&& body) {
  struct Scope {
    rondo_loop loop;
    ~Scope() { rondo_loop_leave(&loop); }
  } scope{rondo_loop_enter(&handle, count, clauses.begin(), clauses.size())};
  while (condition(scope.loop) && rondo_loop_next(&scope.loop)) {
    if (!scope.loop.runs) continue;
    body(scope.loop.index);
    scope.loop.complete = 1;
  }
}

}  // namespace detail

/* rondo::taskiter(n, {clauses...}, body): RONDO_TASKITER for C++; body(uint64_t) gets the number of the iteration. */
template <class Body>
void taskiter(uint64_t n, std::initializer_list<clause> clauses, Body&& body, const char* file = __builtin_FILE(),
              uint32_t line = __builtin_LINE()) {
  static rondo_taskiter_handle handle = {nullptr, file, line, RONDO_TASKITER_ABI};
  detail::run_taskiter(handle, n, clauses, [](rondo_loop&) { return true; }, static_cast<Body&&>(body));
}

/* rondo::taskiter_while(condition, {clauses...}, body): RONDO_TASKITER_WHILE for C++; bool condition(), body(). */
template <class Condition, class Body>
void taskiter_while(Condition&& condition, std::initializer_list<clause> clauses, Body&& body,
                    const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE()) {
  static rondo_taskiter_handle handle = {nullptr, file, line, RONDO_TASKITER_ABI};
  detail::run_taskiter(
      handle, RONDO_UNTIL_FALSE, clauses, [&](rondo_loop& loop) { return rondo_loop_condition(&loop) && condition(); },
      [&](uint64_t) { body(); });
}

/* rondo::dep_pattern(tag, body): RONDO_DEP_PATTERN for C++. An exception that leaves `body` ends the block early. */
template <class Body>
void dep_pattern(const char* tag, Body&& body, const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE()) {
  static rondo_pattern_handle handle = {nullptr, file, line, RONDO_PATTERN_ABI};
  struct Scope {
    rondo_pattern_use use;
    ~Scope() { rondo_pattern_end(&use); }
  } scope{rondo_pattern_begin(&handle, tag)};
  body();
  scope.use.complete = 1;
}

}  // namespace rondo
#endif

#endif /* RONDO_H */
