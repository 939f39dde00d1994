/* SPDX-License-Identifier: Apache-2.0
 *
 * Multisaxpy: y = a x + y over two vectors, again and again; an iteration's blocks depend on the last iteration's.
 */
#include "kernels/kernel.h"
#include "kernels/vectors.h"

#ifndef _OPENMP

const kernel_blocks kernel_blocks_linked = {
    "kernel-multisaxpy", 1 << 18,       1 << 9, "elements", "elements of a block", vectors_make, vectors_iterate,
    vectors_result,      vectors_tasks, NULL,   NULL};
#else

static void share(void* data) {
  const vectors* at = data;
#pragma omp for schedule(static)
  for (long first = 0; first < at->n; first += at->block) vectors_axpy(at, first);
}

static void create(const void* data) {
  const vectors* at = data;
  for (long first = 0; first < at->n; first += at->block) {
#pragma omp task firstprivate(at, first) depend(in : at -> x[first]) depend(inout : at->y[first])
    vectors_axpy(at, first);
  }
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
