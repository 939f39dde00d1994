/* SPDX-License-Identifier: Apache-2.0
 *
 * A region and a loop with the directives; what they compute is compared with the serial result. Also a C++ program.
 */
#include <rondo.h>
#include <stdio.h>

#include "loaded.h"

enum { kCells = 32, kSteps = 6 };

static double cells[kCells + 1];
static double expected[kCells + 1];

static void compute_expected(void) {
  for (int i = 0; i <= kCells; i++) expected[i] = i + 1;
  for (int step = 0; step < 2 * kSteps; step++)
    for (int i = 1; i <= kCells; i++) expected[i] = 0.5 * (expected[i] + expected[i - 1]);
}

static void compute(void) {
  for (int i = 0; i <= kCells; i++) cells[i] = i + 1;
#pragma omp parallel
#pragma omp single
  {
    for (int step = 0; step < kSteps; step++) {
#pragma omp taskgraph
      for (int i = 1; i <= kCells; i++) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i])
        cells[i] = 0.5 * (cells[i] + cells[i - 1]);
      }
    }
#pragma omp taskiter
    for (int step = 0; step < kSteps; step++)
      for (int i = 1; i <= kCells; i++) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i])
        cells[i] = 0.5 * (cells[i] + cells[i - 1]);
      }
  }
}

int main(void) {
  static rondo_graph_stats graphs; /* zero, whatever their fields are */
  static rondo_taskiter_stats loops;
  compute_expected();
  compute();
  for (int i = 0; i <= kCells; i++) {
    if (cells[i] < expected[i] || cells[i] > expected[i]) {
      printf("cell %d is %g instead of %g\n", i, cells[i], expected[i]);
      return 1;
    }
  }
  if (rondo_get_graph_stats) rondo_get_graph_stats(&graphs);
  if (rondo_get_taskiter_stats) rondo_get_taskiter_stats(&loops);
  printf("replays: %d\n", (int)(graphs.pure_replays + graphs.recaptures));
  printf("cycles: %d\n", (int)loops.cycles);
  print_loaded();
  puts("ok");
  return 0;
}
