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
//   control a task captures the loop's control variable   reference   a task refers to it
//   swapped two cells change roles from iteration to iteration
#include <rondo.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "spend.h"
enum { kN = 5, kSteps = 20 };
static long row[kN + 1];

static void add(long* cell, long before) { *cell = spend((*cell * 3 + before + 1) % 1009); }

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
    if (!strcmp(what, "control")) {
#pragma omp task firstprivate(t) depend(inout : row[kN])
      add(&row[kN], (long)t);
    }
    if (!strcmp(what, "reference")) {
#pragma omp task shared(t) depend(inout : row[kN])
      add(&row[kN], (long)t);
#pragma omp taskwait
    }
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

static void swapped(void) {
  long *from = &row[1], *to = &row[2];
  RONDO_TASKITER(t, kSteps) {
#pragma omp task depend(in : *from) depend(out : *to) firstprivate(from, to)
    *to = *from + 1;
    long* before = from;
    from = to;
    to = before;
  }
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "clean";
#pragma omp parallel
#pragma omp single
  {
    if (!strcmp(what, "while")) {
      while_loop();
    } else if (!strcmp(what, "swapped")) {
      swapped();
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
