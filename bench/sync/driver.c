/* SPDX-License-Identifier: Apache-2.0
 *
 * What the constructs that are not tasks cost, in the manner of the EPCC microbenchmarks: a construct is repeated many
 * times by a team; its overhead is the time of one repetition less the time of the delay inside it. After a pause that
 * lets idle threads fall asleep, a construct is executed once, with the parallel region around it.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

#include "common/measure.h"
#include "epcc/statistics.h"
#include "epcc/work.h"
#include "sync/constructs.h"

static double seconds_of(const sync_construct* what, long n, int threads) {
  sync_checked = 0;
  const double start_s = measure_now_s();
  const long expected = what->run(n, threads);
  const double elapsed_s = measure_now_s() - start_s;
  if (sync_checked != expected)
    measure_fail("%s: %s counted %ld, expected %ld", sync_program, what->name, sync_checked, expected);
  const long long delays = (long long)what->n_delays * n * (what->who == kOneThread ? 1 : threads);
  const long long counted = epcc_take_count();
  if (counted != delays) measure_fail("%s: %s ran %lld delays, not %lld", sync_program, what->name, counted, delays);
  return elapsed_s;
}

/* One delay on one thread; the best of a few tries. */
static double delay_s(void) {
  const int n_delays = 10000;
  double best_s = 1e9;
  for (int attempt = 0; attempt < 5; attempt++) {
    const double start_s = measure_now_s();
    for (int i = 0; i < n_delays; i++) epcc_work();
    const double elapsed_s = (measure_now_s() - start_s) / n_delays;
    if (elapsed_s < best_s) best_s = elapsed_s;
  }
  (void)epcc_take_count();
  return best_s;
}

static double reference_s(const sync_construct* what, int threads) {
  return delay_s() * what->n_delays * (what->who == kInTurns ? threads : 1);
}

enum form { kAll, kSchedules, kAfterPause, kNumForms };

static const measure_form kForms[kNumForms] = {
    {"all", "every construct, repeated without a pause"},
    {"schedules", "longer loops with chunks of several sizes"},
    {"after-pause", "some constructs once in a parallel region, after a pause"},
};

static int is_measured(const sync_construct* what, enum form form) {
  return form == kAll ? what->use != kSchedule : what->use == (form == kSchedules ? kSchedule : kWaking);
}

/* How many repetitions last `test_us` microseconds. */
static long repetitions(const sync_construct* what, int threads, double test_us) {
  long n = 16;
  double elapsed_s = seconds_of(what, n, threads);
  while (1e6 * elapsed_s < 0.2 * test_us) elapsed_s = seconds_of(what, n *= 2, threads);
  return (long)((double)n * 1e-6 * test_us / elapsed_s) + 1;
}

static void pause_ms(long long duration_ms) {
  const struct timespec duration = {duration_ms / 1000, duration_ms % 1000 * 1000000};
  (void)nanosleep(&duration, NULL);
}

int main(int argc, char** argv) {
  long long delay_ns = 100;
  long long repeat = 20;
  long long test_us = 2000;
  long long pause = 250; /* libomp's threads look for work for 200 ms */
  const measure_option options[] = {
      {"delay", "nanoseconds of work inside a construct", &delay_ns, 0, 1000000, 0},
      {"repeat", "outer repetitions of each construct", &repeat, 1, 1000, 0},
      {"test", "microseconds a repetition is to last", &test_us, 10, 10000000, 0},
      {"pause", "milliseconds of the pause", &pause, 0, 10000, 0},
  };
  const enum form form = (enum form)measure_command_line(argc, argv, kForms, kNumForms, options, 4);
  epcc_turns = delay_ns ? measure_turns_for((double)delay_ns) : 0;
  double* samples_ns = calloc((size_t)repeat, sizeof *samples_ns);
  if (!samples_ns) measure_fail("%s: no memory for the samples", sync_program);
  const int threads = sync_prepare();

  measure_json_begin(sync_program, sync_compiler, kForms[form].name);
  measure_json_integer("threads", threads);
  measure_json_integer("delay_ns", delay_ns);
  for (int i = 0; i < sync_n_constructs; i++) {
    const sync_construct* what = &sync_constructs[i];
    if (!is_measured(what, form)) continue;
    const long n = form == kAfterPause ? 1 : repetitions(what, threads, (double)test_us);
    for (int k = 0; k < repeat; k++) {
      if (form == kAfterPause) pause_ms(pause);
      samples_ns[k] = 1e9 * seconds_of(what, n, threads) / (double)n;
    }
    const epcc_summary test = epcc_summarise(samples_ns, (size_t)repeat);
    epcc_json_overhead(what->name, "ns", &test, 1e9 * reference_s(what, threads));
  }
  measure_json_end();
  free(samples_ns);
  return 0;
}
