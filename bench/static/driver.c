/* SPDX-License-Identifier: Apache-2.0
 *
 * What an encounter with a region costs whose tasks the compiler knows, next to plain tasks and to a region that is
 * recorded: its first encounter, its second one where a record has one, and later ones. Each first encounter has a
 * graph id of its own, so that it can be repeated; the memory of earlier ones stays where it is.
 */
#include <omp.h>
#include <rondo.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "static/tasks.h"

enum { kTasksAnew, kRecord, kSecond, kReplay, kStaticFirst, kStatic };

static const measure_form kForms[] = {
    {"dynamic", "every task is created anew"},
    {"record", "the first encounter with a region that is recorded when it runs"},
    {"second", "the second one, which makes the graph and replays it"},
    {"graph-same", "a later one"},
    {"static-first", "the first encounter with a region whose tasks the compiler has found out"},
    {"static", "a later one"},
};
/* Two replays to take times, one to choose units and places. */
enum { kWarmUps = 4 };

static matrix *cells[3], *expected[3];

/* Of their own: the compiler is to know no more of the three than of any arguments. */
static matrix* make_matrix(int seed) {
  matrix* made = aligned_alloc(sizeof(cell), N * sizeof *made);
  if (!made) measure_fail("static: no memory for %d x %d blocks", N, N);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 8 * N; k++) made[i][k / 8].value[k % 8] = (i + k + seed) % 7;
  return made;
}

static void make_all(matrix** all) {
  for (int i = 0; i < 3; i++) all[i] = make_matrix(i);
}

static void require_equal(void) {
  for (int i = 0; i < 3; i++)
    if (memcmp(cells[i], expected[i], N * sizeof *cells[i])) measure_fail("static: the result is not a serial run's");
}

static void create(matrix* a, matrix* b, matrix* c) {
  (void)b, (void)c;
#include KERNEL
#pragma omp taskwait
}

static void encounter_recorded(matrix* a, matrix* b, matrix* c, uint64_t id) {
  (void)b, (void)c;
  RONDO_TASKGRAPH(rondo_graph_id(id), rondo_same_data()) {
#include KERNEL
  }
}

static void encounter_static(matrix* a, matrix* b, matrix* c, uint64_t id) {
  (void)b, (void)c;
#ifdef STOCK /* compile.py: a compiler that does not know the directive */
  (void)id;
#pragma omp taskgroup
#else
#pragma omp taskgraph graph_id(id)
#endif
  {
#include KERNEL
  }
}

static void encounter(size_t form, uint64_t id) {
  if (form == kTasksAnew) {
    create(cells[0], cells[1], cells[2]);
  } else if (form < kStaticFirst) {
    encounter_recorded(cells[0], cells[1], cells[2], id);
  } else {
    encounter_static(cells[0], cells[1], cells[2], id);
  }
}

/* Untimed encounters with a graph id before a timed one. */
static long long n_before(size_t form) {
  return form == kSecond ? 1 : form == kReplay || form == kStatic ? kWarmUps : 0;
}

/* Every repetition of a later encounter is one with the same graph. */
static int has_new_graph(size_t form, long long repetition) {
  return repetition == 0 || (form != kReplay && form != kStatic);
}

int main(int argc, char** argv) {
  long long repeat = 11;
  const measure_option options[] = {{"repeat", "repetitions; the median is reported", &repeat, 1, 1000, 0}};
  const size_t form = measure_command_line(argc, argv, kForms, sizeof kForms / sizeof kForms[0], options, 1);
  const double n_tasks = (double)count_tasks();
  double* samples_us = calloc((size_t)repeat, sizeof *samples_us);
  if (!samples_us) measure_fail("static: no memory for the samples");
  make_all(cells), make_all(expected);
  int threads = 1;
  long long n_encounters = 0;
#pragma omp parallel
#pragma omp single
  {
    threads = omp_get_num_threads();
    for (long long k = 0; k < repeat; k++) {
      const uint64_t id = has_new_graph(form, k) ? (uint64_t)k : 0;
      const long long n_untimed = has_new_graph(form, k) ? n_before(form) : 0;
      for (long long i = 0; i < n_untimed; i++) encounter(form, id);
      const double start_s = measure_now_s();
      encounter(form, id);
      samples_us[k] = 1e6 * (measure_now_s() - start_s);
      n_encounters += n_untimed + 1;
    }
  }
  for (long long k = 0; k < n_encounters; k++) run_serially(expected[0], expected[1], expected[2]);
  require_equal();

  const double median_us = measure_median(samples_us, (size_t)repeat);
  measure_json_begin("static", MEASURE_COMPILER, kForms[form].name);
  measure_json_integer("threads", threads);
  measure_json_integer("blocks", N);
  measure_json_integer("tasks", (long long)n_tasks);
  measure_json_graphs();
  measure_json_reals("samples_us", samples_us, (size_t)repeat);
  measure_json_real("us_per_encounter", median_us);
  if (form == kTasksAnew || form == kRecord || form == kStaticFirst) {
    measure_json_real("us_first", samples_us[0]); /* nothing of the runtime's is in memory or in caches */
  } else {
    measure_json_null("us_first");
  }
  measure_json_real("ns_per_task", 1e3 * median_us / n_tasks);
  measure_json_end();
  free(samples_us);
  return 0;
}
