/* SPDX-License-Identifier: Apache-2.0
 *
 * A kernel: data in blocks, what is done to a block, and one iteration over all of them, said three times: without
 * OpenMP, with worksharing loops, and with a task a block. Each kernel is one file, in two parts. The first is what
 * gcc -O3 compiles once, without OpenMP: data, blocks, the serial iteration. The second is what gcc and clang compile
 * with -fopenmp: only the loops. So programs differ in nothing but tasking. driver.c runs both in every form.
 */
#ifndef RONDO_BENCH_KERNELS_KERNEL_H
#define RONDO_BENCH_KERNELS_KERNEL_H

#include <stddef.h>

/* The part that is compiled once. */
typedef struct kernel_blocks {
  const char* name;
  long size; /* when the user gives none */
  long block;
  const char* size_means;
  const char* block_means;
  void* (*make)(long size, long block); /* the same data at each call */
  void (*iterate)(void* data);
  const double* (*result)(const void* data, size_t* n); /* what has to be the same, bit for bit, in all forms */
  long (*tasks)(const void* data);                      /* of one iteration */
  const double* (*watched)(const void* data); /* what --while asks after an iteration; NULL: cannot be */
  void (*reset)(void* data); /* as make() left it; of kernels that are watched */
} kernel_blocks;
extern const kernel_blocks kernel_blocks_linked;

/* The part that each compiler compiles. */
typedef struct kernel_loops {
  void (*share)(void* data); /* one iteration, called by every thread of a team */
  void (*create)(const void* data); /* creates the tasks of one iteration, called by one thread */
} kernel_loops;
extern const kernel_loops kernel_loops_linked;

/* An iteration as a region whose tasks the compiler knows; 0: it does not, for data of this size. Only linked into
 * programs for which somebody has written it, and that clang's plugin can be used for. */
__attribute__((weak)) int kernel_known(const void* data);

/* ---- For the kernels --------------------------------------------------------------------------------------------- */

/* Zeroed, on a cache line of its own; ends the program when there is none. */
void* kernel_memory(size_t n_bytes);

/* Numbers from 0 to below 1 that depend on their index alone. */
double kernel_number(long i);

/* Of parts, in their order: the same bits in every form. */
double kernel_sum(const double* parts, long n);

/* 0 where nothing is left to divide: a solution has been found. */
double kernel_quotient(double above, double below);

#endif
