// SPDX-License-Identifier: Apache-2.0
//
// N queens: a board copied into each task, results summed by atomics.
#include <omp.h>

#include "check.h"

typedef struct {
  signed char column[16];
} placement;

static int safe(int row, const placement* board, int column) {
  for (int i = 0; i < row; i++) {
    const int other = board->column[i];
    if (other == column || other - column == row - i || column - other == row - i) return 0;
  }
  return 1;
}

static void place(int n, int row, const placement* board, int* solutions) {
  if (row == n) {
#pragma omp atomic
    ++*solutions;
    return;
  }
  for (int column = 0; column < n; column++) {
    if (!safe(row, board, column)) continue;
    placement next = *board;
    next.column[row] = (signed char)column;
#pragma omp task firstprivate(next, n, row, solutions)
    place(n, row + 1, &next, solutions);
  }
#pragma omp taskwait
}

int main(void) {
  const int known[] = {1, 1, 0, 0, 2, 10, 4, 40, 92};
  const int last = TEST_SANITIZED ? 6 : 8;
  for (int n = 1; n <= last; n++) {
    int solutions = 0;
    const placement board = {{0}};
#pragma omp parallel
#pragma omp single
    place(n, 0, &board, &solutions);
    CHECK_EQ(solutions, known[n]);
  }
  return check_finish();
}
