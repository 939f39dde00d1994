/* SPDX-License-Identifier: Apache-2.0
 *
 * One construct, many times: what `rondo bench counts` runs on the counting library (preset `count`), which tells how
 * many operations on shared memory that took. There is no clock. The constructs that are not tasks are those of sync/.
 */
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "rondo.h"
#include "sync/constructs.h"

enum { kTasksInGraph = 256 };

static long executed;

static void task_body(void) {
#pragma omp atomic
  executed++;
}

/* ---- Tasks: n of them -------------------------------------------------------------------------------------------- */

static void create_independent(long n) {
  for (long i = 0; i < n; i++) {
#pragma omp task
    task_body();
  }
}

static void create_chain(long n) {
  static char link;
  (void)link; /* gcc does not see that a depend clause names it */
  for (long i = 0; i < n; i++) {
#pragma omp task depend(inout : link)
    task_body();
  }
}

static void create_grid(long n) {
  enum { kWidth = 64 };
  static char cells[kWidth + 1];
  for (long i = 0; i < n; i++) {
    char* cell = &cells[1 + i % kWidth];
    (void)cell;
#pragma omp task depend(in : cell[-1]) depend(inout : cell[0])
    task_body();
  }
}

static void wait_for_each(long n) {
  for (long i = 0; i < n; i++) {
#pragma omp task
    task_body();
#pragma omp taskwait
  }
}

static void group_each(long n) {
  for (long i = 0; i < n; i++) {
#pragma omp taskgroup
    {
#pragma omp task
      task_body();
    }
  }
}

static void create_by_taskloop(long n) {
#pragma omp taskloop grainsize(1)
  for (unsigned long i = 0; i < (unsigned long)n; i++) task_body(); /* clang counts a taskloop without sign */
}

static void replay_independent(long n) {
  for (long done = 0; done < n; done += kTasksInGraph) {
    RONDO_TASKGRAPH(rondo_same_data()) { create_independent(kTasksInGraph); }
  }
}

static void replay_chain(long n) {
  for (long done = 0; done < n; done += kTasksInGraph) {
    RONDO_TASKGRAPH(rondo_same_data()) { create_chain(kTasksInGraph); }
  }
}

static void replay_grid(long n) {
  for (long done = 0; done < n; done += kTasksInGraph) {
    RONDO_TASKGRAPH(rondo_same_data()) { create_grid(kTasksInGraph); }
  }
}

typedef struct task_form {
  const char* name;
  void (*create)(long n);
  int by_all; /* every thread creates, n for each; else one of them does */
} task_form;

// clang-format off
static const task_form kTaskForms[] = {
    {"task",           create_independent, 0},
    {"task_by_all",    create_independent, 1},
    {"chain",          create_chain,       0},
    {"grid",           create_grid,        0},
    {"taskwait",       wait_for_each,      0},
    {"taskgroup",      group_each,         0},
    {"taskloop",       create_by_taskloop, 0},
    {"replayed",       replay_independent, 0},
    {"replayed_chain", replay_chain,       0},
    {"replayed_grid",  replay_grid,        0},
};
static const char* const kSyncForms[] = {"parallel", "barrier", "for_static", "for_dynamic", "for_guided",
                                         "single", "critical", "lock", "ordered", "reduction"};
// clang-format on
enum {
  kNumTaskForms = sizeof kTaskForms / sizeof kTaskForms[0],
  kNumSyncForms = sizeof kSyncForms / sizeof kSyncForms[0]
};

static long run_tasks(const task_form* form, long n, int threads) {
#pragma omp parallel
  {
    if (form->by_all) {
      form->create(n);
    } else {
#pragma omp single
      form->create(n);
    }
  }
  const long created = form->by_all ? n * threads : n;
  if (executed != created) measure_fail("counts: %s executed %ld tasks, created %ld", form->name, executed, created);
  return created;
}

static long run_sync(const char* name, long n, int threads) {
  for (int i = 0; i < sync_n_constructs; i++) {
    const sync_construct* what = &sync_constructs[i];
    if (strcmp(what->name, name) != 0) continue;
    sync_checked = 0;
    const long expected = what->run(n, threads);
    if (sync_checked != expected) measure_fail("counts: %s counted %ld, expected %ld", name, sync_checked, expected);
    return n;
  }
  measure_fail("counts: sync/ has no construct %s", name);
}

int main(int argc, char** argv) {
  long long n = 4096;
  const measure_option options[] = {
      {"n", "how often; for graphs a multiple of 256", &n, kTasksInGraph, 100000000, 0},
  };
  measure_form forms[kNumTaskForms + kNumSyncForms];
  for (int i = 0; i < kNumTaskForms; i++) forms[i] = (measure_form){kTaskForms[i].name, "tasks"};
  for (int i = 0; i < kNumSyncForms; i++) forms[kNumTaskForms + i] = (measure_form){kSyncForms[i], "see sync"};
  const size_t form = measure_command_line(argc, argv, forms, kNumTaskForms + kNumSyncForms, options, 1);
  n -= n % kTasksInGraph;
  const int threads = sync_prepare();
  const long executions = form < kNumTaskForms ? run_tasks(&kTaskForms[form], (long)n, threads)
                                               : run_sync(kSyncForms[form - kNumTaskForms], (long)n, threads);
  measure_json_begin("counts", sync_compiler, forms[form].name);
  measure_json_integer("threads", threads);
  measure_json_integer("executions", executions);
  measure_json_graphs();
  measure_json_end();
  return 0;
}
