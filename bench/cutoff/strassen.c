/* SPDX-License-Identifier: Apache-2.0
 *
 * Strassen's product of two matrices: a task for each of the seven products of quarters, down to tiles that are
 * multiplied as usual.
 */
#include <stdlib.h>

#include "common/measure.h"
#include "cutoff/cutoff.h"

enum { kTile = 8 };

/* A square of n rows inside of a matrix whose rows are `stride` numbers apart. */
typedef struct square {
  double* at;
  long stride;
} square;

static square quarter(square of, long half, int row, int column) {
  return (square){of.at + row * half * of.stride + column * half, of.stride};
}

static void add(long n, square a, double sign, square b, double* to) {
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++) to[i * n + k] = a.at[i * a.stride + k] + sign * b.at[i * b.stride + k];
}

static void multiply_tile(long n, square a, square b, square to) {
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++) {
      double sum = 0;
      for (long l = 0; l < n; l++) sum += a.at[i * a.stride + l] * b.at[l * b.stride + k];
      to.at[i * to.stride + k] = sum;
    }
}

/* Sums of quarters (ten) and products (seven), each of half x half numbers. */
enum { kSums = 10, kProducts = 7 };

static double* sums_of(long half, square a, square b) {
  const long size = half * half;
  double* sums = cutoff_allocate((kSums + kProducts) * size, sizeof *sums);
  const square a11 = quarter(a, half, 0, 0), a12 = quarter(a, half, 0, 1), a21 = quarter(a, half, 1, 0),
               a22 = quarter(a, half, 1, 1), b11 = quarter(b, half, 0, 0), b12 = quarter(b, half, 0, 1),
               b21 = quarter(b, half, 1, 0), b22 = quarter(b, half, 1, 1);
  add(half, a11, 1, a22, sums);
  add(half, b11, 1, b22, sums + size);
  add(half, a21, 1, a22, sums + 2 * size);
  add(half, b12, -1, b22, sums + 3 * size);
  add(half, b21, -1, b11, sums + 4 * size);
  add(half, a11, 1, a12, sums + 5 * size);
  add(half, a21, -1, a11, sums + 6 * size);
  add(half, b11, 1, b12, sums + 7 * size);
  add(half, a12, -1, a22, sums + 8 * size);
  add(half, b21, 1, b22, sums + 9 * size);
  return sums;
}

static square sum_at(double* sums, long half, long k) { return (square){sums + k * half * half, half}; }

/* The factors of product i, and where it goes. */
static void factors(int i, long half, square a, square b, double* sums, square* left, square* right, square* to) {
  const square lefts[kProducts] = {sum_at(sums, half, 0),  sum_at(sums, half, 2), quarter(a, half, 0, 0),
                                   quarter(a, half, 1, 1), sum_at(sums, half, 5), sum_at(sums, half, 6),
                                   sum_at(sums, half, 8)};
  const square rights[kProducts] = {sum_at(sums, half, 1), quarter(b, half, 0, 0), sum_at(sums, half, 3),
                                    sum_at(sums, half, 4), quarter(b, half, 1, 1), sum_at(sums, half, 7),
                                    sum_at(sums, half, 9)};
  *left = lefts[i];
  *right = rights[i];
  *to = sum_at(sums, half, kSums + i);
}

static void combine(long half, const double* m, square to) {
  const long size = half * half;
  for (long i = 0; i < half; i++)
    for (long k = 0; k < half; k++) {
      const double* at = m + i * half + k;
      double* upper = to.at + i * to.stride + k;
      double* lower = upper + half * to.stride;
      upper[0] = at[0] + at[3 * size] - at[4 * size] + at[6 * size];
      upper[half] = at[2 * size] + at[4 * size];
      lower[0] = at[size] + at[3 * size];
      lower[half] = at[0] - at[size] + at[2 * size] + at[5 * size];
    }
}

static void multiply_serially(long n, square a, square b, square to) {
  if (n <= kTile) {
    multiply_tile(n, a, b, to);
    return;
  }
  const long half = n / 2;
  double* sums = sums_of(half, a, b);
  for (int i = 0; i < kProducts; i++) {
    square left, right, product;
    factors(i, half, a, b, sums, &left, &right, &product);
    multiply_serially(half, left, right, product);
  }
  combine(half, sums + kSums * half * half, to);
  free(sums);
}

static void multiply(long n, square a, square b, square to, long depth) {
  if (n <= kTile || !cutoff_creates(depth)) {
    multiply_serially(n, a, b, to);
    return;
  }
  const long half = n / 2;
  double* sums = sums_of(half, a, b);
  for (int i = 0; i < kProducts; i++) {
    square left, right, product;
    factors(i, half, a, b, sums, &left, &right, &product);
#pragma omp task firstprivate(half, left, right, product, depth) if (cutoff_defers(depth)) final(cutoff_ends(depth))
    multiply(half, left, right, product, depth + 1);
  }
#pragma omp taskwait
  combine(half, sums + kSums * half * half, to);
  free(sums);
}

static uint64_t run(long n, int is_serial) {
  if (n & (n - 1)) measure_fail("cutoff: strassen has a --size that is a power of two, not %ld", n);
  const long size = n * n;
  double* all = cutoff_allocate(3 * size, sizeof *all);
  uint64_t random = 1;
  for (long i = 0; i < 2 * size; i++) all[i] = (double)(cutoff_random(&random) % 16); /* sums of integers are exact */
  const square a = {all, n}, b = {all + size, n}, to = {all + 2 * size, n};
  if (is_serial)
    multiply_serially(n, a, b, to);
  else
    multiply(n, a, b, to, 0);
  uint64_t sum = 0;
  for (long i = 0; i < size; i++) sum = cutoff_digest(sum, (uint64_t)to.at[i]);
  free(all);
  return sum;
}

static uint64_t solve(long size) { return run(size, 0); }
static uint64_t solve_serially(long size) { return run(size, 1); }

const cutoff_problem cutoff_strassen = {
    "strassen", "product of matrices of --size rows, a power of two", 256, 8192, 2, solve, solve_serially};
