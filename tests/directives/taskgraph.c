/* SPDX-License-Identifier: Apache-2.0
 *
 * taskgraph with each of its clauses, against the same code in serial.
 *
 * test: IN_CXX ALL_STANDARDS
 */
#include "directive_check.h"

#define N 12
#define ROUNDS 8

static long cell[N], expected[N];

static void clear(void) {
  memset(cell, 0, sizeof cell);
  memset(expected, 0, sizeof expected);
}

/* A chain with a varying firstprivate value: every replay has to see the value of its own encounter. */
static void chain(long round) {
  int i;
  #pragma omp taskgraph
  for (i = 1; i < N; i++) {
    #pragma omp task depend(in: cell[i - 1]) depend(inout: cell[i]) firstprivate(i, round)
    cell[i] += cell[i - 1] + round;
  }
}

static void serial_chain(long round) {
  int i;
  for (i = 1; i < N; i++) expected[i] += expected[i - 1] + round;
}

static void each_round(void) {
  unsigned long records = COUNTED(graph_counted, RECORDS), recaptures = COUNTED(graph_counted, RECAPTURES);
  long round;
  clear();
  for (round = 0; round < ROUNDS; round++) {
    chain(round);
    serial_chain(round);
  }
  CHECK(memcmp(cell, expected, sizeof cell) == 0);
  CHECK_SINCE(graph_counted, RECORDS, records, 1);
  CHECK_SINCE(graph_counted, RECAPTURES, recaptures, ROUNDS - 1);
}

/* One record for each value of graph_id; the shapes differ, so a mixed-up record would be a mismatch. */
static void ids(void) {
  unsigned long records = COUNTED(graph_counted, RECORDS), mismatches = COUNTED(graph_counted, MISMATCHES);
  int round, i;
  clear();
  for (round = 0; round < ROUNDS; round++) {
    int n = 3 + round % 2;
    #pragma omp taskgraph graph_id(round % 2)
    for (i = 0; i < n; i++) {
      #pragma omp task firstprivate(i)
      cell[i]++;
    }
    for (i = 0; i < n; i++) expected[i]++;
  }
  CHECK(memcmp(cell, expected, sizeof cell) == 0);
  CHECK_SINCE(graph_counted, RECORDS, records, 2);
  CHECK_SINCE(graph_counted, MISMATCHES, mismatches, 0);
}

/* if(false) neither makes nor uses a record; a reset makes it anew. */
static void if_and_reset(void) {
  unsigned long records = COUNTED(graph_counted, RECORDS), plain = COUNTED(graph_counted, PLAIN);
  int round;
  clear();
  for (round = 0; round < ROUNDS; round++) {
    #pragma omp taskgraph if(taskgraph: round > 1) graph_reset(round == 4)
    {
      #pragma omp task depend(inout: cell[0])
      cell[0] = cell[0] * 2 + 1;
      #pragma omp task depend(inout: cell[0])
      cell[0] += 3;
    }
    expected[0] = expected[0] * 2 + 4;
  }
  CHECK(cell[0] == expected[0]);
  CHECK_SINCE(graph_counted, PLAIN, plain, 2);
  CHECK_SINCE(graph_counted, RECORDS, records, 2);
}

static void always_reset(void) {
  unsigned long records = COUNTED(graph_counted, RECORDS);
  int round;
  clear();
  for (round = 0; round < 3; round++) {
    #pragma omp taskgraph, graph_reset
    #pragma omp task
    cell[0]++;
  }
  CHECK(cell[0] == 3);
  CHECK_SINCE(graph_counted, RECORDS, records, 3);
}

/* Without its own group a region is waited for by whoever waits next. */
static void without_group(void) {
  int round, i;
  clear();
  for (round = 0; round < ROUNDS; round++) {
    #pragma omp taskgraph nogroup
    for (i = 0; i < N; i++) {
      #pragma omp task firstprivate(i)
      cell[i] += i;
    }
    #pragma omp taskwait
    #pragma omp taskgraph nowait graph_id(1)
    {
      #pragma omp task
      cell[0]++;
    }
    #pragma omp taskwait
    #pragma omp taskgraph nogroup(round % 2 == 0) graph_id(2)
    {
      #pragma omp task
      cell[1]++;
    }
    #pragma omp taskwait
  }
  for (i = 2; i < N; i++) CHECK(cell[i] == (long)i * ROUNDS);
  CHECK(cell[0] == ROUNDS);
  CHECK(cell[1] == 2 * ROUNDS);
}

