/* SPDX-License-Identifier: Apache-2.0
 *
 * Two vectors in blocks and y = a x + y over them, for the kernels that do this: they differ in their loops alone.
 */
#ifndef RONDO_BENCH_KERNELS_VECTORS_H
#define RONDO_BENCH_KERNELS_VECTORS_H

#include <stddef.h>

typedef struct vectors {
  long n, block;
  double* x;
  double* y;
} vectors;

/* Members of a kernel_blocks. */
void* vectors_make(long n, long block);
void vectors_iterate(void* data);
const double* vectors_result(const void* data, size_t* n);
long vectors_tasks(const void* data);

/* The block that begins at element `first`. */
void vectors_axpy(const vectors* at, long first);

#endif
