/* SPDX-License-Identifier: Apache-2.0
 *
 * What the constructs that are not tasks cost, in the manner of the EPCC microbenchmarks: a construct is repeated
 * many times by a team; its overhead is the time of one repetition less the time of the delay inside it. The delay
 * (100 ns by default) keeps threads apart as real work does.
 */
#include <omp.h>
#include <stdlib.h>

#include "common/measure.h"

static uint64_t delay_turns;

static void delay(void) { measure_turn(delay_turns); }

enum { kIterationsPerThread = 8 /* of the two loops: enough for schedules to differ, few enough to see their start */ };

/* ---- The constructs: each function executes its construct `n` times and says what must have happened ----------- */

static long checked; /* updated inside the constructs, only where they promise exclusion */

static long run_parallel(long n, int threads) {
  (void)threads;
  for (long i = 0; i < n; i++) {
#pragma omp parallel
    delay();
  }
  return 0;
}

static long run_barrier(long n, int threads) {
  (void)threads;
#pragma omp parallel
  for (long i = 0; i < n; i++) {
    delay();
#pragma omp barrier
  }
  return 0;
}

static long run_for_static(long n, int threads) {
#pragma omp parallel
  for (long i = 0; i < n; i++) {
#pragma omp for schedule(static)
    for (int j = 0; j < kIterationsPerThread * threads; j++) delay();
  }
  return 0;
}

static long run_for_dynamic(long n, int threads) {
#pragma omp parallel
  for (long i = 0; i < n; i++) {
#pragma omp for schedule(dynamic)
    for (int j = 0; j < kIterationsPerThread * threads; j++) delay();
  }
  return 0;
}

static long run_single(long n, int threads) {
  (void)threads;
#pragma omp parallel
  for (long i = 0; i < n; i++) {
#pragma omp single
    {
      delay();
      checked++;
    }
  }
  return n;
}

static long run_critical(long n, int threads) {
#pragma omp parallel
  for (long i = 0; i < n; i++) {
#pragma omp critical
    {
      delay();
      checked++;
    }
  }
  return n * threads;
}

static long run_reduction(long n, int threads) {
  for (long i = 0; i < n; i++) {
    long sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
      delay();
      sum++;
    }
    checked += sum;
  }
  return n * threads;
}

typedef struct construct {
  const char* name;
  long (*run)(long n, int threads);
  int delays_per_thread; /* 0: the team's delays follow one another, `threads` of them in each repetition */
} construct;

static const construct kConstructs[] = {
    {"parallel", run_parallel, 1},
    {"barrier", run_barrier, 1},
    {"for_static", run_for_static, kIterationsPerThread},
    {"for_dynamic", run_for_dynamic, kIterationsPerThread},
    {"single", run_single, 1},
    {"critical", run_critical, 0},
    {"reduction", run_reduction, 1},
};
enum { kNumConstructs = sizeof kConstructs / sizeof kConstructs[0] };

static double seconds_of(const construct* what, long n, int threads) {
  checked = 0;
  const double start_s = measure_now_s();
  const long expected = what->run(n, threads);
  const double elapsed_s = measure_now_s() - start_s;
  if (checked != expected) measure_fail("sync: %s counted %ld, expected %ld", what->name, checked, expected);
  return elapsed_s;
}

/* The delay alone, on one thread; the best of a few tries. */
static double delay_s(void) {
  const int n_delays = 10000;
  double best_s = 1e9;
  for (int attempt = 0; attempt < 5; attempt++) {
    const double start_s = measure_now_s();
    for (int i = 0; i < n_delays; i++) delay();
    const double elapsed_s = (measure_now_s() - start_s) / n_delays;
    if (elapsed_s < best_s) best_s = elapsed_s;
  }
  return best_s;
}

/* The median overhead of `repeat` tests, each long enough for the clock: `test_us` microseconds. */
static double overhead_ns(const construct* what, int threads, int repeat, double test_us, double* samples) {
  long n = 16;
  double elapsed_s = seconds_of(what, n, threads);
  while (1e6 * elapsed_s < 0.2 * test_us) elapsed_s = seconds_of(what, n *= 2, threads);
  n = (long)((double)n * 1e-6 * test_us / elapsed_s) + 1;
  const double reference_s = delay_s() * (what->delays_per_thread ? what->delays_per_thread : threads);
  for (int k = 0; k < repeat; k++) samples[k] = 1e9 * (seconds_of(what, n, threads) / (double)n - reference_s);
  return measure_median(samples, (size_t)repeat);
}

static const measure_form kForms[] = {{"all", "every construct, one figure each"}};

int main(int argc, char** argv) {
  long long delay_ns = 100;
  long long repeat = 9;
  long long test_us = 5000;
  const measure_option options[] = {
      {"delay", "nanoseconds of work inside a construct", &delay_ns, 0, 1000000, 0},
      {"repeat", "tests of each construct; the median is reported", &repeat, 1, 1000, 0},
      {"test", "microseconds a test is to last", &test_us, 10, 10000000, 0},
  };
  (void)measure_command_line(argc, argv, kForms, 1, options, 3);
  delay_turns = measure_turns_for((double)delay_ns);
  double* samples = calloc((size_t)repeat, sizeof *samples);
  if (!samples) measure_fail("sync: no memory for the samples");

  int threads = 1;
#pragma omp parallel
  {
#pragma omp master
    threads = omp_get_num_threads();
  }
  double results[kNumConstructs];
  for (int i = 0; i < kNumConstructs; i++)
    results[i] = overhead_ns(&kConstructs[i], threads, (int)repeat, (double)test_us, samples);

  measure_json_begin("sync", MEASURE_COMPILER, "all");
  measure_json_integer("threads", threads);
  measure_json_integer("delay_ns", delay_ns);
  for (int i = 0; i < kNumConstructs; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s_ns", kConstructs[i].name);
    measure_json_real(name, results[i]);
  }
  measure_json_end();
  free(samples);
  return 0;
}
