/* SPDX-License-Identifier: Apache-2.0
 *
 * A program that is its own tool and knows what it is to be told: the values that a checker of any program (checker.c)
 * cannot know.
 */
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "own_tool.h"

typedef struct {
  uint64_t value;
  int kind;
} Dependence;
typedef struct {
  uintptr_t exit, enter;
  int exit_flags, enter_flags;
} Frame;
typedef struct {
  uint64_t start, n_iterations;
} Chunk;
typedef struct {
  unsigned n;
  uint64_t sum_of_starts, n_iterations;
} Chunks;

enum { kThreadEnd = 2, kParallelBegin = 3, kTaskSchedule = 6, kImplicitTask = 7, kDependences = 18, kSyncRegion = 23 };
enum { kDispatch = 32 };
enum {
  kScopeEnd = 2,
  kInitialTask = 1,
  kWorkParallel = 1,
  kTaskYield = 2,
  kTaskCancel = 3,
  kSource = 5,
  kSink = 6,
  kLastBarrier = 9
};

static Function (*find)(const char* name);
static unsigned n_requested, n_initial_begins, n_initial_ends, n_of_team[2], n_thread_ends, n_barrier_ends;
static int last_status, is_finalized;
static int64_t n_of[7], sum_of[7];
enum { kSection = 2, kLoopChunk, kTaskloopChunk, kDistributeChunk, kDispatches };
static Chunks chunks_of[kDispatches];
static unsigned n_yields;

static void on_thread_end(void* data) {
  (void)data;
  __atomic_fetch_add(&n_thread_ends, 1, __ATOMIC_RELAXED);
}

static void on_parallel_begin(void* task, const void* frame, void* parallel, unsigned n, int flags,
                              const void* caller) {
  (void)task, (void)frame, (void)parallel, (void)flags, (void)caller;
  __atomic_store_n(&n_requested, n, __ATOMIC_RELAXED);
}

static void on_implicit_task(int endpoint, void* parallel, void* task, unsigned n, unsigned index, int flags) {
  (void)parallel, (void)task;
  if (endpoint == kScopeEnd) {
    CHECK_EQ(n, 0);
    if ((flags & kInitialTask) != 0) n_initial_ends++;
  } else if ((flags & kInitialTask) != 0) {
    n_initial_begins++;
    if (n == 2 && CHECK(index < 2)) n_of_team[index]++;
  }
}

static void on_task_schedule(void* prior, int status, void* next) {
  (void)prior, (void)next;
  if (status == kTaskYield) __atomic_fetch_add(&n_yields, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&last_status, status, __ATOMIC_RELAXED);
}

static void on_dependences(void* task, const Dependence* list, int n) {
  (void)task;
  CHECK_EQ(n, 1);
  if (list->kind != kSource && list->kind != kSink) return;
  __atomic_fetch_add(&n_of[list->kind], 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&sum_of[list->kind], (int64_t)list->value, __ATOMIC_RELAXED);
}

/* `instance`: a section's address, or a chunk. */
static void on_dispatch(void* parallel, void* task, int kind, const Chunk* instance) {
  if (!CHECK(parallel != NULL && task != NULL && kind >= kSection && kind < kDispatches)) return;
  Chunks* chunks = &chunks_of[kind];
  __atomic_fetch_add(&chunks->n, 1, __ATOMIC_RELAXED);
  if (kind == kSection) return;
  __atomic_fetch_add(&chunks->sum_of_starts, instance->start, __ATOMIC_RELAXED);
  __atomic_fetch_add(&chunks->n_iterations, instance->n_iterations, __ATOMIC_RELAXED);
}

static void on_sync_region(int kind, int endpoint, void* parallel, void* task, const void* caller) {
  (void)task, (void)caller;
  if (kind != kLastBarrier) return;
  CHECK_EQ(parallel == NULL, endpoint == kScopeEnd);
  if (endpoint == kScopeEnd) __atomic_fetch_add(&n_barrier_ends, 1, __ATOMIC_RELAXED);
}

