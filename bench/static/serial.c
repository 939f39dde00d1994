/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernel without OpenMP, and the body of its tasks.
 */
#include "static/tasks.h"

static long n_calls;

/* The last number counts: blending forgets, and of equal cells changes nothing; a task that is left out is seen all the
 * same. */
static void blend(cell* to, const cell* x, const cell* y) {
  const double count = to->value[7] + 1;
  for (int i = 0; i < 8; i++) to->value[i] = 0.5 * to->value[i] + 0.25 * x->value[i] + 0.25 * y->value[i];
  to->value[7] = count;
}

void combine(cell* to, const cell* x, const cell* y) { blend(to, x, y); }

static void counted(cell* to, const cell* x, const cell* y) {
  n_calls++;
  blend(to, x, y);
}

#define combine counted
void run_serially(matrix* a, matrix* b, matrix* c) {
  (void)b, (void)c; /* most kernels have one array */
#include KERNEL
}

long count_tasks(void) {
  static matrix cells[3][N];
  n_calls = 0;
  run_serially(cells[0], cells[1], cells[2]);
  return n_calls;
}
