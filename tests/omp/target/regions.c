/* SPDX-License-Identifier: Apache-2.0
 *
 * target regions without another device: what they map, what they keep for themselves, and their place in the order of
 * tasks.
 */
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

#pragma omp declare target
static int shared_with_devices = 5;
static int twice(int x) { return 2 * x; }
#pragma omp end declare target

typedef struct {
  _Alignas(128) int values[40];
} wide;

static void mapping(void) {
  int a[100], sum = 0, plain = 3;
  for (int i = 0; i < 100; i++) a[i] = i;
#pragma omp target map(tofrom : a, sum)
  {
    for (int i = 0; i < 100; i++) {
      a[i] = twice(a[i]);
      sum += a[i] + plain; /* plain: firstprivate */
    }
    plain = 100;
    shared_with_devices++;
  }
  CHECK_EQ(sum, 2 * 4950 + 300);
  CHECK_EQ(a[99], 198);
  CHECK_EQ(plain, 3);
  CHECK_EQ(shared_with_devices, 6);
  shared_with_devices = 5;

  int* p = a + 10;
#pragma omp target map(tofrom : p[0 : 5])
  for (int i = 0; i < 5; i++) p[i] = -i;
  CHECK_EQ(a[14], -4);

  int n_sum = 0;
#pragma omp target if (0) map(tofrom : n_sum)
  n_sum += omp_is_initial_device();
#pragma omp target device(omp_get_initial_device()) map(tofrom : n_sum)
  n_sum += omp_is_initial_device();
  CHECK_EQ(n_sum, 2);
}

/* Objects of every size and alignment: the region changes its copies only. */
static void first_private(int n) {
  char c = 'c';
  double d = 2.5;
  wide w;
  int list[n];
  for (int i = 0; i < 40; i++) w.values[i] = i;
  for (int i = 0; i < n; i++) list[i] = 7 * i;
  int wrong = 0, misplaced = 0;
#pragma omp target firstprivate(c, d, w, list) map(tofrom : wrong, misplaced)
  {
    if (c != 'c' || d != 2.5) wrong++;
    for (int i = 0; i < 40; i++) wrong += w.values[i] != i;
    for (int i = 0; i < n; i++) wrong += list[i] != 7 * i;
    misplaced += (uintptr_t)&w % _Alignof(wide) != 0;
    c = 'x';
    d = 0;
    memset(&w, 0, sizeof w);
    memset(list, 0, sizeof list);
  }
  CHECK_EQ(wrong, 0);
  CHECK_EQ(misplaced, 0);
  CHECK(c == 'c' && d == 2.5 && w.values[39] == 39 && list[n - 1] == 7 * (n - 1));
}

/* A region without nowait is over at its end; its tasks, too. */
static void tasks_inside(void) {
  int done = 0, seen = -1;
#pragma omp target map(tofrom : done)
  {
    for (int i = 0; i < 20; i++) {
#pragma omp task shared(done)
      {
        spin_for(2000);
#pragma omp atomic
        done++;
      }
    }
#pragma omp taskwait
  }
  seen = done;
  CHECK_EQ(seen, 20);
}

/* Regions and data constructs with nowait are tasks: they and ordinary tasks are ordered by their dependences, and the
 * region sees its variables as they were when it was encountered. */
static void in_order(void) {
  enum { kRounds = 50 };
  int x = 0, log[3 * kRounds];
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kRounds; i++) {
      int stamp = 10 * i;
#pragma omp task depend(inout : x) shared(x, log) firstprivate(i)
      {
        spin_for(500);
        log[3 * i] = x++;
      }
#pragma omp target nowait depend(inout : x) map(tofrom : x, log) firstprivate(i, stamp)
      {
        log[3 * i + 1] = x++;
        if (stamp != 10 * i) x = -1000000;
      }
      stamp = -1;
#pragma omp target update to(x) nowait depend(inout : x)
#pragma omp target enter data map(to : x) nowait depend(inout : x)
#pragma omp target exit data map(from : x) depend(inout : x) nowait
#pragma omp target depend(inout : x) map(tofrom : x, log)
      log[3 * i + 2] = x++;
      CHECK_EQ(log[3 * i + 2], 3 * i + 2); /* without nowait it is over here */
    }
#pragma omp taskwait
  }
  CHECK_EQ(x, 3 * kRounds);
  for (int i = 0; i < 3 * kRounds; i++) CHECK_EQ(log[i], i);
}

/* target data with a pointer to the device's copy, which is the host's. */
static void data(void) {
  int a[10] = {0};
  int* p = a;
#pragma omp target data map(tofrom : a) use_device_ptr(p)
  {
#pragma omp target is_device_ptr(p)
    p[3] = 33;
#pragma omp target update from(a)
    CHECK_EQ(a[3], 33);
  }
#pragma omp target enter data map(to : a)
#pragma omp target
  a[4] = 44;
#pragma omp target exit data map(from : a)
  CHECK_EQ(a[4], 44);
#pragma omp target data map(tofrom : a) use_device_addr(a)
  a[5] = 55;
  CHECK_EQ(a[5], 55);
}

/* Every thread of a team encounters regions of its own, with a team inside. */
static void in_parallel(void) {
  int n_threads = 0, total = 0;
#pragma omp parallel reduction(+ : total)
  {
    int mine = 0;
#pragma omp target map(tofrom : mine)
    {
#pragma omp parallel for reduction(+ : mine) num_threads(2)
      for (int i = 1; i <= 10; i++) mine += i;
    }
    total += mine;
#pragma omp single
    n_threads = omp_get_num_threads();
  }
  CHECK_EQ(total, 55 * n_threads);
}

int main(void) {
  mapping();
  first_private(33);
  tasks_inside();
  in_order();
  data();
  in_parallel();
#pragma omp parallel
  {
    first_private(5 + omp_get_thread_num());
    tasks_inside();
  }
  return check_finish();
}
