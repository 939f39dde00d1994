/* SPDX-License-Identifier: Apache-2.0
 *
 * replayable, firstprivate(saved: ...) on task and taskloop, and replayable on taskwait depend.
 *
 * test: IN_CXX
 */
#include "directive_check.h"

#define N 10
#define ROUNDS 6

struct pair {
  int a;
  long b;
};

static long out[N], ordinary[N];

/* Rondo keeps the values of the record. Where a plugin of the compiler's own code generation told their offsets, a
 * region that needs nothing else is replayed without its code; gcc's code copies structs, and what C++ refers to. */
static int keeps_saved(void) { return &rondo_get_graph_stats != 0; }
static int skips_code(int has_struct) {
#if defined SAVED_OFFSETS_ARE_KNOWN && defined __clang__
  (void)has_struct;
  return keeps_saved();
#elif defined SAVED_OFFSETS_ARE_KNOWN && !defined __cplusplus
  return keeps_saved() && !has_struct;
#else
  (void)has_struct;
  return 0;
#endif
}

static int executed;
static void all_saved(int round) {
  char first = (char)(round + 1);
  struct pair pair;
  short last = (short)(10 * round);
  int i, scratch = 0;
  pair.a = round;
  pair.b = 100L * round;
  #pragma omp taskgraph
  {
    executed++;
    for (i = 0; i < N; i++) {
      #pragma omp task depend(inout: out[i]) private(scratch) \
          firstprivate(saved: first, pair) firstprivate(saved: last, i)
      {
        scratch = first + pair.a;
        out[i] += scratch + pair.b + last;
        first = 77; /* its own copy: the next replay starts from the recorded one */
        pair.b = -1;
      }
    }
  }
  (void)scratch;
}

static void check_all_saved(void) {
  unsigned long pure = COUNTED(graph_counted, PURE_REPLAYS);
  int round, i;
  memset(out, 0, sizeof out);
  executed = 0;
  for (round = 0; round < ROUNDS; round++) all_saved(round);
  for (i = 0; i < N; i++) {
    long expected = 0;
    for (round = 0; round < ROUNDS; round++) expected += keeps_saved() ? 1 : (round + 1) + round + 110L * round;
    CHECK(out[i] == expected);
  }
  if (skips_code(1)) {
    CHECK(executed == 1);
    CHECK_SINCE(graph_counted, PURE_REPLAYS, pure, ROUNDS - 1);
  } else {
    CHECK(executed == ROUNDS);
  }
}

/* Scalars, an array, what is static; and a task whose data is all saved in a called function. */
static long at_file_scope;
static void called(long value) {
  #pragma omp task replayable depend(inout: out[1]) firstprivate(saved: value)
  {
    out[1] += value;
    value = -1;
  }
}

static void only_scalars(int round) {
  short number = (short)(round + 1);
  const char letter = (char)(round + 1);
  #pragma omp taskgraph
  {
    executed++;
    #pragma omp task depend(inout: out[0]) firstprivate(saved: number, letter)
    {
      out[0] += 10 * number + letter;
      number = 0;
    }
    called(number);
  }
}

static void check_kinds_of_variables(void) {
  int round;
  int array[3]; /* clang 19 takes a task's copy of a larger one to be aligned to 16 bytes, which it is not */
  long sum = 0, expected = 0;
  memset(out, 0, sizeof out);
  executed = 0;
  for (round = 0; round < ROUNDS; round++) only_scalars(round);
  CHECK(executed == (skips_code(0) ? 1 : ROUNDS));
  for (round = 0; round < ROUNDS; round++) expected += keeps_saved() ? 1 : round + 1;
  CHECK(out[0] == 11 * expected);
  CHECK(out[1] == expected);
  for (round = 0; round < ROUNDS; round++) {
    at_file_scope = array[0] = array[1] = array[2] = round + 1;
    #pragma omp taskgraph
    {
      #pragma omp task shared(sum) depend(inout: sum) firstprivate(saved: array, at_file_scope)
      {
        sum += array[0] + array[2] + at_file_scope;
        at_file_scope = array[2] = 0;
      }
    }
  }
  CHECK(sum == 3 * expected);
  CHECK(at_file_scope == ROUNDS);
}

/* Some items saved: the others are those of each encounter. */
static void check_some_saved(void) {
  int round;
  long sum = 0, expected = 0;
  for (round = 0; round < ROUNDS; round++) {
    int kept = round + 1, fresh = round;
    #pragma omp taskgraph
    {
      #pragma omp task depend(inout: sum) shared(sum) firstprivate(fresh) firstprivate(saved: kept)
      sum += 1000 * kept + fresh;
    }
    expected += 1000 * (keeps_saved() ? 1 : kept) + fresh;
  }
  CHECK(sum == expected);
}

/* A task without data of its own, which OpenMP 6.0 replays without its region's code. */
static void check_no_data(void) {
  unsigned long pure = COUNTED(graph_counted, PURE_REPLAYS);
  int round;
  executed = 0;
  memset(out, 0, sizeof out);
  for (round = 0; round < ROUNDS; round++) {
    #pragma omp taskgraph
    {
      executed++;
      #pragma omp task depend(inout: out)
      out[0] += 2;
      #pragma omp task depend(inout: out)
      out[0] *= 3;
    }
  }
  {
    long expected = 0;
    for (round = 0; round < ROUNDS; round++) expected = (expected + 2) * 3;
    CHECK(out[0] == expected);
  }
  if (&rondo_get_graph_stats) CHECK(executed == 1);
  CHECK_SINCE(graph_counted, PURE_REPLAYS, pure, ROUNDS - 1);
}

