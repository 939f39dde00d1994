// SPDX-License-Identifier: Apache-2.0
//
// Threads that the runtime did not create call parallel regions, all at once and repeatedly: each is the initial
// thread of its own contention group, with teams, tasks and settings of its own.
//
// test: NOT_STOCK clang 'libomp 19 stops with an assertion of its allocator when foreign threads use dependences'
#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { kForeign = 4, kRounds = 30, kTasks = 50 };

static void* foreign(void* argument) {
  const int me = *(int*)argument;
  for (int round = 0; round < TEST_SCALE(kRounds); round++) {
    CHECK_EQ(omp_get_level(), 0);
    CHECK_EQ(omp_get_thread_num(), 0);
    int sum = 0, done = 0, last = 0;
    const int n = 1 + (me + round) % 3;
#pragma omp parallel num_threads(n)
    {
      CHECK_EQ(omp_get_num_threads(), n);
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < 100; i++) sum += i * (me + 1);
#pragma omp single
      for (int i = 0; i < kTasks; i++) {
#pragma omp task shared(done)
        {
#pragma omp atomic
          done++;
        }
#pragma omp task depend(inout : last) shared(last)
        last = last * 3 + i;
      }
    }
    CHECK_EQ(sum, 4950 * (me + 1));
    CHECK_EQ(done, kTasks);
    int expected = 0;
    for (unsigned i = 0; i < kTasks; i++) expected = (int)((unsigned)expected * 3u + i);
    CHECK_EQ(last, expected);
  }
  return NULL;
}

int main(void) {
  for (int generation = 0; generation < 3; generation++) {
    pthread_t threads[kForeign];
    int numbers[kForeign];
    for (int i = 0; i < kForeign; i++) {
      numbers[i] = i;
      pthread_create(&threads[i], NULL, foreign, &numbers[i]);
    }
    foreign(&(int){kForeign});
    for (int i = 0; i < kForeign; i++) pthread_join(threads[i], NULL);
  }
  return check_finish();
}
