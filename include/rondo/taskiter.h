/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of rondo.h for loops whose iterations all create the same tasks: RONDO_TASKITER and related macros.
 */
#ifndef RONDO_TASKITER_H
#define RONDO_TASKITER_H

#ifndef RONDO_H
#error "include rondo.h, which includes this file"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Clauses of loops ----------------------------------------------------------------------------------------- */

/* For a taskiter loop: the first `n` iterations are recorded (default 1, at most 65535). So the tasks may repeat with
 * this period, and they may depend on tasks of up to `n` iterations before. Example: two buffers that change roles
 * from step to step: rondo_unroll(2). */
static inline rondo_clause rondo_unroll(uint32_t n) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_CLAUSE_UNROLL, n); }

/* For a taskiter loop: the body is executed for every iteration and gives the tasks new data. For bodies that do more
 * than create tasks. Example: rondo_update(). */
static inline rondo_clause rondo_update(void) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_CLAUSE_UPDATE, 1); }

/* For a taskiter loop: its tasks are siblings of the tasks around it. So dependences reach into the loop and out of
 * it, and the loop does not wait at its end. Example: rondo_inline(). */
static inline rondo_clause rondo_inline(void) RONDO_NOEXCEPT { return rondo_make_clause(RONDO_CLAUSE_INLINE, 1); }

/* For RONDO_TASKITER_WHILE: the condition reads only what tasks with depend(out: *address) have written, or what a
 * taskgroup of the body has reduced. So it is evaluated as soon as these are complete, and iterations overlap. May be
 * given several times. Without it the condition waits for the whole iteration. Example:
 * rondo_condition_on(&residual). */
static inline rondo_clause rondo_condition_on(const void* address) RONDO_NOEXCEPT {
  rondo_clause clause = rondo_make_clause(RONDO_CLAUSE_CONDITION_ON, 0);
  __builtin_memcpy(&clause.value, &address, sizeof address);
  return clause;
}

/* ---- Loops -------------------------------------------------------------------------------------------------- */

/* A *taskiter loop* creates the same tasks with the same dependences in every iteration ("Accelerating Task-based
 * Iterative Applications"). Rondo executes its body once (rondo_unroll(n): n times), records the tasks, and closes
 * the graph into a cycle. Later iterations create nothing, and overlap as far as the dependences allow. The graph is
 * kept: when the loop is entered again, its body is executed once more, for the tasks' data, and if it creates the
 * same tasks with the same dependences there is nothing to record. Until a graph pays, and where ordinary tasks are
 * faster, the body is executed for each iteration. You promise two things: the dependences are the
 * same in each iteration; and the program is right if the body's own code, outside of tasks, runs only once (with
 * rondo_update() you do not promise this).
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
 * At its end the loop waits for all its tasks, as a taskgroup does, unless rondo_nogroup() or rondo_inline() is
 * given. Dependences are those among the loop's own tasks, unless rondo_inline() is given. A task runs once at a
 * time, even without dependences; inside a RONDO_TASKGRAPH region, and on another OpenMP runtime, only dependences
 * order it. `break`, `return`, `goto` and exceptions end the loop; tasks created so far are completed. A task that
 * cannot be copied as bytes (a C++ object captured by value) makes the loop behave as with rondo_update(). A loop
 * that cannot be recorded at all is an ordinary loop, and one line on standard error says so. On another OpenMP
 * runtime it is an ordinary loop inside a taskgroup.
 * Thread-safety: as regions. */
typedef struct rondo_taskiter_handle {
  void* state; /* owned by the runtime */
  const char* file;
  uint32_t line;
  uint32_t version; /* RONDO_TASKITER_ABI; a newer one is refused: the loop then runs as ordinary tasks */
  void* module;     /* RONDO_MODULE: the loop's graph ends when the module is unloaded. Not in version 1 */
} rondo_taskiter_handle;

