// SPDX-License-Identifier: Apache-2.0
//
// Re-captures of the same tasks with other dependences: a replay would run them in an order that they do not have any
// more. What has only moved is replayed.
//
// Blocks in order would not see what differs from the record.
// test: ENV RONDO_GRAPH_WAY=spread
// test: STDERR 'aliasing\.c:[0-9]+ does not fit its record: its tasks have other dependences'
#include "graph/graph_check.h"

enum { kN = 48, kEncounters = 40 };

static void linger(void) {
  for (volatile int i = 0; i < 3000; i++) continue;
}

// Arrays that are apart, and now and then overlap so that each task reads what the one before it has written.
static void shift(const long* from, long* to, int n) {
  RONDO_TASKGRAPH() {
    for (int i = 0; i < n; i++) {
#pragma omp task depend(in : from[i]) depend(out : to[i]) firstprivate(from, to, i)
      {
        const long value = from[i];
        if (i % 8 == 0) linger();
        to[i] = value * 3 % 10007 + 1;
      }
    }
  }
}

static void shift_serially(const long* from, long* to, int n) {
  for (int i = 0; i < n; i++) to[i] = from[i] * 3 % 10007 + 1;
}

static void overlapping(void) {
  static long buffer[2 * kN], expected[2 * kN];
  for (int i = 0; i < 2 * kN; i++) buffer[i] = expected[i] = i;
  graph_stats_begin();
  for (int encounter = 0; encounter < kEncounters; encounter++) {
    const int distance = encounter % 5 == 4 ? 1 : kN;
    shift(buffer, buffer + distance, kN);
    shift_serially(expected, expected + distance, kN);
    for (int i = 0; i < 2 * kN; i++) CHECK_EQ(buffer[i], expected[i]);
  }
  CHECK_COUNT(mismatches, kEncounters / 5);
}

// An index array that changes: who writes what stays, who reads it does not.
static void by_index(const int* index, long* cells) {
  RONDO_TASKGRAPH() {
    for (int i = 1; i < kN; i++) {
      const int from = index[i];
#pragma omp task depend(in : cells[from]) depend(inout : cells[i]) firstprivate(cells, i, from)
      {
        if (i % 8 == 1) linger();
        cells[i] = (cells[i] * 5 + cells[from]) % 10007;
      }
    }
  }
}

static void indirect(void) {
  static long cells[kN], expected[kN];
  int index[kN];
  for (int i = 0; i < kN; i++) cells[i] = expected[i] = i + 1;
  graph_stats_begin();
  for (int encounter = 0; encounter < kEncounters; encounter++) {
    for (int i = 1; i < kN; i++) index[i] = encounter % 4 == 3 ? i - 1 : (i * 7 + encounter / 8) % kN;
    by_index(index, cells);
    for (int i = 1; i < kN; i++) expected[i] = (expected[i] * 5 + expected[index[i]]) % 10007;
    for (int i = 0; i < kN; i++) CHECK_EQ(cells[i], expected[i]);
  }
  CHECK_COUNT_AT_LEAST(mismatches, 4);
}

// A wait that names another cell, and an object that stands for another kind: both are part of what is compared.
static void chain_and_wait(long* cells, int which, int is_writer) {
  long seen = 0;
  omp_depend_t object;
  if (is_writer) {
#pragma omp depobj(object) depend(inout : cells[0])
  } else {
#pragma omp depobj(object) depend(in : cells[0])
  }
  RONDO_TASKGRAPH() {
    for (int i = 0; i < 4; i++) {
#pragma omp task depend(inout : cells[i]) firstprivate(cells, i)
      {
        linger();
        cells[i]++;
      }
    }
    for (int i = 0; i < 4; i++) {
#pragma omp task depend(depobj : object) firstprivate(cells, is_writer)
      if (is_writer) cells[0] = cells[0] * 3 % 10007;
    }
#pragma omp taskwait depend(in : cells[which])
    seen = cells[which];
  }
#pragma omp depobj(object) destroy
  if (which != 0) CHECK_EQ(seen, cells[which]);
}

static void waits_and_kinds(void) {
  static long cells[4];
  long first = 0;
  graph_stats_begin();
  for (int encounter = 0; encounter < 24; encounter++) {
    const int is_writer = encounter >= 12;
    chain_and_wait(cells, 1 + encounter / 4 % 3, is_writer);
    first++;
    for (int i = 0; is_writer && i < 4; i++) first = first * 3 % 10007;
    CHECK_EQ(cells[0], first);
  }
  CHECK_COUNT(mismatches, 5);
}

// Three arrays that move apart from encounter to encounter: the same graph, so it is always replayed.
static void moving(void) {
  enum { kApart = 5 * kN };
  static long pool[3 * kApart];
  static const int places[] = {0, kApart, 2 * kApart};
  graph_stats_begin();
  for (int encounter = 0; encounter < kEncounters; encounter++) {
    long* a = &pool[places[encounter % 3] + encounter];
    long* b = &pool[places[(encounter + 1) % 3]];
    long* c = &pool[places[(encounter + 2) % 3] + 2 * encounter];
    for (int i = 0; i < kN; i++) a[i] = i + encounter, b[i] = c[i] = 0;
    RONDO_TASKGRAPH() {
      for (int i = 0; i < kN; i++) {
#pragma omp task depend(in : a[i]) depend(out : b[i]) firstprivate(a, b, i)
        b[i] = a[i] + 1;
#pragma omp task depend(in : b[i], c[i / 2]) depend(inout : c[i]) firstprivate(b, c, i)
        c[i] += b[i] * 3 + c[i / 2];
      }
    }
    for (int i = 0; i < kN; i++) {
      const long half = i / 2 == i ? 0 : c[i / 2];
      CHECK_EQ(c[i], (i + encounter + 1) * 3 + half);
    }
  }
  CHECK_COUNT(records, 1);
  CHECK_COUNT(recaptures, kEncounters - 1);
  CHECK_COUNT(mismatches, 0);
}

// These tasks may run in any order: what the clauses say matters to the statistics alone.
static void promised(int is_promised, const int* names) {
  static int counts[kN];
  (void)names;  // gcc does not count the clause
  RONDO_TASKGRAPH(is_promised ? rondo_same_dependences() : rondo_no_clause()) {
    for (int i = 0; i < kN; i++) {
#pragma omp task depend(inout : names[i % 3]) firstprivate(i)
      counts[i]++;
    }
  }
}

static void promises(void) {
  static const int names[8];
  graph_stats_begin();
  promised(1, names);
  for (int encounter = 1; encounter < 9; encounter++) promised(1, names + encounter % 3);
  CHECK_COUNT(records, 1);
  CHECK_COUNT(recaptures, 8);
  promised(0, names);  // without the promise it is recorded anew: nobody has kept what to compare with
  CHECK_COUNT(records, 2);
  promised(0, names + 1);
  promised(1, names);
  CHECK_COUNT(recaptures, 10);
  CHECK_COUNT(mismatches, 0);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    overlapping();
    indirect();
    waits_and_kinds();
    moving();
    promises();
  }
  return check_finish();
}
