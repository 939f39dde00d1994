// SPDX-License-Identifier: Apache-2.0
//
// The initial thread ends by pthread_exit() behind a region, and another thread of the program goes on for a while,
// with regions of its own. The process ends with status 0 when the program's last thread has ended: no thread of
// the runtime keeps it.
//
// test: THREADS 4
// test: NOT_SANITIZED 'the thread sanitizer does not support new threads in the child of a process with threads'
// test: NOT_STOCK clang "libomp 19's threads keep such a process for ever"
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { kTeam = 4, kDeadline_s = 20 };

static int n_threads_of_region(void) {
  int n = 0;
#pragma omp parallel num_threads(kTeam) reduction(+ : n)
  n++;
  return n;
}

/* The threads of regions in a league, in a target region, and in target regions of a team. */
static void use_leagues(void) {
#pragma omp teams num_teams(1)
  n_threads_of_region();
#pragma omp target
  n_threads_of_region();
#pragma omp parallel num_threads(2)
#pragma omp target
  n_threads_of_region();
}

static void* go_on(void* regions) {
  usleep(20000);
  for (int i = 0; i < *(const int*)regions; i++) {
    if (n_threads_of_region() != kTeam) _exit(1);
  }
  return NULL;
}

/* Does not return. `uses_omp`: whether the initial thread, and not only the other one, has been in a region; 2: also
 * in leagues. */
static void end_first(int uses_omp, int regions) {
  static int n_regions;
  n_regions = regions;
  alarm(kDeadline_s);
  if (uses_omp > 0 && n_threads_of_region() != kTeam) _exit(1);
  if (uses_omp > 1) use_leagues();
  pthread_t thread;
  pthread_create(&thread, NULL, go_on, &n_regions);
  pthread_detach(thread);
  pthread_exit(NULL);
}

int main(int argc, char** argv) {
  if (argc > 2) end_first(atoi(argv[1]), atoi(argv[2]));
  /* New processes, not children of a process with threads. */
  const char* const cases[][2] = {{"1", "0"}, {"1", "3"}, {"0", "3"}, {"2", "0"}, {"2", "3"}};
  for (int i = 0; i < 5; i++) {
    const pid_t child = fork();
    if (child == 0) execl("/proc/self/exe", argv[0], cases[i][0], cases[i][1], (char*)NULL);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK_EQ(status, 0);
  }
  return check_finish();
}
