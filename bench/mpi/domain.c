/* SPDX-License-Identifier: Apache-2.0
 *
 * Grids divided among ranks: see domain.h.
 */
#include "mpi/domain.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"

static void* memory(size_t n_bytes) {
  const size_t line = 64;
  const size_t rounded = (n_bytes / line + 1) * line;
  void* made = aligned_alloc(line, rounded);
  if (!made) measure_fail("no memory for %zu bytes; choose a smaller --size", n_bytes);
  return memset(made, 0, rounded);
}

static double* numbers(long n) { return memory((size_t)n * sizeof(double)); }

domain* domain_make(const domain_program* program, long planes, long block, int rank, int n_ranks) {
  domain* at = memory(sizeof *at);
  at->program = program;
  at->rank = rank;
  at->n_ranks = n_ranks;
  at->all_planes = planes;
  at->n_planes = planes / n_ranks;
  at->block = block;
  at->n_blocks = at->n_planes / block;
  at->all_blocks = planes / block;
  for (int f = 0; f < program->n_fields; f++)
    at->fields[f] = numbers((at->n_planes + 2) * program->plane) + program->plane;
  for (int s = 0; s < program->n_sums; s++) {
    at->sums[s] = numbers(at->n_blocks);
    at->all_sums[s] = numbers(at->all_blocks);
  }
  program->start(at);
  return at;
}

void domain_restart(domain* at) {
  const long plane = at->program->plane;
  for (int f = 0; f < at->program->n_fields; f++)
    memset(at->fields[f] - plane, 0, (size_t)((at->n_planes + 2) * plane) * sizeof(double));
  memset(at->scalars, 0, sizeof at->scalars);
  at->program->start(at);
}

void domain_iterate(domain* at) {
  for (const domain_step* step = at->program->steps; step < at->program->steps + at->program->n_steps; step++) {
    if (step->kind == kCompute)
      for (long b = 0; b < at->n_blocks; b++) step->compute(at, b);
    if (step->kind == kReduce) {
      memcpy(at->all_sums[step->what], at->sums[step->what], (size_t)at->n_blocks * sizeof(double));
      step->compute(at, 0);
    }
  }
}

long domain_difference(const domain* at, const domain* whole, double* found, double* expected) {
  const long first = at->rank * at->n_planes * at->program->plane;
  for (int f = 0; f < at->program->n_fields; f++) {
    if (!(at->program->results & 1u << f)) continue;
    for (long i = 0; i < at->n_planes * at->program->plane; i++) {
      *found = at->fields[f][i];
      *expected = whole->fields[f][first + i];
      if (memcmp(found, expected, sizeof *found) != 0) return first + i;
    }
  }
  for (int s = 0; s < at->program->n_scalars; s++) {
    *found = at->scalars[s];
    *expected = whole->scalars[s];
    if (memcmp(found, expected, sizeof *found) != 0) return s;
  }
  return -1;
}

long domain_tasks(const domain* at) {
  long n = 0;
  for (int s = 0; s < at->program->n_steps; s++) {
    domain_message messages[kMostMessages];
    const domain_kind kind = at->program->steps[s].kind;
    n += kind == kCompute ? at->n_blocks : kind == kReduce ? 2 : domain_messages(at, s, messages);
  }
  return n;
}

int domain_messages(const domain* at, int step, domain_message* messages) {
  const long plane = at->program->plane;
  double* own = at->fields[at->program->steps[step].what];
  const bool has_before = at->rank > 0;
  const bool has_after = at->rank + 1 < at->n_ranks;
  /* What goes up has an even tag, what goes down an odd one. */
  const domain_message all[kMostMessages] = {
      {own - plane, plane, -1, at->rank - 1, 2 * step, false},
      {own + at->n_planes * plane, plane, at->n_blocks, at->rank + 1, 2 * step + 1, false},
      {own, plane, 0, at->rank - 1, 2 * step + 1, true},
      {own + (at->n_planes - 1) * plane, plane, at->n_blocks - 1, at->rank + 1, 2 * step, true},
  };
  int n = 0;
  for (int i = 0; i < kMostMessages; i++)
    if (i % 2 ? has_after : has_before) messages[n++] = all[i];
  return n;
}

double domain_number(long i) {
  const uint32_t scrambled = (uint32_t)i * 2654435769u; /* multiplicative hashing by the golden ratio */
  return (double)(scrambled >> 8) / (double)(1 << 24);
}

double domain_sum(const double* parts, long n) {
  double sum = 0;
  for (long i = 0; i < n; i++) sum += parts[i];
  return sum;
}
