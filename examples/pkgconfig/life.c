/* SPDX-License-Identifier: Apache-2.0
 *
 * Conway's game of life on a torus: two fields change roles from step to step, so each has a graph of its own
 * (graph_id). A glider flies round and comes home. */
#include <stdio.h>
#include <string.h>

enum { SIZE = 64, BANDS = 8, STEPS = 4 * SIZE };

static unsigned char field[2][SIZE][SIZE], start[SIZE][SIZE];

static void live(const unsigned char (*old)[SIZE], unsigned char (*fresh)[SIZE], int band) {
  for (int i = band * SIZE / BANDS; i < (band + 1) * SIZE / BANDS; i++)
    for (int j = 0; j < SIZE; j++) {
      int n = 0;
      for (int a = SIZE - 1; a <= SIZE + 1; a++)
        for (int b = SIZE - 1; b <= SIZE + 1; b++) n += old[(i + a) % SIZE][(j + b) % SIZE];
      fresh[i][j] = n == 3 || (n == 4 && old[i][j]);
    }
}

int main(void) {
  const int glider[5][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
  for (int k = 0; k < 5; k++) field[0][glider[k][0]][glider[k][1]] = 1;
  memcpy(start, field[0], sizeof start);
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < STEPS; step++) {
    const unsigned char(*old)[SIZE] = (const unsigned char(*)[SIZE])field[step % 2];
    unsigned char(*fresh)[SIZE] = field[1 - step % 2];
#pragma omp taskgraph graph_id(step % 2)
    for (int band = 0; band < BANDS; band++) {
#pragma omp task firstprivate(old, fresh, band)
      live(old, fresh, band);
    }
  }
  const int is_home = memcmp(field[STEPS % 2], start, sizeof start) == 0;
  puts(is_home ? "ok" : "wrong");
  return !is_home;
}
