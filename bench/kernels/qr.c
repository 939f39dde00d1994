/* SPDX-License-Identifier: Apache-2.0
 *
 * QR decomposition by tiles with Householder reflections (Buttari, Langou, Kurzak, Dongarra): a diagonal tile is
 * factored, the tiles right of it are updated; then each tile below is factored together with the diagonal one,
 * which updates two rows of tiles. Each iteration begins with a copy of the original. R is the result; reflections
 * stay in the tiles below it, their factors in `taus`.
 */
#include <math.h>

#include "kernels/kernel.h"
#include "kernels/tiles.h"

typedef struct qr {
  tiles original, factor;
  double* taus; /* n_tiles^2 times block */
} qr;

static inline double* taus_at(const qr* at, long i, long k) {
  return at->taus + (i * at->factor.n_tiles + k) * at->factor.block;
}

void qr_copy(const qr* at, long i, long j);
void qr_factor(const qr* at, long k);                /* the diagonal tile */
void qr_apply(const qr* at, long k, long j);         /* its reflections, to a tile right of it */
void qr_factor_below(const qr* at, long i, long k);  /* the diagonal tile's R and tile (i, k) */
void qr_apply_below(const qr* at, long i, long k, long j); /* to tiles (k, j) and (i, j) */

#ifndef _OPENMP

static void* make(long size, long block) {
  qr* at = kernel_memory(sizeof *at);
  const long n = size / block;
  const qr made = {tiles_make(size, block), tiles_make(size, block),
                   kernel_memory((size_t)(n * n * block) * sizeof(double))};
  for (size_t i = 0; i < tiles_elements(&made.original); i++) made.original.elements[i] = kernel_number((long)i) - 0.5;
  *at = made;
  return at;
}

void qr_copy(const qr* at, long i, long j) { tile_copy(&at->factor, &at->original, i, j); }

/* A reflection of column `column` from row `first` on in `lower`, with `*head` above: afterwards the column is zero
 * but for *head, and holds the reflection, whose own head is 1. */
static double reflect(double* head, double* lower, long first, long column, long n) {
  double square = 0;
  for (long i = first; i < n; i++) square += lower[i * n + column] * lower[i * n + column];
  if (square == 0) return 0;
  const double norm = sqrt(*head * *head + square);
  const double beta = *head > 0 ? -norm : norm;
  const double tau = (beta - *head) / beta;
  const double scale = 1 / (*head - beta);
  for (long i = first; i < n; i++) lower[i * n + column] *= scale;
  *head = beta;
  return tau;
}

/* The reflection in column `column` of `lower`, to one column: `head` above and `to` below. */
static void apply(double tau, const double* lower, long column, double* head, double* to, long first, long j, long n) {
  double sum = *head;
  for (long i = first; i < n; i++) sum += lower[i * n + column] * to[i * n + j];
  sum *= tau;
  *head -= sum;
  for (long i = first; i < n; i++) to[i * n + j] -= lower[i * n + column] * sum;
}

void qr_factor(const qr* at, long k) {
  const long n = at->factor.block;
  double* tile = tile_at(&at->factor, k, k);
  double* taus = taus_at(at, k, k);
  for (long c = 0; c < n; c++) {
    taus[c] = reflect(&tile[c * n + c], tile, c + 1, c, n);
    for (long j = c + 1; j < n; j++) apply(taus[c], tile, c, &tile[c * n + j], tile, c + 1, j, n);
  }
}

void qr_apply(const qr* at, long k, long j) {
  const long n = at->factor.block;
  const double* reflections = tile_at(&at->factor, k, k);
  const double* taus = taus_at(at, k, k);
  double* tile = tile_at(&at->factor, k, j);
  for (long c = 0; c < n; c++)
    for (long column = 0; column < n; column++)
      apply(taus[c], reflections, c, &tile[c * n + column], tile, c + 1, column, n);
}

void qr_factor_below(const qr* at, long i, long k) {
  const long n = at->factor.block;
  double* diagonal = tile_at(&at->factor, k, k);
  double* tile = tile_at(&at->factor, i, k);
  double* taus = taus_at(at, i, k);
  for (long c = 0; c < n; c++) {
    taus[c] = reflect(&diagonal[c * n + c], tile, 0, c, n);
    for (long j = c + 1; j < n; j++) apply(taus[c], tile, c, &diagonal[c * n + j], tile, 0, j, n);
  }
}

