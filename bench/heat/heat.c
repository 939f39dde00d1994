/* SPDX-License-Identifier: Apache-2.0
 *
 * The user's program: a Gauss-Seidel heat solver with OpenMP task dependences, plain C99, nothing about Rondo in it.
 * Built by stock gcc and by stock clang, linked with their own OpenMP libraries.
 */
#include <omp.h>

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

static void solve_with_tasks(heat_grid* grid, int sweeps) {
#pragma omp parallel
#pragma omp single
  {
    grid->threads = omp_get_num_threads();
    for (int sweep = 0; sweep < sweeps; sweep++) create_sweep(grid);
  }
}

/* The same order by worksharing: one loop and one barrier for each diagonal of blocks. Not what one would like to
 * write, but a yardstick: each thread keeps to its part of the grid, so data stay in its cache. */
static void solve_by_diagonals(heat_grid* grid, int sweeps) {
  const int n = grid->n_blocks;
#pragma omp parallel
  {
#pragma omp single nowait
    grid->threads = omp_get_num_threads();
    for (int sweep = 0; sweep < sweeps; sweep++)
      for (int diagonal = 2; diagonal <= 2 * n; diagonal++) {
        const int first = diagonal <= n ? 1 : diagonal - n;
        const int last = diagonal <= n ? diagonal - 1 : n;
#pragma omp for schedule(static)
        for (int i = first; i <= last; i++) heat_update_block(grid, i, diagonal - i);
      }
  }
}

static const heat_form kForms[] = {
    {"serial", "one thread, no OpenMP", heat_solve_serial},
    {"tasks", "one task with dependences for each block and sweep", solve_with_tasks},
    {"diagonals", "one `omp for` for each diagonal of blocks", solve_by_diagonals},
};

const heat_variant heat_variant_linked = {
    .name = "heat",
    .compiler = HEAT_COMPILER,
    .forms = kForms,
    .n_forms = sizeof kForms / sizeof kForms[0],
    .reference = heat_solve_serial,
};
