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

enum { kDeep = 1 << 20, kNames = 41, kLate = 40 };

typedef enum { kCreated = 1, kRunning, kSuspended, kDetached, kOver } Phase;

typedef struct {
  atomic_int phase;
  int is_implicit;
  int wants_dependences;
  int is_fulfilled;
  int is_taskwait;
} Task;

typedef struct {
  atomic_int n_begun;
  atomic_int n_ended;
  int is_initial;
} Region;

typedef struct {
  const char* what;
  int kind;
} Scope;

typedef struct {
  Task** tasks; /* kDeep of them, of which few pages are touched */
  int n_tasks;
  Scope* scopes;
  int n_scopes;
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

static Task* top(Thread* thread) { return thread->n_tasks == 0 ? NULL : thread->tasks[thread->n_tasks - 1]; }

static void push(Thread* thread, Task* task) {
  if (thread->n_tasks == kDeep) fail("tasks are nested too deeply");
  thread->tasks[thread->n_tasks++] = task;
}

static void check_current(Thread* thread, ompt_data_t* task, const char* event) {
  if (task == NULL || task->ptr == NULL) fail("%s names no task", event);
  if (task->ptr != top(thread)) fail("%s names another task than the one that runs", event);
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
  if (thread->n_scopes == kDeep) fail("constructs are nested too deeply");
  thread->scopes[thread->n_scopes++] = (Scope){what, kind};
}

static void leave_scope(Thread* thread, const char* what, int kind) {
  while (is_loose && thread->n_scopes > 0 &&
         (thread->scopes[thread->n_scopes - 1].what != what || thread->scopes[thread->n_scopes - 1].kind != kind))
    thread->n_scopes--;
  if (thread->n_scopes == 0) {
    if (is_loose) return;
    fail("the end of %s %d without a beginning", what, kind);
  }
  Scope scope = thread->scopes[--thread->n_scopes];
  if (scope.what != what || scope.kind != kind)
    fail("the end of %s %d inside of %s %d", what, kind, scope.what, scope.kind);
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
