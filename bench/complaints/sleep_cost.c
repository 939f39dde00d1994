/* SPDX-License-Identifier: Apache-2.0
 *
 * What the machine charges for a thread that sleeps through a pause, without any runtime: how late it runs after the
 * first thread has woken it, and how much of a processor the sleep takes. No runtime that sleeps can do better.
 * Arguments: the rounds, the pause in microseconds. The threads are on two processors.
 */
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "complaints/complaint.h"

static _Atomic unsigned called; /* how often */
static _Atomic unsigned answered;
static unsigned n;
static double answer_s; /* when the sleeper was there */
static double processor_us;

static double thread_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

static cpu_set_t usable; /* by the process, at its start */

static void bind_to_nth(int nth) {
  cpu_set_t one;
  CPU_ZERO(&one);
  for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (CPU_ISSET(cpu, &usable) && nth-- == 0) CPU_SET(cpu, &one);
  }
  (void)sched_setaffinity(0, sizeof one, &one); /* where there is only one, the threads share it */
}

static void* sleeper(void* unused) {
  bind_to_nth(1);
  const double before_us = thread_us();
  for (unsigned i = 0; i < n; i++) {
    while (called == i) syscall(SYS_futex, &called, FUTEX_WAIT_PRIVATE, i, NULL, NULL, 0);
    answer_s = measure_now_s();
    answered = i + 1;
  }
  processor_us = (thread_us() - before_us) / n;
  return unused;
}

int main(int argc, char** argv) {
  const double pause_s = argc > 2 ? 1e-6 * atof(argv[2]) : 1e-4;
  n = (unsigned)rounds(argc, argv, (long)(0.3 / (pause_s + 40e-6)) + 4);
  double* late_us = calloc(n, sizeof *late_us);
  pthread_t thread;
  sched_getaffinity(0, sizeof usable, &usable);
  bind_to_nth(0);
  if (pthread_create(&thread, NULL, sleeper, NULL)) measure_fail("sleep_cost: cannot start a thread");
  for (unsigned i = 0; i < n; i++) {
    const double end_s = measure_now_s() + pause_s;
    while (measure_now_s() < end_s) {
    }
    const double call_s = measure_now_s();
    called = i + 1;
    syscall(SYS_futex, &called, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    while (answered <= i) {
    }
    late_us[i] = 1e6 * (answer_s - call_s);
  }
  pthread_join(thread, NULL);
  measure_json_begin("sleep_cost", MEASURE_COMPILER, "");
  measure_json_real("late_us", measure_median(late_us, n));
  measure_json_real("processor_us", processor_us);
  measure_json_end();
  free(late_us);
  return 0;
}
