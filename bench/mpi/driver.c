/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a program of domain.h in a form, on all ranks, and the whole grid serially in each rank: its own part has to be
 * the same bit for bit. Rank 0 prints the line. `all` runs each form after the other, for tests; `turns` is for
 * overlap.py, and lets forms and latencies take turns within one process, since machines change from second to second.
 */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/forms.h"
#include "mpi/network.h"

enum { kAllForms = kNumForms, kTurns, kNumChoices };

static const long long kLatencies_us[] = {0, 5, 50, 500, 1000};
enum { kNumLatencies = sizeof kLatencies_us / sizeof *kLatencies_us };

typedef struct plan {
  long long planes, block, n_iterations, repeat, latency_us, skipped;
} plan;

static double slowest_s(double own_s) {
  double all_s = 0;
  MPI_Allreduce(&own_s, &all_s, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all_s;
}

static double seconds_of(mpi_run* run, mpi_form form, long n_iterations) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start_s = measure_now_s();
  mpi_run_iterations(run, form, n_iterations);
  return slowest_s(measure_now_s() - start_s);
}

static double serial_us(domain* whole, long n_iterations) {
  const double start_s = measure_now_s();
  for (long k = 0; k < n_iterations; k++) domain_iterate(whole);
  return 1e6 * (measure_now_s() - start_s) / (double)n_iterations;
}

static void require_equal(const domain* at, const domain* whole, const char* form) {
  double found = 0, expected = 0;
  const long i = domain_difference(at, whole, &found, &expected);
  if (i >= 0)
    measure_fail("%s: number %ld is %.17g on rank %d in form %s, %.17g in a serial run", at->program->name, i, found,
                 at->rank, form, expected);
}

/* That the rank is offered; a form may use one of them. */
static int threads_of_rank(void) {
  int threads = 1;
#pragma omp parallel
#pragma omp single
  threads = omp_get_num_threads();
  return threads;
}

/* What one rank of the form takes for an iteration, of each repetition. */
static void run_form(mpi_run* run, domain* whole, mpi_form form, const plan* is, double* samples_us) {
  const long n = (long)is->n_iterations;
  (void)seconds_of(run, form, 1); /* a graph is recorded in it */
  for (long long k = 0; k < is->repeat; k++) samples_us[k] = 1e6 * seconds_of(run, form, n) / (double)n;
  for (long long k = 0; k < is->repeat; k++) (void)serial_us(whole, n);
  domain_iterate(whole);
  require_equal(run->at, whole, kMpiForms[form].name);
}

static void print(const mpi_run* run, mpi_form form, const plan* is, const double* samples_us, double one_us) {
  const domain* at = run->at;
  const int threads = threads_of_rank();
  if (at->rank != 0) return;
  const double median_us = measure_median(samples_us, (size_t)is->repeat);
  const double tasks = (double)domain_tasks(at) * at->n_ranks; /* ends of the grid are as ranks amid it */
  measure_json_begin(at->program->name, MEASURE_COMPILER, kMpiForms[form].name);
  measure_json_integer("threads", threads * at->n_ranks);
  measure_json_integer("ranks", at->n_ranks);
  measure_json_integer("size", is->planes);
  measure_json_integer("block", is->block);
  measure_json_integer("iterations", is->n_iterations);
  measure_json_integer("latency_us", is->latency_us);
  measure_json_integer("tasks", (long long)tasks);
  measure_json_graphs();
  measure_json_reals("samples_us", samples_us, (size_t)is->repeat);
  measure_json_real("us_per_iteration", median_us);
  measure_json_real("serial_us_per_iteration", one_us);
  measure_json_real("tasks_per_s", 1e6 * tasks / median_us);
  measure_json_end();
}

static bool is_left_out(mpi_form form) { return mpi_form_needs_rondo(form) && measure_rondo_version() == NULL; }

