// SPDX-License-Identifier: Apache-2.0
//
// cancel and cancellation point for each construct that has them (OMP_CANCELLATION=true).
//
// test: ENV OMP_CANCELLATION=true
#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

enum { kN = 2000 };

CASE(get_cancellation, "omp_get_cancellation") { CHECK_EQ(omp_get_cancellation(), 1); }

CASE(cancel_parallel, "cancel parallel, cancellation point parallel") {
  int beyond = 0, cancelled = 0;
#pragma omp parallel
  {
#pragma omp cancellation point parallel
    if (omp_get_thread_num() == 0) {
      cancelled = 1;
#pragma omp cancel parallel
    }
#pragma omp barrier
#pragma omp atomic
    beyond++;
  }
  CHECK_EQ(cancelled, 1);
  CHECK_EQ(beyond, 0);
  int members = 0;
#pragma omp parallel reduction(+ : members)
  members++;
  CHECK_EQ(members, omp_get_max_threads());
}

// The first iteration of each thread cancels; every thread meets its own cancel at the latest.
#define LOOP(clauses)                                          \
  for (int round = 0; round < 5; round++) {                    \
    int executed = 0, after = 0;                               \
    PRAGMA(parallel) {                                         \
      PRAGMA(for clauses)                                      \
      for (int i = 0; i < kN; i++) {                           \
        PRAGMA(cancellation point for)                         \
        PRAGMA(atomic) executed++;                             \
        PRAGMA(cancel for)                                     \
        CHECK(0 && "not reached after cancel for");            \
      }                                                        \
      PRAGMA(atomic) after++;                                  \
    }                                                          \
    CHECK(executed >= 1 && executed <= omp_get_max_threads()); \
    CHECK_EQ(after, omp_get_max_threads());                    \
  }
#define DYNAMIC "libomp 19 stops with an assertion when such a loop is cancelled"
CASE(cancel_for, "cancel for"){LOOP()} CASE(cancel_static, "cancel for, schedule(static, 3)"){
    LOOP(schedule(static, 3))} CASE_NOT_LIBOMP(cancel_dynamic, "cancel for, schedule(dynamic)", DYNAMIC){
    LOOP(schedule(dynamic))} CASE_NOT_LIBOMP(cancel_monotonic, "cancel for, schedule(monotonic: dynamic)", DYNAMIC){
    LOOP(schedule(monotonic : dynamic))} CASE_NOT_LIBOMP(cancel_guided, "cancel for, schedule(guided)", DYNAMIC){
    LOOP(schedule(guided))} CASE_NOT_LIBOMP(cancel_runtime, "cancel for, schedule(runtime)",
                                            DYNAMIC){LOOP(schedule(runtime))}

CASE(cancel_for_reduction, "cancel for if, reduction") {
  int sum = 0, members = 0;
#pragma omp parallel reduction(+ : members)
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < kN; i++) {
#pragma omp cancel for if (i > kN)
      sum++;
    }
    members++;
  }
  CHECK_EQ(sum, kN);
  CHECK_EQ(members, omp_get_max_threads());
}
CASE(cancel_sections, "cancel sections, cancellation point sections") {
  int first = 0, members = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp sections
    {
#pragma omp section
      {
        first++;
#pragma omp cancellation point sections
#pragma omp cancel sections
        CHECK(0 && "not reached after cancel sections");
      }
#pragma omp section
      CHECK(0 && "a section after the cancelled one");
    }
    members++;
  }
  CHECK_EQ(first, 1);
  CHECK_EQ(members, 1);
  int runs = 0;
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp atomic
        runs++;
#pragma omp cancel sections
      }
#pragma omp section
      {
#pragma omp atomic
        runs++;
#pragma omp cancel sections
      }
    }
#pragma omp atomic
    runs += 10;
  }
  CHECK(runs % 10 >= 1 && runs % 10 <= 2 && runs / 10 == omp_get_max_threads());
}
CASE(cancel_parallel_sections, "parallel sections, cancel parallel of a nested team") {
  omp_set_max_active_levels(2);
  int outer = 0, beyond = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp cancel parallel
#pragma omp atomic
      beyond++;
    }
#pragma omp atomic
    outer++;
  }
  CHECK_EQ(outer, 2);
  CHECK_EQ(beyond, 0);
  omp_set_max_active_levels(1);
}
CASE(cancel_taskgroup, "cancel taskgroup, cancellation point taskgroup") {
  int done = 0, started = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 400; i++)
#pragma omp task shared(done, started)
  {
#pragma omp cancellation point taskgroup
#pragma omp atomic
    started++;
#pragma omp cancel taskgroup if (i == 5)
#pragma omp atomic
    done++;
  }
  CHECK(done < 400 && done < started);
}
CASE(cancel_depend, "cancel taskgroup with dependences") {
  int before = 0, after = 0, next = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task depend(out : before) shared(before)
      {
        before = 1;
#pragma omp cancel taskgroup
      }
#pragma omp task depend(in : before) shared(after)
      after = 1;
    }
#pragma omp task depend(inout : before) shared(next)
    next = 1;
  }
  CHECK(before == 1 && after == 0 && next == 1);
}
CASE_NOT_LIBOMP(cancel_taskloop, "taskloop, cancel taskgroup", "libomp 19 hangs") {
  int done = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(1) shared(done)
    for (int i = 0; i < 500; i++) {
#pragma omp cancel taskgroup
#pragma omp atomic
      done++;
    }
  }
  CHECK_EQ(done, 0);
}
CASE(cancel_barriers, "cancel parallel while others wait at a barrier, single, sections, for") {
  for (int round = 0; round < 10; round++) {
    int beyond = 0;
#pragma omp parallel num_threads(4)
    {
      const int mine = omp_get_thread_num();
      if (mine == 3) {
#pragma omp cancel parallel
      } else if (mine == 2) {
#pragma omp barrier
#pragma omp atomic
        beyond++;
      }
#pragma omp barrier
#pragma omp atomic
      beyond++;
    }
    CHECK_EQ(beyond, 0);
  }
}
