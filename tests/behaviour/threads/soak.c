// SPDX-License-Identifier: Apache-2.0
//
// Four threads of the program's use everything at once for a second: nested regions of changing sizes, tasks with
// dependences, cancelled loops, regions and taskgroups. Nothing may hang, get lost, or reach another thread's teams.
//
// test: THREADS 4 ENV OMP_CANCELLATION=true NOT_STOCK clang 'libomp 19 hangs'
#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { kThreads = 3 };

static void nested(int round) {
  int leaves = 0, outer = 0;
#pragma omp parallel num_threads(1 + round % 3) shared(leaves, outer)
  {
#pragma omp atomic
    outer++;
#pragma omp parallel num_threads(1 + round % 2) shared(leaves)
    {
#pragma omp atomic
      leaves++;
    }
  }
  CHECK(outer == 1 + round % 3 && leaves == outer * (1 + round % 2));
}

static void tasks(int round) {
  int chain = 0, done = 0;
#pragma omp parallel num_threads(2 + round % 3) shared(chain, done)
#pragma omp single
  for (int i = 0; i < 40; i++) {
#pragma omp task depend(inout : chain) shared(chain)
    chain = chain * 3 % 1009 + i;
#pragma omp task shared(done)
    {
#pragma omp atomic
      done++;
    }
  }
  int want = 0;
  for (int i = 0; i < 40; i++) want = want * 3 % 1009 + i;
  CHECK_EQ(chain, want);
  CHECK_EQ(done, 40);
}

static void cancelled(int round) {
  int members = 0, beyond = 0, loops = 0, later = 0;
#pragma omp parallel num_threads(2 + round % 2) shared(members, beyond, loops, later)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 1000; i++) {
#pragma omp atomic
      loops++;
#pragma omp cancel for
    }
#pragma omp single
    {
#pragma omp taskgroup
      for (int i = 0; i < 30; i++)
#pragma omp task shared(later)
      {
#pragma omp cancel taskgroup if (i == 3)
#pragma omp atomic
        later++;
      }
    }
#pragma omp atomic
    members++;
    if (omp_get_thread_num() == round % 2) {
#pragma omp cancel parallel
    }
#pragma omp barrier
#pragma omp atomic
    beyond++;
  }
  // Who leaves the single's barrier late may see the region cancelled there.
  CHECK(members >= 1 && members <= 2 + round % 2);
  CHECK(loops >= 1 && loops <= 2 + round % 2);
  CHECK(later < 30);
  CHECK_EQ(beyond, 0);
}

static void* soak(void* context) {
  const int number = *(int*)context;
  const double end = omp_get_wtime() + (TEST_SANITIZED ? 0.5 : 1);
  omp_set_max_active_levels(2);
  int round = number;
  for (; omp_get_wtime() < end; round++) {
    nested(round);
    tasks(round);
    cancelled(round);
  }
  CHECK(round > number);
  return NULL;
}

int main(void) {
  pthread_t threads[kThreads];
  int numbers[kThreads + 1] = {0, 1, 2, 3};
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, soak, &numbers[i]);
  soak(&numbers[kThreads]);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  return check_finish();
}
