/* SPDX-License-Identifier: Apache-2.0
 *
 * A program that is divided among ranks: each rank has some planes of a grid, in blocks, and between them planes of
 * its neighbours (halos). An iteration is a list of steps: compute each block, exchange the halos of a field, or put
 * together a sum over all ranks. A program is this list with what is done to a block (heat.c, cg.c, stencil.c): no
 * OpenMP, no MPI, compiled once. How steps are executed is a form (forms.c), the same for all programs.
 *
 * Sums are kept block by block and added in order, so all forms compute the same bits on any number of ranks.
 */
#ifndef RONDO_BENCH_MPI_DOMAIN_H
#define RONDO_BENCH_MPI_DOMAIN_H

#include <stdbool.h>

enum { kMostFields = 8, kMostSums = 2, kMostScalars = 4, kMostMessages = 4 };

/* What one rank has. Fields have a plane of halo before and after the rank's own; it stays as it is at the ends of the
 * grid. */
typedef struct domain {
  const struct domain_program* program;
  int rank, n_ranks;
  long n_planes, n_blocks; /* of this rank */
  long all_planes, all_blocks;
  long block;              /* planes in it */
  double* fields[kMostFields]; /* the first plane of its own */
  double* sums[kMostSums];     /* a number of each own block, */
  double* all_sums[kMostSums]; /* and of each block of all ranks */
  double scalars[kMostScalars];
} domain;

typedef enum domain_kind { kCompute, kExchange, kReduce } domain_kind;

/* Fields and scalars as sets: 1u << index. */
typedef struct domain_step {
  domain_kind kind;
  void (*compute)(domain* at, long block); /* kReduce: from all_sums to scalars; `block` is 0 */
  unsigned reads_around;  /* fields, of the block and of its neighbours */
  unsigned reads;         /* fields, of the block */
  unsigned writes;        /* fields, of the block; kReduce: scalars */
  unsigned reads_scalars;
  int adds_to; /* the sum that it contributes to, or -1 */
  int what;    /* kExchange: the field; kReduce: the sum */
} domain_step;

typedef struct domain_program {
  const char* name;
  const char* size_means;
  long planes, block; /* when the user gives none: of all ranks together */
  long plane;         /* numbers in it */
  int n_fields, n_sums, n_scalars;
  unsigned results; /* fields that have to be the same, bit for bit, in all forms */
  int n_steps;
  const domain_step* steps;
  void (*start)(domain* at); /* the same grid, however it is divided */
} domain_program;
extern const domain_program domain_program_linked;

/* Memory and first values. `planes` is a multiple of `n_ranks` times `block`. */
domain* domain_make(const domain_program* program, long planes, long block, int rank, int n_ranks);

/* First values again. */
void domain_restart(domain* at);

/* One iteration where one rank has the whole grid. */
void domain_iterate(domain* at);

/* The first number of the rank's own planes that differs from the whole grid's; -1: none does. Scalars count, too. */
long domain_difference(const domain* at, const domain* whole, double* found, double* expected);

long domain_tasks(const domain* at); /* of one iteration, communication included */

/* One plane that goes to a neighbour, or comes from it. */
typedef struct domain_message {
  double* plane;
  long n;
  long token; /* of the field: the block that is read, or the halo (-1 or n_blocks) that is written */
  int other;  /* rank */
  int tag;
  bool is_sent;
} domain_message;

/* Those of an exchange; returns how many. Receives come first. */
int domain_messages(const domain* at, int step, domain_message* messages);

/* ---- For the programs -------------------------------------------------------------------------------------------- */

/* A number from 0 to below 1 that depends on its index alone. */
double domain_number(long i);

static inline double* domain_block(const domain* at, int field, long block) {
  return at->fields[field] + block * at->block * at->program->plane;
}

double domain_sum(const double* parts, long n);

#endif
