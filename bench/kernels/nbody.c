/* SPDX-License-Identifier: Apache-2.0
 *
 * N-body: in each step, a task a pair of blocks adds up forces, then a task a block moves its particles.
 */
#include <math.h>

#include "kernels/kernel.h"

enum { kAxes = 3 };

typedef struct nbody {
  long n, block;
  double* positions; /* x, y, z of each particle */
  double* speeds;
  double* forces;
} nbody;

void nbody_forces(const nbody* at, long on, long from);
void nbody_move(const nbody* at, long first);

#ifndef _OPENMP

static void* make(long n, long block) {
  nbody* at = kernel_memory(sizeof *at);
  const size_t bytes = (size_t)(kAxes * n) * sizeof(double);
  const nbody made = {n, block, kernel_memory(bytes), kernel_memory(bytes), kernel_memory(bytes)};
  for (long i = 0; i < kAxes * n; i++) made.positions[i] = kernel_number(i);
  *at = made;
  return at;
}

void nbody_forces(const nbody* at, long on, long from) {
  const double softening = 1e-3; /* keeps a particle from dividing by its distance from itself */
  for (long i = on; i < on + at->block; i++) {
    const double* here = at->positions + kAxes * i;
    double sum[kAxes] = {0};
    for (long j = from; j < from + at->block; j++) {
      const double* there = at->positions + kAxes * j;
      const double x = there[0] - here[0];
      const double y = there[1] - here[1];
      const double z = there[2] - here[2];
      const double square = x * x + y * y + z * z + softening;
      const double scale = 1 / (square * sqrt(square));
      sum[0] += x * scale;
      sum[1] += y * scale;
      sum[2] += z * scale;
    }
    for (int axis = 0; axis < kAxes; axis++) at->forces[kAxes * i + axis] += sum[axis];
  }
}

void nbody_move(const nbody* at, long first) {
  const double step = 1e-6;
  for (long i = kAxes * first; i < kAxes * (first + at->block); i++) {
    at->speeds[i] += step * at->forces[i];
    at->positions[i] += step * at->speeds[i];
    at->forces[i] = 0;
  }
}

static void iterate(void* data) {
  const nbody* at = data;
  for (long i = 0; i < at->n; i += at->block)
    for (long j = 0; j < at->n; j += at->block) nbody_forces(at, i, j);
  for (long i = 0; i < at->n; i += at->block) nbody_move(at, i);
}

static const double* result(const void* data, size_t* n) {
  const nbody* at = data;
  *n = (size_t)(kAxes * at->n);
  return at->positions;
}

static long tasks(const void* data) {
  const nbody* at = data;
  const long n_blocks = at->n / at->block;
  return n_blocks * n_blocks + n_blocks;
}

const kernel_blocks kernel_blocks_linked = {
    "kernel-nbody", 512, 16, "particles", "particles of a block", make, iterate, result, tasks, NULL, NULL};
#else

static void share(void* data) {
  const nbody* at = data;
#pragma omp for schedule(static)
  for (long i = 0; i < at->n; i += at->block)
    for (long j = 0; j < at->n; j += at->block) nbody_forces(at, i, j);
#pragma omp for schedule(static)
  for (long i = 0; i < at->n; i += at->block) nbody_move(at, i);
}

static void create(const void* data) {
  const nbody* at = data;
  for (long i = 0; i < at->n; i += at->block)
    for (long j = 0; j < at->n; j += at->block) {
#pragma omp task firstprivate(at, i, j) depend(in : at -> positions[kAxes * i], at->positions[kAxes * j]) \
    depend(inout : at->forces[kAxes * i])
      nbody_forces(at, i, j);
    }
  for (long i = 0; i < at->n; i += at->block) {
#pragma omp task firstprivate(at, i) depend(inout : at -> positions[kAxes * i], at->forces[kAxes * i])
    nbody_move(at, i);
  }
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
