/* SPDX-License-Identifier: Apache-2.0
 *
 * Heat: Jacobi sweeps over a plate whose conductivity grows with temperature. A plane is a row of cells. An iteration
 * is two sweeps, there and back between two fields, so that each has its own exchange of halos.
 */
#include "mpi/domain.h"

enum { kWidth = 448, kHere = 0, kThere = 1 };

static void sweep(const domain* at, long block, int from, int to) {
  const double* line = domain_block(at, from, block);
  double* next = domain_block(at, to, block);
  for (long y = 0; y < at->block; y++, line += kWidth, next += kWidth) {
    next[0] = line[0]; /* the sides are fixed */
    next[kWidth - 1] = line[kWidth - 1];
    for (long x = 1; x < kWidth - 1; x++) {
      const double north = line[x - kWidth], south = line[x + kWidth], west = line[x - 1], east = line[x + 1];
      const double above = (1 + north) * north + (1 + south) * south + (1 + west) * west + (1 + east) * east;
      next[x] = above / (4 + north + south + west + east);
    }
  }
}

static void go_there(domain* at, long block) { sweep(at, block, kHere, kThere); }
static void go_back(domain* at, long block) { sweep(at, block, kThere, kHere); }

static void start(domain* at) {
  const long first = at->rank * at->n_planes;
  for (int f = kHere; f <= kThere; f++)
    for (long y = -1; y <= at->n_planes; y++)
      for (long x = 0; x < kWidth; x++) at->fields[f][y * kWidth + x] = domain_number((first + y) * kWidth + x);
}

static const domain_step kSteps[] = {
    {.kind = kExchange, .what = kHere},
    {.kind = kCompute, .compute = go_there, .reads_around = 1u << kHere, .writes = 1u << kThere, .adds_to = -1},
    {.kind = kExchange, .what = kThere},
    {.kind = kCompute, .compute = go_back, .reads_around = 1u << kThere, .writes = 1u << kHere, .adds_to = -1},
};

const domain_program domain_program_linked = {.name = "mpi-heat",
                                              .size_means = "rows of 448 cells, of all ranks together",
                                              .planes = 2048,
                                              .block = 32,
                                              .plane = kWidth,
                                              .n_fields = 2,
                                              .results = 1u << kHere,
                                              .n_steps = sizeof kSteps / sizeof *kSteps,
                                              .steps = kSteps,
                                              .start = start};
