/* SPDX-License-Identifier: Apache-2.0
 *
 * Algorithms with block counts that are known at compile time. Their regions are never recorded: the first encounter
 * is a replay already. Results are compared with serial execution.
 *
 * test: EDGES
 */
#include "static_check.h"

enum { NB = 6, ROUNDS = 4 };

typedef double Blocks[NB][NB][8];

static void combine(double* to, const double* a, const double* b, double weight) {
  int i;
  for (i = 0; i < 8; i++) to[i] = to[i] * 0.5 + a[i] * weight + b[(i + 1) % 8];
}

static void fill(Blocks m) {
  int i;
  for (i = 0; i < NB * NB * 8; i++) (&m[0][0][0])[i] = i % 7;
}

/* ---- Cholesky ---- */

static void cholesky(Blocks m, double weight) {
  int k, i, j;
  #pragma omp taskgraph
  for (k = 0; k < NB; k++) {
    #pragma omp task depend(inout: m[k][k])
    combine(m[k][k], m[k][k], m[k][k], weight);
    for (i = k + 1; i < NB; i++) {
      #pragma omp task depend(in: m[k][k]) depend(inout: m[k][i])
      combine(m[k][i], m[k][k], m[k][k], weight);
    }
    for (i = k + 1; i < NB; i++) {
      for (j = k + 1; j < i; j++) {
        #pragma omp task depend(in: m[k][i], m[k][j]) depend(inout: m[j][i])
        combine(m[j][i], m[k][i], m[k][j], weight);
      }
      #pragma omp task depend(in: m[k][i]) depend(inout: m[i][i])
      combine(m[i][i], m[k][i], m[k][i], weight);
    }
  }
}

static void serial_cholesky(Blocks m, double weight) {
  int k, i, j;
  for (k = 0; k < NB; k++) {
    combine(m[k][k], m[k][k], m[k][k], weight);
    for (i = k + 1; i < NB; i++) combine(m[k][i], m[k][k], m[k][k], weight);
    for (i = k + 1; i < NB; i++) {
      for (j = k + 1; j < i; j++) combine(m[j][i], m[k][i], m[k][j], weight);
      combine(m[i][i], m[k][i], m[k][i], weight);
    }
  }
}

/* ---- LU ---- */

static void lu(Blocks m, double weight) {
  int k, i, j;
  #pragma omp taskgraph
  for (k = 0; k < NB; k++) {
    #pragma omp task depend(inout: m[k][k])
    combine(m[k][k], m[k][k], m[k][k], weight);
    for (j = k + 1; j < NB; j++) {
      #pragma omp task depend(in: m[k][k]) depend(inout: m[k][j])
      combine(m[k][j], m[k][k], m[k][k], weight);
      #pragma omp task depend(in: m[k][k]) depend(inout: m[j][k])
      combine(m[j][k], m[k][k], m[k][k], weight);
    }
    for (i = k + 1; i < NB; i++)
      for (j = k + 1; j < NB; j++) {
        #pragma omp task depend(in: m[i][k], m[k][j]) depend(inout: m[i][j])
        combine(m[i][j], m[i][k], m[k][j], weight);
      }
  }
}

static void serial_lu(Blocks m, double weight) {
  int k, i, j;
  for (k = 0; k < NB; k++) {
    combine(m[k][k], m[k][k], m[k][k], weight);
    for (j = k + 1; j < NB; j++) {
      combine(m[k][j], m[k][k], m[k][k], weight);
      combine(m[j][k], m[k][k], m[k][k], weight);
    }
    for (i = k + 1; i < NB; i++)
      for (j = k + 1; j < NB; j++) combine(m[i][j], m[i][k], m[k][j], weight);
  }
}

/* ---- A wavefront ---- */

static void heat(Blocks m, double weight) {
  int i, j;
  #pragma omp taskgraph
  for (i = 1; i < NB; i++)
    for (j = 1; j < NB; j++) {
      #pragma omp task depend(in: m[i - 1][j], m[i][j - 1]) depend(inout: m[i][j])
      combine(m[i][j], m[i - 1][j], m[i][j - 1], weight);
    }
}

static void serial_heat(Blocks m, double weight) {
  int i, j;
  for (i = 1; i < NB; i++)
    for (j = 1; j < NB; j++) combine(m[i][j], m[i - 1][j], m[i][j - 1], weight);
}

/* ---- Matrix product: three arrays, whose addresses the runtime compares ---- */

