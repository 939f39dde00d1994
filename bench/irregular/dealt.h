/* SPDX-License-Identifier: Apache-2.0
 *
 * The tasks of a load as one would deal them out who knows all lengths in advance: the longest first, the short ones in
 * batches, and who is free takes the next batch. What threads take for that is the best that their processors can do
 * now, also where one of them is slower than another.
 */
#ifndef RONDO_BENCH_IRREGULAR_DEALT_H
#define RONDO_BENCH_IRREGULAR_DEALT_H

typedef struct dealt {
  long* tasks;   /* by length, the longest first */
  long* batches; /* where each begins in `tasks`, and where the last one ends */
  long n_batches;
} dealt;

/* False without memory. Never freed. */
int dealt_out(const double* lengths_ns, long n_tasks, dealt* all);

#endif
