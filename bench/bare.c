/* SPDX-License-Identifier: Apache-2.0
 *
 * What no task graph can be better than: the work of listing1.c and wavefront.c in plain loops, one share a thread,
 * dealt beforehand, with nothing between the threads but flags. Where a figure of Rondo is near these, what is left is
 * the machine: memory, the way of a cache line, and two processors that do not give twice the time of one.
 *
 * The team comes from OpenMP, the waits are those of common/progress.h.
 */
#include <omp.h>
#include <stdlib.h>

#include "common/measure.h"
#include "common/progress.h"

enum form { kChains, kIndependent, kWavefront };

static const measure_form kForms[] = {
    {"chains", "Listing 1: each thread runs its chain, a call a task"},
    {"independent", "tasks in an array: each is fetched, its data copied, its function called"},
    {"wavefront", "n x n tasks in bands of columns: a row of a band waits for the same row of the band to its west"},
};

typedef struct node { /* as much as a task graph keeps of a task */
  void (*function)(void* data);
  char* data;
  char rest[48];
} node;

typedef struct workload {
  long n;
  uint64_t turns;
  int threads;
  progress* rows; /* of a wavefront, that each thread has done since the start */
  node* nodes;
} workload;

/* The function of an empty task of listing1.c. */
static void count_task(void* data) { ++**(int**)data; }

static void run_independent(const workload* load, long begin, long end) {
  for (long i = begin; i < end; i++) {
    char copy[16];
    __builtin_memcpy(copy, load->nodes[i].data, sizeof copy);
    load->nodes[i].function(copy);
  }
}

static void run_wavefront(const workload* load, long begin, long end, int thread, long round) {
  for (long row = 1; row <= load->n; row++) {
    const long done = (round - 1) * load->n + row;
    if (thread > 0) progress_await(&load->rows[thread - 1], done);
    for (long column = begin; column < end; column++) measure_turn(load->turns);
    progress_reach(&load->rows[thread], done);
  }
}

static void run_share(const workload* load, enum form form, int thread, long round) {
  const long begin = load->n * thread / load->threads;
  const long end = load->n * (thread + 1) / load->threads;
  switch (form) {
    case kChains:
      for (long i = begin; i < end; i++) measure_turn(load->turns);
      break;
    case kIndependent:
      run_independent(load, begin, end);
      break;
    case kWavefront:
      run_wavefront(load, begin, end, thread, round);
      break;
  }
}

static void* allocate(size_t n, size_t size) {
  void* memory = calloc(n, size);
  if (!memory) measure_fail("bare: no memory for %zu times %zu bytes", n, size);
  return memory;
}

static node* make_nodes(long n) {
  const size_t kStride = 192; /* as in listing1.c */
  node* nodes = allocate((size_t)n, sizeof *nodes);
  char* counted = allocate((size_t)n, kStride);
  char* data = allocate((size_t)n, 16);
  for (long i = 0; i < n; i++) {
    nodes[i].function = count_task;
    nodes[i].data = data + 16 * i;
    *(void**)(void*)nodes[i].data = counted + (size_t)i * kStride;
  }
  return nodes;
}

int main(int argc, char** argv) {
  long long n = 0;
  long long instructions = 10000;
  long long work_ns = 1000;
  long long repeat = 20;
  const measure_option options[] = {
      {"n", "tasks; of a wavefront along one side; 0: 100000, and 64 along a side", &n, 0, 100000000, 0},
      {"instructions", "of work in each task of a chain", &instructions, 0, 1000000000, 0},
      {"work", "nanoseconds of work in each task of a wavefront", &work_ns, 0, 100000000, 0},
      {"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0},
  };
  const enum form form = (enum form)measure_command_line(argc, argv, kForms, 3, options, 4);
  if (!n) n = form == kWavefront ? 64 : 100000;
  const double n_tasks = (double)n * (form == kWavefront ? (double)n : 1);
  workload load = {n, 0, 1, NULL, NULL};
  if (form == kChains) load.turns = (uint64_t)instructions / 2;
  if (form == kWavefront) load.turns = measure_turns_for((double)work_ns);
  if (form == kIndependent) load.nodes = make_nodes(n);
  const int max_threads = omp_get_max_threads();
  load.rows = aligned_alloc(_Alignof(progress), (size_t)max_threads * sizeof(progress));
  double* samples_ms = allocate((size_t)repeat, sizeof *samples_ms);
  if (!load.rows) measure_fail("bare: no memory for %d threads", max_threads);
  for (int i = 0; i < max_threads; i++) atomic_init(&load.rows[i].steps, 0);
  const double serial_ns = load.turns ? measure_serial_ns(load.turns, (uint64_t)n_tasks, 3) : 0;

  progress arrived = {0};
#pragma omp parallel
  {
#pragma omp single
    load.threads = omp_get_num_threads(); /* which may be fewer than were asked for */
    const int thread = omp_get_thread_num();
    long meeting = 0;
    for (long round = 0; round <= repeat; round++) { /* the first one is not timed */
      progress_meet(&arrived, load.threads, ++meeting);
      const double start_s = measure_now_s();
      run_share(&load, form, thread, round + 1);
      progress_meet(&arrived, load.threads, ++meeting);
      if (thread == 0 && round > 0) samples_ms[round - 1] = 1e3 * (measure_now_s() - start_s);
    }
  }

  const double elapsed_ms = measure_median(samples_ms, (size_t)repeat);
  const double serial_ms = 1e-6 * serial_ns * n_tasks;
  measure_json_begin("bare", MEASURE_COMPILER, kForms[form].name);
  measure_json_integer("tasks", (long long)n_tasks);
  measure_json_integer("threads", load.threads);
  measure_json_real("serial_ms", serial_ms);
  measure_json_reals("samples_ms", samples_ms, (size_t)repeat);
  measure_json_real("overhead_ms", elapsed_ms - serial_ms / load.threads);
  measure_json_real("ns_per_task", 1e6 * elapsed_ms / n_tasks);
  if (load.turns) measure_json_real("efficiency", serial_ms / (load.threads * elapsed_ms));
  measure_json_end();
  free(samples_ms);
  free(load.rows);
  return 0;
}
