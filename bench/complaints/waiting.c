/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads that wait for the next region spin too long, or not long enough
 * (https://github.com/scikit-learn/scikit-learn/issues/34764). Regions with 20 us of work for each thread, pauses
 * between them: arguments are the rounds, the pause in microseconds, and whether the pause sleeps (1) or computes (0).
 * Prints the time of a region, and how much of a processor others than the first thread used in the pauses.
 */
#include <sys/resource.h>
#include <time.h>

#include "complaints/complaint.h"

static double processor_s(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static double thread_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void compute_for(double seconds) {
  const double end_s = measure_now_s() + seconds;
  while (measure_now_s() < end_s) measure_turn(20);
}

static void pause_for(double seconds, int sleeps) {
  if (sleeps) {
    const struct timespec length = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&length, NULL);
  } else {
    compute_for(seconds);
  }
}

int main(int argc, char** argv) {
  const double pause_s = argc > 2 ? 1e-6 * atof(argv[2]) : 1e-4;
  const int sleeps = argc > 3 && atoi(argv[3]);
  const long n = rounds(argc, argv, (long)(0.6 / (pause_s + 40e-6)) + 4);
  double* region_us = calloc((size_t)n, sizeof *region_us);
  const double work_s = 20e-6;
#pragma omp parallel
  compute_for(work_s);
  const double start_s = measure_now_s();
  const double others_s = processor_s() - thread_s();
  for (long i = 0; i < n; i++) {
    pause_for(pause_s, sleeps);
    const double region_s = measure_now_s();
#pragma omp parallel
    compute_for(work_s);
    region_us[i] = 1e6 * (measure_now_s() - region_s);
  }
  double mean_us = 0;
  for (long i = 0; i < n; i++) mean_us += region_us[i] / (double)n;
  measure_json_begin("waiting", MEASURE_COMPILER, "");
  measure_json_real("wall_s", measure_now_s() - start_s);
  measure_json_real("region_us", mean_us);
  measure_json_real("median_us", measure_median(region_us, (size_t)n));
  measure_json_real("others_s", processor_s() - thread_s() - others_s - (double)n * work_s);
  measure_json_end();
  free(region_us);
  return 0;
}
