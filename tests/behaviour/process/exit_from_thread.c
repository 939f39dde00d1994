// SPDX-License-Identifier: Apache-2.0
//
// A process ends at once and with its status however it is ended: exit, _exit and quick_exit, by a member of a team,
// a task or a thread of the program, with regions, tasks and barriers going on; abort by its signal.
//
// test: THREADS 4
// test: NOT_SANITIZED 'the thread sanitizer does not support new threads in the child of a process with threads'
#include <omp.h>
#include <pthread.h>
#include <signal.h>

#include "../process.h"
#include "check.h"

static void (*leave)(int);

static void by_member(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp barrier
    if (omp_get_thread_num() == 3) leave(9);
#pragma omp barrier
  }
}

static void by_task(void) {
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 200; i++)
#pragma omp task firstprivate(i)
  {
    spin_for(100);
    if (i == 100) leave(9);
  }
}

static void* region(void* unused) {
#pragma omp parallel num_threads(2)
#pragma omp critical
  leave(9);
  return unused;
}

static void by_foreign_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, region, NULL);
  for (;;) {
#pragma omp parallel num_threads(3)
    spin_for(100);
  }
}

static void aborts(int status) {
  (void)status;
  abort();
}

int main(void) {
  static void (*const places[])(void) = {by_member, by_task, by_foreign_thread};
  static void (*const ways[])(int) = {exit, _exit, quick_exit, aborts};
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  for (int way = 0; way < 4; way++) {
    leave = ways[way];
    for (int place = 0; place < 3; place++) {
      const int status = status_of_child(places[place]);
      CHECK(way == 3 ? WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT
                     : WIFEXITED(status) && WEXITSTATUS(status) == 9);
    }
  }
  return check_finish();
}
