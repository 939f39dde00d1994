// SPDX-License-Identifier: Apache-2.0
//
// test: ENV RONDO_AUTOGRAPH=true RONDO_AT_ONCE_NS=0
//
// Sweeps that create the same tasks again and again, so that their dependences may be known before they are named:
// with and without waits, with a task now and then that does not belong to the sweep, with undeferred tasks, waits
// for some and groups in between, and with some tasks left out. Each thread has a plate of its own, and some have a
// task create its sweeps; the result is that of the serial order.
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

enum { kSide = 7, kMaxThreads = 16 };
#define SWEEPS TEST_SCALE(300)

typedef struct plate {
  uint64_t cells[kSide + 2][kSide + 2];
  uint64_t sum;
  char border;
  uint64_t random;
  int waits; /* behind each sweep */
} plate;

enum odd { kNone, kWait, kOddTask, kUndeferred, kWaitForSome, kGroup, kLeftOut, kOdds };

static void relax(plate* at, int i, int j) {
  uint64_t(*cells)[kSide + 2] = at->cells;
  cells[i][j] = 3 * cells[i][j] + cells[i - 1][j] + 5 * cells[i][j - 1] + 7 * cells[i + 1][j] + 11 * cells[i][j + 1];
}

static void add_up(plate* at) {
  for (int i = 1; i <= kSide; i++) at->sum = 31 * at->sum + at->cells[i][i];
}

/* What else happens in this sweep; the same for both executions. */
static enum odd odd_of(plate* at, int sweep, int every) {
  at->random = at->random * 6364136223846793005u + 1442695040888963407u;
  return sweep % every == every - 1 ? (enum odd)(at->random >> 33) % kOdds : kNone;
}

static void sweep_serially(plate* at, int sweep, int every) {
  const enum odd odd = odd_of(at, sweep, every);
  if (odd == kOddTask || odd == kUndeferred || odd == kGroup) add_up(at);
  for (int i = 1; i <= kSide; i++)
    for (int j = 1; j <= kSide; j++)
      if (odd != kLeftOut || i + j != 5) relax(at, i, j);
  if (odd == kWaitForSome) at->sum += at->cells[3][3];
}

static void create_odd(plate* at, enum odd odd) {
  if (odd == kOddTask) {
#pragma omp task depend(inout : at->cells[1][1], at->cells[2][2], at->cells[3][3], at->cells[4][4]) \
    depend(inout : at -> cells[5][5], at->cells[6][6], at->cells[7][7], at->sum)
    add_up(at);
  } else if (odd == kUndeferred) {
#pragma omp task depend(inout : at->cells[1][1], at->cells[2][2], at->cells[3][3], at->cells[4][4]) \
    depend(inout : at -> cells[5][5], at->cells[6][6], at->cells[7][7], at->sum) if (0)
    add_up(at);
  } else if (odd == kGroup) {
#pragma omp taskgroup
    {
#pragma omp task depend(in : at->cells[1][1], at->cells[2][2], at->cells[3][3], at->cells[4][4], at->cells[5][5]) \
    depend(in : at -> cells[6][6], at->cells[7][7]) depend(inout : at->sum)
      add_up(at);
    }
  } else if (odd == kWait) {
#pragma omp taskwait
  }
}

static void sweep_in_tasks(plate* at, int sweep, int every) {
  const enum odd odd = odd_of(at, sweep, every);
  create_odd(at, odd);
  for (int i = 1; i <= kSide; i++)
    for (int j = 1; j <= kSide; j++) {
      if (odd == kLeftOut && i + j == 5) continue;
#pragma omp task depend(in : at->cells[i - 1][j], at->cells[i][j - 1], at->cells[i + 1][j], at->cells[i][j + 1]) \
    depend(in : at -> border) depend(inout : at->cells[i][j]) firstprivate(i, j)
      relax(at, i, j);
    }
  if (odd == kWaitForSome) {
#pragma omp task depend(in : at->cells[3][3]) depend(inout : at -> sum) if (0)
    at->sum += at->cells[3][3];
  }
  if (at->waits) {
#pragma omp taskwait
  }
}

static void begin(plate* at, int thread) {
  memset(at, 0, sizeof *at);
  for (int i = 0; i < kSide + 2; i++) at->cells[0][i] = at->cells[i][0] = (uint64_t)(thread + i + 1);
  at->random = (uint64_t)thread;
  at->waits = thread % 4 == 1 || thread % 4 == 2;
}

int main(void) {
  static plate plates[kMaxThreads], serial[kMaxThreads];
#pragma omp parallel num_threads(omp_get_max_threads() < kMaxThreads ? omp_get_max_threads() : kMaxThreads)
  {
    const int thread = omp_get_thread_num();
    plate* at = &plates[thread];
    const int every = thread % 3 == 0 ? 5 : thread % 3 == 1 ? 40 : SWEEPS;
    begin(at, thread);
    begin(&serial[thread], thread);
    for (int sweep = 0; sweep < SWEEPS; sweep++) sweep_serially(&serial[thread], sweep, every);
    if (thread % 2 == 0) {
      for (int sweep = 0; sweep < SWEEPS; sweep++) sweep_in_tasks(at, sweep, every);
    } else {
#pragma omp task
      {
        for (int sweep = 0; sweep < SWEEPS; sweep++) sweep_in_tasks(at, sweep, every);
      }
    }
  }
  for (int thread = 0; thread < kMaxThreads; thread++) {
    CHECK(memcmp(plates[thread].cells, serial[thread].cells, sizeof serial[thread].cells) == 0);
    CHECK(plates[thread].sum == serial[thread].sum);
  }
  return check_finish();
}
