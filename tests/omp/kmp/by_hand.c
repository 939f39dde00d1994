/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls of the KMP interface as another compiler could emit them: tasks without a body, undeferred tasks in every
 * form, taskloops with a layout of their own, lists of numbers of threads, loops with schedule(simd:runtime).
 *
 * test: LEFT_OUT gcc 'libgomp has no __kmpc_ and kmp_ functions'
 */
#include <omp.h>
#include <stdint.h>

#include "check.h"

typedef struct task task;
typedef int32_t (*entry)(int32_t gtid, task* its_task);
struct task {  // and what the program wants behind it
  void* shareds;
  entry routine;
  int32_t part_id;
};
typedef struct {
  intptr_t address;
  size_t bytes;
  uint8_t flags;
} dependence;
enum { kTied = 1, kFinal = 2, kPriority = 32, kIn = 1, kOut = 3 };
enum { kStatic = 34, kRuntimeSimd = 47, kMonotonic = 1 << 29 };

int32_t __kmpc_global_thread_num(void*);
task* __kmpc_omp_task_alloc(void*, int32_t, int32_t flags, size_t, size_t, entry);
int32_t __kmpc_omp_task(void*, int32_t, task*);
int32_t __kmpc_omp_task_with_deps(void*, int32_t, task*, int32_t, dependence*, int32_t, dependence*);
void __kmpc_omp_wait_deps(void*, int32_t, int32_t, dependence*, int32_t, dependence*);
void __kmpc_omp_task_begin_if0(void*, int32_t, task*);
void __kmpc_omp_task_complete_if0(void*, int32_t, task*);
int32_t __kmpc_omp_taskwait(void*, int32_t);
void __kmpc_taskgroup(void*, int32_t);
void __kmpc_end_taskgroup(void*, int32_t);
void __kmpc_taskloop(void*, int32_t, task*, int32_t if_value, uint64_t*, uint64_t*, int64_t, int32_t nogroup,
                     int32_t clause, uint64_t value, void* dup);
void __kmpc_push_num_threads_list(void*, int32_t, uint32_t, int32_t*);
void __kmpc_push_num_threads(void*, int32_t, int32_t);
void __kmpc_fork_call(void*, int32_t, void (*)(int32_t*, int32_t*, ...), ...);
void __kmpc_dispatch_init_4(void*, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t);
int32_t __kmpc_dispatch_next_4(void*, int32_t, int32_t*, int32_t*, int32_t*, int32_t*);

static struct {
  int32_t reserved_1, flags, reserved_2, reserved_3;
  const char* source;
} here = {0, 2, 0, 0, ";file;function;1;1;;"};

static int32_t me(void) { return __kmpc_global_thread_num(&here); }

/* ---- Tasks without a body ------------------------------------------------------------------------------------ */

static int32_t count_up(int32_t gtid, task* its_task) {
  (void)gtid;
  __atomic_add_fetch(*(int**)its_task->shareds, 1, __ATOMIC_RELAXED);
  return 0;
}

static task* new_counter(int flags, int* counter) {
  task* it = __kmpc_omp_task_alloc(&here, me(), flags, sizeof(task), sizeof(int*), count_up);
  *(int**)it->shareds = counter;
  return it;
}

static void empty_tasks(void) {
  int n = 0, x = 0;
  for (int i = 0; i < 100; i++) {
    task* empty = __kmpc_omp_task_alloc(&here, me(), i % 2 ? kTied : 0, sizeof(task) + 8, 0, NULL);
    CHECK(empty->routine == NULL);
    __kmpc_omp_task(&here, me(), empty);
    __kmpc_omp_task(&here, me(), new_counter(kTied, &n));
  }
  __kmpc_omp_taskwait(&here, me());
  CHECK_EQ(n, 100);
  /* It passes the order on. */
  for (int i = 0; i < 50; i++) {
    dependence out = {(intptr_t)&x, sizeof x, kOut};
    __kmpc_omp_task_with_deps(&here, me(), new_counter(kTied, &x), 1, &out, 0, NULL);
    task* empty = __kmpc_omp_task_alloc(&here, me(), kTied, sizeof(task), 0, NULL);
    __kmpc_omp_task_with_deps(&here, me(), empty, 1, &out, 0, NULL);
    dependence in = {(intptr_t)&x, sizeof x, kIn};
    __kmpc_omp_wait_deps(&here, me(), 1, &in, 0, NULL);
    CHECK_EQ(x, i + 1);
  }
  __kmpc_taskgroup(&here, me());
  __kmpc_omp_task(&here, me(), __kmpc_omp_task_alloc(&here, me(), kTied | kFinal, sizeof(task), 0, NULL));
  __kmpc_end_taskgroup(&here, me());
}

/* ---- Undeferred tasks and their ICVs ------------------------------------------------------------------------- */

