/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels with block counts that are known only when they run, executed with other arrays and other numbers each time:
 * the compiler knows where the tasks' data comes from, so that the regions' code is executed once. Every task that
 * code creates is counted here.
 */
#include "creations.h"

enum { N = 6, CELLS = N * N };

/* ---- Kernels: blocks are single numbers, arithmetic is exact ---------------------------------------------------- */

#define KERNELS(NAME, PRAGMA)                                                                                     \
  static void NAME##_cholesky(unsigned long* a, int n, unsigned long shift) {                                     \
    PRAGMA(omp taskgraph)                                                                                         \
    for (int k = 0; k < n; k++) {                                                                                 \
      PRAGMA(omp task depend(inout : a[k * N + k]))                                                               \
      a[k * N + k] = a[k * N + k] * 3 + shift;                                                                    \
      for (int i = k + 1; i < n; i++) {                                                                           \
        PRAGMA(omp task depend(in : a[k * N + k]) depend(inout : a[i * N + k]))                                   \
        a[i * N + k] += a[k * N + k] * 5;                                                                         \
      }                                                                                                           \
      for (int i = k + 1; i < n; i++) {                                                                           \
        for (int j = k + 1; j < i; j++) {                                                                         \
          PRAGMA(omp task depend(in : a[i * N + k], a[j * N + k]) depend(inout : a[i * N + j]))                   \
          a[i * N + j] -= a[i * N + k] * a[j * N + k];                                                            \
        }                                                                                                         \
        PRAGMA(omp task depend(in : a[i * N + k]) depend(inout : a[i * N + i]))                                   \
        a[i * N + i] -= a[i * N + k] * a[i * N + k];                                                              \
      }                                                                                                           \
    }                                                                                                             \
  }                                                                                                               \
  static void NAME##_wavefront(unsigned long* x, int n, unsigned long weight) {                                   \
    PRAGMA(omp taskgraph)                                                                                         \
    for (int i = 1; i < n; i++) {                                                                                 \
      for (int j = 1; j < n; j++) {                                                                               \
        PRAGMA(omp task depend(in : x[(i - 1) * N + j], x[i * N + j - 1]) depend(inout : x[i * N + j]))           \
        x[i * N + j] += x[(i - 1) * N + j] + weight * x[i * N + j - 1];                                           \
      }                                                                                                           \
    }                                                                                                             \
  }                                                                                                               \
  static void NAME##_lu(unsigned long* a, int n) {                                                                \
    PRAGMA(omp taskgraph)                                                                                         \
    for (int k = 0; k < n; k++) {                                                                                 \
      PRAGMA(omp task depend(inout : a[k * N + k]))                                                               \
      a[k * N + k] = a[k * N + k] * 7 + 1;                                                                        \
      for (int j = k + 1; j < n; j++) {                                                                           \
        PRAGMA(omp task depend(in : a[k * N + k]) depend(inout : a[k * N + j]))                                   \
        a[k * N + j] += a[k * N + k];                                                                             \
        PRAGMA(omp task depend(in : a[k * N + k]) depend(inout : a[j * N + k]))                                   \
        a[j * N + k] ^= a[k * N + k];                                                                             \
      }                                                                                                           \
      for (int i = k + 1; i < n; i++) {                                                                           \
        for (int j = k + 1; j < n; j++) {                                                                         \
          PRAGMA(omp task depend(in : a[i * N + k], a[k * N + j]) depend(inout : a[i * N + j]))                   \
          a[i * N + j] -= a[i * N + k] * a[k * N + j];                                                            \
        }                                                                                                         \
      }                                                                                                           \
    }                                                                                                             \
  }                                                                                                               \
  static void NAME##_product(unsigned long* c, const unsigned long* a, const unsigned long* b, int n, char alpha) { \
    PRAGMA(omp taskgraph)                                                                                         \
    for (int i = 0; i < n; i++) {                                                                                 \
      for (int j = 0; j < n; j++) {                                                                               \
        for (int k = 0; k < n; k++) {                                                                             \
          PRAGMA(omp task depend(inout : c[i * N + j]) depend(in : a[i * N + k], b[k * N + j]))                   \
          c[i * N + j] = c[i * N + j] * 3 + (unsigned long)alpha * a[i * N + k] * b[k * N + j];                   \
        }                                                                                                         \
      }                                                                                                           \
    }                                                                                                             \
  }                                                                                                               \
  static void NAME##_stencil(const unsigned long* u, unsigned long* v, int n, double dt) {                        \
    PRAGMA(omp taskgraph)                                                                                         \
    for (int i = 1; i < n - 1; i++) {                                                                             \
      PRAGMA(omp task depend(in : u[i - 1], u[i], u[i + 1]) depend(out : v[i]))                                   \
      v[i] = u[i - 1] + u[i] * (unsigned long)(dt * 2) + u[i + 1];                                                \
    }                                                                                                             \
  }                                                                                                               \
  /* What a task captures is computed of inputs and counters. */                                                  \
  static void NAME##_offsets(unsigned long* x, long n, long first) {                                              \
    PRAGMA(omp taskgraph)                                                                                         \
    for (long i = 0; i < n; i++) {                                                                                \
      long number = 3 * first + i;                                                                                \
      unsigned long* row = x + i * N;                                                                             \
      PRAGMA(omp task depend(inout : row[0]) firstprivate(number, row))                                           \
      row[0] = row[0] * 3 + (unsigned long)number;                                                                \
    }                                                                                                             \
  }

