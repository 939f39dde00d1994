/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs one problem with tasks that end at a depth in one of four ways, by turns with a serial run in the same process,
 * whose result it has to equal.
 */
#include "cutoff/cutoff.h"

#include <malloc.h>
#include <omp.h>
#include <stdlib.h>

#include "common/measure.h"

cutoff_choice cutoff_chosen;

static const cutoff_problem* const kProblems[] = {
    &cutoff_alignment, &cutoff_fib,    &cutoff_floorplan, &cutoff_health,
    &cutoff_knapsack,  &cutoff_queens, &cutoff_sort,      &cutoff_strassen,
};
enum { kNumProblems = sizeof kProblems / sizeof *kProblems };

static const char* const kCuts[kNumCuts] = {"nowhere", "if", "final", "by hand"};

void* cutoff_allocate(long n, long size) {
  void* memory = calloc((size_t)n, (size_t)size);
  if (!memory) measure_fail("cutoff: no memory for %ld x %ld bytes; choose a smaller --size", n, size);
  return memory;
}

/* Freed memory stays with the process: otherwise it depends on what else lies in the heap whether the system takes
 * it back, and its page faults are a third of some problems' time. */
static void keep_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

static double solve(const cutoff_problem* problem, long size, uint64_t expected, int* threads) {
  uint64_t found = 0;
  const double start_s = measure_now_s();
#pragma omp parallel
#pragma omp single
  {
    *threads = omp_get_num_threads();
    found = problem->solve(size);
  }
  const double seconds = measure_now_s() - start_s;
  if (found != expected)
    measure_fail("cutoff: %s of size %ld is %llx with tasks, %llx in a serial run", problem->name, size,
                 (unsigned long long)found, (unsigned long long)expected);
  return seconds;
}

int main(int argc, char** argv) {
  long long cut = kByIf;
  long long depth = -1;
  long long size = 0;
  long long repeat = 9;
  const measure_option options[] = {
      {"cut", "where --depth is reached: 0 nothing; 1 if(0); 2 final; 3 a call instead of a task", &cut, 0,
       kNumCuts - 1, 0},
      {"depth", "of the cut; otherwise the problem's own", &depth, 0, 1000, 0},
      {"size", "of the problem; otherwise its own", &size, 1, 100000000, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
  };
  measure_form forms[kNumProblems];
  for (int i = 0; i < kNumProblems; i++) forms[i] = (measure_form){kProblems[i]->name, kProblems[i]->text};
  const cutoff_problem* problem = kProblems[measure_command_line(argc, argv, forms, kNumProblems, options, 4)];
  if (!size) size = problem->size;
  if (size > problem->most) measure_fail("cutoff: %s has a --size of at most %ld", problem->name, problem->most);
  keep_memory();
  cutoff_chosen = (cutoff_choice){(enum cutoff_kind)cut, depth < 0 ? problem->depth : (long)depth};

  double* samples_us = calloc((size_t)repeat, sizeof *samples_us);
  double* serial_us = calloc((size_t)repeat, sizeof *serial_us);
  if (!samples_us || !serial_us) measure_fail("cutoff: no memory for the samples");
  int threads = 1;
  for (long long k = 0; k < repeat; k++) {
    const double start_s = measure_now_s();
    const uint64_t expected = problem->solve_serially((long)size);
    serial_us[k] = 1e6 * (measure_now_s() - start_s);
    samples_us[k] = 1e6 * solve(problem, (long)size, expected, &threads);
  }
  const double median_us = measure_median(samples_us, (size_t)repeat);
  const double serial_median_us = measure_median(serial_us, (size_t)repeat);
  measure_json_begin("cutoff", MEASURE_COMPILER, problem->name);
  measure_json_integer("threads", threads);
  measure_json_string("cut", kCuts[cut]);
  measure_json_integer("depth", cutoff_chosen.depth);
  measure_json_integer("size", size);
  measure_json_reals("samples_us", samples_us, (size_t)repeat);
  measure_json_real("us", median_us);
  measure_json_real("serial_us", serial_median_us);
  measure_json_real("speedup", serial_median_us / median_us);
  measure_json_end();
  free(samples_us);
  free(serial_us);
  return 0;
}
