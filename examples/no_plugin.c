/* SPDX-License-Identifier: Apache-2.0
 *
 * A task graph region without a plugin: rondo.h has it as a macro, for any compiler. On another runtime the program
 * works as well; its tasks are then created in every step.
 *
 *     $ gcc-12 -O2 -fopenmp $(pkg-config --cflags rondo) no_plugin.c -o no_plugin
 *     $ ./no_plugin
 *     $ rondo run -- ./no_plugin
 */
#include <rondo.h>
#include <stdio.h>

enum { N = 64, STEPS = 200 };

static double x[N + 1], serial[N + 1];

static void relax(double* row, int i, int step) { row[i] = 0.5 * (row[i - 1] + row[i]) + step % 3; }

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < STEPS; step++) {
    RONDO_TASKGRAPH(rondo_graph_id(0)) {
      for (int i = 1; i <= N; i++) {
#pragma omp task depend(in : x[i - 1]) depend(inout : x[i]) firstprivate(i, step)
        relax(x, i, step);
      }
    }
  }
  int differences = 0;
  for (int step = 0; step < STEPS; step++)
    for (int i = 1; i <= N; i++) relax(serial, i, step);
  for (int i = 1; i <= N; i++) differences += x[i] != serial[i];
  puts(differences == 0 ? "ok" : "wrong");
  return differences != 0;
}