void qr_apply_below(const qr* at, long i, long k, long j) {
  const long n = at->factor.block;
  const double* reflections = tile_at(&at->factor, i, k);
  const double* taus = taus_at(at, i, k);
  double* above = tile_at(&at->factor, k, j);
  double* tile = tile_at(&at->factor, i, j);
  for (long c = 0; c < n; c++)
    for (long column = 0; column < n; column++)
      apply(taus[c], reflections, c, &above[c * n + column], tile, 0, column, n);
}

static void iterate(void* data) {
  const qr* at = data;
  const long n = at->factor.n_tiles;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) qr_copy(at, i, j);
  for (long k = 0; k < n; k++) {
    qr_factor(at, k);
    for (long j = k + 1; j < n; j++) qr_apply(at, k, j);
    for (long i = k + 1; i < n; i++) {
      qr_factor_below(at, i, k);
      for (long j = k + 1; j < n; j++) qr_apply_below(at, i, k, j);
    }
  }
}

static const double* result(const void* data, size_t* n) {
  const qr* at = data;
  *n = tiles_elements(&at->factor);
  return at->factor.elements;
}

static long tasks(const void* data) {
  const qr* at = data;
  const long n = at->factor.n_tiles;
  return n * n + n * (n + 1) * (2 * n + 1) / 6;
}

const kernel_blocks kernel_blocks_linked = {.name = "kernel-qr",
                                            .size = 256,
                                            .block = 16,
                                            .size_means = "elements along a side",
                                            .block_means = "elements along a tile's side",
                                            .make = make,
                                            .iterate = iterate,
                                            .result = result,
                                            .tasks = tasks};
#else

static void share(void* data) {
  const qr* at = data;
  const long n = at->factor.n_tiles;
#pragma omp for schedule(static)
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) qr_copy(at, i, j);
  for (long k = 0; k < n; k++) {
#pragma omp single
    qr_factor(at, k);
#pragma omp for schedule(static)
    for (long j = k + 1; j < n; j++) qr_apply(at, k, j);
    for (long i = k + 1; i < n; i++) {
#pragma omp single
      qr_factor_below(at, i, k);
#pragma omp for schedule(static)
      for (long j = k + 1; j < n; j++) qr_apply_below(at, i, k, j);
    }
  }
}

/* R and the reflections of a diagonal tile share it, so those who apply reflections and those who go on with R name
 * different things: the tile's taus, and the tile. */
static void create_row(const qr* at, long i, long k) {
  double* diagonal = tile_at(&at->factor, k, k);
  double* below = tile_at(&at->factor, i, k);
#pragma omp task firstprivate(at, i, k) depend(inout : diagonal[0], below[0])
  qr_factor_below(at, i, k);
  for (long j = k + 1; j < at->factor.n_tiles; j++) {
    double* above = tile_at(&at->factor, k, j);
    double* tile = tile_at(&at->factor, i, j);
#pragma omp task firstprivate(at, i, k, j) depend(in : below[0]) depend(inout : above[0], tile[0])
    qr_apply_below(at, i, k, j);
  }
}

static void create(const void* data) {
  const qr* at = data;
  const long n = at->factor.n_tiles;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double* tile = tile_at(&at->factor, i, j);
      double* taus = taus_at(at, i, j);
#pragma omp task firstprivate(at, i, j) depend(out : tile[0], taus[0])
      qr_copy(at, i, j);
    }
  for (long k = 0; k < n; k++) {
    double* diagonal = tile_at(&at->factor, k, k);
    double* taus = taus_at(at, k, k);
#pragma omp task firstprivate(at, k) depend(inout : diagonal[0], taus[0])
    qr_factor(at, k);
    for (long j = k + 1; j < n; j++) {
      double* tile = tile_at(&at->factor, k, j);
#pragma omp task firstprivate(at, k, j) depend(in : taus[0]) depend(inout : tile[0])
      qr_apply(at, k, j);
    }
    for (long i = k + 1; i < n; i++) create_row(at, i, k);
  }
}

const kernel_loops kernel_loops_linked = {share, create};
#endif
