/* SPDX-License-Identifier: Apache-2.0
 *
 * Shapes of dependent tasks: which cells the i-th task reads and which it writes. A shape is a rule and takes no memory
 * of its own, so that the memory of ten million tasks is the runtime's alone. From the rule follows what a task must
 * find when it runs; that is checked against a record made beforehand. Compiled once, without OpenMP.
 */
#ifndef RONDO_BENCH_SHAPES_SHAPE_H
#define RONDO_BENCH_SHAPES_SHAPE_H

enum shape_form {
  kIndependent,
  kOneEach,
  kChain,
  kChains,
  kReaders,
  kOutstanding,
  kEight,
  kRandom,
  kNested,
  kNumShapes
};

/* The dependences of a task: what its depend clauses say. */
enum shape_kind { kFree, kWrites, kReads, kReadsThreeWrites, kReadsSevenWrites };

enum { kMostAccesses = 8 };

typedef struct shape_step {
  enum shape_kind kind;
  long written; /* cell; of kReads: not used */
  long read[kMostAccesses - 1];
} shape_step;

typedef struct shape {
  enum shape_form form;
  long n_tasks;
  long n_readers; /* between two writers, in kReaders */
} shape;

/* How many tasks each parent of kNested creates. */
enum { kTasksOfParent = 1000 };

long shape_cells(const shape* what);
void shape_step_of(const shape* what, long i, shape_step* step);

/* A cell; it has an address, and when order is checked it knows its accesses. */
typedef struct shape_cell {
  int version; /* finished writers */
  int readers; /* finished ones since the last writer */
} shape_cell;

extern shape_cell* shape_cells_of;

/* What the order of creation promises each task; made before the tasks are. */
typedef struct shape_promise {
  int versions[kMostAccesses]; /* of the read cells, then of the written one */
  int readers;                 /* of the written cell */
} shape_promise;

shape_promise* shape_promises(const shape* what);

/* The i-th task: notes its accesses and returns whether they are in order. */
int shape_access(const shape* what, long i, const shape_promise* promise);

#endif