#define RONDO_TASKITER_ABI 2u
#define RONDO_UNTIL_FALSE UINT64_MAX /* number of iterations of a loop that has a condition */

typedef struct rondo_loop {
  void* state;       /* belongs to the runtime; NULL when another OpenMP runtime executes the loop */
  uint64_t index;    /* of the iteration that has begun */
  uint64_t n_begun;
  uint64_t count;    /* iterations, or RONDO_UNTIL_FALSE */
  int runs;          /* the body is to be executed */
  int complete;      /* it was executed to its end */
  uint32_t flags;
  uint32_t reserved;
} rondo_loop;

/* What is to be done with a body. */
enum rondo_iteration { RONDO_LOOP_OVER = 0, RONDO_LOOP_BODY = 1, RONDO_LOOP_RELEASED = 2 };

/* The entry points behind the macros. A program calls them only to write its own wrapper, in this order: enter; for
 * each iteration [condition, for RONDO_UNTIL_FALSE only, before it is evaluated], begin, and, if that returns
 * RONDO_LOOP_BODY, the body and end; then leave. All on the same thread, in the same task. */
RONDO_OPTIONAL void rondo_taskiter_enter(rondo_loop* loop, rondo_taskiter_handle* handle, const rondo_clause* clauses,
                                         size_t n_clauses) RONDO_NOEXCEPT;
RONDO_OPTIONAL void rondo_taskiter_condition(rondo_loop* loop) RONDO_NOEXCEPT;
RONDO_OPTIONAL int rondo_taskiter_begin(rondo_loop* loop) RONDO_NOEXCEPT;
RONDO_OPTIONAL void rondo_taskiter_end(rondo_loop* loop, int complete) RONDO_NOEXCEPT;
RONDO_OPTIONAL void rondo_taskiter_leave(rondo_loop* loop) RONDO_NOEXCEPT;

/* Statistics of the taskiter loops of this process. Counts since start; any thread; monotonic. */
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

/* Part of `cycles`: loops whose graph came from an earlier encounter. */
RONDO_OPTIONAL uint64_t rondo_get_taskiter_reuses(void) RONDO_NOEXCEPT;

RONDO_OPTIONAL void GOMP_taskwait(void) RONDO_NOEXCEPT __asm__("GOMP_taskwait");

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

#define RONDO_LOOP_(n, ...)                                                                                 \
  __extension__({                                                                                           \
    static rondo_taskiter_handle rondo_handle_ = {0, __FILE__, __LINE__, RONDO_TASKITER_ABI, RONDO_MODULE}; \
    const rondo_clause rondo_clauses_[] = {rondo_no_clause(), __VA_ARGS__};                                 \
    rondo_loop_enter(&rondo_handle_, n, rondo_clauses_, sizeof rondo_clauses_ / sizeof rondo_clauses_[0]);  \
  })

#ifdef __cplusplus
} /* extern "C" */

namespace rondo {

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
  static rondo_taskiter_handle handle = {nullptr, file, line, RONDO_TASKITER_ABI, RONDO_MODULE};
  detail::run_taskiter(handle, n, clauses, [](rondo_loop&) { return true; }, static_cast<Body&&>(body));
}

/* rondo::taskiter_while(condition, {clauses...}, body): RONDO_TASKITER_WHILE for C++; bool condition(), body(). */
template <class Condition, class Body>
void taskiter_while(Condition&& condition, std::initializer_list<clause> clauses, Body&& body,
                    const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE()) {
  static rondo_taskiter_handle handle = {nullptr, file, line, RONDO_TASKITER_ABI, RONDO_MODULE};
  detail::run_taskiter(
      handle, RONDO_UNTIL_FALSE, clauses, [&](rondo_loop& loop) { return rondo_loop_condition(&loop) && condition(); },
      [&](uint64_t) { body(); });
}

}  // namespace rondo
#endif

#endif /* RONDO_TASKITER_H */
