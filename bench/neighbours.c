/* SPDX-License-Identifier: Apache-2.0
 *
 * Constructs beside busy neighbours: how long an execution takes while other processes compute on the processors.
 * Each form is a small piece of a program: a parallel region of some microseconds, or one with barriers, loops or tasks
 * inside. With one neighbour and as many threads as processors, one thread of the team has half a processor.
 */
#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/measure.h"

static uint64_t turns_of_us; /* turns of some 1 us */

/* Counted by all threads; what was executed is checked at the end. */
static long n_executed;

static void work(uint64_t n_us) { measure_turn(n_us * turns_of_us); }

static void count(long n) {
#pragma omp atomic
  n_executed += n;
}

static long regions(void) {
  long n = 0;
#pragma omp parallel reduction(+ : n)
  {
    work(8);
    n = 1;
  }
  count(n);
  return omp_get_max_threads();
}

static long barriers(void) {
#pragma omp parallel
  {
    for (int i = 0; i < 10; i++) {
      work(2);
#pragma omp barrier
    }
    count(1);
  }
  return omp_get_max_threads();
}

static long loops(void) {
  enum { kIterations = 16 };
#pragma omp parallel
  for (int k = 0; k < 10; k++) {
    long n = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < kIterations; i++) {
      work(1);
      n++;
    }
    count(n);
  }
  return 10L * kIterations;
}

static long dynamic_loops(void) {
  enum { kIterations = 64 };
#pragma omp parallel
  {
    long n = 0;
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < kIterations; i++) {
      work(1);
      n++;
    }
    count(n);
  }
  return kIterations;
}

static long critical_sections(void) {
  enum { kRounds = 50 };
#pragma omp parallel
  for (int i = 0; i < kRounds; i++) {
    work(1);
#pragma omp critical
    n_executed++;
  }
  return (long)kRounds * omp_get_max_threads();
}

static long tasks(void) {
  enum { kTasks = 200 };
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; i++) {
#pragma omp task
    {
      work(1);
      count(1);
    }
  }
  return kTasks;
}

static long waits(void) {
  enum { kRounds = 10, kTasks = 8 };
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kRounds; k++) {
    for (int i = 0; i < kTasks; i++) {
#pragma omp task
      {
        work(2);
        count(1);
      }
    }
#pragma omp taskwait
  }
  return (long)kRounds * kTasks;
}

static long wavefront(void) {
  enum { kSide = 16 };
  static char cell[kSide][kSide];
#pragma omp parallel
#pragma omp single
  for (int i = 1; i < kSide; i++) {
    for (int j = 1; j < kSide; j++) {
#pragma omp task depend(in : cell[i - 1][j], cell[i][j - 1]) depend(inout : cell[i][j])
      {
        work(1);
        cell[i][j]++;
        count(1);
      }
    }
  }
  return (long)(kSide - 1) * (kSide - 1);
}

static long (*const kPieces[])(void) = {regions,           barriers, loops, dynamic_loops,
                                        critical_sections, tasks,    waits, wavefront};

static const measure_form kForms[] = {
    {"regions", "a parallel region of 8 us"},
    {"barriers", "ten barriers, 2 us between them"},
    {"loops", "ten static loops over 16 iterations of 1 us"},
    {"dynamic", "a dynamic loop over 64 iterations of 1 us"},
    {"critical", "50 critical sections a thread, 1 us between them"},
    {"tasks", "200 tasks of 1 us by one creator"},
    {"waits", "ten times eight tasks of 2 us and a taskwait"},
    {"wavefront", "225 dependent tasks of 1 us"},
};
enum { kNumForms = sizeof kForms / sizeof *kForms };

/* A process that computes until it is killed, at the latest with this one. */
static pid_t start_neighbour(void) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) measure_fail("neighbours: fork failed; choose fewer --neighbours");
  if (child > 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  while (getppid() == parent) measure_turn(1000000);
  _exit(0);
}

/* Microseconds of one execution; executes for that time. */
static double sample_us(long (*piece)(void), double seconds, long* n_expected) {
  const double start_s = measure_now_s();
  double now_s = start_s;
  long n = 0;
  do {
    *n_expected += piece();
    n++;
    now_s = measure_now_s();
  } while (now_s - start_s < seconds);
  return 1e6 * (now_s - start_s) / (double)n;
}

int main(int argc, char** argv) {
  long long n_neighbours = 1;
  long long sample_ms = 200;
  long long repeat = 7;
  long long per_processor = 0;
  const measure_option options[] = {
      {"neighbours", "processes that compute meanwhile", &n_neighbours, 0, 1000, 0},
      {"sample-ms", "how long one sample takes", &sample_ms, 1, 60000, 0},
      {"repeat", "samples; the median is reported", &repeat, 1, 1000, 0},
      {"per-processor", "threads for each processor; 0: as many as usual", &per_processor, 0, 1000, 0},
  };
  const size_t form = measure_command_line(argc, argv, kForms, kNumForms, options, sizeof options / sizeof *options);
  if (per_processor != 0) omp_set_num_threads((int)per_processor * omp_get_num_procs());
  double* samples_us = calloc((size_t)repeat, sizeof *samples_us);
  pid_t* neighbours = calloc((size_t)n_neighbours + 1, sizeof *neighbours);
  if (!samples_us || !neighbours) measure_fail("neighbours: no memory; choose a smaller --repeat");
  turns_of_us = measure_turns_for(1000);
  for (long long i = 0; i < n_neighbours; i++) neighbours[i] = start_neighbour();

  long n_expected = kPieces[form](); /* starts the threads */
  for (long long k = 0; k < repeat; k++)
    samples_us[k] = sample_us(kPieces[form], 1e-3 * (double)sample_ms, &n_expected);
  for (long long i = 0; i < n_neighbours; i++) {
    kill(neighbours[i], SIGKILL);
    waitpid(neighbours[i], NULL, 0);
  }
  if (n_executed != n_expected) measure_fail("neighbours: %ld executed, %ld expected", n_executed, n_expected);

  int threads = 1;
#pragma omp parallel
  {
#pragma omp master
    threads = omp_get_num_threads();
  }
  measure_json_begin("neighbours", MEASURE_COMPILER, kForms[form].name);
  measure_json_integer("threads", threads);
  measure_json_integer("neighbours", n_neighbours);
  measure_json_reals("samples_us", samples_us, (size_t)repeat);
  measure_json_real("piece_us", measure_median(samples_us, (size_t)repeat));
  measure_json_end();
  free(samples_us);
  free(neighbours);
  return 0;
}
