/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops whose body reduces. Where clang compiles it, the end of the taskgroup is a node of the cycle, the body runs
 * once, and a while loop's condition waits for that node only. gcc combines by code of the body, which runs for every
 * iteration. Every form gives the serial result.
 */
#include <stdint.h>
#include <string.h>

#include "graph_check.h"

enum { kBlocks = 12 };

#ifdef __clang__
enum { kRunsOnce = 1 };
#else
enum { kRunsOnce = 0 };
#endif

static uint64_t blocks[kBlocks + 2], expected_blocks[kBlocks + 2];
static uint64_t sum, highest, trace, histogram[4];
static uint64_t expected_sum, expected_highest, expected_trace, expected_histogram[4];

static uint64_t mix(uint64_t a, uint64_t b) { return (a ^ (b << 7) ^ (b >> 13)) * 0x9e3779b97f4a7c15u + b; }

static void reset(void) {
  for (int b = 0; b < kBlocks + 2; b++) blocks[b] = expected_blocks[b] = (uint64_t)b * 77 + 1;
  sum = highest = trace = expected_sum = expected_highest = expected_trace = 3;
  memset(histogram, 0, sizeof histogram);
  memset(expected_histogram, 0, sizeof expected_histogram);
}

static void serial_iteration(void) {
  for (int b = 1; b <= kBlocks; b++) {
    expected_blocks[b] = mix(expected_blocks[b - 1] + expected_blocks[b + 1], expected_blocks[b]);
    expected_sum += expected_blocks[b] % 1000 + (uint64_t)b;
    if (expected_blocks[b] > expected_highest) expected_highest = expected_blocks[b];
    expected_histogram[expected_blocks[b] % 4]++;
  }
  expected_trace = mix(expected_trace, expected_sum);
}

/* Participants are ordered among each other, and their children take part; what comes behind the group reads what it
 * has made, and comes before the next iteration's group ends because another group waits for it. */
static void create_iteration(void) {
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(max : highest) task_reduction(+ : histogram)
  for (int b = 1; b <= kBlocks; b++) {
    uint64_t* u = blocks;
#pragma omp task in_reduction(+ : sum) in_reduction(max : highest) in_reduction(+ : histogram) firstprivate(u, b) \
    depend(in : u[b - 1], u[b + 1]) depend(inout : u[b])
    {
      u[b] = mix(u[b - 1] + u[b + 1], u[b]);
#pragma omp task in_reduction(+ : sum) firstprivate(b)
      sum += (uint64_t)b;
      sum += u[b] % 1000;
      if (u[b] > highest) highest = u[b];
      histogram[u[b] % 4]++;
    }
  }
#pragma omp taskgroup
  {
#pragma omp task shared(trace, sum)
    trace = mix(trace, sum);
  }
}

static void compare(const char* form, uint64_t n) {
  char what[80];
  if (memcmp(blocks, expected_blocks, sizeof blocks) == 0 && sum == expected_sum && highest == expected_highest &&
      trace == expected_trace && memcmp(histogram, expected_histogram, sizeof histogram) == 0)
    return;
  snprintf(what, sizeof what, "%s, %d iterations: result", form, (int)n);
  check_failed(__FILE__, __LINE__, what);
}

static rondo_taskiter_stats stats(void) {
  rondo_taskiter_stats now = {0, 0, 0, 0, 0, 0, 0, 0};
  if (rondo_get_taskiter_stats) rondo_get_taskiter_stats(&now);
  return now;
}

static void expect(uint64_t n) {
  reset();
  for (uint64_t t = 0; t < n; t++) serial_iteration();
}

static void counted(uint64_t n) {
  const rondo_taskiter_stats before = stats();
  expect(n);
  RONDO_TASKITER(t, n) create_iteration();
  compare("plain", n);
  expect(n);
  RONDO_TASKITER(t, n, rondo_unroll(2)) create_iteration();
  compare("unroll(2)", n);
  expect(n);
  RONDO_TASKITER(t, n, rondo_inline()) create_iteration();
#pragma omp taskwait
  compare("inline", n);
  expect(n);
  RONDO_TASKITER(t, n, rondo_update()) create_iteration();
  compare("update", n);
  const rondo_taskiter_stats now = stats();
  if (!rondo_get_taskiter_stats || n < 3) return;
  CHECK_EQ(now.cycles - before.cycles, 4);
  CHECK_EQ(now.updates - before.updates, kRunsOnce ? 1 : 4);
  CHECK_EQ(now.mismatches - before.mismatches, 0);
}

/* The body's own code runs once where the graph goes round. */
static void by_taskloop(uint64_t n) {
  static int n_bodies;
  n_bodies = 0;
  uint64_t total = 0;
  RONDO_TASKITER(t, n) {
    n_bodies++;
#pragma omp taskloop reduction(+ : total) num_tasks(5)
    for (int i = 0; i < 100; i++) total += (uint64_t)i;
  }
  CHECK_EQ(total, 4950 * n);
  if (rondo_get_taskiter_stats && n > 1) CHECK_EQ(n_bodies, kRunsOnce ? 1 : (int)n);
}

/* Until the change of an iteration is small: the group's first task sets it to zero before it is combined. The task
 * behind the group does not hold up the question. */
static void until_small(int names_what_it_reads) {
  static double x[kBlocks], change;
  static int n_after;
  double y[kBlocks], by = 1;
  int n = 0, n_serial = 0;
  for (int b = 0; b < kBlocks; b++) x[b] = y[b] = b + 1;
  for (; by > 1e-3; n_serial++) {
    by = 0;
    for (int b = 0; b < kBlocks; b++) {
      if (y[b] / 2 > by) by = y[b] / 2;
      y[b] /= 2;
    }
  }
  change = 1;
  n_after = 0;
  const rondo_taskiter_stats before = stats();
  RONDO_TASKITER_WHILE((n++, change > 1e-3), names_what_it_reads ? rondo_condition_on(&change) : rondo_no_clause()) {
#pragma omp taskgroup task_reduction(max : change)
    {
#pragma omp task shared(change)
      change = 0;
      for (int b = 0; b < kBlocks; b++) {
#pragma omp task in_reduction(max : change) firstprivate(b) depend(inout : x[b])
        {
          x[b] /= 2;
          if (x[b] > change) change = x[b];
        }
      }
    }
#pragma omp task depend(inout : n_after)
    n_after++;
  }
  CHECK_EQ(n, n_serial + 1);
  CHECK_EQ(n_after, n_serial);
  CHECK(memcmp(x, y, sizeof x) == 0);
  if (rondo_get_taskiter_stats) CHECK_EQ(stats().updates - before.updates, kRunsOnce ? 0 : 1);
}

/* A loop that reduced nothing when its graph was kept. */
static void later_reducing(void) {
  static uint64_t total, plain;
  total = plain = 0;
  for (int round = 0; round < 6; round++) RONDO_TASKITER(t, 10) {
      if (round % 2) {
#pragma omp taskgroup task_reduction(+ : total)
        for (int i = 0; i < 4; i++) {
#pragma omp task in_reduction(+ : total)
          total += 3;
        }
      } else {
        for (int i = 0; i < 4; i++) {
#pragma omp task shared(plain) depend(inout : plain)
          plain += 5;
        }
      }
    }
  CHECK_EQ(total, 3 * 10 * 4 * 3);
  CHECK_EQ(plain, 3 * 10 * 4 * 5);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    for (uint64_t n = 0; n < 8; n++) {
      counted(n);
      by_taskloop(n);
    }
    counted(60);
    by_taskloop(60);
    until_small(0);
    until_small(1);
    later_reducing();
  }
  return check_finish();
}