#define WITH_PRAGMA(text) _Pragma(#text)
#define WITHOUT_PRAGMA(text)
KERNELS(tasks, WITH_PRAGMA)
KERNELS(serial, WITHOUT_PRAGMA)

/* ---- Encounters ------------------------------------------------------------------------------------------------- */

typedef unsigned long Matrix[CELLS];
static Matrix x[3], y[3];

static int is_same(void) { return memcmp(x, y, sizeof x) == 0; }

static int blocks(void) { return getenv("BLOCKS") ? atoi(getenv("BLOCKS")) : N; }

/* Matrices change places, and numbers change, with each round. */
static void other_arrays(void) {
  int n = blocks();
  unsigned long n_cholesky = 0, before;
  for (int k = 0; k < n; k++) n_cholesky += 1 + (n - 1 - k) + (n - 1 - k) * (n - k) / 2;
  unsigned long n_lu = 0;
  for (int k = 0; k < n; k++) n_lu += 1 + 2 * (n - 1 - k) + (n - 1 - k) * (n - 1 - k);
  for (int round = 0; round < 7; round++) {
    int is_replay = round != 0;  /* the first round records */
    unsigned long* a = x[round % 3];
    unsigned long* b = x[(round + 1) % 3];
    unsigned long* c = x[(round + 2) % 3];
    unsigned long* d = y[round % 3];
    unsigned long* e = y[(round + 1) % 3];
    unsigned long* f = y[(round + 2) % 3];
#define COMPARE(n_tasks, kernel, ours, theirs)   \
  before = created;                              \
  tasks_##kernel ours;                           \
  serial_##kernel theirs;                        \
  CHECK(is_same());                              \
  CHECK_CREATED(before, is_replay ? 0 : (n_tasks))
    COMPARE(n_cholesky, cholesky, (a, n, 3 + round % 2), (d, n, 3 + round % 2));
    COMPARE((n - 1) * (n - 1), wavefront, (b, n, round), (e, n, round));
    COMPARE(n_lu, lu, (c, n), (f, n));
    COMPARE(n * n * n, product, (a, b, c, n, round + 1), (d, e, f, n, round + 1));
    COMPARE(n - 2, stencil, (a, b, n, 0.5 + round), (d, e, n, 0.5 + round));
    COMPARE(n, offsets, (b, n, round - 3), (e, n, round - 3));
  }
}

/* Arrays that overlap have other edges: the code is executed, and finds what the tasks depend on. */
static void overlapping_arrays(void) {
  int n = blocks();
  unsigned long before = created;
  tasks_product(x[0], x[1], x[1], n, 2);  /* two of them are one */
  serial_product(y[0], y[1], y[1], n, 2);
  CHECK(is_same());
  CHECK_CREATED(before, n * n * n);
  before = created;
  tasks_stencil(x[0], x[0] + N, n, 3);  /* close, but apart */
  serial_stencil(y[0], y[0] + N, n, 3);
  CHECK(is_same());
  CHECK_CREATED(before, 0);
}

int main(void) {
  unsigned long records = COUNTED(graph_counted, RECORDS), mismatches = COUNTED(graph_counted, MISMATCHES);
  for (int i = 0; i < 3 * CELLS; i++) x[i / CELLS][i % CELLS] = y[i / CELLS][i % CELLS] = (unsigned long)i % 7;
  #pragma omp parallel
  #pragma omp single
  {
    other_arrays();
    overlapping_arrays();
  }
  if (is_static()) CHECK_SINCE(graph_counted, RECORDS, records, 6);
  CHECK_SINCE(graph_counted, MISMATCHES, mismatches, 0);
  return finish();
}
