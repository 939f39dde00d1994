/* SPDX-License-Identifier: Apache-2.0
 *
 * What the machine itself charges, as lower bounds to hold task costs against: an indirect call for each of an array
 * of descriptors (a task without any synchronisation), an atomic read-modify-write on a private and on a shared line
 * (a dependence counter), the way of a cache line from core to core (a steal), and waking a thread that sleeps on a
 * futex (an idle worker). Threads are bound to the first two processors the process may use.
 */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/measure.h"

enum { kRepeat = 9, kLine = 256 /* bytes that keep two values from sharing a line or a pair of lines */ };

/* ---- Threads ------------------------------------------------------------------------------------------------ */

/* The n-th processor of the process's affinity mask, or -1. */
static int usable_processor(int n) {
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable)) return -1;
  for (int processor = 0; processor < CPU_SETSIZE; processor++)
    if (CPU_ISSET((size_t)processor, &usable) && n-- == 0) return processor;
  return -1;
}

static void bind_to(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET((size_t)processor, &set);
  (void)sched_setaffinity(0, sizeof set, &set); /* where it is forbidden the figures are only noisier */
}

/* Runs `partner` on the second processor while the caller runs `own` on the first; returns the result of `own`. */
typedef struct pair {
  void (*partner)(void* shared);
  void* shared;
  int processor;
} pair;

static void* start_partner(void* argument) {
  const pair* both = argument;
  bind_to(both->processor);
  both->partner(both->shared);
  return NULL;
}

static double with_partner(double (*own)(void* shared), void (*partner)(void* shared), void* shared, int processor) {
  pair both = {partner, shared, processor};
  pthread_t thread;
  if (pthread_create(&thread, NULL, start_partner, &both)) measure_fail("floor: cannot start a thread");
  const double result = own(shared);
  pthread_join(thread, NULL);
  return result;
}

/* ---- Alone -------------------------------------------------------------------------------------------------- */

typedef struct descriptor {
  void (*body)(struct descriptor* self);
  long count;
  char pad[48];
} descriptor;

static __attribute__((noinline)) void count_call(descriptor* self) { self->count++; }

static double indirect_call_ns(void) {
  enum { kDescriptors = 16384 }; /* 1 MB: the graph of a 128 x 128 wavefront */
  descriptor* all = aligned_alloc(64, kDescriptors * sizeof *all);
  if (!all) measure_fail("floor: no memory for the descriptors");
  for (int i = 0; i < kDescriptors; i++) all[i] = (descriptor){count_call, 0, {0}};
  __asm__ volatile("" : : "r"(all) : "memory"); /* the bodies might be anything now */
  double samples[kRepeat];
  for (int k = 0; k < kRepeat; k++) {
    const double start_s = measure_now_s();
    for (int pass = 0; pass < 10; pass++)
      for (int i = 0; i < kDescriptors; i++) all[i].body(&all[i]);
    samples[k] = 1e9 * (measure_now_s() - start_s) / (10.0 * kDescriptors);
  }
  free(all);
  return measure_median(samples, kRepeat);
}

typedef struct shared_line {
  _Alignas(kLine) atomic_long value;
  _Alignas(kLine) atomic_int stop;
  _Alignas(kLine) atomic_int ready;
} shared_line;

static double read_modify_write_ns(void* argument) {
  shared_line* line = argument;
  const long n = 1000000;
  double samples[kRepeat];
  for (int k = 0; k < kRepeat; k++) {
    const double start_s = measure_now_s();
    for (long i = 0; i < n; i++) atomic_fetch_add_explicit(&line->value, 1, memory_order_acq_rel);
    samples[k] = 1e9 * (measure_now_s() - start_s) / (double)n;
  }
  return measure_median(samples, kRepeat);
}

/* ---- In pairs ----------------------------------------------------------------------------------------------- */

static double contended_ns(void* argument) {
  shared_line* line = argument;
  while (!atomic_load(&line->ready)) continue;
  const double result = read_modify_write_ns(line);
  atomic_store(&line->stop, 1);
  return result;
}