static void undeferred(void) {
  const int before = omp_get_max_threads();
  int n = 0;
  for (int i = 0; i < 10; i++) {
    task* it = new_counter(i % 2 ? kTied : kTied | kFinal, &n);
    dependence out = {(intptr_t)&n, sizeof n, kOut};
    if (i % 3 == 0) __kmpc_omp_wait_deps(&here, me(), 1, &out, 0, NULL);
    __kmpc_omp_task_begin_if0(&here, me(), it);
    CHECK_EQ(omp_get_max_threads(), before);
    omp_set_num_threads(40 + i);
    omp_set_max_active_levels(3 + i);
    it->routine(me(), it);
    task* inner = new_counter(kTied, &n);
    __kmpc_omp_task_begin_if0(&here, me(), inner);
    CHECK_EQ(omp_get_max_threads(), 40 + i);
    omp_set_num_threads(60 + i);
    inner->routine(me(), inner);
    __kmpc_omp_task_complete_if0(&here, me(), inner);
    CHECK_EQ(omp_get_max_threads(), 40 + i);
    __kmpc_omp_task_complete_if0(&here, me(), it);
    CHECK_EQ(omp_get_max_threads(), before);
  }
  CHECK_EQ(n, 20);
}

/* ---- Taskloops ----------------------------------------------------------------------------------------------- */

enum { kN = 1000 };
static int times[kN];
static int n_last;

/* libomp 19 executes iterations twice in a taskloop that counts down; compilers make it count up. */
extern const char* rondo_version(void) __attribute__((weak));
static int far_step(void) { return rondo_version ? -2 : 2; }

/* Bounds right behind the head, which has no room for a destructor here. */
typedef struct {
  task head;
  uint64_t lower, upper;
} near_loop;
/* Bounds behind the program's own, the other way round. */
typedef struct {
  task head;
  char own[100];
  uint64_t upper;
  int32_t is_last;
  int32_t between;
  uint64_t lower;
  int64_t guard;
} far_loop;

static void pass(uint64_t lower, uint64_t upper, int64_t step) {
  for (int64_t i = (int64_t)lower; step > 0 ? i <= (int64_t)upper : i >= (int64_t)upper; i += step) {
    __atomic_add_fetch(&times[i], 1, __ATOMIC_RELAXED);
  }
}
static int32_t near_body(int32_t gtid, task* its_task) {
  (void)gtid;
  const near_loop* loop = (const near_loop*)its_task;
  pass(loop->lower, loop->upper, 3);
  return 0;
}
static int32_t far_body(int32_t gtid, task* its_task) {
  (void)gtid;
  const far_loop* loop = (const far_loop*)its_task;
  for (int i = 0; i < 100; i++) CHECK_EQ(loop->own[i], i);
  CHECK_EQ(loop->guard, 77);
  CHECK_EQ(loop->between, 78);
  if (loop->is_last == 1) __atomic_add_fetch(&n_last, 1, __ATOMIC_RELAXED);
  pass(loop->lower, loop->upper, far_step());
  return 0;
}
static void note_last(task* to, task* from, int32_t is_last) {
  CHECK_EQ(((far_loop*)from)->guard, 77);
  ((far_loop*)to)->is_last = is_last;
}

static void begin_loop(void) {
  for (int i = 0; i < kN; i++) times[i] = 0;
  n_last = 0;
}
static void taskloops(void) {
  for (int form = 0; form < 12; form++) {
    const int clause = form % 3, is_deferred = form % 4 != 3;
    const uint64_t value = clause == 0 ? 0 : 10;
    begin_loop();
    near_loop* near = (near_loop*)__kmpc_omp_task_alloc(&here, me(), kTied, sizeof(near_loop), 0, near_body);
    near->lower = 1;
    near->upper = kN - 1;
    __kmpc_taskloop(&here, me(), &near->head, is_deferred, &near->lower, &near->upper, 3, 0, clause, value, NULL);
    for (int i = 0; i < kN; i++) CHECK_EQ(times[i], i % 3 == 1);

    begin_loop();
    far_loop* far = (far_loop*)__kmpc_omp_task_alloc(&here, me(), kTied, sizeof(far_loop), 0, far_body);
    for (int i = 0; i < 100; i++) far->own[i] = (char)i;
    far->lower = far_step() < 0 ? kN - 1 : 11;
    far->upper = far_step() < 0 ? 10 : kN - 1;
    far->is_last = 5;
    far->between = 78;
    far->guard = 77;
    const int has_dup = form % 2;
    __kmpc_taskloop(&here, me(), &far->head, is_deferred, &far->lower, &far->upper, far_step(), 1, clause, value,
                    has_dup ? (void*)note_last : NULL);
    __kmpc_omp_taskwait(&here, me());
    for (int i = 0; i < kN; i++) CHECK_EQ(times[i], i % 2 == 1 && i > 10);
    CHECK_EQ(n_last, has_dup);
  }
}

