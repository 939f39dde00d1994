/* SPDX-License-Identifier: Apache-2.0
 *
 * A task that is over later than its code: a thread outside of OpenMP delivers a value, and says so by an event. No
 * thread of the team waits meanwhile.
 *
 *     $ gcc-12 -O2 -fopenmp detach.c -o detach
 *     $ rondo run -- ./detach
 */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

typedef struct {
  omp_event_handle_t event;
  int value;
} request;

static void* deliver(void* argument) {
  request* asked = argument;
  usleep(20000);
  asked->value = 42;
  omp_fulfill_event(asked->event);
  return NULL;
}

int main(void) {
  request asked = {0, 0};
  pthread_t thread;
  int result = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) shared(asked, thread) depend(out : asked)
    {
      asked.event = event;
      pthread_create(&thread, NULL, deliver, &asked);
    }
#pragma omp task shared(asked, result) depend(in : asked)
    result = asked.value;
  }
  pthread_join(thread, NULL);
  puts(result == 42 ? "ok" : "wrong");
  return result != 42;
}
