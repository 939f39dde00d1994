/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of rondo.h for tasks whose children always have the same dependences: RONDO_DEP_PATTERN and its files.
 */
#ifndef RONDO_DEP_PATTERN_H
#define RONDO_DEP_PATTERN_H

#ifndef RONDO_H
#error "include rondo.h, which includes this file"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Dependence patterns ------------------------------------------------------------------------------------ */

/* A task that creates the same tasks again and again, with new data but the same dependences among them:
 *
 *     #pragma omp task depend(inout: C[0])
 *     RONDO_DEP_PATTERN("matmul 16x16") {                rondo::dep_pattern("matmul 16x16", [&] {
 *       ... creates tasks with dependences ...             ...
 *     }                                                  });
 *
 * The first execution of a block with a tag records which task depends on which. Later executions, at any place in
 * the program, with any data, with other bodies, and any number of them at the same time, create their tasks by
 * running the code and take the dependences from the pattern. The tag names the pattern in the whole process. It
 * says: "the same number of tasks, each with the same dependences, on the same or other addresses". So sizes belong
 * into it.
 *
 * A block means the same as without the macro, whatever its tag. A block that does not fit its pattern (another
 * number of tasks, dependences or kinds, addresses that are equal where they were different or the reverse) is
 * noticed when the task is created. The rest of the block then creates ordinary tasks, the pattern is recorded again,
 * and one line on standard error says so. The block does not wait for its tasks. A later task of the same parent that
 * depends on one of them does. Detachable and undeferred tasks and task reductions make the block run as ordinary
 * tasks. */
typedef struct rondo_pattern_handle {
  void* tag;        /* owned by the runtime */
  const char* file; /* where the block stands; named in messages */
  uint32_t line;
  uint32_t version; /* RONDO_PATTERN_ABI */
} rondo_pattern_handle;

#define RONDO_PATTERN_ABI 1u

/* One execution of a block, on the stack of the executing thread. */
typedef struct rondo_pattern_use {
  void* state;  /* belongs to the runtime; NULL where the block's tasks are ordinary ones */
  int runs;     /* for the macro: the block is still to be executed */
  int complete; /* the block was executed to its end (0: left by break, return or goto) */
} rondo_pattern_use;

/* The entry points behind the macro and the function. leave() must follow on the same task exactly once. The tag is
 * copied. */
RONDO_OPTIONAL void rondo_pattern_enter(rondo_pattern_use* use, rondo_pattern_handle* handle,
                                        const char* tag) RONDO_NOEXCEPT;
RONDO_OPTIONAL void rondo_pattern_leave(rondo_pattern_use* use) RONDO_NOEXCEPT;

/* rondo_pattern_save() writes the pattern of a tag (NULL: of all tags) to a file. It replaces an existing file only
 * if that is a pattern file of this user. rondo_pattern_load() adds a file's patterns to those of the process, all of
 * them or none. Both return 0, or -1 with one line on standard error that says why: no pattern, no such file,
 * damaged, another version, or a tag that already has another pattern. A pattern from a file is checked like any
 * other, so a wrong file costs time and never a result. The functions exist only on Rondo: test their address first.
 * The variable RONDO_PATTERNS=file does both for a process: it loads the file if that exists, and saves at exit if
 * patterns were recorded. A file that it refused to load is not written. */
RONDO_OPTIONAL int rondo_pattern_save(const char* tag, const char* path) RONDO_NOEXCEPT;
RONDO_OPTIONAL int rondo_pattern_load(const char* path) RONDO_NOEXCEPT;

/* Statistics of the blocks of this process. Counts since start; any thread; monotonic. */
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

namespace rondo {

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

#endif /* RONDO_DEP_PATTERN_H */
