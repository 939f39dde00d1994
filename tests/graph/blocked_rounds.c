// SPDX-License-Identifier: Apache-2.0
//
// In a loop whose tasks may block no part runs far ahead of another one, and a part that was blocked catches up
// before the others go on. A part with a priority runs ahead, but takes none along. One thread, so the order is
// always the same.
//
// test: NOT_STOCK gcc 'only Rondo has these functions' clang 'only Rondo has these functions'
// test: ENV OMP_NUM_THREADS=1 OMP_MAX_TASK_PRIORITY=1
#include "graph/graph_check.h"

enum { kChains = 4, kRounds = 30, kTimes = 3, kBlocks = 3, kUnblocks = 12 };

static rondo_suspension message;
static char chain[kChains], first;
static int n_run[kChains];  // rounds of each chain
static int most_ahead, most_when_caught_up;

static int most_of_others(void) {
  int most = 0;
  for (int i = 1; i < kChains; i++)
    if (n_run[i] > most) most = n_run[i];
  return most;
}

static void go_on(int i) {
  n_run[i]++;
  if (i == 0 && n_run[0] == kBlocks) rondo_task_block(&message);
  if (i == 0 && n_run[0] == kUnblocks) most_when_caught_up = most_of_others();
  if (i == 1 && n_run[1] == kUnblocks) rondo_task_unblock(&message);
  for (int other = 1; i != 0 && other < kChains; other++)
    if (n_run[i] - n_run[other] > most_ahead) most_ahead = n_run[i] - n_run[other];
}

static void do_nothing(void) {}

static void run_loop(void) {
  for (int i = 0; i < kChains; i++) n_run[i] = 0;
  most_ahead = most_when_caught_up = 0;
  message.state = NULL;
  RONDO_TASKITER(k, kRounds) {
    for (int i = 0; i < kChains; i++) {
#pragma omp task depend(inout : chain[i]) firstprivate(i)
      go_on(i);
    }
#pragma omp task depend(inout : first) priority(1)
    do_nothing();
  }
  for (int i = 0; i < kChains; i++) CHECK_EQ(n_run[i], kRounds);
  CHECK_EQ(most_ahead, 1);
  CHECK(most_when_caught_up <= kUnblocks + 1);
}

int main(void) {
  rondo_taskiter_stats stats;
  rondo_enable_blocking();
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kTimes; k++) run_loop();
  rondo_get_taskiter_stats(&stats);
  CHECK_EQ(stats.cycles, kTimes);
  return check_finish();
}
