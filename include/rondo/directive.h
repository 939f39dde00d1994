/* SPDX-License-Identifier: Apache-2.0
 *
 * What the directives `taskgraph`, `taskiter` and the clauses `replayable`, `saved` and `dep_pattern` become: the
 * calls that Rondo's compiler plugins and filters put into a program (directives/README.md shows the statements
 * around them). Programs do not include this file; they use the directives, or rondo.h.
 *
 * Every construct has a *site*: static storage that names the construct, and in which the runtime keeps its records.
 * It also has a *frame*: automatic storage of one encounter, in the function that has the construct. Site and frame
 * distinguish nested constructs, suspended tasks, and threads at the same construct.
 *
 * Order of calls: the opening call (_taskgraph, _taskiter, _pattern), the calls that belong to the construct, the
 * _end call. All are made by the same task, and each opening call has exactly one end. Any thread may be in any
 * number of constructs. Nothing here fails: constructs that cannot be recorded run as ordinary tasks.
 *
 * Only builtin types appear, so that generated code can declare the functions where it calls them. They are declared
 * weak: on another OpenMP runtime they are absent, and generated code then runs a region as a taskgroup and a
 * taskiter as an ordinary loop.
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

/* The layout of a site; all zero except for the fields that generated code sets. */
typedef struct rondo_directive_site {
  void* state;          /* belongs to the runtime */
  const char* file;     /* of the directive */
  unsigned int line;
  unsigned int version; /* RONDO_DIRECTIVE_ABI */
  void* module;         /* &__dso_handle, or NULL where the module is never unloaded */
} rondo_directive_site;

/* The size of a frame. Its content belongs to the runtime; it need not be initialised. */
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

/* A region begins. 1: its block is to be executed; 0: the region has been replayed without its block. Tasks are part
 * of the record only if rondo_directive_task() has announced them as replayable. */
RONDO_OPTIONAL int rondo_directive_taskgraph(void* frame, void* site, unsigned int flags,
                                             unsigned long long graph_id) RONDO_DIRECTIVE_NOTHROW;
/* `complete`: the block was executed to its end, or was not to be executed. 0: an exception left it. */
RONDO_OPTIONAL void rondo_directive_taskgraph_end(void* frame, int complete) RONDO_DIRECTIVE_NOTHROW;

/* ---- taskiter ------------------------------------------------------------------------------------------------- */

/* A loop begins; `unroll` iterations are recorded (0: one). */
RONDO_OPTIONAL void rondo_directive_taskiter(void* frame, void* site, unsigned int flags,
                                             unsigned long long unroll) RONDO_DIRECTIVE_NOTHROW;
/* An iteration begins. 1: its body is to be executed. 0: it is not, because its tasks come from the graph; the loop
 * continues all the same, so that its control variable gets the right value and its iterations are counted. Negative:
 * the loop is to be left, because it has a condition and its tasks have been cancelled. */
RONDO_OPTIONAL int rondo_directive_iteration(void* frame) RONDO_DIRECTIVE_NOTHROW;
/* An executed body has ended. Returns 0. */
RONDO_OPTIONAL int rondo_directive_iteration_end(void* frame) RONDO_DIRECTIVE_NOTHROW;
/* RONDO_DIRECTIVE_WHILE: before the condition is evaluated; waits for the iteration before. */
RONDO_OPTIONAL void rondo_directive_condition(void* frame) RONDO_DIRECTIVE_NOTHROW;
/* `complete` as above. The iterations that were counted are released here. */
RONDO_OPTIONAL void rondo_directive_taskiter_end(void* frame, int complete) RONDO_DIRECTIVE_NOTHROW;

/* ---- Clauses of task, taskloop and taskwait depend ----------------------------------------------------------- */

/* Announces the task construct that the calling task encounters next: one that is lexically in a taskgraph region, or
 * that has the clause `replayable`. No effect outside of regions. */
RONDO_OPTIONAL void rondo_directive_task(int is_replayable) RONDO_DIRECTIVE_NOTHROW;
/* After that call: one item whose bytes a replay takes from the record. It is the `index`-th item of the task's
 * private data, in which private items come first and the items of firstprivate(saved: ...) next. It has `n_bytes` at
 * `offset` in the block that the compiler hands to the runtime. RONDO_DIRECTIVE_UNKNOWN: it is captured again like
 * any other item. Generated code passes "unknown", and 1 for an item whose place has to be found, otherwise 0. A
 * compiler plugin that knows the layout replaces these values, or reports an error. */
#define RONDO_DIRECTIVE_UNKNOWN (~0u)
RONDO_OPTIONAL void rondo_directive_saved(unsigned int index, unsigned long long n_bytes,
                                          unsigned int offset) RONDO_DIRECTIVE_NOTHROW;
/* The same, for a plugin that knows the item by its name. */
RONDO_OPTIONAL void rondo_directive_saved_item(const char* name, unsigned long long n_bytes,
                                               unsigned int offset) RONDO_DIRECTIVE_NOTHROW;

/* Objects of C++, which are more than their bytes: returns which object the task is to copy. `object`: the address of
 * a pointer, which is set for RONDO_DIRECTIVE_OBJECT_SAVED. `destroy`: a function void(void*) that ends and frees a
 * copy. */
#define RONDO_DIRECTIVE_OBJECT_OF_PROGRAM 0 /* the program's; there is no record */
#define RONDO_DIRECTIVE_OBJECT_SAVED 1 /* the record's */
#define RONDO_DIRECTIVE_OBJECT_WANTED 2 /* the program's; and rondo_directive_keep() is to be given a copy */
RONDO_OPTIONAL int rondo_directive_object(void* object, void* destroy) RONDO_DIRECTIVE_NOTHROW;
RONDO_OPTIONAL void rondo_directive_keep(void* object, void* destroy) RONDO_DIRECTIVE_NOTHROW;
/* For C without a plugin that finds the place: returns what is to be copied in place of these bytes, which the record
 * keeps. */
RONDO_OPTIONAL void* rondo_directive_bytes(void* original, unsigned long long n_bytes) RONDO_DIRECTIVE_NOTHROW;

/* Around the body of a task with dep_pattern. */
RONDO_OPTIONAL void rondo_directive_pattern(void* frame, void* site, const char* tag) RONDO_DIRECTIVE_NOTHROW;
RONDO_OPTIONAL void rondo_directive_pattern_end(void* frame, int complete) RONDO_DIRECTIVE_NOTHROW;

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* RONDO_DIRECTIVE_H */
