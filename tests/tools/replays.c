/* SPDX-License-Identifier: Apache-2.0
 *
 * 20 tasks, ten times: each a link of a chain, or all independent. As a task graph region whose code runs again, one
 * that is replayed without it, with a wait in the middle, a block with a dependence pattern, and as loops. To a tool
 * these are 200 tasks with their dependences.
 */
#include <rondo.h>
#include <string.h>

#include "check.h"

enum { kTasks = 20, kRounds = 10 };

static int cells[kTasks + 1], n_sections;

static void create_chain(int begin, int end) {
  for (int i = begin; i <= end; i++) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i]) shared(cells) firstprivate(i)
    {
      cells[i] = cells[i - 1] + 1;
#pragma omp critical
      n_sections++; /* the tool asks then for the task that runs */
    }
  }
}

static void create_free(void) {
  for (int i = 1; i <= kTasks; i++) {
#pragma omp task shared(cells) firstprivate(i)
    cells[i]++;
  }
}

static void recapture(void) {
  for (int round = 0; round < kRounds; round++) {
    RONDO_TASKGRAPH() create_chain(1, kTasks);
  }
}

static void pure(void) {
  for (int round = 0; round < kRounds; round++) {
    RONDO_TASKGRAPH(rondo_same_data()) create_chain(1, kTasks);
  }
}

/* The wait is no task. */
static void waiting(void) {
  for (int round = 0; round < kRounds; round++) {
    RONDO_TASKGRAPH(rondo_same_data()) {
      create_free();
#pragma omp taskwait
      create_chain(1, kTasks);
    }
  }
}

static void pattern(void) {
  for (int round = 0; round < kRounds; round++) {
    RONDO_DEP_PATTERN("chain") create_chain(1, kTasks);
#pragma omp taskwait
  }
}

static void loop(void) { RONDO_TASKITER(round, kRounds) create_chain(1, kTasks); }
static void loop_of_free(void) { RONDO_TASKITER(round, kRounds) create_free(); }
static void loop_with_code(void) { RONDO_TASKITER(round, kRounds, rondo_update()) create_chain(1, kTasks); }

static void loop_while(void) {
  int n_done = 0;
  RONDO_TASKITER_WHILE(n_done < kRounds) {
    create_chain(1, kTasks);
#pragma omp task depend(inout : cells[0]) shared(n_done)
    n_done++;
  }
}

static const struct {
  const char* name;
  void (*run)(void);
} forms[] = {{"recapture", recapture},
             {"pure", pure},
             {"waiting", waiting},
             {"pattern", pattern},
             {"loop", loop},
             {"loop-of-free", loop_of_free},
             {"loop-with-code", loop_with_code},
             {"loop-while", loop_while}};

int main(int argc, char** argv) {
  const char* form = argc > 1 ? argv[1] : forms[0].name;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (strcmp(form, forms[i].name) != 0) continue;
#pragma omp parallel num_threads(4)
#pragma omp single
    forms[i].run();
    CHECK(cells[kTasks] == kTasks || cells[kTasks] == kRounds || cells[kTasks] == kTasks + kRounds);
    return check_finish();
  }
  return 2;
}
