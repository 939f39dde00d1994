// SPDX-License-Identifier: Apache-2.0
//
// detach with events fulfilled by a thread that knows nothing of OpenMP (as an I/O library's would): successors
// start, and a team in which every thread has gone idle is woken up.
#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

enum { kEvents = 40 };

static struct {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  omp_event_handle_t event[kEvents];
  int value[kEvents];
  int count;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER};

static void* device(void* unused) {
  (void)unused;
  for (int done = 0; done < kEvents; done++) {
    pthread_mutex_lock(&queue.lock);
    while (queue.count <= done) pthread_cond_wait(&queue.filled, &queue.lock);
    const omp_event_handle_t event = queue.event[done];
    pthread_mutex_unlock(&queue.lock);
    if (done % 10 == 0) usleep(20000);  // long enough for the team to fall asleep
    queue.value[done] = 100 + done;
    omp_fulfill_event(event);
  }
  return NULL;
}

static void submit(omp_event_handle_t event) {
  pthread_mutex_lock(&queue.lock);
  queue.event[queue.count++] = event;
  pthread_cond_signal(&queue.filled);
  pthread_mutex_unlock(&queue.lock);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, device, NULL);
  int received[kEvents] = {0};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kEvents; i++) {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : received[i])
    submit(event);
    // One at a time, so that the k-th submission belongs to the k-th task.
#pragma omp task depend(inout : received[i]) shared(received) firstprivate(i)
    {
      CHECK_EQ(queue.value[i], 100 + i);
      received[i] = 1;
    }
#pragma omp taskwait
  }
  pthread_join(thread, NULL);
  for (int i = 0; i < kEvents; i++) CHECK_EQ(received[i], 1);
  return check_finish();
}