static void product(Blocks a, Blocks b, Blocks c, double weight) {
  int i, j, k;
  #pragma omp taskgraph
  for (i = 0; i < NB; i++)
    for (j = 0; j < NB; j++)
      for (k = 0; k < NB; k++) {
        #pragma omp task depend(in: a[i][k], b[k][j]) depend(inout: c[i][j])
        combine(c[i][j], a[i][k], b[k][j], weight);
      }
}

static void serial_product(Blocks a, Blocks b, Blocks c, double weight) {
  int i, j, k;
  for (i = 0; i < NB; i++)
    for (j = 0; j < NB; j++)
      for (k = 0; k < NB; k++) combine(c[i][j], a[i][k], b[k][j], weight);
}

/* ---- A stencil with two arrays that take turns ---- */

enum { STEPS = 4 };

static void stencil(Blocks a, Blocks b, double weight) {
  int step, i;
  #pragma omp taskgraph
  for (step = 0; step < STEPS; step++) {
    double(*from)[NB][8] = step % 2 ? b : a;
    double(*to)[NB][8] = step % 2 ? a : b;
    for (i = 0; i < NB; i++) {
      int left = i > 0 ? i - 1 : 0, right = i < NB - 1 ? i + 1 : i;
      #pragma omp task depend(in: from[left], from[i], from[right]) depend(out: to[i])
      combine(to[i][0], from[left][0], from[right][0], weight);
    }
  }
}

static void serial_stencil(Blocks a, Blocks b, double weight) {
  int step, i;
  for (step = 0; step < STEPS; step++) {
    double(*from)[NB][8] = step % 2 ? b : a;
    double(*to)[NB][8] = step % 2 ? a : b;
    for (i = 0; i < NB; i++) combine(to[i][0], from[i > 0 ? i - 1 : 0][0], from[i < NB - 1 ? i + 1 : i][0], weight);
  }
}

/* ---- A list of dependences that is computed ---- */

static void gather(Blocks m, double weight) {
  int i;
  #pragma omp taskgraph
  for (i = 1; i < NB; i++) {
    #pragma omp task depend(iterator(k = 0 : 3), in: m[(i * k) % i][k]) depend(inout: m[i][0])
    combine(m[i][0], m[0][1], m[0][2], weight);
    #pragma omp task depend(iterator(k = 0 : 2), out: m[0][k + 1])
    combine(m[0][1], m[0][2], m[i][1], weight);
  }
}

static void serial_gather(Blocks m, double weight) {
  int i;
  for (i = 1; i < NB; i++) {
    combine(m[i][0], m[0][1], m[0][2], weight);
    combine(m[0][1], m[0][2], m[i][1], weight);
  }
}

static Blocks x, y, z, serial_x, serial_y, serial_z;

static int is_same(void) {
  return memcmp(x, serial_x, sizeof x) == 0 && memcmp(y, serial_y, sizeof y) == 0 && memcmp(z, serial_z, sizeof z) == 0;
}

/* The weight, which the tasks capture, changes once: one encounter has to refresh their data. */
#define TEST(in_tasks, in_serial)                       \
  do {                                                  \
    int round;                                          \
    for (round = 0; round < ROUNDS; round++) {          \
      double weight = round == 2 ? 0.25 : 0.125;        \
      in_tasks;                                         \
      in_serial;                                        \
    }                                                   \
    CHECK(is_same());                                   \
  } while (0)

int main(void) {
  unsigned long records = COUNTED(graph_counted, RECORDS), pure = COUNTED(graph_counted, PURE_REPLAYS),
                recaptures = COUNTED(graph_counted, RECAPTURES);
  fill(x), fill(y), fill(z), fill(serial_x), fill(serial_y), fill(serial_z);
  #pragma omp parallel
  #pragma omp single
  {
    TEST(cholesky(x, weight), serial_cholesky(serial_x, weight));
    TEST(lu(x, weight), serial_lu(serial_x, weight));
    TEST(heat(x, weight), serial_heat(serial_x, weight));
    TEST(product(x, y, z, weight), serial_product(serial_x, serial_y, serial_z, weight));
    TEST(stencil(x, y, weight), serial_stencil(serial_x, serial_y, weight));
    TEST(gather(x, weight), serial_gather(serial_x, weight));
  }
  CHECK_STATIC(records, 0, pure, 6 * (ROUNDS - 1), recaptures, 6);
  return finish();
}
