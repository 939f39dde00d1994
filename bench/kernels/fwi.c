/* SPDX-License-Identifier: Apache-2.0
 *
 * A proxy of full-waveform inversion, in what takes its time: waves in an elastic medium of two dimensions, on
 * staggered grids. An iteration is a time step: each block of rows gets new velocities from stresses, then new
 * stresses from velocities, by differences of fourth order, so that both read two rows of the neighbouring blocks.
 */
#include "kernels/kernel.h"

enum { kBorder = 2, kColumns = 256, kPitch = kColumns + 2 * kBorder };

typedef struct fwi {
  long rows, block, n_blocks;
  double *vx, *vy, *sxx, *syy, *sxy; /* with a border of zeros */
  double* stiffness;
} fwi;

void fwi_velocity(const fwi* at, long b);
void fwi_stress(const fwi* at, long b);

#ifndef _OPENMP

static double* field(long rows) {
  const long n = (rows + 2 * kBorder) * kPitch;
  return (double*)kernel_memory((size_t)n * sizeof(double)) + kBorder * kPitch + kBorder;
}

static void* make(long rows, long block) {
  fwi* at = kernel_memory(sizeof *at);
  const fwi made = {rows,        block,       rows / block, field(rows), field(rows),
                    field(rows), field(rows), field(rows),  field(rows)};
  for (long y = 0; y < rows; y++)
    for (long x = 0; x < kColumns; x++) {
      const long i = y * kPitch + x;
      made.stiffness[i] = 1 + kernel_number(i);                             /* layers of rock */
      made.sxx[i] = made.syy[i] = kernel_number(rows * kPitch + i) - 0.5;   /* what the source has left */
    }
  *at = made;
  return at;
}

/* The derivative between two points of a staggered grid: from v[0] and v[step], with two points beside them. */
static inline double difference(const double* v, long step) {
  return 9.0 / 8 * (v[step] - v[0]) - 1.0 / 24 * (v[2 * step] - v[-step]);
}

static const double kStep = 0.1;

void fwi_velocity(const fwi* at, long b) {
  for (long y = b * at->block; y < (b + 1) * at->block; y++)
    for (long x = 0; x < kColumns; x++) {
      const long i = y * kPitch + x;
      at->vx[i] += kStep * (difference(at->sxx + i, 1) + difference(at->sxy + i - kPitch, kPitch));
      at->vy[i] += kStep * (difference(at->sxy + i - 1, 1) + difference(at->syy + i, kPitch));
    }
}

void fwi_stress(const fwi* at, long b) {
  for (long y = b * at->block; y < (b + 1) * at->block; y++)
    for (long x = 0; x < kColumns; x++) {
      const long i = y * kPitch + x;
      const double xx = difference(at->vx + i - 1, 1);
      const double yy = difference(at->vy + i - kPitch, kPitch);
      const double rate = kStep * at->stiffness[i];
      at->sxx[i] += rate * (2 * xx + yy);
      at->syy[i] += rate * (2 * yy + xx);
      at->sxy[i] += rate * 0.5 * (difference(at->vx + i, kPitch) + difference(at->vy + i, 1));
    }
}

static void iterate(void* data) {
  const fwi* at = data;
  for (long b = 0; b < at->n_blocks; b++) fwi_velocity(at, b);
  for (long b = 0; b < at->n_blocks; b++) fwi_stress(at, b);
}

static const double* result(const void* data, size_t* n) {
  const fwi* at = data;
  *n = (size_t)((at->rows + 2 * kBorder) * kPitch);
  return at->sxy - kBorder * kPitch - kBorder;
}

static long tasks(const void* data) {
  const fwi* at = data;
  return 2 * at->n_blocks;
}

const kernel_blocks kernel_blocks_linked = {.name = "kernel-fwi",
                                            .size = 512,
                                            .block = 4,
                                            .size_means = "rows of 256 points",
                                            .block_means = "rows of a block, at least 2",
                                            .make = make,
                                            .iterate = iterate,
                                            .result = result,
                                            .tasks = tasks};
#else

static void share(void* data) {
  const fwi* at = data;
#pragma omp for schedule(static)
  for (long b = 0; b < at->n_blocks; b++) fwi_velocity(at, b);
#pragma omp for schedule(static)
  for (long b = 0; b < at->n_blocks; b++) fwi_stress(at, b);
}

/* The first element of a block's rows of vx stands for its velocities, that of sxx for its stresses. */
static void create(const void* data) {
  const fwi* at = data;
  const long points = at->block * kPitch;
  for (long b = 0; b < at->n_blocks; b++) {
    const double* stress = at->sxx + b * points;
    const double* velocity = at->vx + b * points;
    const long before = b ? -points : 0;
    const long after = b + 1 < at->n_blocks ? points : 0;
#pragma omp task firstprivate(at, b) depend(in : stress[before], stress[0], stress[after]) depend(inout : velocity[0])
    fwi_velocity(at, b);
  }
  for (long b = 0; b < at->n_blocks; b++) {
    const double* stress = at->sxx + b * points;
    const double* velocity = at->vx + b * points;
    const long before = b ? -points : 0;
    const long after = b + 1 < at->n_blocks ? points : 0;
#pragma omp task firstprivate(at, b) depend(in : velocity[before], velocity[0], velocity[after]) \
    depend(inout : stress[0])
    fwi_stress(at, b);
  }
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
