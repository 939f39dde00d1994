/* SPDX-License-Identifier: Apache-2.0
 *
 * One shape, other data: the tasks of every tree have the same dependences. `dep_pattern` finds them with the first
 * tree, and takes them from there for all others, which may be worked on at the same time.
 *
 *     $ rondo-cc -O2 pattern.c -o pattern
 *     $ ./pattern
 */
#include <stdio.h>

enum { LEAVES = 32, TREES = 64 };

static long node[TREES][2 * LEAVES]; /* node i has the children 2 i and 2 i + 1 */

static void sum_up(long* tree) {
  for (int i = LEAVES - 1; i >= 1; i--) {
#pragma omp task depend(in : tree[2 * i], tree[2 * i + 1]) depend(out : tree[i]) firstprivate(i)
    tree[i] = tree[2 * i] + tree[2 * i + 1];
  }
}

int main(void) {
  for (int t = 0; t < TREES; t++)
    for (int leaf = 0; leaf < LEAVES; leaf++) node[t][LEAVES + leaf] = t * leaf;
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < TREES; t++) {
    long* tree = node[t];
#pragma omp task dep_pattern("sum of 32 leaves") firstprivate(tree)
    sum_up(tree);
  }
  int wrong = 0;
  for (int t = 0; t < TREES; t++) wrong += node[t][1] != (long)t * LEAVES * (LEAVES - 1) / 2;
  puts(wrong == 0 ? "ok" : "wrong");
  return wrong != 0;
}
