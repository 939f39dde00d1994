/* SPDX-License-Identifier: Apache-2.0
 *
 * What programs for other implementations of OpenMP 6.0's taskgraph do: tasks that are not replayable beside saved
 * ones, taskloops with other bounds, default(none), data that refers to itself, reductions by tasks that create tasks.
 * docs/directives/restrictions.md says what the specification leaves open. The compilers warn of some
 * reductions.
 *
 * test: IN_CXX STANDARDS c17 c++17 FLAGS -Wno-error
 */
#include "directive_check.h"

#define N 16
#define ROUNDS 6

static int is_rondo(void) { return &rondo_get_graph_stats != 0; }

/* Not part of the record: executed with the region's code, hence at least once and at most once an encounter; and
 * with the values of that encounter. */
static void check_not_replayable(void) {
  long n_runs = 0, last = 0, sum = 0;
  int round;
  for (round = 1; round <= ROUNDS; round++) {
    long kept = round;
    #pragma omp taskgraph
    {
      #pragma omp task firstprivate(saved: kept) shared(sum) depend(inout: sum)
      sum += kept;
      #pragma omp task replayable(0) firstprivate(saved: kept) firstprivate(round) shared(n_runs, last)
      {
        n_runs++;
        last = kept == round ? kept : -1;
      }
    }
    CHECK(1 <= n_runs && n_runs <= round);
    CHECK(last >= 1 && last <= round);
  }
  CHECK(sum == (is_rondo() ? ROUNDS : ROUNDS * (ROUNDS + 1) / 2));
}

/* The bounds are those of the encounter. */
static void check_taskloop_bounds(void) {
  long out[N];
  int round, i;
  for (round = 0; round < ROUNDS; round++) {
    int begin = round % 3, end = N - round / 2;
    memset(out, 0, sizeof out);
    #pragma omp taskgraph
    {
      #pragma omp taskloop nogroup num_tasks(4) shared(out) firstprivate(round)
      for (i = begin; i < end; i++) out[i] += 1 + round;
    }
    for (i = 0; i < N; i++) CHECK(out[i] == (begin <= i && i < end ? 1 + round : 0));
  }
}

static long total;
static void check_default_none(void) {
  int round, j;
  long local = 0;
  for (round = 1; round <= ROUNDS; round++) {
    long kept = round, other = 1;
    total = 0;
    #pragma omp taskgraph
    {
      #pragma omp task default(none) firstprivate(saved: kept, other) shared(local) depend(inout: local)
      local += kept + other;
      #pragma omp taskwait depend(inout: local)
      #pragma omp taskloop default(none) nogroup num_tasks(2) firstprivate(saved: kept) shared(total)
      for (j = 0; j < 4; j++) {
        #pragma omp atomic
        total += kept;
      }
    }
    CHECK(total == 4 * (is_rondo() ? 1 : round));
  }
  CHECK(local == ROUNDS + (is_rondo() ? ROUNDS : ROUNDS * (ROUNDS + 1) / 2));
}

/* A value is a value: a copy refers to what the original referred to, the original itself, as firstprivate does. */
struct self {
  const void *me;
  long number;
};
static void check_self_references(void) {
  static struct self at_file_scope;
  const void *seen = 0, *pointer_seen = 0;
  int round;
  long number = 0;
  for (round = 1; round <= ROUNDS; round++) {
    static void *pointer = &pointer;
    at_file_scope.me = &at_file_scope;
    at_file_scope.number = round;
    #pragma omp taskgraph
    {
      #pragma omp task firstprivate(saved: at_file_scope, pointer) shared(seen, pointer_seen, number)
      {
        seen = at_file_scope.me;
        pointer_seen = pointer;
        number = at_file_scope.number;
        pointer = &at_file_scope;
        at_file_scope.me = pointer;
      }
    }
    CHECK(seen == (const void *)&at_file_scope);
    CHECK(pointer_seen == (const void *)&pointer);
    CHECK(number == (is_rondo() ? 1 : round));
  }
}

/* Tasks that reduce create tasks that reduce, into the same copies. */
static long leaves;
static void count_leaves(int depth) {
  if (depth == 0) {
    #pragma omp task in_reduction(+: leaves)
    leaves++;
    return;
  }
  #pragma omp task in_reduction(+: leaves) firstprivate(depth)
  count_leaves(depth - 1);
  #pragma omp task in_reduction(+: leaves) firstprivate(depth)
  {
    leaves += 1000;
    count_leaves(depth - 1);
  }
}

static void check_recursive_reductions(void) {
  int round, i;
  for (round = 0; round < 10 * ROUNDS; round++) {
    long sum = 0;
    leaves = 0;
    #pragma omp taskgraph
    {
      #pragma omp taskgroup task_reduction(+: leaves)
      {
        #pragma omp task in_reduction(+: leaves)
        count_leaves(5);
        #pragma omp task in_reduction(+: leaves) replayable(0)
        count_leaves(1);
      }
      #pragma omp taskloop reduction(+: sum) num_tasks(4)
      for (i = 0; i < 8; i++) sum += i;
    }
    CHECK(leaves == 32 + 31000 + 2 + 1000);
    CHECK(sum == 28);
  }
}

int main(void) {
  #pragma omp parallel
  #pragma omp masked
  {
    check_not_replayable();
    check_taskloop_bounds();
    check_default_none();
    check_self_references();
    check_recursive_reductions();
  }
  return finish();
}
