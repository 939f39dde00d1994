// SPDX-License-Identifier: Apache-2.0
//
// A row of cells in a taskiter loop, for the tests of `rondo graph`. The argument says what is special about it:
//   clean   nothing                              update   the body's code runs for every iteration
//   unroll  two iterations are recorded          while    a condition ends the loop
//   number  the number of tasks changes          refused  the body creates an undeferred task
//   short   there is one iteration only          empty    the body creates no task
//   wait    the body waits in between            twice    the loop is encountered twice
//   early   the first iteration is left          killed   the process ends by a signal after the loop
//   off     rondo_if(0) is given                 region   the loop is part of a task graph region
#include <rondo.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { kN = 5, kSteps = 20 };
static long row[kN + 1];

static void add(long* cell, long before) { *cell = (*cell * 3 + before + 1) % 1009; }

static void cells(int n) {
  for (int i = 1; i <= n; i++) {
#pragma omp task depend(in : row[i - 1]) depend(inout : row[i]) firstprivate(i)
    add(&row[i], row[i - 1]);
  }
}

static rondo_clause clause_of(const char* what) {
  if (!strcmp(what, "update") || !strcmp(what, "number")) return rondo_update();
  if (!strcmp(what, "unroll")) return rondo_unroll(2);
  return rondo_if(strcmp(what, "off") != 0);
}

static void loop(const char* what) {
  RONDO_TASKITER(t, strcmp(what, "short") ? kSteps : 1, clause_of(what)) {
    if (!strcmp(what, "empty")) continue;
    cells(!strcmp(what, "number") && t == 9 ? kN - 1 : kN);
    if (!strcmp(what, "wait")) {
#pragma omp taskwait
    }
    if (!strcmp(what, "refused")) {
#pragma omp task if (0)
      row[0] = 0;
    }
    if (!strcmp(what, "early")) break;
  }
}

static void while_loop(void) {
  long n = 0;
  RONDO_TASKITER_WHILE(n < kSteps, rondo_condition_on(&n)) {
#pragma omp task depend(inout : n) shared(n)
    n++;
    cells(kN);
  }
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "clean";
#pragma omp parallel
#pragma omp single
  {
    if (!strcmp(what, "while")) {
      while_loop();
    } else if (!strcmp(what, "region")) {
      RONDO_TASKGRAPH() { loop(what); }
    } else {
      loop(what);
    }
    if (!strcmp(what, "twice")) loop(what);
  }
  printf("sum %ld\n", row[kN]);
  fflush(stdout);
  if (!strcmp(what, "killed")) kill(getpid(), SIGKILL);
  return 0;
}
