/* SPDX-License-Identifier: Apache-2.0
 *
 * The arithmetic of the heat solver and the grid it works on. No OpenMP here: one object file, compiled by gcc -O3,
 * serves every variant, so that a difference in time is a difference in tasking.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heat.h"

enum {
  kLineDoubles = 8 /* doubles in a cache line; blocks begin on a line so that neighbours share none */
};

void heat_update_block(const heat_grid* grid, int row, int column) {
  const ptrdiff_t pitch = grid->pitch;
  const int block = grid->block;
  double* line = grid->cells + (ptrdiff_t)(row - 1) * block * pitch + (ptrdiff_t)(column - 1) * block;
  for (int i = 0; i < block; i++, line += pitch)
    for (int j = 0; j < block; j++) line[j] = 0.25 * (line[j - pitch] + line[j - 1] + line[j + 1] + line[j + pitch]);
}

double* heat_change(const heat_grid* grid, int row, int column) {
  return &grid->changes[(ptrdiff_t)row * (grid->n_blocks + 2) + column];
}

static double larger(double left, double right) { return left > right ? left : right; }

void heat_relax_block(const heat_grid* grid, int row, int column) {
  const ptrdiff_t pitch = grid->pitch;
  const int block = grid->block;
  double* line = grid->cells + (ptrdiff_t)(row - 1) * block * pitch + (ptrdiff_t)(column - 1) * block;
  double change = larger(*heat_change(grid, row - 1, column), *heat_change(grid, row, column - 1));
  for (int i = 0; i < block; i++, line += pitch)
    for (int j = 0; j < block; j++) {
      const double after = 0.25 * (line[j - pitch] + line[j - 1] + line[j + 1] + line[j + pitch]);
      change = larger(fabs(after - line[j]), change);
      line[j] = after;
    }
  *heat_change(grid, row, column) = change;
}

void heat_solve_serial_until(heat_grid* grid, int most) {
  const double* last = heat_change(grid, grid->n_blocks, grid->n_blocks);
  grid->threads = 1;
  while (grid->sweeps < most && (!grid->sweeps || *last > grid->tolerance)) {
    grid->sweeps++;
    for (int row = 1; row <= grid->n_blocks; row++)
      for (int column = 1; column <= grid->n_blocks; column++) heat_relax_block(grid, row, column);
  }
}

void heat_solve_serial(heat_grid* grid, int sweeps) {
  grid->threads = 1;
  for (int sweep = 0; sweep < sweeps; sweep++)
    for (int row = 1; row <= grid->n_blocks; row++)
      for (int column = 1; column <= grid->n_blocks; column++) heat_update_block(grid, row, column);
}

/* A rough field in [0, 1), not a smooth one: where neighbours are equal, a block swept too early would go unnoticed.
 * Nor zeros: heat spreading into zeros makes denormal numbers, which cost a hundred cycles each. */
static double start_temperature(uint64_t cell) {
  uint64_t bits = (cell + 1) * 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return (double)((bits ^ (bits >> 31)) >> 11) * 0x1p-53;
}

static void* allocate(size_t alignment, size_t bytes) {
  void* memory = aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (!memory) {
    fprintf(stderr, "heat: no memory for a grid of %zu bytes; choose a smaller --size\n", bytes);
    exit(1);
  }
  return memory;
}

heat_grid heat_grid_make(int n_cells, int block) {
  heat_grid grid;
  memset(&grid, 0, sizeof grid);
  grid.n_cells = n_cells;
  grid.block = block;
  grid.n_blocks = n_cells / block;
  grid.threads = 1;
  /* One line of rim at each side, rounded up to whole lines. */
  grid.pitch = (n_cells + kLineDoubles - 1) / kLineDoubles * kLineDoubles + 2 * kLineDoubles;
  const size_t n_doubles = (size_t)grid.pitch * (size_t)(n_cells + 2);
  grid.allocated = allocate(64, n_doubles * sizeof(double));
  for (size_t i = 0; i < n_doubles; i++) grid.allocated[i] = 0;
  grid.cells = grid.allocated + grid.pitch + kLineDoubles;
  uint64_t cell = 0;
  for (int i = -1; i <= n_cells; i++)
    for (int j = -1; j <= n_cells; j++) grid.cells[i * grid.pitch + j] = start_temperature(cell++);
  const size_t n_tokens = (size_t)(grid.n_blocks + 2) * (size_t)(grid.n_blocks + 2);
  grid.tokens = allocate(64, n_tokens * sizeof *grid.tokens);
  grid.changes = allocate(64, n_tokens * sizeof *grid.changes);
  for (size_t i = 0; i < n_tokens; i++) grid.changes[i] = 0; /* the rim does not change */
  return grid;
}

void heat_grid_free(heat_grid* grid) {
  free(grid->allocated);
  free(grid->tokens);
  free(grid->changes);
  grid->allocated = NULL;
  grid->tokens = NULL;
  grid->changes = NULL;
}

unsigned long long heat_grid_hash(const heat_grid* grid) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (int i = 0; i < grid->n_cells; i++)
    for (int j = 0; j < grid->n_cells; j++) {
      uint64_t bits;
      memcpy(&bits, &grid->cells[i * grid->pitch + j], sizeof bits);
      hash = (hash ^ bits) * 0x100000001b3u; /* FNV-1a over words ... */
      hash ^= hash >> 32; /* ... with the high bits, which the product never moves down, mixed in */
    }
  return hash;
}

double heat_grid_sum(const heat_grid* grid) {
  double sum = 0;
  for (int i = 0; i < grid->n_cells; i++)
    for (int j = 0; j < grid->n_cells; j++) sum += grid->cells[i * grid->pitch + j];
  return sum;
}

double heat_grid_max_difference(const heat_grid* left, const heat_grid* right) {
  double largest = 0;
  for (int i = 0; i < left->n_cells; i++)
    for (int j = 0; j < left->n_cells; j++) {
      const double difference = fabs(left->cells[i * left->pitch + j] - right->cells[i * right->pitch + j]);
      if (!(difference <= largest)) largest = difference; /* written so that a NaN is not lost */
    }
  return largest;
}
