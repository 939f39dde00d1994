/* SPDX-License-Identifier: Apache-2.0
 *
 * Longest processing time first; see dealt.h.
 */
#include "irregular/dealt.h"

#include <stdlib.h>

/* A hundred times what it takes to get a batch, and little of what a thread has to do. */
static const double kBatch_ns = 10e3;

typedef struct task {
  double ns;
  long index;
} task;

static int by_length(const void* left, const void* right) {
  const task* a = left;
  const task* b = right;
  if (a->ns != b->ns) return a->ns < b->ns ? 1 : -1;
  return (a->index > b->index) - (a->index < b->index);
}

int dealt_out(const double* lengths_ns, long n_tasks, dealt* all) {
  task* sorted = calloc((size_t)n_tasks, sizeof *sorted);
  all->tasks = calloc((size_t)n_tasks, sizeof *all->tasks);
  all->batches = calloc((size_t)n_tasks + 1, sizeof *all->batches);
  all->n_batches = 0;
  if (!sorted || !all->tasks || !all->batches) return 0;
  for (long i = 0; i < n_tasks; i++) sorted[i] = (task){lengths_ns[i], i};
  qsort(sorted, (size_t)n_tasks, sizeof *sorted, by_length);
  double batch_ns = 0;
  for (long i = 0; i < n_tasks; i++) {
    all->tasks[i] = sorted[i].index;
    batch_ns += sorted[i].ns;
    if (batch_ns < kBatch_ns && i + 1 < n_tasks) continue;
    all->batches[++all->n_batches] = i + 1;
    batch_ns = 0;
  }
  free(sorted);
  return 1;
}
