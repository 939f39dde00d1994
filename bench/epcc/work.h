/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tasks of the EPCC task microbenchmarks do: a delay of a chosen length, or nothing. Each delay is counted,
 * in a counter of the thread that runs it, so that a driver sees whether every task has run exactly once.
 * Compiled once, without OpenMP; called from C and from Fortran.
 */
#ifndef RONDO_BENCH_EPCC_WORK_H
#define RONDO_BENCH_EPCC_WORK_H

#include <stdint.h>

enum { kEpccSmall = 100, kEpccMedium = 2187, kEpccLarge = 59049 }; /* bytes of firstprivate data */

extern uint64_t epcc_turns; /* of each delay; 0: an empty body */
extern int epcc_branching;  /* of the tree of recursive delays */
extern int epcc_depth;

void epcc_work(void);

/* The same, and a look at both ends of the data, which must be what they were when the task was created. */
void epcc_work_on(const signed char* data, int n_bytes);

enum { kEpccMark = 83 }; /* what the data consists of */

/* Delays of all threads since the last call. While no task runs. */
long long epcc_take_count(void);

/* ---- Given by the programs, in C or in Fortran ------------------------------------------------------------------- */

/* The kinds of task: each call creates one task. A tree's task creates the tree's other tasks. */
void epcc_create_task(void);
void epcc_create_untied(void);
void epcc_create_small(void);
void epcc_create_medium(void);
void epcc_create_large(void);
void epcc_create_tree(void);

/* The generators: a parallel region in which `create` is called `n_per_thread` times for each thread of the team: by
 * all threads, by the master, by one of them, by all in turns. */
typedef void (*epcc_create)(void);
void epcc_generate_parallel(epcc_create create, int n_per_thread);
void epcc_generate_master(epcc_create create, int n_per_thread);
void epcc_generate_single(epcc_create create, int n_per_thread);
void epcc_generate_for(epcc_create create, int n_per_thread);

/* Fills the data, starts the threads and says how many there are. */
int epcc_prepare(void);
extern const char epcc_program[];
extern const char epcc_compiler[];

#endif
