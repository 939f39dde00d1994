// SPDX-License-Identifier: Apache-2.0
//
// What a task of a region sees of each kind of variable (OpenMP 6.0 sections 7.2 and 14.3), at the first encounter
// and at later ones: a function for each row of the table. Every function is called with another number, from another
// depth of the stack and by another thread, and must give what it would give with ordinary tasks.
#include "graph/graph_check.h"

enum { kN = 6, kEncounters = 12 };

static long global_value, global_result[kN];

static long mix(long a, long b) { return (a * 31 + b) % 100003; }

// Static storage, shared: the variable as it is when the task runs.
static long shared_static(long number) {
  static long in_function;
  global_value = number;
  in_function = number + 1;
  RONDO_TASKGRAPH() {
    for (int i = 0; i < kN; i++)
#pragma omp task firstprivate(i) shared(in_function)
      global_result[i] = mix(global_value, in_function) + i;
  }
  long sum = 0;
  for (int i = 0; i < kN; i++) sum = mix(sum, global_result[i] - mix(number, number + 1));
  return sum;
}

// A local of the function around the region, shared: this encounter's one, written and read.
static long shared_local(long number) {
  long source = number, target = 0, array[kN] = {0};
  RONDO_TASKGRAPH() {
    for (int i = 0; i < kN; i++)
#pragma omp task depend(inout : target) shared(source, target, array) firstprivate(i)
      target = array[i] = mix(target, source + i);
  }
  CHECK_EQ(target, array[kN - 1]);
  long sum = 0;
  for (int i = 0; i < kN; i++) {
    CHECK_EQ(array[i], mix(i == 0 ? 0 : array[i - 1], number + i));
    sum = mix(sum, array[i]);
  }
  return sum;
}

// Parameters and locals of the function, firstprivate by default: captured again.
static long captured_again(long number) {
  long local = number * 2, result[kN];
  long* target = result;
  RONDO_TASKGRAPH() {
    for (int i = 0; i < kN; i++)
#pragma omp task firstprivate(i, number, local, target)
    {
      target[i] = mix(number, local) + i;
      number = local = -1;
      target = NULL;
      __asm__ volatile("" : : "r"(&number), "r"(&local), "r"(&target) : "memory");
    }
  }
  for (int i = 0; i < kN; i++) CHECK_EQ(result[i], mix(number, number * 2) + i);
  return result[0];
}

// A static variable, firstprivate: its value at this encounter, not that at the time when the task runs.
static long captured_static(long number) {
  static long value;
  long result[kN], gate = 0;
  value = number;
  RONDO_TASKGRAPH() {
#pragma omp task depend(out : gate) shared(gate)
    gate = 1;
    for (int i = 0; i < kN; i++)
#pragma omp task depend(in : gate) firstprivate(i, value) shared(result)
      result[i] = value + i;
    value = -1;
  }
  for (int i = 0; i < kN; i++) CHECK_EQ(result[i], number + i);
  return result[1];
}

// Variables of the block itself and of functions that it calls.
static void create(long* cell, long number) {
  const long own = number + 3;
  long scratch = 0;
#pragma omp task depend(inout : *cell) firstprivate(cell, own) private(scratch)
  {
    scratch = own;
    *cell = mix(*cell, scratch);
  }
}

static long in_the_region(long number) {
  long cell = 0, expected = 0;
  RONDO_TASKGRAPH() {
    long running = number;
    for (int i = 0; i < kN; i++) {
      const long square = running * i;
#pragma omp task depend(inout : cell) firstprivate(running, square) shared(cell)
      cell = mix(cell, running + square);
      create(&cell, running);
      running += 2;
    }
  }
  for (int i = 0; i < kN; i++) {
    expected = mix(expected, number + 2 * i + (number + 2 * i) * i);
    expected = mix(expected, number + 2 * i + 3);
  }
  CHECK_EQ(cell, expected);
  return cell;
}

// Pointers whose targets swap from step to step inside one call.
static long swapped(long number) {
  long a[kN], b[kN];
  for (int i = 0; i < kN; i++) a[i] = b[i] = number + i;
  long *from = a, *to = b;
  long serial[2][kN];
  for (int i = 0; i < kN; i++) serial[0][i] = serial[1][i] = number + i;
  for (int step = 0; step < 3; step++) {
    RONDO_TASKGRAPH() {
      for (int i = 1; i < kN; i++)
#pragma omp task depend(in : from[i - 1], from[i]) depend(out : to[i]) firstprivate(from, to, i)
        to[i] = mix(from[i - 1], from[i]);
    }
    for (int i = 1; i < kN; i++) serial[(step + 1) % 2][i] = mix(serial[step % 2][i - 1], serial[step % 2][i]);
    for (int i = 0; i < kN; i++) CHECK_EQ(to[i], serial[(step + 1) % 2][i]);
    long* swap = from;
    from = to;
    to = swap;
  }
  return from[kN - 1];
}