/* Regions are no border for dependences: what is created before them, and behind one that nobody waits for, is ordered
 * with their tasks. Also where these are known at compile time, or depend on a few values. */
static void take_long(void) {
  int i;
  for (i = 0; i < 20000; i++) __asm__ volatile("" ::: "memory");
}

static void set_later(long* where, long value) {
  #pragma omp task depend(out: *where) firstprivate(where, value)
  {
    take_long();
    *where = value;
  }
}

static void spread_value(int n, long weight) {
  int i;
  #pragma omp taskgraph nogroup
  for (i = 2; i < n; i++) {
    #pragma omp task depend(in: cell[0]) depend(out: cell[i]) firstprivate(i, weight)
    {
      take_long();
      cell[i] = cell[0] + i * weight;
    }
  }
}

static void beside_siblings(void) {
  int round, i;
  clear();
  for (round = 1; round < ROUNDS; round++) {
    set_later(&cell[0], round);
    #pragma omp taskgraph
    {
      #pragma omp task depend(in: cell[0]) depend(out: cell[1])
      cell[1] = cell[0];
    }
    CHECK(cell[1] == round);
    set_later(&cell[0], -round);
    #pragma omp taskgraph recurrent
    {
      #pragma omp task depend(in: cell[0]) depend(out: cell[1])
      cell[1] = cell[0];
    }
    CHECK(cell[1] == -round);
    set_later(&cell[0], 3 * round);
    spread_value(N, round / 3);
    set_later(&cell[0], 5 * round); /* when it has been read */
    #pragma omp taskgraph nogroup
    {
      #pragma omp task depend(in: cell[0]) depend(inout: cell[N - 1])
      {
        take_long();
        cell[N - 1] += cell[0];
      }
    }
    #pragma omp task depend(in: cell[N - 1]) depend(out: cell[1])
    cell[1] = cell[N - 1];
    #pragma omp taskwait
    for (i = 2; i < N - 1; i++) CHECK(cell[i] == 3 * round + (long)i * (round / 3));
    CHECK(cell[1] == 8 * round + (N - 1L) * (round / 3));
  }
}

/* A loop in a region: its tasks and the region's are ordered, recorded or not. */
static void with_loop(int is_recorded) {
  int round, i;
  clear();
  for (round = 0; round < ROUNDS; round++) {
    #pragma omp taskgraph if(is_recorded)
    {
      #pragma omp task depend(inout: cell[0])
      {
        take_long();
        cell[0] = 3 * cell[0] + 1;
      }
      #pragma omp taskiter
      for (i = 0; i < 3; i++) {
        #pragma omp task depend(inout: cell[0])
        cell[0] = (2 * cell[0] + 1) % 1000;
      }
      #pragma omp task depend(inout: cell[0])
      cell[0] += 5;
    }
    expected[0] = 3 * expected[0] + 1;
    for (i = 0; i < 3; i++) expected[0] = (2 * expected[0] + 1) % 1000;
    expected[0] += 5;
  }
  CHECK(cell[0] == expected[0]);
}

/* The promise that data stays as it was: the code between the tasks is not executed again. */
static int times_executed;
static void same_data(void) {
  int round;
  clear();
  times_executed = 0;
  for (round = 0; round < ROUNDS; round++) {
    int i;
    #pragma omp taskgraph recurrent
    {
      times_executed++;
      for (i = 0; i < N; i++) {
        #pragma omp task firstprivate(i)
        cell[i] += 2 * i;
      }
    }
    for (i = 0; i < N; i++) expected[i] += 2 * i;
  }
  CHECK(memcmp(cell, expected, sizeof cell) == 0);
  if (&rondo_get_graph_stats) CHECK(times_executed == 1);
}

