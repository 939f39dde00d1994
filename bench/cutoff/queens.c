/* SPDX-License-Identifier: Apache-2.0
 *
 * In how many ways n queens can stand on a board of n rows without threatening each other: a task for each free square
 * of a row.
 */
#include "cutoff/cutoff.h"

enum { kMostQueens = 16 };

typedef struct board {
  unsigned full; /* a bit for each column */
  unsigned columns;
  unsigned rising;
  unsigned falling;
} board;

/* What a board counts: boards are in the low half, solutions in the high one, so no task's part is 0. */
enum { kSolutionBits = 32 };
static long solution(void) { return 1L | 1L << kSolutionBits; }

static unsigned free_squares(board at) { return at.full & ~(at.columns | at.rising | at.falling); }

static board with_queen(board at, unsigned square) {
  return (board){at.full, at.columns | square, (at.rising | square) << 1, (at.falling | square) >> 1};
}

static long serially(board at) {
  if (at.columns == at.full) return solution();
  long count = 1;
  for (unsigned left = free_squares(at); left; left &= left - 1) count += serially(with_queen(at, left & -left));
  return count;
}

static long by_tasks(board at, long depth) {
  if (at.columns == at.full) return solution();
  if (!cutoff_creates(depth)) return serially(at);
  long counts[kMostQueens];
  int n = 0;
  for (unsigned left = free_squares(at); left; left &= left - 1) {
    const board next = with_queen(at, left & -left);
    long* count = &counts[n++];
    *count = 0;
#pragma omp task firstprivate(next, count, depth) if (cutoff_defers(depth)) final(cutoff_ends(depth))
    *count = by_tasks(next, depth + 1);
  }
#pragma omp taskwait
  long sum = 1;
  for (int i = 0; i < n; i++) sum += counts[i];
  return sum;
}

static board empty(long size) { return (board){(1u << size) - 1, 0, 0, 0}; }
static uint64_t solve(long size) { return (uint64_t)by_tasks(empty(size), 0); }
static uint64_t solve_serially(long size) { return (uint64_t)serially(empty(size)); }

const cutoff_problem cutoff_queens = {"queens", "--size queens", 10, 16, 3, solve, solve_serially};
