// SPDX-License-Identifier: Apache-2.0
//
// taskloop: every clause, one case each.
#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

enum { kN = 40 };
#define ON_ONE_THREAD PRAGMA(parallel) PRAGMA(single)

static int count[kN];
static void expect_each_once(const char* what) {
  for (int i = 0; i < kN; i++)
    if (count[i] != 1) check_differs(what, i, "count", count[i], 1);
  memset(count, 0, sizeof count);
}
#define TASKLOOP(name, clauses)                                                 \
  CASE(name, "taskloop " #clauses) {                                            \
    ON_ONE_THREAD {                                                             \
      PRAGMA(taskloop clauses)                                                  \
      for (int i = 0; i < kN; i++) count[i]++;                                  \
      PRAGMA(taskwait)                                                          \
      expect_each_once("int");                                                  \
      PRAGMA(taskloop clauses)                                                  \
      for (unsigned long long i = 3ULL * kN; i > 0; i -= 3) count[i / 3 - 1]++; \
      PRAGMA(taskwait)                                                          \
      expect_each_once("unsigned long long, down");                             \
      PRAGMA(taskloop clauses collapse(2))                                      \
      for (int i = 0; i < 8; i++)                                               \
        for (int j = 0; j < 5; j++) count[i * 5 + j]++;                         \
      PRAGMA(taskwait)                                                          \
      expect_each_once("collapse(2)");                                          \
      PRAGMA(taskloop simd clauses)                                             \
      for (long i = 0; i < kN; i++) count[i]++;                                 \
      PRAGMA(taskwait)                                                          \
      expect_each_once("simd");                                                 \
    }                                                                           \
  }
TASKLOOP(taskloop, )
TASKLOOP(taskloop_grainsize, grainsize(7))
TASKLOOP(taskloop_num_tasks, num_tasks(6))
TASKLOOP(taskloop_nogroup, nogroup)
TASKLOOP(taskloop_untied, untied)
TASKLOOP(taskloop_mergeable, mergeable)
TASKLOOP(taskloop_priority, priority(3))
TASKLOOP(taskloop_final, final(1))
TASKLOOP(taskloop_if, if (taskloop : 0))
TASKLOOP(taskloop_strict, num_tasks(strict : 6))
TASKLOOP(taskloop_grainsize_strict, grainsize(strict : 9))
CASE(taskloop_data, "taskloop private firstprivate lastprivate shared default allocate") {
  int first = 4, last = 0, scratch = 0, wrong = 0;
  ON_ONE_THREAD
#pragma omp taskloop default(none) firstprivate(first) lastprivate(last) private(scratch) shared(count, wrong) \
    allocate(first) grainsize(3)
  for (int i = 0; i < kN; i++) {
    scratch = first;
    if (scratch != 4) {
#pragma omp atomic
      wrong++;
    }
    count[i]++;
    last = i;
  }
  expect_each_once("data");
  CHECK_EQ(last, kN - 1);
  CHECK_EQ(wrong, 0);
  (void)scratch;
}
