// SPDX-License-Identifier: Apache-2.0
//
// Calls of LLVM's proposed taskgraph interface, as its directive would make them: tasks with dependences and data of
// the current encounter, taskwait with depend, a taskloop, graph_id, graph_reset, nogroup, tasks that are not
// replayable, and a region called in an earlier form of the interface.
//
// test: STDERR 'earlier form|that are not replayable'
#include "graph/kmp_taskgraph.h"

enum { kTasks = 8, kEncounters = 10 };

struct variables {  // of the function around the region, by reference
  long* cell;
  long* step;
  int extra;  // ordinary tasks
};

struct step_task {
  struct kmp_task head;
  long i;
};
struct shared_variables {
  long* cell;
  long* step;
};

static int run_step(int gtid, void* block) {
  (void)gtid;
  struct step_task* task = block;
  struct shared_variables* shared = task->head.shareds;
  *shared->cell = (*shared->cell * 3 + task->i + *shared->step) % 10007;
  task->i = -1;
  return 0;
}

static void create_step(struct variables* variables, long i, int is_replayable) {
  struct step_task* task = __kmpc_omp_task_alloc(NULL, 0, 1, sizeof *task, sizeof(struct shared_variables), run_step);
  struct shared_variables* shared = task->head.shareds;
  shared->cell = variables->cell;
  shared->step = variables->step;
  task->i = i;
  struct depend_info info = {variables->cell, sizeof(long), 3};
  if (is_replayable) {
    __kmpc_taskgraph_task(NULL, 0, task, 1, sizeof *task, sizeof *shared, 1, &info, NULL, NULL);
  } else {
    __kmpc_omp_task(NULL, 0, task);
  }
}

static void chain(void* arguments) {
  struct variables* variables = arguments;
  for (long i = 0; i < kTasks; i++) create_step(variables, i, 1);
  struct depend_info info = {variables->cell, sizeof(long), 1};
  __kmpc_taskgraph_taskwait(NULL, 0, 1, &info, 0);
  for (int i = 0; i < variables->extra; i++) {
    create_step(variables, 100, 0);
#pragma omp taskwait
  }
}

static long serial(long cell, long step, int extra) {
  for (long i = 0; i < kTasks; i++) cell = (cell * 3 + i + step) % 10007;
  for (int i = 0; i < extra; i++) cell = (cell * 3 + 100 + step) % 10007;
  return cell;
}

struct loop_task {
  struct kmp_task head;
  uint64_t lower, upper;
  int64_t step;
  int is_last;
  long factor;
};

static long loop_sum;
static int run_loop(int gtid, void* block) {
  (void)gtid;
  struct loop_task* task = block;
  for (uint64_t i = task->lower; i <= task->upper; i++)
    __atomic_fetch_add(&loop_sum, (long)i * task->factor, __ATOMIC_RELAXED);
  return 0;
}

static void loop(void* arguments) {
  struct loop_task* task = __kmpc_omp_task_alloc(NULL, 0, 1, sizeof *task, 0, run_loop);
  task->lower = 0;
  task->upper = 19;
  task->step = 1;
  task->factor = *(long*)arguments;
  __kmpc_taskgraph_taskloop(NULL, 0, task, 1, sizeof *task, 1, &task->lower, &task->upper, 1, 0, 2, 5, 0, NULL, NULL);
}

static int run_waiting(int gtid, void* block) {
  (void)gtid, (void)block;
  wait_for_creator();
  return 0;
}

static void waiting(void* arguments) {
  (void)arguments;
  struct kmp_task* task = __kmpc_omp_task_alloc(NULL, 0, 1, sizeof *task, 0, run_waiting);
  __kmpc_taskgraph_task(NULL, 0, task, 1, sizeof *task, 0, 0, NULL, NULL, NULL);
}

static void earlier_form(void* cell) { ++*(long*)cell; }

static void check_all(void) {
  static void *handle, *id_handle, *mixed_handle, *loop_handle, *nogroup_handle;
  graph_stats_begin();
  for (long step = 0; step < kEncounters; step++) {  // another frame's variables each time
    long cell = step, current = step;
    struct variables variables = {&cell, &current, 0};
    __kmpc_taskgraph(NULL, 0, &handle, 0, 0, 0, chain, &variables);
    CHECK_EQ(cell, serial(step, step, 0));
  }
  CHECK_COUNT(records, 1);
  CHECK_COUNT(recaptures, kEncounters - 1);

  graph_stats_begin();
  static long cells[3];
  long expected[3] = {0, 0, 0};
  for (long step = 0; step < kEncounters; step++) {
    struct variables variables = {&cells[step % 3], &step, 0};
    __kmpc_taskgraph(NULL, 0, &id_handle, (uintptr_t)(step % 3), step == 7, step % 2, chain, &variables);
#pragma omp taskwait
    CHECK_EQ(cells[step % 3], expected[step % 3] = serial(expected[step % 3], step, 0));
  }
  CHECK_COUNT(records, 4);
  CHECK_COUNT(recaptures, kEncounters - 4);

  graph_stats_begin();
  for (long step = 0; step < kEncounters; step++) {
    long cell = 0;
    struct variables variables = {&cell, &step, 1 + (int)step % 3};
    __kmpc_taskgraph(NULL, 0, &mixed_handle, 0, 0, 0, chain, &variables);
    CHECK_EQ(cell, serial(0, step, 1 + (int)step % 3));
  }
  CHECK_COUNT(records, 0);

  graph_stats_begin();
  long expected_sum = 0;
  for (long factor = 1; factor < kEncounters; factor++) {
    __kmpc_taskgraph(NULL, 0, &loop_handle, 0, 0, 0, loop, &factor);
    CHECK_EQ(loop_sum, expected_sum += 190 * factor);
  }
  CHECK_COUNT(records, 1);
  CHECK_COUNT(recaptures, kEncounters - 2);

  for (int step = 0; step < kEncounters; step++) {
    __kmpc_taskgraph(NULL, 0, &nogroup_handle, 0, 0, 1, waiting, NULL);
    creator_leaves();
  }

  // ident, gtid, number, entry, arguments, if, flags
  void (*earlier)(void*, int, unsigned, taskgraph_entry, void*, int, int);
  earlier = (void (*)(void*, int, unsigned, taskgraph_entry, void*, int, int))(void (*)(void))__kmpc_taskgraph;
  long calls = 0;
  earlier(NULL, 0, 5, earlier_form, &calls, 1, 0);
  CHECK_EQ(calls, 1);
}

int main(void) {
  if (__kmpc_taskgraph) {
#pragma omp parallel
#pragma omp single
    check_all();
  }
  return check_finish();
}
