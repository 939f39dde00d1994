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

/* Runs the same number of sweeps serially and compares every bit. */
static void verify(const heat_grid* grid, int sweeps) {
  heat_grid reference = heat_grid_make(grid->n_cells, grid->block);
  heat_solve_serial(&reference, sweeps);
  const double difference = heat_grid_max_difference(grid, &reference);
  const int equal = heat_grid_hash(grid) == heat_grid_hash(&reference);
  heat_grid_free(&reference);
  if (!equal) measure_fail("heat: the grid differs from the serial result by up to %g", difference);
  measure_json_real("max_difference", difference);
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
  long long with_verification = 0;
  const measure_option options[] = {
      {"size", "cells along one side of the grid", &size, 1, 32768, 0},
      {"block", "cells along one side of a block", &block, 1, 32768, 0},
      {"iterations", "timed sweeps over the grid", &iterations, 1, 1000000, 0},
      {"verify", "compare with the serial result, which is computed off the clock", &with_verification, 0, 1, 1},
  };
  const size_t form = measure_command_line(argc, argv, names, variant->n_forms, options, 4);
  if (size % block) {
    fprintf(stderr, "heat: --block %lld does not divide --size %lld; choose a divisor\n", block, size);
    return 2;
  }

  heat_grid grid = heat_grid_make((int)size, (int)block);
  variant->forms[form].solve(&grid, 1);
  const double start_s = measure_now_s();
  variant->forms[form].solve(&grid, (int)iterations);
  const double time_s = measure_now_s() - start_s;

  char hash[32];
  snprintf(hash, sizeof hash, "%016llx", heat_grid_hash(&grid));
  measure_json_begin(variant->name, variant->compiler, variant->forms[form].name);
  measure_json_integer("size", size);
  measure_json_integer("block", block);
  measure_json_integer("iterations", iterations);
  measure_json_integer("threads", grid.threads);
  measure_json_integer("tasks", (long long)grid.n_blocks * grid.n_blocks * iterations);
  measure_json_real("time_s", time_s);
  measure_json_real("sum", heat_grid_sum(&grid));
  measure_json_string("hash", hash);
  if (variant->report) variant->report();
  measure_json_boolean("verified", with_verification != 0);
  if (with_verification) verify(&grid, (int)iterations + 1);
  measure_json_end();
  heat_grid_free(&grid);
  return 0;
}
