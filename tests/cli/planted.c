// SPDX-License-Identifier: Apache-2.0
//
// Programs that lose time for one cause each, and some that lose none, with two threads. Where it is possible, what
// they do is to sleep, so that other programs on the machine change little. Those that have to compute say on the
// standard output how long the cause has held their threads ("planted SECONDS"), measured by themselves.
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "rondo.h"

static void spend(int ms) { nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL); }

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void compute(double s) {
  const double end = seconds(CLOCK_THREAD_CPUTIME_ID) + s;
  while (seconds(CLOCK_THREAD_CPUTIME_ID) < end) continue;
}

// From now on the second thread of teams of two is interrupted for so long, wherever it is.
static pthread_t second;
static int interrupted_ms;
static atomic_int is_interrupted;

static void be_interrupted(int number) {
  (void)number;
  atomic_store(&is_interrupted, 1);
  spend(interrupted_ms);
}

static void interrupt_second(int ms) {
  interrupted_ms = ms;
  atomic_store(&is_interrupted, 0);
  pthread_kill(second, SIGUSR1);
  while (!atomic_load(&is_interrupted)) spend(1);
}

static void find_second(void) {
  sigaction(SIGUSR1, &(struct sigaction){.sa_handler = be_interrupted, .sa_flags = SA_RESTART}, NULL);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) second = pthread_self();
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

// The same behind so many tasks that their events fill some MiB.
static atomic_int n_run;
static void flooded(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 100000; i++) {
#pragma omp task
      atomic_fetch_add(&n_run, 1);
    }
#pragma omp taskwait
    for (int i = 0; i < 30; i++) {
#pragma omp task depend(inout : cell)
      spend(15);
    }
  }
}

// Each time two tasks need what a thread of the program, which is not OpenMP's, has after 40 ms.
static void* unblock_later(void* wait) {
  spend(40);
  rondo_task_unblock(wait);
  return NULL;
}

static void block(void) {
  pthread_t helper;
  rondo_suspension wait = RONDO_SUSPENSION_INIT;
  pthread_create(&helper, NULL, unblock_later, &wait);
  rondo_task_block(&wait);
  pthread_join(helper, NULL);
}

static void blocked(void) {
  rondo_enable_blocking();
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 5; i++) {
#pragma omp task depend(out : cell)
    block();
    for (int k = 0; k < 2; k++) {
#pragma omp task depend(in : cell)
      spend(60);
    }
#pragma omp taskwait
  }
}

// Others work meanwhile.
static void healthy_blocked(void) {
  rondo_enable_blocking();
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 50; i++) {
    if (i >= 20 && i < 30) {
#pragma omp task
      block();
    }
#pragma omp task
    spend(20);
  }
}

static void imbalance(void) {
#pragma omp parallel num_threads(2)
  {
    spend(omp_get_thread_num() == 0 ? 440 : 100);
#pragma omp barrier
    spend(10);
  }
}

static void loop_imbalance(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 6; i++) spend(i == 5 ? 400 : 20);
    spend(10);
  }
}

static void critical(void) {
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 15; i++) {
#pragma omp critical
    spend(15);
    spend(2);
  }
}

static void waking(void) {
  find_second();
  for (int round = 0; round < 5; round++) {
    interrupt_second(60);
#pragma omp parallel for schedule(dynamic) num_threads(2)
    for (int i = 0; i < 12; i++) spend(10);
  }
}

// The second thread is interrupted in the barrier, so it comes late for the task, which nothing follows.
static void handing_out(void) {
  find_second();
  for (int round = 0; round < 10; round++) {
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
      spend(1);
      interrupt_second(30);
#pragma omp task
      spend(10);
      spend(41);
    }
  }
}

// One thread works 10 us in each region. Regions of 50 us and more, as when a thread was stopped, are not tiny.
static void tiny_regions(void) {
  find_second();
  double planted_s = 0;
  const double first_begin = seconds(CLOCK_MONOTONIC);
  double begin = first_begin;
  while (begin < first_begin + 0.45) {
    double body_s = 0;
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
      const double body_begin = seconds(CLOCK_MONOTONIC);
      while (seconds(CLOCK_MONOTONIC) < body_begin + 10e-6) continue;
      body_s = seconds(CLOCK_MONOTONIC) - body_begin;
    }
    const double end = seconds(CLOCK_MONOTONIC);
    if (end - begin < 50e-6) planted_s += 2 * (end - begin) - body_s;
    begin = end;
  }
  printf("planted %f\n", planted_s);
}

// Half of the time is the first touch of memory, less what it takes to touch it again.
static void page_faults(void) {
  enum { kBytes = 8 << 20, kPage = 4096 };
  double planted_s = 0;
  long n_faults = 0;
#pragma omp parallel num_threads(2) reduction(+ : planted_s, n_faults)
  {
    volatile char* memory = mmap(NULL, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise((void*)memory, kBytes, MADV_NOHUGEPAGE);
    while (planted_s < 0.2) {
      double times[3];
      for (int i = 0; i < 3; i++) {
        times[i] = seconds(CLOCK_THREAD_CPUTIME_ID);
        for (size_t k = 0; k < kBytes && i < 2; k += kPage) memory[k] = 1;
      }
      planted_s += 2 * times[1] - times[0] - times[2];
      n_faults += kBytes / kPage;
      compute(times[1] - times[0]);
      madvise((void*)memory, kBytes, MADV_DONTNEED);
    }
  }
  printf("planted %f\nfaults %ld\n", planted_s, n_faults);
}

static void memory(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 40; i++) {
#pragma omp task
    spend(omp_get_num_threads() > 1 ? 20 : 10);
  }
}

static void quota(void) {
  const double begin = seconds(CLOCK_MONOTONIC);
#pragma omp parallel num_threads(2)
  compute(0.1);
  printf("planted %f\n", 2 * (seconds(CLOCK_MONOTONIC) - begin - 0.1));
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
    compute(0.15);
  }
}

// For predictions: 6 x 6 tasks, of which 11 follow each other.
enum { kSide = 6 };
static int blocks[kSide + 1][kSide + 1];
static void wavefront(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 1; i <= kSide; i++) {
    for (int k = 1; k <= kSide; k++) {
#pragma omp task depend(in : blocks[i - 1][k], blocks[i][k - 1]) depend(out : blocks[i][k])
      spend(12);
    }
  }
}

// Five times the same four tasks; a wait between them.
static void rounds(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int round = 0; round < 5; round++) {
    for (int k = 0; k < 4; k++) {
#pragma omp task depend(inout : blocks[0][k])
      spend(20);
    }
#pragma omp taskwait
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
      {"flooded", flooded},
      {"blocked", blocked},
      {"imbalance", imbalance},
      {"loop imbalance", loop_imbalance},
      {"mutex", critical},
      {"waking", waking},
      {"handing out", handing_out},
      {"tiny regions", tiny_regions},
      {"page faults", page_faults},
      {"memory", memory},
      {"quota", quota},
      {"preemption", preemption},
      {"wavefront", wavefront},
      {"rounds", rounds},
      {"healthy loop", healthy_loop},
      {"healthy tasks", healthy_tasks},
      {"healthy chains", healthy_chains},
      {"healthy blocked", healthy_blocked},
  };
  for (size_t i = 0; i < sizeof kPrograms / sizeof kPrograms[0]; i++) {
    if (n_arguments > 1 && strcmp(kPrograms[i].name, arguments[1]) == 0) {
      kPrograms[i].run();
      return 0;
    }
  }
  return 1;
}
