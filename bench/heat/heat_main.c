/* SPDX-License-Identifier: Apache-2.0
 *
 * Command line and clock of the heat solver: `heat FORM --size 2048 --block 16 --iterations 20 [--verify]`.
 * One sweep runs before the clock starts: it brings threads and caches to life, and a task graph is recorded in it.
 * The result is one JSON line.
 */
#include <stdio.h>

#include "common/measure.h"
#include "heat.h"

enum { kMaxForms = 8 };

typedef void (*solve_function)(heat_grid* grid, int sweeps);

/* One sweep off the clock, then at most `sweeps` of them. Returns the time and leaves the number in grid->sweeps. */
static double time_sweeps(const heat_variant* variant, solve_function solve, heat_grid* grid, int sweeps) {
  grid->sweeps = 0;
  solve(grid, 1);
  grid->sweeps = 0;
  const double start_s = measure_now_s();
  solve(grid, sweeps);
  const double time_s = measure_now_s() - start_s;
  if (!variant->stops_early) grid->sweeps = sweeps;
  return time_s;
}

/* Does the same serially, and compares every bit. */
static void verify(const heat_variant* variant, const heat_grid* grid, int sweeps, double time_s) {
  heat_grid reference = heat_grid_make(grid->n_cells, grid->block);
  reference.tolerance = grid->tolerance;
  const double serial_s = time_sweeps(variant, variant->reference, &reference, sweeps);
  const double difference = heat_grid_max_difference(grid, &reference);
  const int equal = heat_grid_hash(grid) == heat_grid_hash(&reference);
  const int serial_sweeps = reference.sweeps;
  heat_grid_free(&reference);
  if (grid->sweeps != serial_sweeps)
    measure_fail("heat: %d sweeps, where the serial solver does %d", grid->sweeps, serial_sweeps);
  if (!equal) measure_fail("heat: the grid differs from the serial result by up to %g", difference);
  measure_json_real("max_difference", difference);
  measure_json_real("efficiency_percent", 100 * serial_s / (grid->threads * time_s));
}

int main(int argc, char** argv) {
  const heat_variant* variant = &heat_variant_linked;
  measure_form names[kMaxForms];
  for (size_t i = 0; i < variant->n_forms && i < kMaxForms; i++) {
    names[i].name = variant->forms[i].name;
    names[i].text = variant->forms[i].text;
  }
  long long size = 2048;
  long long block = 64;
  long long iterations = 20;
  long long tolerance = 0;
  long long with_verification = 0;
  const measure_option options[] = {
      {"size", "cells along one side of the grid", &size, 1, 32768, 0},
      {"block", "cells along one side of a block", &block, 1, 32768, 0},
      {"iterations", "timed sweeps over the grid", &iterations, 1, 1000000, 0},
      {"tolerance", "heat-until stops once no cell changes by more millionths", &tolerance, 0, 1000000, 0},
      {"verify", "compare with the serial result, which is computed off the clock", &with_verification, 0, 1, 1},
  };
  const size_t form = measure_command_line(argc, argv, names, variant->n_forms, options, 5);
  if (size % block) {
    fprintf(stderr, "heat: --block %lld does not divide --size %lld; choose a divisor\n", block, size);
    return 2;
  }

  heat_grid grid = heat_grid_make((int)size, (int)block);
  grid.tolerance = 1e-6 * (double)tolerance;
  const double time_s = time_sweeps(variant, variant->forms[form].solve, &grid, (int)iterations);

  char hash[32];
  snprintf(hash, sizeof hash, "%016llx", heat_grid_hash(&grid));
  measure_json_begin(variant->name, variant->compiler, variant->forms[form].name);
  measure_json_integer("size", size);
  measure_json_integer("block", block);
  measure_json_integer("iterations", iterations);
  measure_json_integer("threads", grid.threads);
  measure_json_integer("sweeps", grid.sweeps);
  measure_json_integer("tasks", (long long)grid.n_blocks * grid.n_blocks * grid.sweeps);
  measure_json_real("time_s", time_s);
  measure_json_real("ms_per_sweep", 1e3 * time_s / grid.sweeps);
  measure_json_real("sum", heat_grid_sum(&grid));
  measure_json_string("hash", hash);
  if (variant->report) variant->report();
  measure_json_boolean("verified", with_verification != 0);
  if (with_verification) verify(variant, &grid, (int)iterations, time_s);
  measure_json_end();
  heat_grid_free(&grid);
  return 0;
}
