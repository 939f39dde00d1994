/* SPDX-License-Identifier: Apache-2.0
 *
 * For a race detector that is a tool: tasks of task graphs, with data that the creator, the tasks and the code behind
 * the region share. All is ordered by dependences, by waits and by the end of the region; with a second argument, one
 * dependence is missing. Each form keeps its graph in its own way (replays.c).
 */
#include <rondo.h>
#include <string.h>

#include "check.h"

enum { kCells = 6, kRounds = 40 };

static int cells[kCells + 1], alone[kCells + 1], sum, is_racy;

static void linger(int* where) {
  spin_for(20000);
  (*where)++;
}

static void create_chain(void) {
  for (int i = 1; i <= kCells; i++) {
    if (is_racy && i == kCells / 2) {
#pragma omp task depend(inout : alone[i]) firstprivate(i)
      linger(&cells[i]);
    } else {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i]) firstprivate(i)
      linger(&cells[i]);
    }
    if (is_racy && i == kCells / 2) {
#pragma omp task depend(inout : alone[i - 1]) firstprivate(i)
      linger(&cells[i]);
    } else {
#pragma omp task depend(in : cells[i]) depend(inout : cells[0]) firstprivate(i)
      cells[0] += cells[i];
    }
  }
}

/* Tasks that capture nothing: where clang's code fills memory again that a task has read, the detector takes the
 * memory for one variable, on any runtime. */

/* No dependences: the order is that of a task with itself in the round before, of waits, and of the region's end. */
static void create_free(void) {
#pragma omp task
  linger(&alone[1]);
#pragma omp task
  linger(&alone[2]);
#pragma omp task
  linger(&alone[3]);
#pragma omp task
  linger(&alone[4]);
}

static void create_two(void) {
#pragma omp task depend(inout : cells[1])
  linger(&cells[1]);
  if (is_racy) {
#pragma omp task depend(inout : cells[0])
    linger(&cells[1]);
#pragma omp task depend(inout : alone[0])
    linger(&cells[1]);
#pragma omp task depend(inout : alone[1])
    linger(&cells[1]);
#pragma omp task depend(inout : alone[2])
    linger(&cells[1]);
  } else {
#pragma omp task depend(in : cells[1]) depend(inout : cells[0])
    cells[0] += cells[1];
  }
}

static void look(void) {
  for (int i = 0; i <= kCells; i++) sum += cells[i] + alone[i];
  for (int i = 0; i <= kCells; i++) cells[i] = alone[i] = 0;
}

static void recapture(void) {
  for (int round = 0; round < kRounds; round++) {
    RONDO_TASKGRAPH() create_chain();
    look();
  }
}

static void pure(void) {
  for (int round = 0; round < kRounds; round++) {
    RONDO_TASKGRAPH(rondo_same_data()) create_chain();
    look();
  }
}

static void waiting(void) {
  for (int round = 0; round < kRounds; round++) {
    RONDO_TASKGRAPH(rondo_same_data()) {
      create_free();
#pragma omp taskwait
#pragma omp taskwait
      create_free();
      if (is_racy) create_free();
    }
    look();
  }
}

static void pattern(void) {
  for (int round = 0; round < kRounds; round++) {
    RONDO_DEP_PATTERN("two") create_two();
#pragma omp taskwait
    look();
  }
}

static void nogroup(void) {
  for (int round = 0; round < kRounds; round++) {
    RONDO_TASKGRAPH(rondo_same_data(), rondo_nogroup()) create_two();
#pragma omp task depend(inout : cells[0]) /* behind the second one */
    cells[0]++;
  }
#pragma omp taskwait
  look();
}

static void loop(void) {
  RONDO_TASKITER(round, kRounds) create_chain();
  look();
}

static void loop_of_free(void) {
  RONDO_TASKITER(round, kRounds) {
    create_free();
    if (is_racy) create_free();
  }
  look();
}

static void loop_with_code(void) {
  RONDO_TASKITER(round, kRounds, rondo_update()) create_two();
  look();
}

static void loop_while(void) {
  static int n_done;
  n_done = 0;
  RONDO_TASKITER_WHILE(n_done < kRounds, rondo_condition_on(&n_done)) {
    create_chain();
#pragma omp task depend(inout : cells[0], n_done)
    n_done++;
  }
  look();
}

static const struct {
  const char* name;
  void (*run)(void);
} forms[] = {
    {"recapture", recapture},  {"pure", pure}, {"waiting", waiting},           {"pattern", pattern},
    {"nogroup", nogroup},      {"loop", loop}, {"loop-of-free", loop_of_free}, {"loop-with-code", loop_with_code},
    {"loop-while", loop_while}};

int main(int argc, char** argv) {
  is_racy = argc > 2;
  for (size_t i = 0; argc > 1 && i < sizeof forms / sizeof *forms; i++) {
    if (strcmp(argv[1], forms[i].name) != 0) continue;
#pragma omp parallel num_threads(3)
#pragma omp single
    for (int encounter = 0; encounter < 3; encounter++) forms[i].run();
    CHECK(sum != 0);
    return check_finish();
  }
  return 2;
}
