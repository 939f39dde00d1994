/* SPDX-License-Identifier: Apache-2.0
 *
 * The ways to execute the steps of a domain (domain.h). A program differs between them in nothing but its tasks and
 * its calls of MPI.
 */
#ifndef RONDO_BENCH_MPI_FORMS_H
#define RONDO_BENCH_MPI_FORMS_H

#include <mpi.h>

#include "common/measure.h"
#include "mpi/domain.h"

typedef enum mpi_form {
  kPure,
  kPureOverlap,
  kForkJoin,
  kBlocking,
  kDetached,
  kBound,
  kGraph,
  kGraphNowait,
  kTaskiter,
  kNumForms
} mpi_form;
extern const measure_form kMpiForms[kNumForms];

typedef struct mpi_run {
  domain* at;
  MPI_Comm comms[kMostSums]; /* a sum's own: tasks may begin the operations of different sums in any order */
  char* tokens[kMostFields]; /* what depend clauses name: a block of a field each, and the halos at -1 and n_blocks */
  char *sum_tokens, *all_tokens, *scalar_tokens;
  int skipped; /* a step that is left out, to see that the verification finds it; -1: none */
} mpi_run;

/* On other runtimes than Rondo a task that waits for a message holds its thread, so that these forms may never end. */
static inline bool mpi_form_needs_rondo(mpi_form form) { return form == kBlocking || form >= kBound; }

void mpi_run_make(mpi_run* made, domain* at);

/* By one thread of each rank, outside of parallel regions. */
void mpi_run_iterations(mpi_run* run, mpi_form form, long n_iterations);

#endif
