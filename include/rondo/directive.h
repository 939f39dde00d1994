/* SPDX-License-Identifier: Apache-2.0
 *
 * What the directives `taskgraph`, `taskiter` and the clauses `replayable`, `saved` and `dep_pattern` become: the
 * calls that Rondo's compiler plugins and filters put into a program (directives/README.md shows the statements
 * around them). Programs do not include this file; they use the directives, or rondo.h.
 *
 * Every construct has a *site*, static storage that names it and that the runtime keeps its records in, and a *frame*,
 * automatic storage of one encounter, in the function that has the construct. So nested constructs, tasks that are
 * suspended and threads at the same construct need nothing else to be told apart.
 *
 * Order of calls: the opening one (_taskgraph, _taskiter, _pattern), what belongs to the construct, the _end one; on
 * the same task, each opening followed by exactly one end. Any thread may be in any number of constructs. Nothing here
 * fails: what cannot be recorded runs as ordinary tasks.
 *
 * Only builtin types appear, so that generated code can declare the functions where it calls them. They are declared
 * weak: a program that is started on another OpenMP runtime finds them absent, and generated code then makes a
 * taskgroup of a region and an ordinary loop of a taskiter.
 */
#ifndef RONDO_DIRECTIVE_H
#define RONDO_DIRECTIVE_H

#ifndef RONDO_OPTIONAL
#define RONDO_OPTIONAL __attribute__((weak))
#endif

#ifdef __cplusplus
extern "C" {
#define RONDO_DIRECTIVE_NOTHROW noexcept
#else
#define RONDO_DIRECTIVE_NOTHROW __attribute__((nothrow))
#endif

#define RONDO_DIRECTIVE_ABI 1u

/* The layout of a site; zero but for what is said. */
typedef struct rondo_directive_site {
  void* state;          /* the runtime's */
  const char* file;     /* of the directive */
  unsigned int line;
  unsigned int version; /* RONDO_DIRECTIVE_ABI */
  void* module;         /* &__dso_handle, or NULL where the module is never unloaded */
} rondo_directive_site;

/* The size of a frame. Its content is the runtime's; it need not be initialised. */
typedef struct rondo_directive_frame {
  void* words[8];
} rondo_directive_frame;

/* Clauses, as bits. */
enum rondo_directive_flag {
  RONDO_DIRECTIVE_NOGROUP = 1,   /* nogroup or nowait: no wait at the end */
  RONDO_DIRECTIVE_RESET = 2,     /* taskgraph: graph_reset is true */
  RONDO_DIRECTIVE_PLAIN = 4,     /* taskgraph: if is false */
  RONDO_DIRECTIVE_RECURRENT = 8, /* taskgraph: the promise of rondo_same_data() */
  RONDO_DIRECTIVE_UPDATE = 16,   /* taskiter */
  RONDO_DIRECTIVE_INLINE = 32,   /* taskiter */
  RONDO_DIRECTIVE_WHILE = 64, /* taskiter: a condition decides between iterations; else iterations can be counted */
  RONDO_DIRECTIVE_STATIC = 128, /* taskgraph: the compiler knows the region's tasks. words[0] of the frame points to
                                   a rondo_static_graph, words[1] to its values, which are unsigned long long */
  RONDO_DIRECTIVE_INPUTS = 256, /* taskgraph: the block creates the same tasks with the same data whenever the same
                                   values come in, and does nothing else. words[0] points to these values, words[1]
                                   is their number */
  RONDO_DIRECTIVE_CAPTURES = 512 /* and words[2] to a rondo_capture_table of these values */
};

/* ---- taskgraph ------------------------------------------------------------------------------------------------ */

/* A region begins. 1: its block is to be executed; 0: it has been replayed without. Tasks are part of the record only
 * if rondo_directive_task() announced them as replayable. */
RONDO_OPTIONAL int rondo_directive_taskgraph(void* frame, void* site, unsigned int flags,
                                             unsigned long long graph_id) RONDO_DIRECTIVE_NOTHROW;
/* `complete`: the block was executed to its end, or was not to be executed. 0: an exception left it. */
RONDO_OPTIONAL void rondo_directive_taskgraph_end(void* frame, int complete) RONDO_DIRECTIVE_NOTHROW;

/* ---- taskiter ------------------------------------------------------------------------------------------------- */

/* A loop begins; `unroll` iterations are recorded (0: one). */
RONDO_OPTIONAL void rondo_directive_taskiter(void* frame, void* site, unsigned int flags,
                                             unsigned long long unroll) RONDO_DIRECTIVE_NOTHROW;
/* An iteration begins. 1: its body is to be executed. 0: it is not, because its tasks come from the graph; the loop
 * goes on all the same, so that its control variable gets the value it would have and its iterations are counted.
 * Negative: the loop is to be left, because it has a condition and its tasks have been cancelled. */
RONDO_OPTIONAL int rondo_directive_iteration(void* frame) RONDO_DIRECTIVE_NOTHROW;
/* An executed body has ended. Returns 0. */
RONDO_OPTIONAL int rondo_directive_iteration_end(void* frame) RONDO_DIRECTIVE_NOTHROW;
/* RONDO_DIRECTIVE_WHILE: before the condition is evaluated; waits for the iteration before. */
RONDO_OPTIONAL void rondo_directive_condition(void* frame) RONDO_DIRECTIVE_NOTHROW;
/* `complete` as above. The iterations that were counted are released here. */
RONDO_OPTIONAL void rondo_directive_taskiter_end(void* frame, int complete) RONDO_DIRECTIVE_NOTHROW;

/* ---- Clauses of task, taskloop and taskwait depend --------------------------------------------------------------- */

/* The task construct that the calling task encounters next: in a taskgraph region lexically around it, or with the
 * clause `replayable`. No effect outside of regions. */
RONDO_OPTIONAL void rondo_directive_task(int is_replayable) RONDO_DIRECTIVE_NOTHROW;
/* After that: one item whose bytes a replay takes from the record, the `index`-th of the task's private data, in which
 * private items come first and the items of firstprivate(saved: ...) next. It has `n_bytes` at `offset` in the block
 * that the compiler hands to the runtime. RONDO_DIRECTIVE_UNKNOWN: nobody could tell, so the item is captured again
 * like any other. Generated code says 0 and "unknown"; a compiler plugin that knows the layout puts its knowledge
 * there. */
#define RONDO_DIRECTIVE_UNKNOWN (~0u)
RONDO_OPTIONAL void rondo_directive_saved(unsigned int index, unsigned long long n_bytes,
                                          unsigned int offset) RONDO_DIRECTIVE_NOTHROW;

/* Around the body of a task with dep_pattern. */
RONDO_OPTIONAL void rondo_directive_pattern(void* frame, void* site, const char* tag) RONDO_DIRECTIVE_NOTHROW;
RONDO_OPTIONAL void rondo_directive_pattern_end(void* frame, int complete) RONDO_DIRECTIVE_NOTHROW;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* RONDO_DIRECTIVE_H */