// The region's function calls itself, behind the region and from one of its tasks.
static long recursive(long number) {
  long below = 0, cell = number;
  RONDO_TASKGRAPH() {
    for (int i = 0; i < 3; i++)
#pragma omp task depend(inout : cell) shared(cell, below) firstprivate(i, number)
    {
      cell = mix(cell, number + i);
      if (i == 1 && number % 5 > 1) below = recursive(number - 1);
    }
  }
  long expected = number;
  for (int i = 0; i < 3; i++) expected = mix(expected, number + i);
  CHECK_EQ(cell, expected);
  if (number % 5 > 0) {
    long behind = recursive(number - 1);
    if (number % 5 > 1) CHECK_EQ(behind, below);
    return mix(cell, behind);
  }
  return cell;
}

// ICVs are data, too: each node begins with those of the task that encounters the region as they are then. An earlier
// sibling keeps what was set when it was created.
static long settings(long number) {
  const int before = omp_get_max_threads();
  int early = 0, seen[kN] = {0}, below[kN] = {0};
  omp_set_num_threads((int)number + 1);
#pragma omp task shared(early)
  {
    spin_for(2000);
    early = omp_get_max_threads();
  }
  omp_set_num_threads((int)number + 2);
  RONDO_TASKGRAPH() {
    for (int i = 0; i < kN; i++)
#pragma omp task firstprivate(i) shared(seen, below)
    {
      seen[i] = omp_get_max_threads();
      omp_set_num_threads(500 + i);
#pragma omp task shared(below)
      below[i] = omp_get_max_threads();
#pragma omp taskwait
    }
  }
#pragma omp taskwait
  CHECK_EQ(early, number + 1);
  CHECK_EQ(omp_get_max_threads(), number + 2);
  for (int i = 0; i < kN; i++) {
    CHECK_EQ(seen[i], number + 2);
    CHECK_EQ(below[i], 500 + i);
  }
  omp_set_num_threads(before);
  return number;
}

// The same where the block is skipped.
static void settings_of_pure_replays(void) {
  static int seen[kN];
  const int before = omp_get_max_threads();
  for (int e = 0; e < kEncounters; e++) {
    omp_set_num_threads(20 + e);
    RONDO_TASKGRAPH(rondo_same_data()) {
      for (int i = 0; i < kN; i++)
#pragma omp task firstprivate(i) shared(seen)
      {
        seen[i] = omp_get_max_threads();
        omp_set_num_threads(500 + i);
      }
    }
    for (int i = 0; i < kN; i++) CHECK_EQ(seen[i], 20 + e);
  }
  CHECK_EQ(omp_get_max_threads(), 19 + kEncounters);
  omp_set_num_threads(before);
}

typedef long (*row)(long);

// From a frame at another address.
static long from_depth(row function, int depth, long number) {
  volatile char frame[200];
  frame[0] = (char)depth;
  if (depth > 0) return from_depth(function, depth - 1, number) + frame[0] - depth;
  return function(number);
}

static const row rows[] = {shared_static, shared_local, captured_again, captured_static,
                           in_the_region, swapped,      recursive,      settings};
enum { kRows = sizeof rows / sizeof rows[0] };

int main(void) {
  long serial[kRows][kEncounters];
  // Without recording: what OpenMP means without regions.
  for (int r = 0; r < kRows; r++)
    for (int e = 0; e < kEncounters; e++) serial[r][e] = rows[r](e * 7 + 1);
  for (int r = 0; r < kRows; r++) {
    graph_stats_begin();
#pragma omp parallel
    {
#pragma omp single
      for (int e = 0; e < kEncounters; e++) CHECK_EQ(from_depth(rows[r], e * 3 % 5, e * 7 + 1), serial[r][e]);
      // Each thread in turn, as part of its implicit task and in an explicit one.
      for (int turn = 0; turn < omp_get_num_threads(); turn++) {
        if (turn == omp_get_thread_num()) {
          const int e = turn % kEncounters;
          CHECK_EQ(from_depth(rows[r], turn, e * 7 + 1), serial[r][e]);
#pragma omp task firstprivate(r, e)
          CHECK_EQ(rows[r](e * 7 + 1), serial[r][e]);
#pragma omp taskwait
        }
#pragma omp barrier
      }
    }
    CHECK_COUNT_AT_LEAST(recaptures, kEncounters - 1);
    CHECK_COUNT(pure_replays, 0);
    CHECK_COUNT(mismatches, 0);
  }
  graph_stats_begin();
#pragma omp parallel
#pragma omp single
  settings_of_pure_replays();
  CHECK_COUNT_AT_LEAST(pure_replays, kEncounters - 2);
  return check_finish();
}
