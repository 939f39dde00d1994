/* SPDX-License-Identifier: Apache-2.0
 *
 * The most valuable choice of items that a knapsack can carry: a task with and a task without the next item. No bound
 * that threads share is used, so that each run visits the same nodes.
 */
#include "cutoff/cutoff.h"

enum { kMostItems = 40 };

typedef struct item {
  long weight;
  long value;
} item;

typedef struct sack {
  item items[kMostItems];
  long n;
} sack;

/* The nodes are counted, too: a task that is left out would seldom change the largest value. */
typedef struct best {
  long value; /* less than 0: too heavy */
  long n_nodes;
} best;

static best of_leaf(const sack* of, long i, long room, int* is_leaf) {
  *is_leaf = room < 0 || i == of->n;
  return (best){room < 0 ? -1 : 0, 1};
}

static best better(best without, best with, long value) {
  const long n_nodes = 1 + without.n_nodes + with.n_nodes;
  const long sum = with.value + value;
  return (best){with.value < 0 || sum < without.value ? without.value : sum, n_nodes};
}

static best serially(const sack* of, long i, long room) {
  int is_leaf;
  const best leaf = of_leaf(of, i, room, &is_leaf);
  if (is_leaf) return leaf;
  const best without = serially(of, i + 1, room);
  return better(without, serially(of, i + 1, room - of->items[i].weight), of->items[i].value);
}

static best by_tasks(const sack* of, long i, long room, long depth) {
  int is_leaf;
  const best leaf = of_leaf(of, i, room, &is_leaf);
  if (is_leaf) return leaf;
  if (!cutoff_creates(depth)) return serially(of, i, room);
  best without = {0, 0};
  best with = {0, 0};
#pragma omp task shared(without) firstprivate(of, i, room, depth) if (cutoff_defers(depth)) final(cutoff_ends(depth))
  without = by_tasks(of, i + 1, room, depth + 1);
#pragma omp task shared(with) firstprivate(of, i, room, depth) if (cutoff_defers(depth)) final(cutoff_ends(depth))
  with = by_tasks(of, i + 1, room - of->items[i].weight, depth + 1);
#pragma omp taskwait
  return better(without, with, of->items[i].value);
}

static uint64_t digest(best of) { return cutoff_digest((uint64_t)of.value, (uint64_t)of.n_nodes); }

/* Returns the room, a half of what all items weigh. */
static long fill(sack* of, long n) {
  uint64_t state = 1;
  long weight = 0;
  of->n = n;
  for (long i = 0; i < n; i++) {
    of->items[i] = (item){1 + (long)(cutoff_random(&state) % 100), 1 + (long)(cutoff_random(&state) % 100)};
    weight += of->items[i].weight;
  }
  return weight / 2;
}

static uint64_t solve(long size) {
  sack all;
  const long room = fill(&all, size);
  return digest(by_tasks(&all, 0, room, 0));
}

static uint64_t solve_serially(long size) {
  sack all;
  const long room = fill(&all, size);
  return digest(serially(&all, 0, room));
}

const cutoff_problem cutoff_knapsack = {"knapsack", "--size items", 19, 40, 7, solve, solve_serially};
