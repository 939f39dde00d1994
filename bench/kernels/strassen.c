/* SPDX-License-Identifier: Apache-2.0
 *
 * Strassen's product of two matrices, one level in tasks with dependences: ten sums of quarters, seven products of
 * quarters, four sums of products. Each of them works tile by tile, a task a tile and a step of a product, so that
 * parts of it overlap. A quarter's product is the usual one. The product is added to a third matrix, in which an
 * iteration that is left out is noticed. Sums are the same in each iteration, so each tile also has a number, its
 * *turn*: a product that finds a sum of another turn than its own spoils the result.
 */
#include "kernels/kernel.h"
#include "kernels/tiles.h"

enum { kSums = 10, kProducts = 7 };

typedef struct strassen {
  tiles a, b, c;
  long half; /* tiles along a quarter's side */
  tiles sums[kSums], products[kProducts];
  long* sum_turns[kSums]; /* of the tiles */
  long* product_turns[kProducts];
} strassen;

/* A quarter of a matrix, or a matrix of that size. */
typedef struct quarter {
  const tiles* of;
  long row, column; /* of its first tile */
} quarter;

void strassen_sum(const strassen* at, int which, long i, long j);
void strassen_multiply(const strassen* at, int which, long i, long j, long k);
void strassen_combine(const strassen* at, long i, long j); /* the four tiles of c that lie at (i, j) of a quarter */

static inline quarter quarter_of(const strassen* at, char matrix, int number) {
  const quarter found = {matrix == 'a' ? &at->a : &at->b, number / 2 * at->half, number % 2 * at->half};
  return found;
}

static inline quarter whole(const tiles* of) {
  const quarter found = {of, 0, 0};
  return found;
}

static inline double* quarter_tile(quarter in, long i, long j) { return tile_at(in.of, in.row + i, in.column + j); }

/* The factors of product P(which + 1). */
static inline quarter left_factor(const strassen* at, int which) {
  switch (which) {
    case 0:
      return quarter_of(at, 'a', 0);
    case 1:
      return whole(&at->sums[1]);
    case 2:
      return whole(&at->sums[2]);
    case 3:
      return quarter_of(at, 'a', 3);
    case 4:
      return whole(&at->sums[4]);
    case 5:
      return whole(&at->sums[6]);
    default:
      return whole(&at->sums[8]);
  }
}

static inline quarter right_factor(const strassen* at, int which) {
  switch (which) {
    case 0:
      return whole(&at->sums[0]);
    case 1:
      return quarter_of(at, 'b', 3);
    case 2:
      return quarter_of(at, 'b', 0);
    case 3:
      return whole(&at->sums[3]);
    case 4:
      return whole(&at->sums[5]);
    case 5:
      return whole(&at->sums[7]);
    default:
      return whole(&at->sums[9]);
  }
}

#ifndef _OPENMP

#include <math.h>
#include <string.h>

/* The quarters a or b that a sum is of: 11, 12, 21, 22 are 0 to 3. S(1) to S(10) of Cormen and others. */
static const struct {
  char matrix;
  int left, right;
  double sign;
} kSumOf[kSums] = {{'b', 1, 3, -1}, {'a', 0, 1, 1},  {'a', 2, 3, 1}, {'b', 2, 0, -1}, {'a', 0, 3, 1},
                   {'b', 0, 3, 1},  {'a', 1, 3, -1}, {'b', 2, 3, 1}, {'a', 0, 2, -1}, {'b', 0, 1, 1}};

static void* make(long size, long block) {
  strassen* at = kernel_memory(sizeof *at);
  strassen made = {.a = tiles_make(size, block), .b = tiles_make(size, block), .c = tiles_make(size, block)};
  made.half = made.a.n_tiles / 2;
  for (size_t i = 0; i < tiles_elements(&made.a); i++) {
    made.a.elements[i] = kernel_number((long)i);
    made.b.elements[i] = kernel_number(-1 - (long)i);
  }
  const size_t turns_bytes = (size_t)(made.half * made.half) * sizeof(long);
  for (int k = 0; k < kSums; k++) {
    made.sums[k] = tiles_make(made.half * block, block);
    made.sum_turns[k] = kernel_memory(turns_bytes);
  }
  for (int k = 0; k < kProducts; k++) {
    made.products[k] = tiles_make(made.half * block, block);
    made.product_turns[k] = kernel_memory(turns_bytes);
  }
  *at = made;
  return at;
}

void strassen_sum(const strassen* at, int which, long i, long j) {
  const long n = at->c.block * at->c.block;
  const double* left = quarter_tile(quarter_of(at, kSumOf[which].matrix, kSumOf[which].left), i, j);
  const double* right = quarter_tile(quarter_of(at, kSumOf[which].matrix, kSumOf[which].right), i, j);
  double* to = tile_at(&at->sums[which], i, j);
  for (long e = 0; e < n; e++) to[e] = left[e] + kSumOf[which].sign * right[e];
  at->sum_turns[which][i * at->half + j]++;
}

