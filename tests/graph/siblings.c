// SPDX-License-Identifier: Apache-2.0
//
// The border of a region is no border for dependences: what its task has created before comes before those of the
// region's tasks that depend on it, and, where the region does not wait, what is created behind it comes after. As
// without the region: in the encounter that records and in replays, re-captured, pure and in flight; by every kind of
// dependence, through waits in the block, beside tasks that go on only when their creator does.
#include "graph/graph_check.h"

enum { kEncounters = 12 };

static int x, y, z, seen, sum;

static void take_long(void) { spin_for(4000); }

static void set_by_task(int* where, int value) {
#pragma omp task depend(out : *where) firstprivate(where, value)
  {
    take_long();
    *where = value;
  }
}

// ---- Siblings before the region --------------------------------------------------------------------------------

static void read_again(int* from, int step) {
  RONDO_TASKGRAPH() {
#pragma omp task depend(in : *from) firstprivate(from, step)
    seen = *from + step;
  }
}

static void read_pure(void) {
  RONDO_TASKGRAPH(rondo_same_data()) {
#pragma omp task depend(in : x)
    seen = x;
  }
}

// The second task waits for a sibling, the first is one with it and waits for nobody.
static void read_in_a_chain(void) {
  RONDO_TASKGRAPH() {
    for (int i = 0; i < 40; i++)
#pragma omp task depend(inout : y) firstprivate(i)
      y = y * 3 % 10007 + i;
#pragma omp task depend(in : x) depend(inout : y)
    y += x;
  }
}

static void before(void) {
  for (int step = 1; step <= kEncounters; step++) {
    set_by_task(&x, step);
    read_again(&x, step);
    CHECK_EQ(seen, 2 * step);
    set_by_task(&x, -step);
    read_pure();
    CHECK_EQ(seen, -step);
    int expected = y;
    for (int i = 0; i < 40; i++) expected = expected * 3 % 10007 + i;
    set_by_task(&x, step);
    read_in_a_chain();
    CHECK_EQ(y, expected + step);
#pragma omp taskwait
    read_pure();  // with nothing to wait for
    CHECK_EQ(seen, step);
  }
}

// Sets and everything in memory.
static void by_every_kind(void) {
  for (int step = 0; step < kEncounters; step++) {
    for (int i = 0; i < 4; i++)
#pragma omp task depend(mutexinoutset : sum)
    {
      const int was = sum;
      take_long();
      sum = was + 1;
    }
    RONDO_TASKGRAPH() {
      for (int i = 0; i < 4; i++)
#pragma omp task depend(mutexinoutset : sum)
      {
        const int was = sum;
        spin_for(50);
        sum = was + 1;
      }
#pragma omp task depend(in : sum)
      seen = sum;
    }
    CHECK_EQ(seen, 8 * step + 8);
  }
}

// A wait of the block is for siblings, too, also for those without dependences: what is behind it comes after them.
static void through_a_wait(void) {
  for (int step = 1; step <= kEncounters; step++) {
#pragma omp task firstprivate(step)
    {
      take_long();
      z = step;
    }
    RONDO_TASKGRAPH(rondo_same_data()) {
#pragma omp task depend(inout : y)
      y++;
#pragma omp taskwait
#pragma omp task
      seen = z;
    }
    CHECK_EQ(seen, step);
    set_by_task(&x, step);
    RONDO_TASKGRAPH(rondo_same_data()) {
#pragma omp task depend(inout : y)
      y++;
#pragma omp taskwait depend(in : x)
#pragma omp task
      seen = x;
    }
    CHECK_EQ(seen, step);
  }
}

// ---- Siblings behind the region --------------------------------------------------------------------------------

static void set_open(int* where, int step) {
  RONDO_TASKGRAPH(rondo_nogroup()) {
#pragma omp task depend(out : *where) firstprivate(where, step)
    {
      take_long();
      *where = step;
    }
#pragma omp task depend(in : *where)
    take_long();
  }
}

static void count_open(void) {
  RONDO_TASKGRAPH(rondo_nogroup(), rondo_same_data()) {
    for (int i = 0; i < 3; i++)
#pragma omp task depend(inout : y)
    {
      spin_for(1000);
      y = y * 3 % 10007;
    }
  }
}

static int thrice(int value) { return value * 27 % 10007; }

static void behind(void) {
  int expected = y = 1;
  for (int step = 1; step <= kEncounters; step++) {
    set_open(&x, step);
#pragma omp task depend(in : x)
    seen = x;
    set_open(&x, -step);  // behind the reader
#pragma omp taskwait depend(in : x)
    CHECK_EQ(x, -step);
    CHECK_EQ(seen, step);
    set_open(&x, 7 * step);
#pragma omp task depend(in : x) if (0)
    seen = x;
    CHECK_EQ(seen, 7 * step);
    // One pure replay behind another, then what is behind both.
    for (int i = 0; i < 4; i++) count_open(), expected = thrice(expected);
#pragma omp task depend(inout : y)
    y++;
    expected++;
    count_open();
    expected = thrice(expected);
    set_open(&z, step);  // depends on nothing of that
    read_again(&y, 0);
    CHECK_EQ(seen, expected);
#pragma omp taskgroup
    {
      count_open();
      expected = thrice(expected);
#pragma omp task depend(in : y)
      seen = y;
    }
    CHECK_EQ(seen, expected);
#pragma omp taskwait
    CHECK_EQ(z, step);
  }
}