static int initialize(Function (*lookup)(const char* name), int device, void* data) {
  (void)device, (void)data;
  find = lookup;
  int (*set_callback)(int, Function) = (int (*)(int, Function))lookup("ompt_set_callback");
  set_callback(kThreadEnd, (Function)on_thread_end);
  set_callback(kParallelBegin, (Function)on_parallel_begin);
  set_callback(kTaskSchedule, (Function)on_task_schedule);
  set_callback(kImplicitTask, (Function)on_implicit_task);
  set_callback(kSyncRegion, (Function)on_sync_region);
  set_callback(kDependences, (Function)on_dependences);
  set_callback(kDispatch, (Function)on_dispatch);
  return 1;
}

static void finalize(void* data) {
  (void)data;
  is_finalized = 1;
}

Tool* ompt_start_tool(unsigned version, const char* runtime);
Tool* ompt_start_tool(unsigned version, const char* runtime) {
  static Tool tool = {initialize, finalize, 0};
  (void)version, (void)runtime;
  return &tool;
}

/* What the program asks for, not what it gets. */
static void requested(void) {
  int n = 0;
#pragma omp parallel num_threads(5) reduction(max : n)
  n = omp_get_num_threads();
  CHECK_EQ(n, 3); /* OMP_THREAD_LIMIT */
  CHECK_EQ(n_requested, 5);
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp parallel num_threads(4) reduction(max : n)
  n = omp_get_num_threads() + 10;
  CHECK_EQ(n, 11); /* OMP_MAX_ACTIVE_LEVELS */
  CHECK_EQ(n_requested, 4);
#pragma omp parallel num_threads(2)
  n = 0;
  CHECK_EQ(n_requested, 2);
}

static void state(void) {
  int (*get_state)(uint64_t*) = (int (*)(uint64_t*))find("ompt_get_state");
  uint64_t id = 0;
  CHECK_EQ(get_state(&id), 0);
#pragma omp parallel num_threads(1)
  CHECK_EQ(get_state(&id), kWorkParallel);
}

/* The code of a task runs below the frame that has called it, which is the runtime's. */
static void check_frame(uintptr_t own) {
  int (*get_task_info)(int, int*, void**, Frame**, void**, int*) =
      (int (*)(int, int*, void**, Frame**, void**, int*))find("ompt_get_task_info");
  Frame* frame = NULL;
  CHECK_EQ(get_task_info(0, NULL, NULL, &frame, NULL, NULL), 2);
  CHECK(frame != NULL && frame->exit > own);
}

static void frames(void) {
  int a = 1, b = 2, c = 3, d = 4, e = 5;
#pragma omp parallel num_threads(2)
  check_frame((uintptr_t)__builtin_frame_address(0));
#pragma omp parallel num_threads(2) shared(a, b, c, d, e)
  {
    check_frame((uintptr_t)__builtin_frame_address(0));
    CHECK_EQ(a + b + c + d + e, 15);
#pragma omp task
    check_frame((uintptr_t)__builtin_frame_address(0));
  }
  CHECK(n_barrier_ends >= 2); /* a worker may be late */
}

static void iterations(int n_threads) {
  memset(n_of, 0, sizeof n_of);
  memset(sum_of, 0, sizeof sum_of);
#pragma omp parallel for ordered(1) num_threads(n_threads)
  for (int i = 0; i < 8; i++) {
#pragma omp ordered depend(sink : i - 1)
#pragma omp ordered depend(source)
  }
  CHECK_EQ(n_of[kSource], 8);
  CHECK_EQ(sum_of[kSource], 28);
  CHECK_EQ(n_of[kSink], 7); /* the first iteration waits for none */
  CHECK_EQ(sum_of[kSink], 21);
}

static void cancelled(void) {
#pragma omp parallel num_threads(1)
#pragma omp taskgroup
#pragma omp task if (0)
  {
#pragma omp cancel taskgroup
    CHECK(0);
  }
  CHECK_EQ(last_status, kTaskCancel);
}

static void check_chunks(int kind, unsigned n, uint64_t sum_of_starts, uint64_t n_iterations) {
  const Chunks found = chunks_of[kind];
  CHECK_EQ(found.n, n);
  CHECK_EQ(found.sum_of_starts, sum_of_starts);
  CHECK_EQ(found.n_iterations, n_iterations);
  memset(&chunks_of[kind], 0, sizeof found);
}

