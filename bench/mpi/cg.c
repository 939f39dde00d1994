/* SPDX-License-Identifier: Apache-2.0
 *
 * Conjugate gradients as in HPCCG: a grid in three dimensions whose points are coupled with all 26 neighbours. One
 * exchange of halos and two sums over all ranks in an iteration.
 */
#include "kernels/multigrid.h"
#include "mpi/domain.h"

enum { kSide = 16, kPlane = kSide * kSide };
enum { kX, kR, kP, kQ };
enum { kSumPq, kSumRr };
enum { kAlpha, kBeta, kRr };

static void product(domain* at, long block) {
  const double* p = domain_block(at, kP, block);
  double* q = domain_block(at, kQ, block);
  double sum = 0;
  for (long k = 0; k < at->block; k++, p += kPlane, q += kPlane)
    for (long y = 0; y < kSide; y++)
      for (long x = 0; x < kSide; x++) {
        const long i = y * kSide + x;
        q[i] = kGridDiagonal * p[i] - grid_neighbours(p - kPlane, p, p + kPlane, kSide, y, x);
        sum += p[i] * q[i];
      }
  at->sums[kSumPq][block] = sum;
}

static void set_alpha(domain* at, long unused) {
  (void)unused;
  const double pq = domain_sum(at->all_sums[kSumPq], at->all_blocks);
  at->scalars[kAlpha] = pq > 0 ? at->scalars[kRr] / pq : 0; /* 0: solved */
}

static void advance(domain* at, long block) {
  const double alpha = at->scalars[kAlpha];
  double *x = domain_block(at, kX, block), *r = domain_block(at, kR, block);
  const double *p = domain_block(at, kP, block), *q = domain_block(at, kQ, block);
  double sum = 0;
  for (long i = 0; i < at->block * kPlane; i++) {
    x[i] += alpha * p[i];
    r[i] -= alpha * q[i];
    sum += r[i] * r[i];
  }
  at->sums[kSumRr][block] = sum;
}

static void set_beta(domain* at, long unused) {
  (void)unused;
  const double rr = domain_sum(at->all_sums[kSumRr], at->all_blocks);
  at->scalars[kBeta] = at->scalars[kRr] > 0 ? rr / at->scalars[kRr] : 0;
  at->scalars[kRr] = rr;
}

static void direct(domain* at, long block) {
  const double beta = at->scalars[kBeta];
  double* p = domain_block(at, kP, block);
  const double* r = domain_block(at, kR, block);
  for (long i = 0; i < at->block * kPlane; i++) p[i] = r[i] + beta * p[i];
}

/* x = 0, p = r = b. */
static void start(domain* at) {
  const long first = at->rank * at->n_planes * kPlane;
  for (long i = 0; i < at->n_planes * kPlane; i++) at->fields[kR][i] = at->fields[kP][i] = domain_number(first + i);
  for (long i = 0; i < at->all_planes * kPlane; i++) at->scalars[kRr] += domain_number(i) * domain_number(i);
}

static const domain_step kSteps[] = {
    {.kind = kExchange, .what = kP},
    {.kind = kCompute, .compute = product, .reads_around = 1u << kP, .writes = 1u << kQ, .adds_to = kSumPq},
    {.kind = kReduce, .compute = set_alpha, .what = kSumPq, .writes = 1u << kAlpha, .reads_scalars = 1u << kRr},
    {.kind = kCompute,
     .compute = advance,
     .reads = 1u << kP | 1u << kQ,
     .writes = 1u << kX | 1u << kR,
     .reads_scalars = 1u << kAlpha,
     .adds_to = kSumRr},
    {.kind = kReduce, .compute = set_beta, .what = kSumRr, .writes = 1u << kBeta | 1u << kRr},
    {.kind = kCompute,
     .compute = direct,
     .reads = 1u << kR,
     .writes = 1u << kP,
     .reads_scalars = 1u << kBeta,
     .adds_to = -1},
};

const domain_program domain_program_linked = {.name = "mpi-cg",
                                              .size_means = "planes of 16 x 16 points, of all ranks together",
                                              .planes = 512,
                                              .block = 8,
                                              .plane = kPlane,
                                              .n_fields = 4,
                                              .n_sums = 2,
                                              .n_scalars = 3,
                                              .results = 1u << kX | 1u << kP,
                                              .n_steps = sizeof kSteps / sizeof *kSteps,
                                              .steps = kSteps,
                                              .start = start};
