// SPDX-License-Identifier: Apache-2.0
//
// The example of the TurboBLYSK paper: blocked matrix products as tagged tasks that depend on each other, several at
// once, on buffers that move apart from use to use. Two thirds of the children's dependences are on blocks that are
// only read, and are dropped.
#include <stdlib.h>

#include "graph/pattern/pattern_check.h"

enum { kBlocks = 6, kProducts = 24, kBuffers = 5 };

typedef unsigned matrix[kBlocks * kBlocks];

static void multiply(const unsigned* a, const unsigned* b, unsigned* c, unsigned salt) {
  RONDO_DEP_PATTERN("matmul 6x6") {
    for (int i = 0; i < kBlocks; i++)
      for (int j = 0; j < kBlocks; j++)
        for (int k = 0; k < kBlocks; k++) {
          const unsigned* from_a = &a[i * kBlocks + k];
          const unsigned* from_b = &b[k * kBlocks + j];
          unsigned* to = &c[i * kBlocks + j];
#pragma omp task depend(in : *from_a, *from_b) depend(inout : *to) firstprivate(from_a, from_b, to, salt)
          *to = *to * 3 + *from_a * *from_b + salt;
        }
  }
}

static void multiply_serially(const unsigned* a, const unsigned* b, unsigned* c, unsigned salt) {
  for (int i = 0; i < kBlocks; i++)
    for (int j = 0; j < kBlocks; j++)
      for (int k = 0; k < kBlocks; k++)
        c[i * kBlocks + j] = c[i * kBlocks + j] * 3 + a[i * kBlocks + k] * b[k * kBlocks + j] + salt;
}

int main(void) {
  // Unequal gaps, so that three buffers never move together.
  static unsigned serial[kBuffers][kBlocks * kBlocks];
  unsigned* buffers[kBuffers];
  for (int m = 0; m < kBuffers; m++) {
    buffers[m] = malloc((size_t)(kBlocks * kBlocks) * sizeof(unsigned) + (size_t)(m * m * 64));
    if (!buffers[m]) return 1;
    for (int i = 0; i < kBlocks * kBlocks; i++) buffers[m][i] = serial[m][i] = (unsigned)(m * 1000 + i);
  }
#pragma omp parallel
#pragma omp single
  {
    // The first one records, alone.
    multiply(buffers[0], buffers[1], buffers[2], 0);
#pragma omp taskwait
    for (int p = 1; p < kProducts; p++) {
      unsigned *a = buffers[p % kBuffers], *b = buffers[(p + 1) % kBuffers], *c = buffers[(p + 2 + p / 7) % kBuffers];
      if (c == a || c == b) c = buffers[(p + 2) % kBuffers];
#pragma omp task depend(in : *a, *b) depend(inout : *c) firstprivate(a, b, c, p)
      {
        multiply(a, b, c, (unsigned)p);
#pragma omp taskwait
      }
    }
  }
  multiply_serially(serial[0], serial[1], serial[2], 0);
  for (int p = 1; p < kProducts; p++) {
    int c = (p + 2 + p / 7) % kBuffers;
    if (c == p % kBuffers || c == (p + 1) % kBuffers) c = (p + 2) % kBuffers;
    multiply_serially(serial[p % kBuffers], serial[(p + 1) % kBuffers], serial[c], (unsigned)p);
  }
  for (int m = 0; m < kBuffers; m++)
    for (int i = 0; i < kBlocks * kBlocks; i++) CHECK_EQ(buffers[m][i], serial[m][i]);
  CHECK_PATTERN(recorded, 1);
  CHECK_PATTERN(uses, kProducts - 1);
  CHECK_PATTERN(mismatches, 0);
  CHECK_PATTERN(dependences, 3 * kBlocks * kBlocks * kBlocks);
  CHECK_PATTERN(dependences_dropped, 2 * kBlocks * kBlocks * kBlocks);
  CHECK_PATTERN(stations, kBlocks * kBlocks);
  for (int m = 0; m < kBuffers; m++) free(buffers[m]);
  return check_finish();
}