static void contend(void* argument) {
  shared_line* line = argument;
  atomic_store(&line->ready, 1);
  while (!atomic_load_explicit(&line->stop, memory_order_relaxed))
    for (int i = 0; i < 64; i++) atomic_fetch_add_explicit(&line->value, 1, memory_order_acq_rel);
}

enum { kRoundTrips = 100000 };

/* The line's value counts half round trips: even values are the caller's turn, odd ones the partner's. */
static double transfer_ns(void* argument) {
  shared_line* line = argument;
  double samples[kRepeat];
  for (int k = 0; k < kRepeat; k++) {
    const double start_s = measure_now_s();
    for (long i = 0; i < kRoundTrips; i++) {
      const long turn = atomic_load_explicit(&line->value, memory_order_relaxed);
      atomic_store_explicit(&line->value, turn + 1, memory_order_release);
      while (atomic_load_explicit(&line->value, memory_order_acquire) != turn + 2) continue;
    }
    samples[k] = 1e9 * (measure_now_s() - start_s) / (2.0 * kRoundTrips);
  }
  return measure_median(samples, kRepeat);
}

static void answer(void* argument) {
  shared_line* line = argument;
  for (long turn = 1; turn < 2L * kRepeat * kRoundTrips; turn += 2) {
    while (atomic_load_explicit(&line->value, memory_order_acquire) != turn) continue;
    atomic_store_explicit(&line->value, turn + 1, memory_order_release);
  }
}

enum { kWakes = 200 };

typedef struct sleeper {
  _Alignas(kLine) atomic_int word; /* number of wakes so far */
  _Alignas(kLine) atomic_int awake;
  double call_ns[kWakes];
  double start_s;
  double until_runs_ns[kWakes];
} sleeper;

static double wake(void* argument) {
  sleeper* bed = argument;
  for (int i = 0; i < kWakes; i++) {
    while (atomic_load(&bed->awake) != i) continue;
    usleep(200); /* until the partner sleeps: there is no cheaper way to know */
    bed->start_s = measure_now_s();
    atomic_store(&bed->word, i + 1);
    syscall(SYS_futex, &bed->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    bed->call_ns[i] = 1e9 * (measure_now_s() - bed->start_s);
  }
  while (atomic_load(&bed->awake) != kWakes) continue;
  return measure_median(bed->call_ns, kWakes);
}

static void sleep_and_wake(void* argument) {
  sleeper* bed = argument;
  for (int i = 0; i < kWakes; i++) {
    while (atomic_load(&bed->word) == i) syscall(SYS_futex, &bed->word, FUTEX_WAIT_PRIVATE, i, NULL, NULL, 0);
    bed->until_runs_ns[i] = 1e9 * (measure_now_s() - bed->start_s);
    atomic_store(&bed->awake, i + 1);
  }
}

static const measure_form kForms[] = {{"all", "every figure"}};

int main(int argc, char** argv) {
  (void)measure_command_line(argc, argv, kForms, 1, NULL, 0);
  const int first = usable_processor(0);
  const int second = usable_processor(1);
  if (first >= 0) bind_to(first);

  measure_json_begin("floor", MEASURE_COMPILER, "all");
  shared_line line = {0};
  measure_json_real("fixed_loop_ns", measure_serial_ns(1000, 1000, 100));
  measure_json_real("indirect_call_ns", indirect_call_ns());
  measure_json_real("private_rmw_ns", read_modify_write_ns(&line));
  if (second < 0) { /* one processor: nothing ever crosses */
    measure_json_null("shared_rmw_ns");
    measure_json_null("line_transfer_ns");
    measure_json_null("futex_wake_call_ns");
    measure_json_null("futex_wake_until_runs_ns");
  } else {
    measure_json_real("shared_rmw_ns", with_partner(contended_ns, contend, &line, second));
    atomic_store(&line.value, 0);
    measure_json_real("line_transfer_ns", with_partner(transfer_ns, answer, &line, second));
    static sleeper bed;
    measure_json_real("futex_wake_call_ns", with_partner(wake, sleep_and_wake, &bed, second));
    measure_json_real("futex_wake_until_runs_ns", measure_median(bed.until_runs_ns, kWakes));
  }
  measure_json_end();
  return 0;
}