/* Tasks of called functions are not part of the record unless they say so; all of them run. */
static void helper(int i) {
  #pragma omp task firstprivate(i)
  cell[i]++;
}
static void replayable_helper(int i) {
  #pragma omp task firstprivate(i) replayable
  cell[i] += 100;
}

static void called_functions(void) {
  unsigned long nodes = COUNTED(graph_counted, NODES);
  int round;
  clear();
  for (round = 0; round < ROUNDS; round++) {
    int i = 0;
    #pragma omp taskgraph
    {
      helper(1);
      replayable_helper(2);
      #pragma omp task firstprivate(i)
      cell[i + 3] += 10;
      #pragma omp task firstprivate(i) replayable(0)
      cell[i + 4] += 1000;
    }
  }
  CHECK(cell[1] == ROUNDS);
  CHECK(cell[2] == 100 * ROUNDS);
  CHECK(cell[3] == 10 * ROUNDS);
  CHECK(cell[4] == 1000 * ROUNDS);
  CHECK_SINCE(graph_counted, NODES, nodes, 2);
}

/* Statements of every kind as a region, and regions as statements of every kind. */
static int choose(int round) {
  switch (round % 3) {
    case 0:
    #pragma omp taskgraph
    if (round > 2) {
      #pragma omp task
      cell[0]++;
    } else {
      #pragma omp task
      cell[0]++;
    }
    break;
    default:
      if (round == 1)
        #pragma omp taskgraph
        {
          #pragma omp task
          cell[1]++;
        }
      else
        #pragma omp taskgraph
        do {
          #pragma omp task
          cell[2]++;
        } while (0);
  }
  #pragma omp taskgraph graph_id(round) /* which decides how many tasks there are */
  while (round > 0) {
    if (round == 100) break;
    round--;
    #pragma omp task depend(inout: cell[3])
    cell[3]++;
    if (round == 1) goto out;
    continue;
  out:;
  }
  return round;
}

static void statements(void) {
  int round;
  clear();
  for (round = 0; round < 6; round++) choose(3);
  for (round = 0; round < 6; round++) choose(1);
  for (round = 0; round < 6; round++) choose(2);
  CHECK(cell[0] == 6);
  CHECK(cell[1] == 6);
  CHECK(cell[2] == 6);
  CHECK(cell[3] == 6 * (3 + 1 + 2)); /* choose(n) creates n of these tasks */
}

/* A directive as the statement of another one, with nothing between them; by all threads; without a parallel region. */
static void directly_in_others(void) {
  int round;
  clear();
  for (round = 0; round < 4; round++) {
    #pragma omp parallel
    #pragma omp single
    #pragma omp taskgraph
    #pragma omp task depend(inout: cell[0])
    cell[0]++;

    #pragma omp parallel
    #pragma omp masked
    #pragma omp taskgraph
    {
      #pragma omp task
      cell[1]++;
    }

    #pragma omp parallel sections
    {
      #pragma omp section
      #pragma omp taskgraph
      #pragma omp task
      cell[2]++;
    }

    #pragma omp parallel num_threads(2)
    {
      __atomic_add_fetch(&cell[3], 1, __ATOMIC_RELAXED);
      #pragma omp taskgraph
      #pragma omp task
      __atomic_sub_fetch(&cell[3], 1, __ATOMIC_RELAXED);
    }

    #pragma omp taskgraph
    #pragma omp task
    cell[4]++;
  }
  CHECK(cell[0] == 4);
  CHECK(cell[1] == 4);
  CHECK(cell[2] == 4);
  CHECK(cell[3] == 0);
  CHECK(cell[4] == 4);
}

int main(void) {
  directly_in_others();
  #pragma omp parallel default(none)
  {
    #pragma omp single
    {
      each_round();
      ids();
      if_and_reset();
      always_reset();
      without_group();
      beside_siblings();
      with_loop(0);
      with_loop(1);
      same_data();
      called_functions();
      statements();
    }
  }
  return finish();
}