// Re-captures at changing addresses, some half in one place and half in the other: what is behind comes after those
// of this encounter.
static void behind_moved(void) {
  static int here[2], there[2];
  int* const pairs[][2] = {{&here[0], &here[1]}, {&there[0], &there[1]}, {&here[0], &there[1]}};
  for (int step = 1; step <= kEncounters; step++) {
    int* first = pairs[(step - 1) % 3][0];
    int* second = pairs[(step - 1) % 3][1];
    RONDO_TASKGRAPH(rondo_nogroup()) {
#pragma omp task depend(out : *first) firstprivate(first, step)
      {
        take_long();
        *first = step;
      }
#pragma omp task depend(inout : *second) firstprivate(second, step)
      {
        take_long();
        *second = 2 * step;
      }
    }
    int sum_of_both = 0;
#pragma omp task depend(in : *first, *second) shared(sum_of_both) firstprivate(first, second)
    sum_of_both = *first + *second;
#pragma omp taskwait
    CHECK_EQ(sum_of_both, 3 * step);
  }
}

// Encounters by tasks that end while their region's tasks go on.
static void by_tasks_that_end(void) {
  static int cells[8];
  for (int step = 1; step <= kEncounters; step++) {
#pragma omp taskgroup
    for (int i = 0; i < 8; i++)
#pragma omp task firstprivate(i)
    {
      int* cell = &cells[i];
      for (int n = 0; n < 3; n++) RONDO_TASKGRAPH(rondo_nogroup()) {
#pragma omp task depend(inout : *cell) firstprivate(cell)
          {
            spin_for(500);
            ++*cell;
          }
        }
#pragma omp task depend(inout : *cell) firstprivate(cell)
      ++*cell;
    }
    for (int i = 0; i < 8; i++) CHECK_EQ(cells[i], 4 * step);
  }
}

// ---- Nobody waits who would not wait for ordinary tasks --------------------------------------------------------

// The sibling ends when its creator, who has left the region, says so; the region's first task does not wait for it.
// No sibling is tiny: else its creator may run it in place, or help to run what it depends on, and wait for itself.
static void beside_a_waiting_task(void) {
  if (omp_get_num_threads() == 1) return;
  for (int step = 1; step <= kEncounters; step++) {
#pragma omp task depend(out : x) firstprivate(step)
    {
      take_long();
      wait_for_creator();
      x = step;
    }
    RONDO_TASKGRAPH(rondo_nogroup()) {
#pragma omp task depend(out : y) firstprivate(step)
      y = step;
#pragma omp task depend(in : x, y)
      seen = x + y;
    }
    RONDO_TASKGRAPH(rondo_nogroup(), rondo_same_data()) {
#pragma omp task depend(in : x)
      z = x;
    }
#pragma omp task depend(inout : x)
    {
      take_long();
      x = -x;
    }
    creator_leaves();
    CHECK_EQ(seen, 2 * step);
    CHECK_EQ(z, step);
    CHECK_EQ(x, -step);
  }
}

// The event of the sibling is fulfilled behind the region, or by a task of the region itself.
static void beside_a_detached_task(void) {
  for (int step = 1; step <= kEncounters; step++) {
    omp_event_handle_t event = (omp_event_handle_t)0;
    int* value = &x;
#pragma omp task detach(event) depend(out : *value) firstprivate(value, step)
    *value = step;
    RONDO_TASKGRAPH(rondo_nogroup()) {
#pragma omp task depend(in : x)
      seen = x;
#pragma omp task depend(out : z)
      z = 5;
    }
#pragma omp task depend(in : z) firstprivate(event)
    omp_fulfill_event(event);
#pragma omp taskwait
    CHECK_EQ(seen, step);
    x = 0;
#pragma omp task detach(event) depend(out : *value) firstprivate(value, step)
    *value = -step;
    RONDO_TASKGRAPH() {
#pragma omp task depend(in : x)
      seen = x;
#pragma omp task firstprivate(event)
      omp_fulfill_event(event);
    }
    CHECK_EQ(seen, -step);
#pragma omp taskwait
  }
}

// What is outstanding and has nothing to do with it leaves a replay what it is.
static void beside_others(void) {
  graph_stats_begin();
  for (int step = 0; step < kEncounters; step++) {
#pragma omp task
    take_long();
    set_by_task(&x, step);
    RONDO_TASKGRAPH(rondo_same_data()) {
#pragma omp task
      y++;
    }
  }
  CHECK_COUNT(pure_replays, kEncounters - 1);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    before();
    by_every_kind();
    through_a_wait();
    behind();
    behind_moved();
    by_tasks_that_end();
    beside_a_waiting_task();
#pragma omp task
    beside_a_detached_task();
#pragma omp taskwait
    beside_others();
  }
  return check_finish();
}