/* Everything begins with the first values, so each result is that of the same serial run. */
static void take_turns(mpi_run* run, domain* whole, const plan* is) {
  const long n = (long)is->n_iterations;
  double* samples_us = calloc((size_t)(kNumForms * kNumLatencies * is->repeat), sizeof *samples_us);
  if (!samples_us) measure_fail("no memory for the samples");
  domain_restart(whole);
  const double one_us = serial_us(whole, n);
  for (long long turn = -1; turn < is->repeat; turn++) /* the first one warms up */
    for (int k = 0; k < kNumLatencies; k++) {
      MPI_Barrier(MPI_COMM_WORLD);
      network_set_latency(1000 * kLatencies_us[k]);
      for (mpi_form form = kPure; form < kNumForms; form++) {
        if (is_left_out(form)) continue;
        domain_restart(run->at);
        const double sample_us = 1e6 * seconds_of(run, form, n) / (double)n;
        require_equal(run->at, whole, kMpiForms[form].name);
        if (turn >= 0) samples_us[((int)form * kNumLatencies + k) * is->repeat + turn] = sample_us;
      }
    }
  const int threads = threads_of_rank();
  if (run->at->rank == 0) {
    measure_json_begin(run->at->program->name, MEASURE_COMPILER, "turns");
    measure_json_integer("threads", threads * run->at->n_ranks);
    measure_json_integer("ranks", run->at->n_ranks);
    measure_json_integer("size", is->planes);
    measure_json_integer("block", is->block);
    measure_json_integer("tasks", domain_tasks(run->at) * run->at->n_ranks);
    measure_json_real("serial_us_per_iteration", one_us);
    for (int i = 0; i < kNumForms * kNumLatencies; i++) {
      if (is_left_out((mpi_form)(i / kNumLatencies))) continue;
      char name[64];
      snprintf(name, sizeof name, "%s %lld", kMpiForms[i / kNumLatencies].name, kLatencies_us[i % kNumLatencies]);
      measure_json_reals(name, samples_us + i * is->repeat, (size_t)is->repeat);
    }
    measure_json_end();
  }
  free(samples_us);
}

static void run_all(mpi_run* run, domain* whole, int chosen, const plan* is) {
  double* samples_us = calloc((size_t)is->repeat, sizeof *samples_us);
  if (!samples_us) measure_fail("no memory for the samples");
  const mpi_form first = chosen == kAllForms ? kPure : (mpi_form)chosen;
  const mpi_form last = chosen == kAllForms ? kNumForms - 1 : (mpi_form)chosen;
  for (mpi_form form = first; form <= last; form++) {
    run_form(run, whole, form, is, samples_us);
    const double one_us = serial_us(whole, 1);
    mpi_run_iterations(run, kPure, 1); /* to be where the whole grid is */
    print(run, form, is, samples_us, one_us);
  }
  free(samples_us);
}

int main(int argc, char** argv) {
  const domain_program* program = &domain_program_linked;
  plan is = {program->planes, program->block, 20, 5, 0, -1};
  const measure_option options[] = {
      {"size", program->size_means, &is.planes, 1, 1 << 24, 0},
      {"block", "planes of a block", &is.block, 1, 1 << 24, 0},
      {"iterations", "in one repetition", &is.n_iterations, 1, 1000000, 0},
      {"repeat", "repetitions; the median is reported", &is.repeat, 1, 1000, 0},
      {"latency", "microseconds that the network adds to a message", &is.latency_us, 0, 1000000, 0},
      {"skip", "leave out this step: the result has to be found wrong", &is.skipped, -1, program->n_steps - 1, 0},
  };
  measure_form forms[kNumChoices] = {[kAllForms] = {"all", "all forms, one after the other"},
                                     [kTurns] = {"turns", "all forms at latencies of 0 to 1000 us by turns"}};
  memcpy(forms, kMpiForms, sizeof kMpiForms);
  const int choice =
      (int)measure_command_line(argc, argv, forms, kNumChoices, options, sizeof options / sizeof *options);

  int provided = 0, rank = 0, n_ranks = 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  if (is.planes % (is.block * n_ranks))
    measure_fail("%s: --size %lld is not a multiple of --block %lld times %d ranks", program->name, is.planes, is.block,
                 n_ranks);
  network_set_latency(1000 * is.latency_us);
  mpi_run run;
  mpi_run_make(&run, domain_make(program, (long)is.planes, (long)is.block, rank, n_ranks));
  run.skipped = (int)is.skipped;
  domain* whole = domain_make(program, (long)is.planes, (long)is.block, 0, 1);
  if (choice == kTurns)
    take_turns(&run, whole, &is);
  else
    run_all(&run, whole, choice, &is);
  MPI_Finalize();
  return 0;
}
