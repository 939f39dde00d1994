/* SPDX-License-Identifier: Apache-2.0
 *
 * Merge sort whose merges are divided, too: a task for each half of an array, and for each half of what is merged.
 */
#include <stdlib.h>
#include <string.h>

#include "cutoff/cutoff.h"

enum { kShort = 32 }; /* elements that are sorted by insertion, or merged one by one */

typedef uint32_t number;

static void insert(number* a, long n) {
  for (long i = 1; i < n; i++) {
    const number x = a[i];
    long k = i;
    for (; k > 0 && a[k - 1] > x; k--) a[k] = a[k - 1];
    a[k] = x;
  }
}

/* How many of the ordered elements are less than x. */
static long n_less(const number* a, long n, number x) {
  long low = 0;
  while (n > 0) {
    const long half = n / 2;
    if (a[low + half] < x) {
      low += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return low;
}

static void merge_one_by_one(const number* a, long n, const number* b, long m, number* to) {
  while (n && m) *to++ = *b < *a ? (m--, *b++) : (n--, *a++);
  memcpy(to, n ? a : b, (size_t)(n + m) * sizeof *to);
}

static void merge(const number* a, long n, const number* b, long m, number* to, long depth) {
  if (n < m) {
    merge(b, m, a, n, to, depth);
    return;
  }
  if (n + m <= kShort || !cutoff_creates(depth)) {
    merge_one_by_one(a, n, b, m, to);
    return;
  }
  const long i = n / 2;
  const long k = n_less(b, m, a[i]);
#pragma omp task firstprivate(a, b, i, k, to, depth) if (cutoff_defers(depth)) final(cutoff_ends(depth))
  merge(a, i, b, k, to, depth + 1);
#pragma omp task firstprivate(a, n, b, m, i, k, to, depth) if (cutoff_defers(depth)) final(cutoff_ends(depth))
  merge(a + i, n - i, b + k, m - k, to + i + k, depth + 1);
#pragma omp taskwait
}

static void sort_serially(number* a, number* space, long n) {
  if (n <= kShort) {
    insert(a, n);
    return;
  }
  const long half = n / 2;
  sort_serially(a, space, half);
  sort_serially(a + half, space + half, n - half);
  memcpy(space, a, (size_t)n * sizeof *a);
  merge_one_by_one(space, half, space + half, n - half, a);
}

static void sort_by_tasks(number* a, number* space, long n, long depth) {
  if (n <= kShort || !cutoff_creates(depth)) {
    sort_serially(a, space, n);
    return;
  }
  const long half = n / 2;
#pragma omp task firstprivate(a, space, half, depth) if (cutoff_defers(depth)) final(cutoff_ends(depth))
  sort_by_tasks(a, space, half, depth + 1);
#pragma omp task firstprivate(a, space, n, half, depth) if (cutoff_defers(depth)) final(cutoff_ends(depth))
  sort_by_tasks(a + half, space + half, n - half, depth + 1);
#pragma omp taskwait
  memcpy(space, a, (size_t)n * sizeof *a);
  merge(space, half, space + half, n - half, a, depth);
}

static uint64_t run(long size, int is_serial) {
  number* a = cutoff_allocate(2 * size, sizeof *a);
  uint64_t random = 1;
  for (long i = 0; i < size; i++) a[i] = (number)cutoff_random(&random);
  if (is_serial)
    sort_serially(a, a + size, size);
  else
    sort_by_tasks(a, a + size, size, 0);
  uint64_t sum = 0;
  for (long i = 0; i < size; i++) sum = cutoff_digest(sum, a[i]);
  free(a);
  return sum;
}

static uint64_t solve(long size) { return run(size, 0); }
static uint64_t solve_serially(long size) { return run(size, 1); }

const cutoff_problem cutoff_sort = {"sort",        "merge sort of --size numbers", 200000, 100000000, 5, solve,
                                    solve_serially};
