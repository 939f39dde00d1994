// SPDX-License-Identifier: Apache-2.0
//
// Re-capture sees current data: buffers swapped between encounters, addresses on the stack of different calls, heap
// blocks that are freed and allocated anew, and captured arrays and structs that change.
#include "graph/graph_check.h"

enum { kN = 24, kEncounters = 16 };

// A Jacobi step from one buffer to the other; the dependences name the buffers, which swap roles.
static void jacobi(const long* from, long* to) {
  RONDO_TASKGRAPH() {
    for (int i = 1; i < kN - 1; i++)
#pragma omp task depend(in : from[i - 1], from[i], from[i + 1]) depend(out : to[i]) firstprivate(from, to, i)
      to[i] = (from[i - 1] + 2 * from[i] + from[i + 1]) % 10007;
  }
}

struct settings {
  int scale;
  char name[20];
  double weights[5];
};

// The address of `sum` differs with the depth of the recursion.
static long at_depth(int depth, struct settings settings) {
  volatile char frame[64];
  frame[0] = (char)depth;
  if (depth > 0) return at_depth(depth - 1, settings) + frame[0] - depth;
  long sum = 0;
  RONDO_TASKGRAPH() {
    for (int i = 0; i < 5; i++)
#pragma omp task depend(inout : sum) shared(sum) firstprivate(settings, i)
      sum = sum * settings.scale + (long)settings.weights[i] + settings.name[0];
  }
  return sum;
}

int main(void) {
  static long a[kN], b[kN], serial_a[kN], serial_b[kN];
  for (int i = 0; i < kN; i++) a[i] = b[i] = serial_a[i] = serial_b[i] = i * 37 % 101;
  graph_stats_begin();
#pragma omp parallel
#pragma omp single
  {
    long *from = a, *to = b, *serial_from = serial_a, *serial_to = serial_b;
    for (int encounter = 0; encounter < kEncounters; encounter++) {
      jacobi(from, to);
      for (int i = 1; i < kN - 1; i++)
        serial_to[i] = (serial_from[i - 1] + 2 * serial_from[i] + serial_from[i + 1]) % 10007;
      for (int i = 0; i < kN; i++) CHECK_EQ(to[i], serial_to[i]);
      long* swap = from;
      from = to, to = swap;
      swap = serial_from;
      serial_from = serial_to, serial_to = swap;
    }
    CHECK_COUNT(records, 1);
    CHECK_COUNT(recaptures, kEncounters - 1);

    for (int depth = 0; depth < 12; depth++) {
      struct settings settings = {depth + 2, "name", {1, 2, 3, 4, 5}};
      settings.name[0] = (char)('a' + depth);
      settings.weights[4] = depth * 10;
      long expected = 0;
      for (int i = 0; i < 5; i++) expected = expected * settings.scale + (long)settings.weights[i] + settings.name[0];
      CHECK_EQ(at_depth(depth * 3 % 7, settings), expected);
    }

    for (int encounter = 0; encounter < kEncounters; encounter++) {
      int* block = malloc((size_t)(16 + encounter) * sizeof *block);
      block[0] = encounter;
      RONDO_TASKGRAPH() {
        for (int i = 1; i < 16; i++)
#pragma omp task depend(in : block[i - 1]) depend(out : block[i]) firstprivate(block, i)
          block[i] = block[i - 1] * 3 % 10007 + i;
      }
      int expected = encounter;
      for (int i = 1; i < 16; i++) CHECK_EQ(block[i], expected = expected * 3 % 10007 + i);
      free(block);
    }
  }
  CHECK_COUNT(mismatches, 0);
  return check_finish();
}