/* a and b are always as they have to be. */
static int is_of_turn(const strassen* at, quarter factor, long i, long j, long turn) {
  if (factor.of == &at->a || factor.of == &at->b) return 1;
  return at->sum_turns[factor.of - at->sums][i * at->half + j] == turn;
}

void strassen_multiply(const strassen* at, int which, long i, long j, long k) {
  const long n = at->c.block;
  const quarter left = left_factor(at, which);
  const quarter right = right_factor(at, which);
  double* to = tile_at(&at->products[which], i, j);
  long* turn = &at->product_turns[which][i * at->half + j];
  if (k == 0) {
    memset(to, 0, (size_t)(n * n) * sizeof *to);
    ++*turn;
  }
  tile_multiply(to, quarter_tile(left, i, k), quarter_tile(right, k, j), 1, n);
  if (!is_of_turn(at, left, i, k, *turn) || !is_of_turn(at, right, k, j, *turn)) to[0] = INFINITY;
}

void strassen_combine(const strassen* at, long i, long j) {
  const long n = at->c.block * at->c.block;
  const double* p[kProducts];
  for (int k = 0; k < kProducts; k++) p[k] = tile_at(&at->products[k], i, j);
  double* c11 = tile_at(&at->c, i, j);
  double* c12 = tile_at(&at->c, i, at->half + j);
  double* c21 = tile_at(&at->c, at->half + i, j);
  double* c22 = tile_at(&at->c, at->half + i, at->half + j);
  for (long e = 0; e < n; e++) {
    c11[e] += p[4][e] + p[3][e] - p[1][e] + p[5][e];
    c12[e] += p[0][e] + p[1][e];
    c21[e] += p[2][e] + p[3][e];
    c22[e] += p[4][e] + p[0][e] - p[2][e] - p[6][e];
  }
}

static void iterate(void* data) {
  const strassen* at = data;
  const long n = at->half;
  for (int which = 0; which < kSums; which++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) strassen_sum(at, which, i, j);
  for (int which = 0; which < kProducts; which++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
        for (long k = 0; k < n; k++) strassen_multiply(at, which, i, j, k);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) strassen_combine(at, i, j);
}

static const double* result(const void* data, size_t* n) {
  const strassen* at = data;
  *n = tiles_elements(&at->c);
  return at->c.elements;
}

static long tasks(const void* data) {
  const strassen* at = data;
  return at->half * at->half * (kSums + kProducts * at->half + 1);
}

const kernel_blocks kernel_blocks_linked = {.name = "kernel-strassen",
                                            .size = 256,
                                            .block = 16,
                                            .size_means = "elements along a side",
                                            .block_means = "elements along a tile's side, at most half of the size",
                                            .make = make,
                                            .iterate = iterate,
                                            .result = result,
                                            .tasks = tasks};
#else

static void share(void* data) {
  const strassen* at = data;
  const long n = at->half;
#pragma omp for schedule(static)
  for (long i = 0; i < kSums * n; i++)
    for (long j = 0; j < n; j++) strassen_sum(at, (int)(i / n), i % n, j);
#pragma omp for schedule(static)
  for (long i = 0; i < kProducts * n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) strassen_multiply(at, (int)(i / n), i % n, j, k);
#pragma omp for schedule(static)
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) strassen_combine(at, i, j);
}

static void create_product(const strassen* at, int which) {
  const long n = at->half;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        const double* left = quarter_tile(left_factor(at, which), i, k);
        const double* right = quarter_tile(right_factor(at, which), k, j);
        double* to = tile_at(&at->products[which], i, j);
#pragma omp task firstprivate(at, which, i, j, k) depend(in : left[0], right[0]) depend(inout : to[0])
        strassen_multiply(at, which, i, j, k);
      }
}

static void create(const void* data) {
  const strassen* at = data;
  const long n = at->half;
  for (int which = 0; which < kSums; which++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) {
        double* to = tile_at(&at->sums[which], i, j); /* a and b never change */
#pragma omp task firstprivate(at, which, i, j) depend(out : to[0])
        strassen_sum(at, which, i, j);
      }
  for (int which = 0; which < kProducts; which++) create_product(at, which);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      const double* p[kProducts];
      for (int k = 0; k < kProducts; k++) p[k] = tile_at(&at->products[k], i, j);
      double* c = tile_at(&at->c, i, j); /* for all four */
#pragma omp task firstprivate(at, i, j) depend(in : p[0][0], p[1][0], p[2][0], p[3][0], p[4][0], p[5][0], p[6][0]) \
    depend(inout : c[0])
      strassen_combine(at, i, j);
    }
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
