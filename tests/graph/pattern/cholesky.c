// SPDX-License-Identifier: Apache-2.0
//
// A Cholesky factorisation by blocks, its four kernels replaced by hashes in which every wrong order shows. Sizes
// have tags of their own, made at run time; every matrix is a fresh one.
#include <stdio.h>
#include <stdlib.h>

#include "graph/pattern/pattern_check.h"

enum { kMaxSize = 9 };

static unsigned mix(unsigned a, unsigned b) {
  unsigned x = (a ^ (b + 0x9e3779b9u + (a << 6))) * 2654435761u;
  return x ^ x >> 15;
}

static void factorise(unsigned* m, int n) {
  char tag[32];
  snprintf(tag, sizeof tag, "cholesky %d", n);
  RONDO_DEP_PATTERN(tag) {
    for (int k = 0; k < n; k++) {
      unsigned* pivot = &m[k * n + k];
#pragma omp task depend(inout : *pivot) firstprivate(pivot)
      *pivot = mix(*pivot, 1);
      for (int i = k + 1; i < n; i++) {
        unsigned* below = &m[i * n + k];
#pragma omp task depend(in : *pivot) depend(inout : *below) firstprivate(pivot, below)
        *below = mix(*below, *pivot);
      }
      for (int i = k + 1; i < n; i++) {
        unsigned* left = &m[i * n + k];
        for (int j = k + 1; j < i; j++) {
          unsigned *up = &m[j * n + k], *self = &m[i * n + j];
#pragma omp task depend(in : *left, *up) depend(inout : *self) firstprivate(left, up, self)
          *self = mix(*self, mix(*left, *up));
        }
        unsigned* diagonal = &m[i * n + i];
#pragma omp task depend(in : *left) depend(inout : *diagonal) firstprivate(left, diagonal)
        *diagonal = mix(*diagonal, *left);
      }
    }
  }
}

static void factorise_serially(unsigned* m, int n) {
  for (int k = 0; k < n; k++) {
    m[k * n + k] = mix(m[k * n + k], 1);
    for (int i = k + 1; i < n; i++) m[i * n + k] = mix(m[i * n + k], m[k * n + k]);
    for (int i = k + 1; i < n; i++) {
      for (int j = k + 1; j < i; j++) m[i * n + j] = mix(m[i * n + j], mix(m[i * n + k], m[j * n + k]));
      m[i * n + i] = mix(m[i * n + i], m[i * n + k]);
    }
  }
}

int main(void) {
  enum { kRounds = 6 };
  for (int round = 0; round < kRounds; round++) {
    unsigned* matrices[kMaxSize + 1];
    for (int n = 1; n <= kMaxSize; n++) {
      matrices[n] = malloc((size_t)(n * n) * sizeof(unsigned));
      if (!matrices[n]) return 1;
      for (int i = 0; i < n * n; i++) matrices[n][i] = (unsigned)(round * 1000 + i);
    }
#pragma omp parallel
#pragma omp single
    for (int n = 1; n <= kMaxSize; n++) {
#pragma omp task firstprivate(n) shared(matrices)
      factorise(matrices[n], n);  // outlives its task: the barrier waits for the children
    }
    for (int n = 1; n <= kMaxSize; n++) {
      unsigned serial[kMaxSize * kMaxSize];
      for (int i = 0; i < n * n; i++) serial[i] = (unsigned)(round * 1000 + i);
      factorise_serially(serial, n);
      for (int i = 0; i < n * n; i++) CHECK_EQ(matrices[n][i], serial[i]);
      free(matrices[n]);
    }
  }
  CHECK_PATTERN(recorded, kMaxSize);
  CHECK_PATTERN(uses, kMaxSize * (kRounds - 1));
  CHECK_PATTERN(mismatches, 0);
  return check_finish();
}