/* What a thread, a task or a team gets of a loop, whose iterations count from 0. gcc's code asks nobody for its part
 * of a static loop. */
static void chunks(void) {
  memset(chunks_of, 0, sizeof chunks_of);
#ifdef __clang__
  const unsigned n_static = 2;
#else
  const unsigned n_static = 0;
#endif
  int n = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic, 2) reduction(+ : n)
    for (int i = 3; i < 11; i++) n += i;
#pragma omp master
    check_chunks(kLoopChunk, 4, 0 + 2 + 4 + 6, 8);
#pragma omp barrier
#pragma omp for schedule(static) reduction(+ : n)
    for (int i = 3; i < 11; i++) n += i;
#pragma omp master
    check_chunks(kLoopChunk, n_static, n_static * 2, n_static * 4);
#pragma omp sections reduction(+ : n)
    {
      n++;
#pragma omp section
      n++;
#pragma omp section
      n++;
    }
#pragma omp single
    {
      check_chunks(kSection, 3, 0, 0);
#pragma omp taskloop grainsize(4) reduction(+ : n)
      for (int i = 10; i < 26; i++) n += i;
      check_chunks(kTaskloopChunk, 4, 0 + 4 + 8 + 12, 16);
#pragma omp taskloop num_tasks(2) if (0) shared(n)
      for (int i = 8; i > 0; i--) n += i;
      check_chunks(kTaskloopChunk, 2, 0 + 4, 8);
    }
  }
  CHECK_EQ(n, 2 * 52 + 3 + 280 + 36);
#pragma omp teams distribute num_teams(2) reduction(+ : n)
  for (int i = 0; i < 8; i++) n += i;
  check_chunks(kDistributeChunk, n_static, n_static * 2, n_static * 4);
}

/* The other thread waits in the first task, so the second one runs in the taskyield. */
static void yielded(void) {
  int step = 0, is_done = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp task shared(step)
    {
      __atomic_store_n(&step, 1, __ATOMIC_RELEASE);
      while (__atomic_load_n(&step, __ATOMIC_ACQUIRE) != 2) {
      }
    }
    while (__atomic_load_n(&step, __ATOMIC_ACQUIRE) == 0) {
    }
    CHECK_EQ(n_yields, 0);
#pragma omp task shared(is_done)
    is_done = 1;
#pragma omp taskyield
    CHECK_EQ(is_done, 1);
    CHECK_EQ(n_yields, 1);
    __atomic_store_n(&step, 2, __ATOMIC_RELEASE);
  }
  CHECK_EQ(n_yields, 1);
}

/* Each team has its number, and there is one end for each beginning, also where a team has a league inside. */
static void teams(void) {
#pragma omp teams num_teams(2)
  {
#pragma omp parallel if (0)
    {
#pragma omp target
#pragma omp teams num_teams(3)
      n_requested = 0;
    }
  }
  CHECK_EQ(n_of_team[0], 1);
  CHECK_EQ(n_of_team[1], 1);
  CHECK_EQ(n_initial_ends, n_initial_begins - 1); /* main's */
}

int main(int argc, char** argv) {
  (void)argv;
  requested();
  state();
  frames();
  iterations(1);
  iterations(2);
  cancelled();
  CHECK_EQ(n_initial_ends, 0);
  chunks();
  yielded();
  n_of_team[0] = n_of_team[1] = 0;
  teams();
  CHECK_EQ(n_thread_ends, 0);
  if (argc > 1) {
    CHECK_EQ(omp_pause_resource_all((omp_pause_resource_t)3), 0); /* omp_pause_stop_tool of OpenMP 6.0 */
  } else {
    ((void (*)(void))find("ompt_finalize_tool"))();
  }
  CHECK_EQ(n_initial_ends, n_initial_begins);
  CHECK(n_thread_ends >= 1);
  CHECK_EQ(is_finalized, 1);
#pragma omp parallel num_threads(2)
  n_requested = 7;
  CHECK_EQ(n_requested, 7); /* the tool hears no more */
  return check_finish();
}
