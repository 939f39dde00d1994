/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tool that checks events (checker.c) knows of threads, tasks and regions, and the checks that several events
 * share.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp-tools.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CHECKER_REPORT
#define CHECKER_REPORT "CHECKER_REPORT" /* the variable that names the file of counts */
#endif

enum { kNames = 41, kLate = 40 };

typedef enum { kCreated = 1, kRunning, kSuspended, kDetached, kOver } Phase;

typedef struct {
  const char* what;
  int kind;
} Scope;

typedef struct Task {
  atomic_int phase;
  int is_implicit;
  int wants_dependences;
  int is_fulfilled;
  int is_taskwait;
  Scope* scopes; /* constructs that it is in, innermost last */
  int n_scopes, n_places;
  struct Task* below;    /* on top of which it has begun */
  struct Thread* thread; /* on which it has begun */
} Task;

typedef struct {
  atomic_int n_begun;
  atomic_int n_ended;
  int is_initial;
} Region;

typedef struct Thread {
  Task* current;
  uint64_t wanted;   /* mutex that it waits for */
  uint64_t held[64];
  int n_held;
  Task* coming; /* was created here for a task that runs elsewhere: the next that begins */
} Thread;

static atomic_long counts[kNames];
static atomic_long n_unfinished, n_open_regions, n_open_threads;
static int is_loose, is_multiplexed, needs_callers;
static ompt_get_thread_data_t get_thread_data;
static ompt_get_task_info_t get_task_info;
static ompt_get_parallel_info_t get_parallel_info;
static ompt_get_state_t get_state;
static ompt_get_callback_t get_callback;

__attribute__((format(printf, 1, 2), noreturn)) static void fail(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  flockfile(stderr);
  fputs("checker: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  funlockfile(stderr);
  va_end(arguments);
  abort();
}

static void count(int event) { atomic_fetch_add(&counts[event], 1); }

static Thread* this_thread(const char* event) {
  ompt_data_t* data = get_thread_data();
  if (data == NULL || data->ptr == NULL) fail("%s on a thread that has not begun", event);
  return data->ptr;
}

/* The task begins on top of the thread's current one. */
static void push(Thread* thread, Task* task) {
  task->below = thread->current;
  task->thread = thread;
  thread->current = task;
}

/* Goes back to the one below. */
static Task* pop(Thread* thread) {
  Task* task = thread->current;
  if (task->n_scopes != 0 && !is_loose) fail("a task ends inside of %s", task->scopes[task->n_scopes - 1].what);
  return thread->current = task->below;
}

static void release(ompt_data_t* data) {
  Task* task = data->ptr;
  data->ptr = NULL;
  free(task->scopes);
  free(task);
}

static void check_current(Thread* thread, ompt_data_t* task, const char* event) {
  if (task == NULL || task->ptr == NULL) fail("%s names no task", event);
  if (task->ptr != thread->current) fail("%s names another task than the one that runs", event);
}

/* A return address lies in the program's code, not in the runtime's. There is none where the program's compiler has
 * made the call a jump; CHECKER_CALLERS=1 says that it has not. */
static void check_caller(const void* caller, const char* event) {
  Dl_info info;
  if (caller == NULL && !needs_callers) return;
  if (caller == NULL) fail("%s has no return address", event);
  if (dladdr(caller, &info) != 0 && strstr(info.dli_fname, "librondo") != NULL)
    fail("%s has a return address inside of the runtime (%s)", event, info.dli_sname != NULL ? info.dli_sname : "?");
}

/* The stack grows downwards: the frame in which a task's code has called the runtime is below the one from which the
 * runtime has called that code, and above this one. */
static void check_frame(const ompt_frame_t* frame, int is_initial, const char* event) {
  char here;
  if (frame == NULL) fail("%s has no frame", event);
  if (frame->enter_frame.ptr == NULL) fail("%s: the task that runs has no enter frame", event);
  if ((char*)frame->enter_frame.ptr < &here) fail("%s: the enter frame is below this one", event);
  if (is_initial) return;
  if (frame->exit_frame.ptr == NULL) fail("%s: the task that runs has no exit frame", event);
  if ((char*)frame->exit_frame.ptr < (char*)frame->enter_frame.ptr)
    fail("%s: the exit frame is below the enter frame", event);
}

static void check_own_frame(const char* event) {
  int flags = 0;
  ompt_data_t* task = NULL;
  ompt_frame_t* frame = NULL;
  if (get_task_info(0, &flags, &task, &frame, NULL, NULL) != 2) fail("%s: no information on the task", event);
  check_frame(frame, (flags & ompt_task_initial) != 0, event);
}

static void enter_scope(Thread* thread, const char* what, int kind) {
  Task* task = thread->current;
  if (task == NULL) fail("the beginning of %s %d outside of any task", what, kind);
  if (task->n_scopes == task->n_places) {
    task->n_places = 2 * task->n_places + 4;
    task->scopes = realloc(task->scopes, (size_t)task->n_places * sizeof(Scope));
  }
  task->scopes[task->n_scopes++] = (Scope){what, kind};
}

static int is_in_scope(const Task* task, const char* what, int kind) {
  const Scope* inner = task->n_scopes == 0 ? NULL : &task->scopes[task->n_scopes - 1];
  return inner != NULL && inner->what == what && inner->kind == kind;
}

static void leave_scope(Thread* thread, const char* what, int kind) {
  Task* task = thread->current;
  if (task == NULL) fail("the end of %s %d outside of any task", what, kind);
  while (is_loose && task->n_scopes > 0 && !is_in_scope(task, what, kind)) task->n_scopes--;
  if (task->n_scopes == 0) {
    if (is_loose) return;
    fail("the end of %s %d without a beginning", what, kind);
  }
  if (!is_in_scope(task, what, kind)) {
    const Scope inner = task->scopes[task->n_scopes - 1];
    fail("the end of %s %d inside of %s %d", what, kind, inner.what, inner.kind);
  }
  task->n_scopes--;
}

static void pass_scope(Thread* thread, ompt_scope_endpoint_t endpoint, const char* what, int kind) {
  if (endpoint == ompt_scope_begin) {
    enter_scope(thread, what, kind);
  } else if (endpoint == ompt_scope_end) {
    leave_scope(thread, what, kind);
  } else {
    fail("%s %d with the endpoint %d", what, kind, (int)endpoint);
  }
}
