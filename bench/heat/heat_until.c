/* SPDX-License-Identifier: Apache-2.0
 *
 * The heat solver as most programs of its kind are written: it sweeps until no cell changes by more than a tolerance,
 * so each sweep ends with a question to its result. Every form does the same sweeps and yields the serial bits.
 *
 * A block's task hands on the largest change so far, its own and that of the blocks north and west of it, along the
 * dependences that order the blocks anyhow: the last block's is that of the sweep, found without a reduction.
 */
#include <omp.h>
#include <rondo.h>

#include "common/measure.h"
#include "common/progress.h"
#include "heat.h"

static double last_change(const heat_grid* grid) { return *heat_change(grid, grid->n_blocks, grid->n_blocks); }

/* Is another sweep to be done? Asked once before each; counts them. */
static int goes_on(heat_grid* grid, int most) {
  if (grid->sweeps == most || (grid->sweeps && last_change(grid) <= grid->tolerance)) return 0;
  grid->sweeps++;
  return 1;
}

static void create_sweep(const heat_grid* grid) {
  const int n = grid->n_blocks;
  double(*change)[n + 2] = (double(*)[n + 2]) grid->changes;
  (void)change; /* gcc-12 does not count a use in a depend clause as a use */
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++) {
#pragma omp task firstprivate(grid, i, j) depend(inout : change[i][j]) \
    depend(in : change[i - 1][j], change[i][j - 1], change[i][j + 1], change[i + 1][j])
      heat_relax_block(grid, i, j);
    }
}

static void solve_with_tasks(heat_grid* grid, int most) {
#pragma omp parallel
#pragma omp single
  {
    grid->threads = omp_get_num_threads();
    while (goes_on(grid, most)) {
      create_sweep(grid);
#pragma omp taskwait
    }
  }
}

/* One loop and one barrier for each diagonal of blocks; after the last one every thread asks the question itself. */
static void solve_by_diagonals(heat_grid* grid, int most) {
  const int n = grid->n_blocks;
#pragma omp parallel
  {
    int sweeps = 0;
    while (sweeps < most && (!sweeps || last_change(grid) > grid->tolerance)) {
      sweeps++;
      for (int diagonal = 2; diagonal <= 2 * n; diagonal++) {
        const int first = diagonal <= n ? 1 : diagonal - n;
        const int last = diagonal <= n ? diagonal - 1 : n;
#pragma omp for schedule(static)
        for (int i = first; i <= last; i++) heat_relax_block(grid, i, diagonal - i);
      }
    }
#pragma omp single
    {
      grid->threads = omp_get_num_threads();
      grid->sweeps = sweeps;
    }
  }
}

/* Without a runtime: each thread has a band of columns, and flags say how many rows of blocks it has done. No task
 * graph can order the blocks for less. */
static void solve_by_bands(heat_grid* grid, int most) {
  const int n = grid->n_blocks;
  progress rows[64] = {0};
#pragma omp parallel num_threads(omp_get_max_threads() < 64 ? omp_get_max_threads() : 64)
  {
    const int thread = omp_get_thread_num();
    const int last = omp_get_num_threads() - 1;
    const int begin = n * thread / (last + 1) + 1;
    const int end = n * (thread + 1) / (last + 1) + 1;
    int sweeps = 0;
    while (sweeps < most && (!sweeps || last_change(grid) > grid->tolerance)) {
      for (int i = 1; i <= n; i++) {
        if (thread > 0) progress_await(&rows[thread - 1], sweeps * n + i);
        if (thread < last && sweeps) progress_await(&rows[thread + 1], (sweeps - 1) * n + i);
        for (int j = begin; j < end; j++) heat_relax_block(grid, i, j);
        progress_reach(&rows[thread], sweeps * n + i);
      }
      sweeps++;
      progress_await(&rows[last], sweeps * n); /* for the answer */
    }
#pragma omp single
    {
      grid->threads = omp_get_num_threads();
      grid->sweeps = sweeps;
    }
  }
}

static void solve_with_graph(heat_grid* grid, int most) {
#pragma omp parallel
#pragma omp single
  {
    grid->threads = omp_get_num_threads();
    while (goes_on(grid, most)) RONDO_TASKGRAPH() {
        create_sweep(grid);
      }
  }
}

static void solve_with_same_data(heat_grid* grid, int most) {
#pragma omp parallel
#pragma omp single
  {
    grid->threads = omp_get_num_threads();
    while (goes_on(grid, most)) RONDO_TASKGRAPH(rondo_same_data()) {
        create_sweep(grid);
      }
  }
}

/* The question waits for the last block only, not for the whole iteration. */
static void solve_with_taskiter(heat_grid* grid, int most) {
  const double* last = heat_change(grid, grid->n_blocks, grid->n_blocks);
#pragma omp parallel
#pragma omp single
  {
    grid->threads = omp_get_num_threads();
    RONDO_TASKITER_WHILE(goes_on(grid, most), rondo_condition_on(last)) { create_sweep(grid); }
  }
}

static const heat_form kForms[] = {
    {"serial", "one thread, no OpenMP", heat_solve_serial_until},
    {"tasks", "tasks with dependences and a taskwait in each iteration", solve_with_tasks},
    {"diagonals", "one `omp for` for each diagonal of blocks", solve_by_diagonals},
    {"bands", "a band of columns for each thread, flags between neighbours, no tasks", solve_by_bands},
    {"graph", "each sweep recorded once, then re-captured", solve_with_graph},
    {"graph-same", "each sweep recorded once, then replayed on the same data", solve_with_same_data},
    {"taskiter", "a while loop of sweeps: the first recorded, the others from a cyclic graph", solve_with_taskiter},
};

const heat_variant heat_variant_linked = {
    .name = "heat-until",
    .compiler = HEAT_COMPILER,
    .forms = kForms,
    .n_forms = sizeof kForms / sizeof kForms[0],
    .stops_early = 1,
    .reference = heat_solve_serial_until,
    .report = measure_json_graphs,
};
