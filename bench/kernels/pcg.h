/* SPDX-License-Identifier: Apache-2.0
 *
 * Conjugate gradients on a grid in three dimensions whose points are coupled with all 26 neighbours: the problem of
 * HPCG and HPCCG, which differ in how they precondition: hpcg.c by multigrid, hpccg.c not at all. A block is some
 * planes of the grid. Sums are kept block by block and added in order, so all forms compute the same bits.
 *
 * Defined before: PCG_NAME. Defined behind it: what is declared as preconditioner.
 */
#include "kernels/kernel.h"
#include "kernels/multigrid.h"

enum { kSide = 16 }; /* points along both sides of a plane */
enum { kPlane = kSide * kSide };

typedef struct pcg {
  long n_planes, block, n_blocks;
  double *x, *p; /* one behind the other, p with a plane of zeros before and after it */
  double *r, *q;
  double* z; /* r, preconditioned */
  double *sums_pq, *sums_rz, *sums_rr; /* by block */
  double *alpha, *beta, *rz, *rr;
  multigrid preconditioner; /* of HPCG */
} pcg;

void pcg_product(const pcg* at, long b);      /* q = A p, sum of p q */
void pcg_set_alpha(const pcg* at);            /* r z / p q */
void pcg_advance(const pcg* at, long b);      /* x += alpha p, r -= alpha q, sum of r r */
void pcg_sum(const pcg* at, long b);          /* sum of r z */
void pcg_set_beta(const pcg* at);             /* new r z / old r z; r r */
void pcg_direction(const pcg* at, long b);    /* p = z + beta p */

#ifndef _OPENMP

/* The preconditioner: z = M r, and the sums of r z. */
static void pcg_set_up(pcg* at);
static void pcg_precondition(const pcg* at);
static long pcg_preconditioner_tasks(const pcg* at);

static double* pcg_vector(long n) { return kernel_memory((size_t)n * sizeof(double)); }

void pcg_product(const pcg* at, long b) {
  double sum = 0;
  for (long k = b * at->block; k < (b + 1) * at->block; k++)
    for (long y = 0; y < kSide; y++)
      for (long x = 0; x < kSide; x++) {
        const long i = k * kPlane + y * kSide + x;
        const double* here = at->p + k * kPlane;
        at->q[i] = kGridDiagonal * at->p[i] - grid_neighbours(here - kPlane, here, here + kPlane, kSide, y, x);
        sum += at->p[i] * at->q[i];
      }
  at->sums_pq[b] = sum;
}

void pcg_set_alpha(const pcg* at) { *at->alpha = kernel_quotient(*at->rz, kernel_sum(at->sums_pq, at->n_blocks)); }

void pcg_advance(const pcg* at, long b) {
  const double alpha = *at->alpha;
  double sum = 0;
  for (long i = b * at->block * kPlane; i < (b + 1) * at->block * kPlane; i++) {
    at->x[i] += alpha * at->p[i];
    at->r[i] -= alpha * at->q[i];
    sum += at->r[i] * at->r[i];
  }
  at->sums_rr[b] = sum;
}

void pcg_sum(const pcg* at, long b) {
  double sum = 0;
  for (long i = b * at->block * kPlane; i < (b + 1) * at->block * kPlane; i++) sum += at->r[i] * at->z[i];
  at->sums_rz[b] = sum;
}

void pcg_set_beta(const pcg* at) {
  const double rz = kernel_sum(at->sums_rz, at->n_blocks);
  *at->beta = kernel_quotient(rz, *at->rz);
  *at->rz = rz;
  *at->rr = kernel_sum(at->sums_rr, at->n_blocks);
}

void pcg_direction(const pcg* at, long b) {
  const double beta = *at->beta;
  for (long i = b * at->block * kPlane; i < (b + 1) * at->block * kPlane; i++) at->p[i] = at->z[i] + beta * at->p[i];
}

static void reset(void* data) {
  const pcg* at = data;
  const long points = at->n_planes * kPlane;
  for (long i = 0; i < points; i++) {
    at->x[i] = at->p[i] = 0;
    at->r[i] = kernel_number(i);
  }
  *at->rz = 0; /* so beta will be 0 */
  pcg_precondition(at);
  pcg_set_beta(at);
  for (long b = 0; b < at->n_blocks; b++) pcg_direction(at, b);
}

