/* SPDX-License-Identifier: Apache-2.0
 *
 * CG: a step of the conjugate gradients method for the five-point Laplacian on a square grid; a block is some of the
 * grid's rows. Partial sums of the two dot products are kept block by block and added up in order, so that every form
 * computes the same numbers. Of each step the tasks are: product and first sum of a block; one that divides; solution,
 * residual and second sum of a block; one that divides; direction of a block.
 */
#include "kernels/kernel.h"

typedef struct cg {
  long n, block, n_blocks;      /* rows, rows of a block, blocks */
  double *x, *p;                /* n x n, one behind the other, p with a row of zeros before and after */
  double *r, *q;
  double *sums_pq, *sums_rr;    /* of the blocks */
  double *alpha, *beta, *rr;
} cg;

void cg_product(const cg* at, long b);   /* q = A p, and the block's part of p q */
void cg_set_alpha(const cg* at);         /* r r / p q */
void cg_advance(const cg* at, long b);   /* x += alpha p, r -= alpha q, and the block's part of r r */
void cg_set_beta(const cg* at);          /* new r r / old r r */
void cg_direction(const cg* at, long b); /* p = r + beta p */

#ifndef _OPENMP

static double* vector(long n) { return kernel_memory((size_t)n * sizeof(double)); }

static void* make(long n, long block) {
  cg* at = kernel_memory(sizeof *at);
  const long n_blocks = n / block;
  double* x = vector((2 * n + 2) * n);
  const cg made = {.n = n,
                   .block = block,
                   .n_blocks = n_blocks,
                   .x = x,
                   .p = x + (n + 1) * n,
                   .r = vector(n * n),
                   .q = vector(n * n),
                   .sums_pq = vector(n_blocks),
                   .sums_rr = vector(n_blocks),
                   .alpha = vector(1),
                   .beta = vector(1),
                   .rr = vector(1)};
  for (long i = 0; i < n * n; i++) {
    made.r[i] = made.p[i] = kernel_number(i);
    *made.rr += made.r[i] * made.r[i];
  }
  *at = made;
  return at;
}

void cg_product(const cg* at, long b) {
  const long n = at->n;
  double sum = 0;
  for (long i = b * at->block; i < (b + 1) * at->block; i++) {
    const double* p = at->p + i * n;
    double* q = at->q + i * n;
    for (long j = 0; j < n; j++) {
      q[j] = 4 * p[j] - p[j - n] - p[j + n] - (j ? p[j - 1] : 0) - (j + 1 < n ? p[j + 1] : 0);
      sum += p[j] * q[j];
    }
  }
  at->sums_pq[b] = sum;
}

void cg_set_alpha(const cg* at) { *at->alpha = kernel_quotient(*at->rr, kernel_sum(at->sums_pq, at->n_blocks)); }

void cg_advance(const cg* at, long b) {
  const double alpha = *at->alpha;
  double sum = 0;
  for (long i = b * at->block * at->n; i < (b + 1) * at->block * at->n; i++) {
    at->x[i] += alpha * at->p[i];
    at->r[i] -= alpha * at->q[i];
    sum += at->r[i] * at->r[i];
  }
  at->sums_rr[b] = sum;
}

void cg_set_beta(const cg* at) {
  const double rr = kernel_sum(at->sums_rr, at->n_blocks);
  *at->beta = kernel_quotient(rr, *at->rr);
  *at->rr = rr;
}

void cg_direction(const cg* at, long b) {
  const double beta = *at->beta;
  for (long i = b * at->block * at->n; i < (b + 1) * at->block * at->n; i++) at->p[i] = at->r[i] + beta * at->p[i];
}

static void iterate(void* data) {
  const cg* at = data;
  for (long b = 0; b < at->n_blocks; b++) cg_product(at, b);
  cg_set_alpha(at);
  for (long b = 0; b < at->n_blocks; b++) cg_advance(at, b);
  cg_set_beta(at);
  for (long b = 0; b < at->n_blocks; b++) cg_direction(at, b);
}

static const double* result(const void* data, size_t* n) {
  const cg* at = data;
  *n = (size_t)((2 * at->n + 1) * at->n);
  return at->x; /* and p, in which the last tasks are seen */
}

static long tasks(const void* data) {
  const cg* at = data;
  return 3 * at->n_blocks + 2;
}

const kernel_blocks kernel_blocks_linked = {
    "kernel-cg", 256, 2, "rows of the grid", "rows of a block", make, iterate, result, tasks, NULL, NULL};
#else

static void share(void* data) {
  const cg* at = data;
#pragma omp for schedule(static)
  for (long b = 0; b < at->n_blocks; b++) cg_product(at, b);
#pragma omp single
  cg_set_alpha(at);
#pragma omp for schedule(static)
  for (long b = 0; b < at->n_blocks; b++) cg_advance(at, b);
#pragma omp single
  cg_set_beta(at);
#pragma omp for schedule(static)
  for (long b = 0; b < at->n_blocks; b++) cg_direction(at, b);
}

/* A block's p, q and r are named by their first elements, p's neighbours, too. The arrays of sums stand for the turn:
 * those who write a part only read it, as parts may be written at the same time, and who adds them up writes it. */
static void create(const void* data) {
  const cg* at = data;
  const long rows = at->block * at->n;
  for (long b = 0; b < at->n_blocks; b++) {
    const double* p = at->p + b * rows;
    const long before = b ? -rows : 0;
    const long after = b + 1 < at->n_blocks ? rows : 0;
#pragma omp task firstprivate(at, b) depend(in : p[before], p[0], p[after]) depend(out : at -> q[b * rows]) \
    depend(in : at->sums_pq[0])
    cg_product(at, b);
  }
#pragma omp task firstprivate(at) depend(inout : at -> sums_pq[0], at->alpha[0]) depend(in : at->rr[0])
  cg_set_alpha(at);
  for (long b = 0; b < at->n_blocks; b++) {
#pragma omp task firstprivate(at, b) depend(in : at -> alpha[0], at->p[b * rows], at->q[b * rows]) \
    depend(inout : at->r[b * rows]) depend(in : at->sums_rr[0])
    cg_advance(at, b);
  }
#pragma omp task firstprivate(at) depend(inout : at -> sums_rr[0], at->rr[0], at->beta[0])
  cg_set_beta(at);
  for (long b = 0; b < at->n_blocks; b++) {
#pragma omp task firstprivate(at, b) depend(in : at -> beta[0], at->r[b * rows]) depend(inout : at->p[b * rows])
    cg_direction(at, b);
  }
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
