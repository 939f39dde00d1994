/* SPDX-License-Identifier: Apache-2.0
 *
 * Listing 1 of "Taskgraph: A Low Contention OpenMP Tasking Framework" (Yu, Royuela, Quinones): a given number of
 * tasks in a few chains, each task writing its chain's address. The total work is fixed or given by --instructions;
 * reported is the overhead: elapsed time less computation, the tasks of the thread that has most of them (its
 * formulas 1 to 4).
 */
#include <omp.h>
#include <rondo.h>
#include <stdlib.h>

#include "common/measure.h"

typedef struct workload {
  int n_tasks;
  int n_chains;
  int threads;
  uint64_t turns;
  char* chains;  /* one cache line a chain: only addresses matter to depend, but counts are kept behind them */
  size_t stride; /* bytes from one chain to the next */
} workload;

static __attribute__((noinline)) void work(int* executed, uint64_t turns) {
  measure_turn(turns);
  ++*executed; /* no atomic: the chain's dependence orders its tasks; a lost count shows that it does not */
}

static void create_tasks(const workload* load) {
  const uint64_t turns = load->turns;
  for (int i = 0; i < load->n_tasks; i++) {
    int* chain = (int*)(void*)(load->chains + (size_t)(i % load->n_chains) * load->stride);
#pragma omp task firstprivate(chain, turns) depend(out : *chain)
    work(chain, turns);
  }
}

enum form { kDynamic, kGraph, kGraphSame };

static const measure_form kForms[] = {
    {"dynamic", "every task is created anew"},
    {"graph", "the loop is a task graph region: recorded once, then re-captured"},
    {"graph-same", "the loop is a task graph region: recorded once, then replayed on the same data"},
};

static void run_once(const workload* load, enum form form) {
  switch (form) {
    case kDynamic:
      create_tasks(load);
#pragma omp taskwait
      break;
    case kGraph:
      RONDO_TASKGRAPH() { create_tasks(load); }
      break;
    case kGraphSame:
      RONDO_TASKGRAPH(rondo_same_data()) { create_tasks(load); }
      break;
  }
}

/* The work alone, on one thread; the best of a few tries, since any disturbance can only add. */
static double serial_time_s(const workload* load) {
  double best_s = 1e9;
  for (int attempt = 0; attempt < 3; attempt++) {
    int executed = 0;
    const double start_s = measure_now_s();
    for (int i = 0; i < load->n_tasks; i++) work(&executed, load->turns);
    const double elapsed_s = measure_now_s() - start_s;
    if (elapsed_s < best_s) best_s = elapsed_s;
  }
  return best_s;
}

static void require_counts(const workload* load, long long expected) {
  long long executed = 0;
  for (int i = 0; i < load->n_chains; i++) executed += *(int*)(void*)(load->chains + (size_t)i * load->stride);
  if (executed != expected) measure_fail("listing1: %lld tasks counted, %lld created", executed, expected);
}

int main(int argc, char** argv) {
  long long n_tasks = 100000;
  long long n_chains = 0;
  long long instructions = 10000;
  long long repeat = 5;
  const measure_option options[] = {
      {"tasks", "tasks in one repetition", &n_tasks, 1, 100000000, 0},
      {"chains", "chains of dependent tasks; 0: one for each thread", &n_chains, 0, 1000000, 0},
      {"instructions", "instructions of work in each task", &instructions, 0, 1000000000, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
  };
  const enum form form = (enum form)measure_command_line(argc, argv, kForms, 3, options, 4);
  if (!n_chains) n_chains = omp_get_max_threads();

  /* 192 bytes: no two chains in one line or in one pair of lines fetched together. */
  workload load = {(int)n_tasks, (int)n_chains, 1, (uint64_t)instructions / 2, NULL, 192};
  load.chains = calloc((size_t)n_chains, load.stride);
  double* samples_ms = calloc((size_t)repeat, sizeof *samples_ms);
  if (!load.chains || !samples_ms) measure_fail("listing1: no memory for %lld chains", n_chains);
  const double serial_s = serial_time_s(&load);

#pragma omp parallel
#pragma omp single
  {
    load.threads = omp_get_num_threads();
    run_once(&load, form);
    for (int k = 0; k < repeat; k++) {
      const double start_s = measure_now_s();
      run_once(&load, form);
      samples_ms[k] = 1e3 * (measure_now_s() - start_s);
    }
  }
  require_counts(&load, (repeat + 1) * n_tasks);

  /* Fewer chains than threads, or fewer tasks than chains, limit how much of the work can be shared. */
  const long long busy_chains = n_tasks < n_chains ? n_tasks : n_chains;
  const long long sharers = busy_chains < load.threads ? busy_chains : load.threads;
  const double elapsed_ms = measure_median(samples_ms, (size_t)repeat);
  const long long longest = (n_tasks + sharers - 1) / sharers; /* tasks that one of them has to run */
  const double computation_ms = 1e3 * serial_s / (double)n_tasks * (double)longest;
  measure_json_begin("listing1", MEASURE_COMPILER, kForms[form].name);
  measure_json_integer("tasks", n_tasks);
  measure_json_integer("chains", n_chains);
  measure_json_integer("instructions", instructions);
  measure_json_integer("threads", load.threads);
  measure_json_graphs();
  measure_json_real("serial_ms", 1e3 * serial_s);
  measure_json_reals("samples_ms", samples_ms, (size_t)repeat);
  measure_json_real("elapsed_ms", elapsed_ms);
  measure_json_real("computation_ms", computation_ms);
  measure_json_real("overhead_ms", elapsed_ms - computation_ms);
  measure_json_real("ns_per_task", 1e6 * elapsed_ms / (double)n_tasks);
  measure_json_end();
  free(samples_ms);
  free(load.chains);
  return 0;
}