static void* make(long n, long block) {
  pcg* at = kernel_memory(sizeof *at);
  const long points = n * kPlane;
  const long n_blocks = n / block;
  double* x = pcg_vector(2 * points + 2 * kPlane);
  const pcg made = {.n_planes = n,
                    .block = block,
                    .n_blocks = n_blocks,
                    .x = x,
                    .p = x + points + kPlane,
                    .r = pcg_vector(points),
                    .q = pcg_vector(points),
                    .sums_pq = pcg_vector(n_blocks),
                    .sums_rz = pcg_vector(n_blocks),
                    .sums_rr = pcg_vector(n_blocks),
                    .alpha = pcg_vector(1),
                    .beta = pcg_vector(1),
                    .rz = pcg_vector(1),
                    .rr = pcg_vector(1)};
  *at = made;
  pcg_set_up(at);
  reset(at);
  return at;
}

static void iterate(void* data) {
  const pcg* at = data;
  for (long b = 0; b < at->n_blocks; b++) pcg_product(at, b);
  pcg_set_alpha(at);
  for (long b = 0; b < at->n_blocks; b++) pcg_advance(at, b);
  pcg_precondition(at);
  pcg_set_beta(at);
  for (long b = 0; b < at->n_blocks; b++) pcg_direction(at, b);
}

static const double* result(const void* data, size_t* n) {
  const pcg* at = data;
  *n = (size_t)((2 * at->n_planes + 1) * kPlane);
  return at->x; /* and p, in which the last tasks are seen */
}

static long tasks(const void* data) {
  const pcg* at = data;
  return 3 * at->n_blocks + 2 + pcg_preconditioner_tasks(at);
}

static const double* watched(const void* data) {
  const pcg* at = data;
  return at->rr;
}

const kernel_blocks kernel_blocks_linked = {.name = PCG_NAME,
                                            .size = 64,
                                            .block = 1,
                                            .size_means = "planes of 16 x 16 points",
                                            .block_means = "planes of a block",
                                            .make = make,
                                            .iterate = iterate,
                                            .result = result,
                                            .tasks = tasks,
                                            .watched = watched,
                                            .reset = reset};
#else

static void pcg_share_preconditioner(const pcg* at);
static void pcg_create_preconditioner(const pcg* at);

static void share(void* data) {
  const pcg* at = data;
#pragma omp for schedule(static)
  for (long b = 0; b < at->n_blocks; b++) pcg_product(at, b);
#pragma omp single
  pcg_set_alpha(at);
#pragma omp for schedule(static) nowait
  for (long b = 0; b < at->n_blocks; b++) pcg_advance(at, b);
  pcg_share_preconditioner(at); /* of its own blocks each thread has advanced all */
#pragma omp single
  pcg_set_beta(at);
#pragma omp for schedule(static)
  for (long b = 0; b < at->n_blocks; b++) pcg_direction(at, b);
}

/* Blocks and sums are named as in cg.c. */
static void create(const void* data) {
  const pcg* at = data;
  const long points = at->block * kPlane;
  for (long b = 0; b < at->n_blocks; b++) {
    const double* p = at->p + b * points;
    const long before = b ? -points : 0;
    const long after = b + 1 < at->n_blocks ? points : 0;
#pragma omp task firstprivate(at, b) depend(in : p[before], p[0], p[after]) depend(out : at -> q[b * points]) \
    depend(in : at->sums_pq[0])
    pcg_product(at, b);
  }
#pragma omp task firstprivate(at) depend(inout : at -> sums_pq[0], at->alpha[0]) depend(in : at->rz[0])
  pcg_set_alpha(at);
  for (long b = 0; b < at->n_blocks; b++) {
#pragma omp task firstprivate(at, b) depend(in : at -> alpha[0], at->p[b * points], at->q[b * points]) \
    depend(inout : at->r[b * points]) depend(in : at->sums_rr[0])
    pcg_advance(at, b);
  }
  pcg_create_preconditioner(at);
#pragma omp task firstprivate(at) depend(inout : at -> sums_rz[0], at->sums_rr[0], at->rz[0], at->rr[0], at->beta[0])
  pcg_set_beta(at);
  for (long b = 0; b < at->n_blocks; b++) {
#pragma omp task firstprivate(at, b) depend(in : at -> beta[0], at->r[b * points], at->z[b * points]) \
    depend(inout : at->p[b * points])
    pcg_direction(at, b);
  }
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
