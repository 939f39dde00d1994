/* SPDX-License-Identifier: Apache-2.0
 *
 * A loop, and a region, in an untied task whose body clang cuts into parts behind each task that it creates: they are
 * recorded and go round like those of other tasks, and what the untied task does behind them is done once.
 */
#include <stdint.h>

#include "graph_check.h"

enum { kCells = 6, kIterations = 40 };

static uint64_t cells[kCells + 1];
static long n_behind;

static uint64_t mix(uint64_t a, uint64_t b) { return a * 0x9e3779b97f4a7c15u + (b ^ (b >> 11)); }

static uint64_t serial(void) {
  uint64_t u[kCells + 1] = {1};
  for (int t = 0; t < kIterations; t++)
    for (int i = 1; i <= kCells; i++) u[i] = mix(u[i - 1], u[i]);
  return u[kCells];
}

static void reset(void) {
  for (int i = 0; i <= kCells; i++) cells[i] = i == 0;
}

static uint64_t n_cycles(void) {
  rondo_taskiter_stats stats = {0, 0, 0, 0, 0, 0, 0};
  if (rondo_get_taskiter_stats) rondo_get_taskiter_stats(&stats);
  return stats.cycles;
}

int main(void) {
  const uint64_t expected = serial();
  for (int round = 0; round < 3; round++) {
    uint64_t before = n_cycles();
    reset();
#pragma omp parallel
#pragma omp single
#pragma omp task untied
    {
#pragma omp task untied shared(n_behind)
      {
#pragma omp atomic
        n_behind++;
      }
      RONDO_TASKITER(t, kIterations) {
        for (int i = 1; i <= kCells; i++) {
#pragma omp task firstprivate(i) depend(in : cells[i - 1]) depend(inout : cells[i])
          cells[i] = mix(cells[i - 1], cells[i]);
        }
      }
      CHECK(cells[kCells] == expected);
      reset();
      for (int t = 0; t < kIterations; t++) {
        RONDO_TASKGRAPH(rondo_no_clause()) {
          for (int i = 1; i <= kCells; i++) {
#pragma omp task firstprivate(i) depend(in : cells[i - 1]) depend(inout : cells[i])
            cells[i] = mix(cells[i - 1], cells[i]);
          }
        }
      }
      CHECK(cells[kCells] == expected);
#pragma omp task untied shared(n_behind)
      {
#pragma omp atomic
        n_behind++;
      }
    }
    CHECK_EQ(n_behind, 2 * (round + 1));
    if (rondo_get_taskiter_stats) CHECK(n_cycles() == before + 1);
  }
  CHECK_COUNT(records, 1);
  CHECK_COUNT(recaptures, 3 * kIterations - 1);
  return check_finish();
}
