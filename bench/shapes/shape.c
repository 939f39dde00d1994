/* SPDX-License-Identifier: Apache-2.0
 *
 * The rules of the shapes, and the check of order; see shape.h.
 */
#include "shapes/shape.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"

enum { kNumChains = 64, kRing = 64, kPool = 256, kCellsOfParent = 8 };

shape_cell* shape_cells_of;

long shape_cells(const shape* what) {
  switch (what->form) {
    case kOneEach:
      return what->n_tasks;
    case kChains:
      return kNumChains;
    case kEight:
      return kRing;
    case kRandom:
      return kPool;
    case kNested:
      return (what->n_tasks / kTasksOfParent + 1) * kCellsOfParent;
    default:
      return 1;
  }
}

/* A number that looks random and depends on `value` alone (the finaliser of MurmurHash3). */
static uint64_t scramble(uint64_t value) {
  value = (value ^ value >> 33) * 0xff51afd7ed558ccdu;
  value = (value ^ value >> 33) * 0xc4ceb9fe1a85ec53u;
  return value ^ value >> 33;
}

void shape_step_of(const shape* what, long i, shape_step* step) {
  step->kind = kWrites;
  step->written = 0;
  switch (what->form) {
    case kIndependent:
      step->kind = kFree;
      break;
    case kOneEach:
      step->written = i;
      break;
    case kChain:
      break;
    case kChains:
      step->written = i % kNumChains;
      break;
    case kReaders:
      if (i % (what->n_readers + 1)) step->kind = kReads;
      step->read[0] = 0;
      break;
    case kOutstanding: /* the first task writes, and so does the last */
      if (i && i != what->n_tasks - 1) step->kind = kReads;
      step->read[0] = 0;
      break;
    case kEight:
      step->kind = kReadsSevenWrites;
      step->written = i % kRing;
      for (long k = 0; k < 7; k++) step->read[k] = (i + 1 + k) % kRing;
      break;
    case kRandom:
      step->kind = kReadsThreeWrites;
      step->written = (long)(scramble((uint64_t)i * 4) % kPool);
      for (int k = 0; k < 3; k++) step->read[k] = (long)(scramble((uint64_t)i * 4 + (uint64_t)k + 1) % kPool);
      break;
    case kNested:
      step->written = i / kTasksOfParent * kCellsOfParent + i % kCellsOfParent;
      break;
    case kNumShapes:
      break;
  }
}

static int n_reads(enum shape_kind kind) {
  return kind == kReads ? 1 : kind == kReadsThreeWrites ? 3 : kind == kReadsSevenWrites ? 7 : 0;
}

static int is_writing(enum shape_kind kind) { return kind != kFree && kind != kReads; }

shape_promise* shape_promises(const shape* what) {
  shape_promise* promises = calloc((size_t)what->n_tasks, sizeof *promises);
  if (!promises) measure_fail("shapes: no memory to check %ld tasks; choose a smaller --tasks", what->n_tasks);
  memset(shape_cells_of, 0, (size_t)shape_cells(what) * sizeof *shape_cells_of);
  for (long i = 0; i < what->n_tasks; i++) {
    shape_step step;
    shape_step_of(what, i, &step);
    const int n = n_reads(step.kind);
    for (int k = 0; k < n; k++) {
      promises[i].versions[k] = shape_cells_of[step.read[k]].version;
      shape_cells_of[step.read[k]].readers++;
    }
    if (!is_writing(step.kind)) continue;
    shape_cell* cell = &shape_cells_of[step.written];
    promises[i].versions[n] = cell->version++;
    promises[i].readers = cell->readers;
    cell->readers = 0;
  }
  memset(shape_cells_of, 0, (size_t)shape_cells(what) * sizeof *shape_cells_of);
  return promises;
}

/* Relaxed: that one task sees what another one did before it is the runtime's promise, and what is checked. */
int shape_access(const shape* what, long i, const shape_promise* promise) {
  shape_step step;
  shape_step_of(what, i, &step);
  const int n = n_reads(step.kind);
  int is_in_order = 1;
  for (int k = 0; k < n; k++) {
    shape_cell* cell = &shape_cells_of[step.read[k]];
    is_in_order &= __atomic_load_n(&cell->version, __ATOMIC_RELAXED) == promise->versions[k];
    __atomic_fetch_add(&cell->readers, 1, __ATOMIC_RELAXED);
  }
  if (is_writing(step.kind)) {
    shape_cell* cell = &shape_cells_of[step.written];
    is_in_order &= __atomic_load_n(&cell->readers, __ATOMIC_RELAXED) == promise->readers;
    is_in_order &= __atomic_load_n(&cell->version, __ATOMIC_RELAXED) == promise->versions[n];
    __atomic_store_n(&cell->readers, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&cell->version, promise->versions[n] + 1, __ATOMIC_RELAXED);
  }
  return is_in_order;
}
