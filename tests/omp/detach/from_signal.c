/* SPDX-License-Identifier: Apache-2.0
 *
 * detach with an event that a signal handler fulfils (as for asynchronous I/O), on the thread that waits for the task.
 *
 * test: ENV OMP_WAIT_POLICY=passive
 * test: NOT_SANITIZED 'the thread sanitizer keeps a signal back from a thread that sleeps by a system call'
 */
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "check.h"

enum { kRounds = 20 };

static pthread_t master;
static omp_event_handle_t pending;
static volatile int is_ready;

static void on_signal(int number) {
  (void)number;
  omp_fulfill_event(pending);
}

static void* device(void* unused) {
  (void)unused;
  for (int i = 0; i < kRounds; i++) {
    while (!__atomic_exchange_n(&is_ready, 0, __ATOMIC_ACQ_REL)) usleep(100);
    usleep(i % 2 == 0 ? 5000 : 0); /* in every other round it sleeps */
    pthread_kill(master, SIGUSR1);
  }
  return NULL;
}

int main(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, NULL);
  master = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, device, NULL);
  int n_bodies = 0, n_successors = 0;
  for (int i = 0; i < kRounds; i++) {
#pragma omp parallel
    if (omp_get_thread_num() == 0) {
      omp_event_handle_t event;
#pragma omp task detach(event) depend(out : n_bodies) shared(n_bodies)
      {
        n_bodies++;
        pending = event;
        __atomic_store_n(&is_ready, 1, __ATOMIC_RELEASE);
      }
#pragma omp task depend(in : n_bodies) shared(n_successors)
      n_successors++;
    }
  }
  CHECK_EQ(n_bodies, kRounds);
  CHECK_EQ(n_successors, kRounds);
  pthread_join(thread, NULL);
  return check_finish();
}
