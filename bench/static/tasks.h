/* SPDX-License-Identifier: Apache-2.0
 *
 * A kernel whose block count N is a constant of the compiler's. The loops that create its tasks stand once, in a file
 * of their own, which is included by a plain function, by two kinds of task graph region, and by a unit without
 * OpenMP, whose result the others have to equal.
 */
#ifndef RONDO_BENCH_STATIC_TASKS_H
#define RONDO_BENCH_STATIC_TASKS_H

/* What a task works on: a line of its own, so that a body takes some nanoseconds and no more. */
typedef struct cell {
  _Alignas(64) double value[8];
} cell;
typedef cell matrix[N];

void combine(cell* to, const cell* x, const cell* y);
void run_serially(matrix* a, matrix* b, matrix* c);
long count_tasks(void); /* of one encounter, from a serial run */

#endif