/* The condition of replayable is evaluated where the task is created. */
static void check_replayable(void) {
  unsigned long nodes = COUNTED(graph_counted, NODES), mismatches = COUNTED(graph_counted, MISMATCHES);
  int round, i;
  memset(out, 0, sizeof out);
  for (round = 0; round < ROUNDS; round++) {
    #pragma omp taskgraph
    for (i = 0; i < N; i++) {
      #pragma omp task firstprivate(i, round) replayable(i % 2 == 0)
      out[i] += round;
      if (i == 3)
        #pragma omp task replayable(0) if(0)
        out[9]++;
      else
        out[8] += 0;
    }
  }
  for (i = 0; i < N; i++) {
    long expected = ROUNDS * (ROUNDS - 1) / 2;
    CHECK(out[i] == (i == 9 ? expected + ROUNDS : expected));
  }
  CHECK_SINCE(graph_counted, NODES, nodes, N / 2);
  CHECK_SINCE(graph_counted, MISMATCHES, mismatches, 0);
}

static void check_taskloop(void) {
  int round, i;
  long factor;
  memset(out, 0, sizeof out);
  for (round = 0; round < ROUNDS; round++) {
    factor = round;
    #pragma omp taskgraph
    {
      #pragma omp taskloop nogroup grainsize(2) firstprivate(factor) replayable
      for (i = 0; i < N; i++) out[i] += factor;
      #pragma omp taskloop nogroup replayable(0) num_tasks(2)
      for (i = 0; i < N; i++) ordinary[i]++;
    }
  }
  for (i = 0; i < N; i++) CHECK(out[i] == ROUNDS * (ROUNDS - 1) / 2 && ordinary[i] == ROUNDS);
  memset(out, 0, sizeof out);
  for (round = 0; round < ROUNDS; round++) {
    factor = round;
    #pragma omp taskgraph
    {
      #pragma omp taskloop nogroup grainsize(2) firstprivate(saved: factor)
      for (i = 0; i < N; i++) out[i] += factor + 1;
    }
  }
  for (i = 0; i < N; i++) {
    long fresh = ROUNDS * (ROUNDS + 1) / 2;
    CHECK(out[i] == (keeps_saved() ? ROUNDS : fresh));
  }
}

static void check_taskwait(void) {
  int round;
  memset(out, 0, sizeof out);
  for (round = 0; round < ROUNDS; round++) {
    #pragma omp taskgraph
    {
      #pragma omp task depend(out: out[0]) firstprivate(round)
      out[0] = round;
      #pragma omp taskwait depend(in: out[0]) replayable
      #pragma omp task depend(in: out[0]) depend(inout: out[1])
      out[1] += out[0];
    }
  }
  CHECK(out[1] == ROUNDS * (ROUNDS - 1) / 2);
}

static void not_recorded(long *y, int round) {
  #pragma omp task replayable(0) depend(out: *y) shared(round)
  *y = round + 1;
  #pragma omp taskwait replayable(round < 0) depend(in: *y)
}

/* A wait that is not replayable is no node. It waits for tasks that are not replayable, whenever the code runs. */
static void check_taskwait_not_replayable(void) {
  unsigned long nodes = COUNTED(graph_counted, NODES), mismatches = COUNTED(graph_counted, MISMATCHES);
  unsigned long recaptures = COUNTED(graph_counted, RECAPTURES);
  int round;
  memset(out, 0, sizeof out);
  memset(ordinary, 0, sizeof ordinary);
  for (round = 0; round < ROUNDS; round++) {
    #pragma omp taskgraph
    {
      #pragma omp task depend(inout: out[0]) firstprivate(round)
      out[0] += round;
      #pragma omp task replayable(0) depend(out: ordinary[0]) shared(round)
      ordinary[0] = round + 1;
      #pragma omp taskwait depend(in: ordinary[0]) replayable(0)
      CHECK(ordinary[0] == round + 1);
      not_recorded(&ordinary[1], round);
      CHECK(ordinary[1] == round + 1);
      #pragma omp task depend(in: out[0]) depend(inout: out[1])
      out[1] += out[0];
    }
  }
  CHECK(out[0] == ROUNDS * (ROUNDS - 1) / 2);
  CHECK(out[1] == (ROUNDS - 1) * ROUNDS * (ROUNDS + 1) / 6);
  CHECK_SINCE(graph_counted, NODES, nodes, 2);
  CHECK_SINCE(graph_counted, RECAPTURES, recaptures, ROUNDS - 1);
  CHECK_SINCE(graph_counted, MISMATCHES, mismatches, 0);
}

/* Outside of a region the clauses change nothing. */
static void check_outside(void) {
  int i, n = 3;
  memset(out, 0, sizeof out);
  for (i = 0; i < N; i++) {
    if (i % 2)
      #pragma omp task replayable(i > n) firstprivate(saved: i)
      out[i] = i;
    else
      #pragma omp task replayable firstprivate(i)
      out[i] = 2 * i;
  }
  #pragma omp taskwait
  for (i = 0; i < N; i++) CHECK(out[i] == (i % 2 ? i : 2 * i));
}

int main(void) {
  #pragma omp parallel
  #pragma omp masked
  {
    check_all_saved();
    check_kinds_of_variables();
    check_some_saved();
    check_no_data();
    check_replayable();
    check_taskloop();
    check_taskwait();
    check_taskwait_not_replayable();
    check_outside();
  }
  return finish();
}
