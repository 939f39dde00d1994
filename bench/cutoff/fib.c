/* SPDX-License-Identifier: Apache-2.0
 *
 * Fibonacci numbers by their definition: a task for each of both calls, which do nearly nothing.
 */
#include "cutoff/cutoff.h"

static long serially(long n) { return n < 2 ? n : serially(n - 1) + serially(n - 2); }

static long by_tasks(long n, long depth) {
  if (n < 2) return n;
  if (!cutoff_creates(depth)) return serially(n);
  long first = -1; /* no number, if a task were left out */
  long second = -1;
#pragma omp task shared(first) firstprivate(n, depth) if (cutoff_defers(depth)) final(cutoff_ends(depth))
  first = by_tasks(n - 1, depth + 1);
#pragma omp task shared(second) firstprivate(n, depth) if (cutoff_defers(depth)) final(cutoff_ends(depth))
  second = by_tasks(n - 2, depth + 1);
#pragma omp taskwait
  return first + second;
}

static uint64_t solve(long size) { return (uint64_t)by_tasks(size, 0); }
static uint64_t solve_serially(long size) { return (uint64_t)serially(size); }

const cutoff_problem cutoff_fib = {"fib", "Fibonacci number of --size", 27, 45, 8, solve, solve_serially};
