/* SPDX-License-Identifier: Apache-2.0
 *
 * Rectangular cells on a plan of least area: each cell has some shapes, and stands to the right of the cell before it
 * or below it, where it overlaps none. A task for each shape and side. No bound that threads share is used, so that
 * each run visits the same nodes.
 */
#include <limits.h>

#include "cutoff/cutoff.h"

enum { kMostCells = 16, kShapes = 3, kSides = 2 };

typedef struct box {
  int left, top, width, height;
} box;

typedef struct plan {
  box cells[kMostCells];
  int n;
  int width, height; /* of what is used */
} plan;

static int larger(int a, int b) { return a > b ? a : b; }

/* Shape `shape` of cell i: all three have nearly the same area. */
static box shape_of(int i, int shape) {
  const int width = 2 + (i * 7 + shape * 5) % 6;
  return (box){0, 0, width, (24 + i % 5 * 4 + width - 1) / width};
}

static int overlap(box a, box b) {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}

/* Returns whether there is room. */
static int place(plan* on, int shape, int side) {
  box cell = shape_of(on->n, shape);
  if (on->n) {
    const box before = on->cells[on->n - 1];
    cell.left = side ? before.left : before.left + before.width;
    cell.top = side ? before.top + before.height : before.top;
  } else if (side) {
    return 0;
  }
  for (int i = 0; i < on->n; i++)
    if (overlap(on->cells[i], cell)) return 0;
  on->cells[on->n++] = cell;
  on->width = larger(on->width, cell.left + cell.width);
  on->height = larger(on->height, cell.top + cell.height);
  return 1;
}

/* The nodes are counted, too: a task that is left out would seldom change the least area. */
typedef struct found {
  int area;
  long n_nodes;
} found;

static found with(found so_far, found other) {
  return (found){other.area < so_far.area ? other.area : so_far.area, so_far.n_nodes + other.n_nodes};
}

static found least_serially(const plan* on, int n) {
  if (on->n == n) return (found){on->width * on->height, 1};
  found least = {INT_MAX, 1};
  for (int i = 0; i < kShapes * kSides; i++) {
    plan next = *on;
    if (place(&next, i / kSides, i % kSides)) least = with(least, least_serially(&next, n));
  }
  return least;
}

static found least_by_tasks(const plan* on, int n, long depth) {
  if (on->n == n) return (found){on->width * on->height, 1};
  if (!cutoff_creates(depth)) return least_serially(on, n);
  found parts[kShapes * kSides];
  for (int i = 0; i < kShapes * kSides; i++) {
    found* part = &parts[i];
    *part = (found){INT_MAX, 0};
    plan next = *on;
    if (!place(&next, i / kSides, i % kSides)) continue;
#pragma omp task firstprivate(next, part, n, depth) if (cutoff_defers(depth)) final(cutoff_ends(depth))
    *part = least_by_tasks(&next, n, depth + 1);
  }
#pragma omp taskwait
  found least = {INT_MAX, 1};
  for (int i = 0; i < kShapes * kSides; i++) least = with(least, parts[i]);
  return least;
}

static uint64_t digest(found of) { return cutoff_digest((uint64_t)of.area, (uint64_t)of.n_nodes); }

static uint64_t solve(long size) {
  const plan empty = {.n = 0};
  return digest(least_by_tasks(&empty, (int)size, 0));
}

static uint64_t solve_serially(long size) {
  const plan empty = {.n = 0};
  return digest(least_serially(&empty, (int)size));
}

const cutoff_problem cutoff_floorplan = {"floorplan", "--size cells", 7, 16, 3, solve, solve_serially};
