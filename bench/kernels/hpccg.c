/* SPDX-License-Identifier: Apache-2.0
 *
 * HPCCG: conjugate gradients (pcg.h) without a preconditioner.
 */
#define PCG_NAME "kernel-hpccg"
#include "kernels/pcg.h"

#ifndef _OPENMP

static void pcg_set_up(pcg* at) { at->z = at->r; }

static void pcg_precondition(const pcg* at) {
  for (long b = 0; b < at->n_blocks; b++) pcg_sum(at, b);
}

static long pcg_preconditioner_tasks(const pcg* at) { return at->n_blocks; }
#else

static void pcg_share_preconditioner(const pcg* at) {
#pragma omp for schedule(static)
  for (long b = 0; b < at->n_blocks; b++) pcg_sum(at, b);
}

static void pcg_create_preconditioner(const pcg* at) {
  for (long b = 0; b < at->n_blocks; b++) {
#pragma omp task firstprivate(at, b) depend(in : at -> r[b * at->block * kPlane], at->sums_rz[0])
    pcg_sum(at, b);
  }
}
#endif
