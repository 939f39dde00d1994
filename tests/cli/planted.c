// SPDX-License-Identifier: Apache-2.0
//
// Programs that lose time for one cause each, and some that lose none, with two threads. What they do is to sleep, so
// that other programs on the machine change little; only `preemption` computes, with four threads on one processor.
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void spend(int ms) { nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL); }

static void compute(int ms) {
  struct timespec used;
  long end = 0;
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    const long now = used.tv_sec * 1000L + used.tv_nsec / 1000000L;
    if (end == 0) end = now + ms;
    if (now >= end) return;
  } while (1);
}

static void serial(void) {
  spend(300);
#pragma omp parallel num_threads(2)
  spend(150);
}

static void fewer(void) {
#pragma omp parallel num_threads(2)
  spend(150);
#pragma omp parallel num_threads(1)
  spend(300);
}

static void creator(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 30; i++) {
    spend(15);
#pragma omp task
    spend(5);
  }
}

static int cell;
static void dependences(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 30; i++) {
#pragma omp task depend(inout : cell)
    spend(15);
  }
}

static void imbalance(void) {
#pragma omp parallel num_threads(2)
#pragma omp for schedule(static, 1)
  for (int i = 0; i < 2; i++) spend(i == 0 ? 450 : 100);
}

static void critical(void) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 15; i++) {
#pragma omp critical
    spend(15);
    spend(2);
  }
}

static void preemption(void) {
  cpu_set_t first;
  sched_getaffinity(0, sizeof first, &first);
  for (int i = 0, n = 0; i < CPU_SETSIZE; i++) {
    if (CPU_ISSET(i, &first) && n++ > 0) CPU_CLR(i, &first);
  }
#pragma omp parallel num_threads(4)
  {
    sched_setaffinity(0, sizeof first, &first);
#pragma omp barrier
    compute(150);
  }
}

static void healthy_loop(void) {
#pragma omp parallel for schedule(dynamic) num_threads(2)
  for (int i = 0; i < 50; i++) spend(20);
}

static void healthy_tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 50; i++) {
#pragma omp task
    spend(20);
  }
}

static int cells[2];
static void healthy_chains(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 50; i++) {
#pragma omp task depend(inout : cells[i % 2])
    spend(20);
  }
}

int main(int n_arguments, char** arguments) {
  static const struct {
    const char* name;
    void (*run)(void);
  } kPrograms[] = {
      {"serial", serial},
      {"fewer threads", fewer},
      {"creator", creator},
      {"dependences", dependences},
      {"imbalance", imbalance},
      {"mutex", critical},
      {"preemption", preemption},
      {"healthy loop", healthy_loop},
      {"healthy tasks", healthy_tasks},
      {"healthy chains", healthy_chains},
  };
  for (size_t i = 0; i < sizeof kPrograms / sizeof kPrograms[0]; i++) {
    if (n_arguments > 1 && strcmp(kPrograms[i].name, arguments[1]) == 0) {
      kPrograms[i].run();
      return 0;
    }
  }
  return 1;
}
