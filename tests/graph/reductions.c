// SPDX-License-Identifier: Apache-2.0
//
// Task reductions in and around a region: a taskgroup with task_reduction in the block, with participants among the
// tasks' own children, two groups in a row, in_reduction of a group that encloses the region, arrays, a taskloop with
// reduction. Each encounter has private copies of its own. Where clang compiles the block, the runtime combines: with
// rondo_same_data() the block is skipped. gcc's own code combines at the end of a group, hence is executed each time.
#include "graph/graph_check.h"

enum { kTasks = 20, kEncounters = 10, kN = 8 };

#ifdef __clang__
enum { kSkips = 1 };
#else
enum { kSkips = 0 };
#endif

static void in_the_block(int step) {
  long sum = step;
  int high = -1;
  RONDO_TASKGRAPH() {
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(max : high)
    for (int i = 0; i < kTasks; i++)
#pragma omp task in_reduction(+ : sum) in_reduction(max : high) firstprivate(i, step)
    {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
      sum += i;
      sum += i * step;
      if (i + step > high) high = i + step;
    }
  }
  CHECK_EQ(sum, step + 190L * (step + 1));
  CHECK_EQ(high, kTasks - 1 + step);
}

// Groups in groups, both of which the innermost tasks and their children join; a group without participants; a group
// that does not reduce. What follows a group reads what it has made.
static void skipped_block(int step) {
  static long sum, product, between, empty;
  static int offset;
  sum = product = 1;
  between = empty = 0;
  offset = step;
  RONDO_TASKGRAPH(rondo_same_data()) {
#pragma omp taskgroup task_reduction(+ : sum)
    {
      for (int i = 0; i < kTasks; i++)
#pragma omp task in_reduction(+ : sum) firstprivate(i) shared(offset)
        sum += i + offset;
#pragma omp taskgroup task_reduction(* : product)
      for (int i = 0; i < 3; i++)
#pragma omp task in_reduction(+ : sum) in_reduction(* : product)
      {
#pragma omp task in_reduction(* : product)
        product *= 2;
        sum += 1000;
      }
#pragma omp taskgroup
      {
#pragma omp task shared(between, product)
        between = product;
#pragma omp task in_reduction(+ : sum)
        sum += 10000;
      }
    }
#pragma omp task shared(between, sum)
    between += sum;
#pragma omp taskgroup task_reduction(+ : empty)
    {
#pragma omp task shared(empty)
      {
      }
    }
#pragma omp taskloop reduction(+ : empty) num_tasks(3)
    for (int i = 0; i < 7; i++) empty += i;
  }
  CHECK_EQ(sum, 1 + 190L + (long)kTasks * step + 3000 + 10000);
  CHECK_EQ(product, 8);
  CHECK_EQ(between, product + sum);
  CHECK_EQ(empty, 21);
}

// The second group reduces what the first one has made, and a task between them reads it.
static void two_groups(int step) {
  long sum = 0, between = 0;
  RONDO_TASKGRAPH() {
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < kTasks; i++)
#pragma omp task in_reduction(+ : sum) firstprivate(i, step)
      sum += i + step;
    const long seen = sum;
#pragma omp task shared(between) firstprivate(seen)
    between = seen;
#pragma omp taskgroup task_reduction(* : sum)
    for (int i = 0; i < 3; i++)
#pragma omp task in_reduction(* : sum)
      sum *= 2;
  }
  CHECK_EQ(between, 190 + kTasks * step);
  CHECK_EQ(sum, 8 * between);
}

static void around_the_block(int step) {
  long outer = 0;
#pragma omp taskgroup task_reduction(+ : outer)
  {
    RONDO_TASKGRAPH() {
      for (int i = 0; i < kTasks; i++)
#pragma omp task in_reduction(+ : outer) firstprivate(i, step)
        outer += i + step;
    }
  }
  CHECK_EQ(outer, 190 + kTasks * step);
}

// Skips the block: the group around it is another one each time, the variable is the same.
static void around_a_skipped_block(void) {
  static long outer;
  outer = 5;
#pragma omp taskgroup task_reduction(+ : outer)
  {
    RONDO_TASKGRAPH(rondo_same_data()) {
      for (int i = 0; i < kTasks; i++)
#pragma omp task in_reduction(+ : outer) firstprivate(i)
        outer += i;
    }
  }
  CHECK_EQ(outer, 195);
}

static void arrays(int step) {
  long histogram[kN] = {0};
  RONDO_TASKGRAPH() {
#pragma omp taskgroup task_reduction(+ : histogram[0 : kN])
    for (int i = 0; i < kTasks; i++)
#pragma omp task in_reduction(+ : histogram[0 : kN]) firstprivate(i, step)
      for (int n = 0; n < kN; n++) histogram[n] += (i + n) % kN + step;
  }
  for (int n = 0; n < kN; n++) {
    long expected = 0;
    for (int i = 0; i < kTasks; i++) expected += (i + n) % kN + step;
    CHECK_EQ(histogram[n], expected);
  }
}

static void loop(int step) {
  long sum = 0;
  RONDO_TASKGRAPH() {
#pragma omp taskloop reduction(+ : sum) num_tasks(4) firstprivate(step)
    for (int i = 0; i < 50; i++) sum += i + step;
  }
  CHECK_EQ(sum, 1225 + 50 * step);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    void (*const with_step[])(int) = {in_the_block, two_groups, around_the_block, arrays, loop};
    for (size_t which = 0; which < sizeof with_step / sizeof with_step[0]; which++) {
      graph_stats_begin();
      for (int step = 0; step < kEncounters; step++) with_step[which](step);
      CHECK_COUNT(records, 1);
      CHECK_COUNT(recaptures, kEncounters - 1);
      CHECK_COUNT(mismatches, 0);
    }
    graph_stats_begin();
    for (int step = 0; step < kEncounters; step++) around_a_skipped_block();
    CHECK_COUNT_AT_LEAST(pure_replays, 1);
    graph_stats_begin();
    for (int step = 0; step < kEncounters; step++) skipped_block(step);
    CHECK_COUNT(records, 1);
    CHECK_COUNT(pure_replays, kSkips * (kEncounters - 1));
    CHECK_COUNT(mismatches, 0);
  }
  // By teams that grow: what was made for a small one does not do for a larger one.
  for (int n = 1; n <= 4; n++) {
#pragma omp parallel num_threads(n)
#pragma omp single
    for (int step = 0; step < kEncounters; step++) skipped_block(n + step);
  }
  return check_finish();
}
