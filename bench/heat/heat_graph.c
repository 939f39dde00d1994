/* SPDX-License-Identifier: Apache-2.0
 *
 * heat.c with one line more: each sweep is a task graph region, or all sweeps are a taskiter loop. On Rondo the first
 * sweep records the graph and the following ones replay it; on another OpenMP runtime the program runs as it always
 * did.
 */
#include <omp.h>
#include <rondo.h>

#include "common/measure.h"
#include "heat.h"

/* One task a block: reads its four neighbours, writes itself. */
static void create_sweep(heat_grid* grid) {
  const int n = grid->n_blocks;
  double(*block)[n + 2] = (double(*)[n + 2]) grid->tokens;
  (void)block; /* gcc-12 does not count a use in a depend clause as a use */
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++) {
#pragma omp task firstprivate(grid, i, j) depend(inout : block[i][j]) \
    depend(in : block[i - 1][j], block[i][j - 1], block[i][j + 1], block[i + 1][j])
      heat_update_block(grid, i, j);
    }
}

/* Re-capture: the loops of create_sweep() run at each sweep, but only to refresh the tasks' data. */
static void solve_with_graph(heat_grid* grid, int sweeps) {
#pragma omp parallel
#pragma omp single
  {
    grid->threads = omp_get_num_threads();
    for (int sweep = 0; sweep < sweeps; sweep++) RONDO_TASKGRAPH() {
        create_sweep(grid);
      }
  }
}

/* Pure replay: the tasks captured the grid's address and two numbers, which stay right, so the loops need not run. */
static void solve_with_same_data(heat_grid* grid, int sweeps) {
#pragma omp parallel
#pragma omp single
  {
    grid->threads = omp_get_num_threads();
    for (int sweep = 0; sweep < sweeps; sweep++) RONDO_TASKGRAPH(rondo_same_data()) {
        create_sweep(grid);
      }
  }
}

/* The sweeps go round a cyclic graph: a block of the next sweep follows as soon as its neighbours are done. */
static void solve_with_taskiter(heat_grid* grid, int sweeps) {
#pragma omp parallel
#pragma omp single
  {
    grid->threads = omp_get_num_threads();
    RONDO_TASKITER(sweep, (uint64_t)sweeps) { create_sweep(grid); }
  }
}

static const heat_form kForms[] = {
    {"graph", "each sweep recorded once, then re-captured", solve_with_graph},
    {"graph-same", "each sweep recorded once, then replayed on the same data", solve_with_same_data},
    {"taskiter", "the sweeps as one loop: the first recorded, the others from a cyclic graph", solve_with_taskiter},
};

const heat_variant heat_variant_linked = {
    .name = "heat-graph",
    .compiler = HEAT_COMPILER,
    .forms = kForms,
    .n_forms = sizeof kForms / sizeof kForms[0],
    .reference = heat_solve_serial,
    .report = measure_json_graphs,
};
