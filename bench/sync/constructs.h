/* SPDX-License-Identifier: Apache-2.0
 *
 * The constructs that are not tasks, each in a function that executes it `n` times in a row: what constructs.c and
 * constructs.f90 say in OpenMP and driver.c measures.
 */
#ifndef RONDO_BENCH_SYNC_CONSTRUCTS_H
#define RONDO_BENCH_SYNC_CONSTRUCTS_H

/* What the constructs count where they promise that one thread at a time is inside. */
extern long sync_checked;

enum sync_who { kEachThread, kOneThread, kInTurns };

enum sync_use {
  kBusy,
  kWaking,  /* measured after a pause as well */
  kSchedule /* there to compare schedules: a longer loop */
};

typedef struct sync_construct {
  const char* name;
  long (*run)(long n, int threads); /* returns what sync_checked must have grown by */
  int n_delays;                     /* that a thread runs in one execution */
  enum sync_who who;                /* runs them; in turns: all threads, one after the other */
  enum sync_use use;
} sync_construct;

extern const sync_construct sync_constructs[];
extern const int sync_n_constructs;
extern const char sync_compiler[];
extern const char sync_program[];

/* Starts the threads and says how many there are. */
int sync_prepare(void);

#endif
