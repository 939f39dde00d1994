/* SPDX-License-Identifier: Apache-2.0
 *
 * Heat: a Gauss-Seidel sweep over a square plate. A block is computed after its northern and western neighbours, and
 * before its southern and eastern ones; the loops go along the diagonals.
 *
 * heat_while.c asks after each sweep how far it is from the solution: a block hands on the largest change so far,
 * its own and those of the blocks north and west of it, so the last block's is that of the sweep.
 *
 * Defined before: HEAT_NAME, and kIsWatched in an enum.
 */
#include <math.h>

#include "kernels/kernel.h"

typedef struct heat {
  long n, block, n_blocks;
  double* cells;   /* (n + 2)^2; the border is fixed */
  double* changes; /* (n_blocks + 2)^2; what depend clauses name, and the largest change so far */
} heat;

void heat_block(const heat* at, long i, long j);

#ifndef _OPENMP

static void reset(void* data) {
  const heat* at = data;
  for (long i = 0; i < (at->n + 2) * (at->n + 2); i++) at->cells[i] = kernel_number(i);
}

static void* make(long n, long block) {
  heat* at = kernel_memory(sizeof *at);
  const heat made = {n, block, n / block, kernel_memory((size_t)((n + 2) * (n + 2)) * sizeof(double)),
                     kernel_memory((size_t)((n / block + 2) * (n / block + 2)) * sizeof(double))};
  *at = made;
  reset(at);
  return at;
}

static inline double larger(double a, double b) { return a > b ? a : b; }

void heat_block(const heat* at, long i, long j) {
  const long pitch = at->n + 2;
  double* line = at->cells + (1 + i * at->block) * pitch + 1 + j * at->block;
  double* change = at->changes + (1 + i) * (at->n_blocks + 2) + 1 + j;
  double most = larger(change[-at->n_blocks - 2], change[-1]);
  for (long y = 0; y < at->block; y++, line += pitch)
    for (long x = 0; x < at->block; x++) {
      const double mean = 0.25 * (line[x - pitch] + line[x - 1] + line[x + 1] + line[x + pitch]);
      if (kIsWatched) most = larger(most, fabs(mean - line[x]));
      line[x] = mean;
    }
  if (kIsWatched) *change = most;
}

static void iterate(void* data) {
  const heat* at = data;
  for (long i = 0; i < at->n_blocks; i++)
    for (long j = 0; j < at->n_blocks; j++) heat_block(at, i, j);
}

static const double* result(const void* data, size_t* n) {
  const heat* at = data;
  *n = (size_t)((at->n + 2) * (at->n + 2));
  return at->cells;
}

static long tasks(const void* data) {
  const heat* at = data;
  return at->n_blocks * at->n_blocks;
}

static const double* watched(const void* data) {
  const heat* at = data;
  return at->changes + at->n_blocks * (at->n_blocks + 2) + at->n_blocks;
}

const kernel_blocks kernel_blocks_linked = {.name = HEAT_NAME,
                                            .size = 1024,
                                            .block = 32,
                                            .size_means = "cells along a side",
                                            .block_means = "cells along a block's side",
                                            .make = make,
                                            .iterate = iterate,
                                            .result = result,
                                            .tasks = tasks,
                                            .watched = watched,
                                            .reset = reset};
#else

static void share(void* data) {
  const heat* at = data;
  const long n = at->n_blocks;
  for (long diagonal = 0; diagonal < 2 * n - 1; diagonal++) {
    const long first = diagonal < n ? 0 : diagonal - n + 1;
    const long last = diagonal < n ? diagonal : n - 1;
#pragma omp for schedule(static)
    for (long i = first; i <= last; i++) heat_block(at, i, diagonal - i);
  }
}

static void create(const void* data) {
  const heat* at = data;
  const long pitch = at->n_blocks + 2;
  for (long i = 0; i < at->n_blocks; i++)
    for (long j = 0; j < at->n_blocks; j++) {
      double* change = at->changes + (i + 1) * pitch + j + 1;
#pragma omp task firstprivate(at, i, j) depend(in : change[-pitch], change[-1], change[1], change[pitch]) \
    depend(inout : change[0])
      heat_block(at, i, j);
    }
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
