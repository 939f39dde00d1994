/* SPDX-License-Identifier: Apache-2.0
 *
 * A loop whose iterations overlap: three stages of a pipeline. Without `taskiter` each iteration creates its tasks;
 * with it they are created once, and go round.
 *
 *     $ rondo-cc -O2 pipeline.c -o pipeline
 *     $ ./pipeline
 */
#include <stdio.h>

enum { FRAMES = 500, WIDTH = 256 };

static int input[WIDTH], filtered[WIDTH];
static long long sum;

static void read_frame(void) {
  static unsigned bits = 3;
  for (int i = 0; i < WIDTH; i++) input[i] = (int)((bits = bits * 1664525u + 1013904223u) >> 20);
}
static void filter_frame(void) {
  for (int i = 1; i + 1 < WIDTH; i++) filtered[i] = (input[i - 1] + 2 * input[i] + input[i + 1]) / 4;
}
static void add_frame(void) {
  for (int i = 1; i + 1 < WIDTH; i++) sum += filtered[i];
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskiter
    for (int frame = 0; frame < FRAMES; frame++) {
#pragma omp task depend(inout : input)
      read_frame();
#pragma omp task depend(in : input) depend(out : filtered)
      filter_frame();
#pragma omp task depend(in : filtered) depend(inout : sum)
      add_frame();
    }
  }
  /* The numbers go on where the pipeline has stopped: again from the start, serially. */
  unsigned bits = 3;
  int line[WIDTH];
  long long expected = 0;
  for (int frame = 0; frame < FRAMES; frame++) {
    for (int i = 0; i < WIDTH; i++) line[i] = (int)((bits = bits * 1664525u + 1013904223u) >> 20);
    for (int i = 1; i + 1 < WIDTH; i++) expected += (line[i - 1] + 2 * line[i] + line[i + 1]) / 4;
  }
  puts(sum == expected ? "ok" : "wrong");
  return sum != expected;
}
