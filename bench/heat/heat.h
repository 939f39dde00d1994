/* SPDX-License-Identifier: Apache-2.0
 *
 * The heat solver's common part: a square grid in row-major order with a rim of fixed temperatures, swept in place by
 * the five-point Gauss-Seidel rule, block by block. heat_kernel.c and heat_main.c are compiled once, by gcc -O3, and
 * linked into every variant; only heat.c, heat_graph.c and heat_until.c differ, which decide who runs which block when.
 *
 * A block needs its northern and western neighbours of this sweep and its southern and eastern ones of the previous
 * sweep, so every order that respects these dependences yields the serial result bit for bit.
 */
#ifndef RONDO_BENCH_HEAT_HEAT_H
#define RONDO_BENCH_HEAT_HEAT_H

#include <stddef.h>

typedef struct heat_grid {
  double* cells;     /* cell (0, 0) of the interior; row -1, row n_cells, column -1 and column n_cells are the rim */
  ptrdiff_t pitch;   /* doubles from one row to the next */
  int n_cells;       /* interior cells along one side */
  int n_blocks;      /* blocks along one side */
  int block;         /* cells along one side of a block */
  int threads;       /* team size seen inside the parallel region, filled in by the form that ran */
  double* tokens;    /* (n_blocks + 2)^2 values that stand for the blocks in depend clauses; never read */
  double* changes;   /* as many: see heat_relax_block() */
  double tolerance;  /* a variant that stops early does so once no cell changes by more */
  int sweeps;        /* done by the form that ran, which begins at 0 */
  double* allocated; /* what heat_grid_free() returns */
} heat_grid;

/* Sweeps the block in block row `row` and block column `column`, both counted from 1. */
void heat_update_block(const heat_grid* grid, int row, int column);

/* The same, and notes the largest change of a cell in this block and in all north and west of it, for which it looks
 * at what the northern and the western neighbour noted: the last block's note is the largest change of the sweep. */
void heat_relax_block(const heat_grid* grid, int row, int column);
double* heat_change(const heat_grid* grid, int row, int column);

/* One way of ordering the block updates: `sweeps` times over the whole grid, fewer if the variant stops early. */
typedef struct heat_form {
  const char* name;
  const char* text;
  void (*solve)(heat_grid* grid, int sweeps);
} heat_form;

/* What a variant (heat.c, heat_graph.c) provides to heat_main.c. */
typedef struct heat_variant {
  const char* name;
  const char* compiler;
  const heat_form* forms;
  size_t n_forms;
  int stops_early; /* at the grid's tolerance, and counts its sweeps */
  void (*reference)(heat_grid* grid, int sweeps); /* what the forms are compared with */
  void (*report)(void); /* adds the variant's own members to the JSON line; may be NULL */
} heat_variant;

extern const heat_variant heat_variant_linked;

#if defined(__clang__)
#define HEAT_COMPILER "clang"
#else
#define HEAT_COMPILER "gcc"
#endif

/* ---- Between heat_main.c and heat_kernel.c ------------------------------------------------------------------ */

/* Makes the grid with its start temperatures: the same cells for any block size. Ends the process when memory is
 * short. `n_cells` must be a multiple of `block`. */
heat_grid heat_grid_make(int n_cells, int block);
void heat_grid_free(heat_grid* grid);

/* The reference: block rows from north to south, in each the blocks from west to east. */
void heat_solve_serial(heat_grid* grid, int sweeps);
void heat_solve_serial_until(heat_grid* grid, int most);

/* A 64-bit hash of the bits of all interior cells, their sum, and the largest difference between two grids. */
unsigned long long heat_grid_hash(const heat_grid* grid);
double heat_grid_sum(const heat_grid* grid);
double heat_grid_max_difference(const heat_grid* left, const heat_grid* right);

#endif
