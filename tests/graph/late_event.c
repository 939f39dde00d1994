/* SPDX-License-Identifier: Apache-2.0
 *
 * A region with rondo_nogroup() whose tasks create a task with an event, and which then creates fewer tasks than were
 * recorded, so that its end waits. A thread of the program fulfils the event while the whole team sleeps: the wait
 * ends.
 *
 * test: FLAGS -D_GNU_SOURCE STDERR 'does not fit its record: it created fewer tasks'
 * test: NOT_STOCK gcc 'libgomp 12 hangs at the end of the region when another thread of the program fulfils the event'
 */
#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "graph_check.h"

enum { kEncounters = 4, kTasks = 4 };

static omp_event_handle_t published;
static int is_published;

static void* fulfill_it(void* unused) {
  (void)unused;
  while (!__atomic_load_n(&is_published, __ATOMIC_ACQUIRE)) usleep(1000);
  usleep(100000); /* until the team is asleep */
  omp_fulfill_event(published);
  return NULL;
}

static void create_child(int* value) {
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) firstprivate(value)
  {
#pragma omp atomic
    *value += 100;
  }
  published = event;
  __atomic_store_n(&is_published, 1, __ATOMIC_RELEASE);
}

int main(void) {
  int value = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, fulfill_it, NULL);
#pragma omp parallel
#pragma omp single
  for (int encounter = 0; encounter < kEncounters; encounter++) {
    const int is_last = encounter + 1 == kEncounters;
    RONDO_TASKGRAPH(rondo_nogroup()) {
      for (int i = 0; i < (is_last ? kTasks / 2 : kTasks); i++) {
#pragma omp task shared(value) firstprivate(i, is_last) depend(inout : value)
        {
#pragma omp atomic
          value++;
          if (is_last && i == 0) create_child(&value);
        }
      }
    }
#pragma omp taskwait
  }
  pthread_join(thread, NULL);
  CHECK_EQ(value, (kEncounters - 1) * kTasks + kTasks / 2 + 100);
  return check_finish();
}