/* ---- Lists of numbers of threads ----------------------------------------------------------------------------- */

static int sizes[4], maxima[4];

static void level_three(int32_t* gtid, int32_t* bound, ...) {
  (void)gtid, (void)bound;
  if (omp_get_thread_num() != 0) return;
  sizes[3] = omp_get_num_threads();
  maxima[3] = omp_get_max_threads();
}
static void level_two(int32_t* gtid, int32_t* bound, ...) {
  (void)gtid, (void)bound;
  if (omp_get_thread_num() != 0) return;
  sizes[2] = omp_get_num_threads();
  maxima[2] = omp_get_max_threads();
  __kmpc_fork_call(&here, 0, level_three);
}
static void level_one(int32_t* gtid, int32_t* bound, ...) {
  (void)gtid, (void)bound;
  if (omp_get_thread_num() != 0) return;
  sizes[1] = omp_get_num_threads();
  maxima[1] = omp_get_max_threads();
  __kmpc_fork_call(&here, 0, level_two);
}

static void check_levels(int one, int two, int three) {
  CHECK_EQ(sizes[1], one);
  CHECK_EQ(maxima[1], two);
  CHECK_EQ(sizes[2], two);
  CHECK_EQ(maxima[2], three);
  CHECK_EQ(sizes[3], three);
  CHECK_EQ(maxima[3], three);
}
static void lists(void) {
  const int before = omp_get_max_threads();
  omp_set_dynamic(0);
  omp_set_max_active_levels(3);
  for (int i = 0; i < 3; i++) {
    int32_t all[] = {3, 2, 4};
    __kmpc_push_num_threads_list(&here, me(), 3, all);
    for (int k = 0; k < 3; k++) all[k] = 1; /* it has been read */
    __kmpc_fork_call(&here, 0, level_one);
    check_levels(3, 2, 4);
    int32_t two[] = {2, 3};
    __kmpc_push_num_threads_list(&here, me(), 2, two);
    __kmpc_fork_call(&here, 0, level_one);
    check_levels(2, 3, 3);
    CHECK_EQ(omp_get_max_threads(), before);
    omp_set_num_threads(2);
    __kmpc_push_num_threads(&here, me(), 4);
    __kmpc_fork_call(&here, 0, level_one);
    check_levels(4, 2, 2);
    omp_set_num_threads(before);
  }
}

/* ---- schedule(simd:runtime): the width of the vectors in place of the chunk ---------------------------------- */

enum { kWidth = 4 };

static void simd_loop(int first, int last, int step, int chunk) {
  static int visits[200];
  const int n = (last - first) / step + 1;
#pragma omp single
  for (int i = 0; i < n; i++) visits[i] = 0;
  int32_t is_last, lower, upper, stride, n_chunks = 0;
  __kmpc_dispatch_init_4(&here, me(), kRuntimeSimd, first, last, step, kWidth);
  while (__kmpc_dispatch_next_4(&here, me(), &is_last, &lower, &upper, &stride)) {
    const int size = (upper - lower) / step + 1;
    CHECK_EQ(stride, step);
    CHECK(size > 0);
    if (is_last) CHECK_EQ((last - upper) / step, 0);
    const int unit = (chunk == 0 ? 1 : chunk) * kWidth;
    if (!is_last && omp_get_num_threads() > 1) CHECK_EQ(size % unit, 0);
    for (int i = lower; step > 0 ? i <= upper : i >= upper; i += step) {
      __atomic_add_fetch(&visits[(i - first) / step], 1, __ATOMIC_RELAXED);
    }
    n_chunks++;
  }
#pragma omp barrier
#pragma omp single
  for (int i = 0; i < n; i++) CHECK_EQ(visits[i], 1);
  omp_sched_t kind;
  int its_chunk;
  omp_get_schedule(&kind, &its_chunk);
  if (kind == omp_sched_static && chunk == 0) CHECK(n_chunks <= 1);
}

static void simd_loops(void) {
  const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  for (int kind = 0; kind < 4; kind++) {
    for (int chunk = 0; chunk < 4; chunk++) {
      omp_set_schedule(kinds[kind], kinds[kind] == omp_sched_auto ? 0 : chunk);
      const int used = kinds[kind] == omp_sched_auto ? 0 : chunk;
#pragma omp parallel
      {
        simd_loop(0, 26, 1, used);
        simd_loop(5, 170, 3, used);
        simd_loop(99, 3, -1, used);
      }
    }
  }
}

int main(void) {
#pragma omp parallel
  {
#pragma omp single
    {
      empty_tasks();
      undeferred();
      taskloops();
    }
#pragma omp master
    undeferred();
  }
  empty_tasks();
  undeferred();
  taskloops();
  lists();
  simd_loops();
  return check_finish();
}
