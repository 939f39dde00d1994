/* SPDX-License-Identifier: Apache-2.0
 *
 * How well each two of many sequences can be aligned (Needleman and Wunsch with gaps as Gotoh counts them): a task
 * for each pair. It has no depth: pairs of short sequences count as deep.
 */
#include <stdlib.h>

#include "cutoff/cutoff.h"

enum { kLongest = 120, kLetters = 20, kOpen = 8, kExtend = 2 };

typedef struct sequence {
  int n;
  unsigned char letters[kLongest];
} sequence;

static int larger(int a, int b) { return a > b ? a : b; }

/* Same letters are good, those of one group are not bad. */
static int likeness(unsigned char a, unsigned char b) { return a == b ? 5 : a % 4 == b % 4 ? 1 : -3; }

static int score(const sequence* a, const sequence* b) {
  int best[kLongest + 1]; /* of the first i letters of a and k of b */
  int gap[kLongest + 1];  /* that ends in a gap of a */
  best[0] = 0;
  for (int k = 1; k <= b->n; k++) gap[k] = best[k] = -kOpen - kExtend * k;
  for (int i = 1; i <= a->n; i++) {
    int diagonal = best[0];
    int across = best[0] = -kOpen - kExtend * i;
    for (int k = 1; k <= b->n; k++) {
      gap[k] = larger(gap[k], best[k] - kOpen) - kExtend;
      across = larger(across, best[k - 1] - kOpen) - kExtend;
      const int pair = diagonal + likeness(a->letters[i - 1], b->letters[k - 1]);
      diagonal = best[k];
      best[k] = larger(pair, larger(gap[k], across));
    }
  }
  return best[b->n];
}

static sequence* make(long n) {
  sequence* all = cutoff_allocate(n, sizeof *all);
  uint64_t random = 1;
  for (long i = 0; i < n; i++) {
    all[i].n = 4 + (int)(cutoff_random(&random) % (i % 2 ? kLongest - 4 : 12));
    for (int k = 0; k < all[i].n; k++) all[i].letters[k] = (unsigned char)(cutoff_random(&random) % kLetters);
  }
  return all;
}

static long depth_of(const sequence* a, const sequence* b) { return a->n * b->n > 1000 ? 0 : 1; }

static void align_by_tasks(const sequence* all, long n, int* scores) {
  for (long i = 0; i < n; i++)
    for (long k = 0; k < i; k++) {
      const sequence* a = &all[i];
      const sequence* b = &all[k];
      int* to = &scores[i * n + k];
      const long depth = depth_of(a, b);
      if (!cutoff_creates(depth)) {
        *to = score(a, b);
        continue;
      }
#pragma omp task firstprivate(a, b, to) if (cutoff_defers(depth)) final(cutoff_ends(depth))
      *to = score(a, b);
    }
#pragma omp taskwait
}

static void align_serially(const sequence* all, long n, int* scores) {
  for (long i = 0; i < n; i++)
    for (long k = 0; k < i; k++) scores[i * n + k] = score(&all[i], &all[k]);
}

static uint64_t run(long n, void (*align)(const sequence*, long, int*)) {
  sequence* all = make(n);
  int* scores = cutoff_allocate(n * n, sizeof *scores);
  align(all, n, scores);
  uint64_t sum = 0;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < i; k++) sum = cutoff_digest(sum, (uint64_t)scores[i * n + k]);
  free(scores);
  free(all);
  return sum;
}

static uint64_t solve(long size) { return run(size, align_by_tasks); }
static uint64_t solve_serially(long size) { return run(size, align_serially); }

const cutoff_problem cutoff_alignment = {"alignment",   "each two of --size sequences", 100, 10000, 1, solve,
                                         solve_serially};
