/* SPDX-License-Identifier: Apache-2.0
 *
 * FT, specification section 2.4.4. The spectrum of the initial values is kept; that of time t is it times
 * exp(-4 alpha pi^2 |k|^2 t), from a table over |k|^2 t. A part is some groups of rows along an axis.
 */
#include "nas/ft.h"

#include <math.h>
#include <string.h>

#include "nas/fft.h"
#include "nas/nas.h"

enum { kTimes = 6, kChecked = 1024 };

typedef struct ft {
  size_t index; /* of the class */
  long parts;
  long n[kFtAxes], stride[kFtAxes], total; /* x comes first and lies closest */
  fft_complex* spectrum;                   /* of the initial values */
  fft_complex* now;
  fft_complex* roots[kFtAxes];
  double* decay; /* by |k|^2 t */
  long time;
  fft_complex checksums[kTimes];
} ft;

static const nas_verification kExpected[] = {
    {12,
     {5.546087004964e+02, 4.845363331978e+02, 5.546385409189e+02, 4.865304269511e+02, 5.546148406171e+02,
      4.883910722336e+02, 5.545423607415e+02, 4.901273169046e+02, 5.544255039624e+02, 4.917475857993e+02,
      5.542683411902e+02, 4.932597244941e+02}},
    {12,
     {5.673612178944e+02, 5.293246849175e+02, 5.631436885271e+02, 5.282149986629e+02, 5.594024089970e+02,
      5.270996558037e+02, 5.560698047020e+02, 5.260027904925e+02, 5.530898991250e+02, 5.249400845633e+02,
      5.504159734538e+02, 5.239212247086e+02}},
    {12,
     {5.046735008193e+02, 5.114047905510e+02, 5.059412319734e+02, 5.098809666433e+02, 5.069376896287e+02,
      5.098144042213e+02, 5.077892868474e+02, 5.101336130759e+02, 5.085233095391e+02, 5.104914655194e+02,
      5.091487099959e+02, 5.107917842803e+02}},
};

/* Rows along the axis are in groups that lie side by side; along x a group is of rows that follow each other. */
static void transform(const ft* at, fft_complex* x, long axis, const fft_complex* roots, long part) {
  const long n = at->n[axis];
  const long along = at->stride[axis];
  const long across = axis == 0 ? n : 1; /* from row to row of a group */
  const long groups = at->total / n / kFftRows;
  const long in_a_plane = axis == 0 ? groups : along / kFftRows;
  fft_column rows[kFftMost];
  for (long g = nas_first(groups, part, at->parts); g < nas_first(groups, part + 1, at->parts); g++) {
    fft_complex* first = x + g / in_a_plane * along * n + g % in_a_plane * kFftRows * across;
    for (long i = 0; i < n; i++)
      for (long row = 0; row < kFftRows; row++) rows[i][row] = first[i * along + row * across];
    fft_rows(rows, n, roots);
    for (long i = 0; i < n; i++)
      for (long row = 0; row < kFftRows; row++) first[i * along + row * across] = rows[i][row];
  }
}

static long square_of_frequency(long i, long n) {
  const long frequency = i < n / 2 ? i : i - n;
  return frequency * frequency;
}

static void make_decay(ft* at) {
  const double pi = 3.14159265358979323846;
  long most = 1;
  for (int axis = 0; axis < kFtAxes; axis++) most += square_of_frequency(at->n[axis] / 2, at->n[axis]) * kTimes;
  at->decay = nas_memory((size_t)most * sizeof(double));
  for (long i = 0; i < most; i++) at->decay[i] = exp(-4e-6 * pi * pi * (double)i);
}

static void make_spectrum(ft* at) {
  uint64_t state = NAS_SEED;
  for (long i = 0; i < at->total; i++) {
    at->spectrum[i].re = nas_next(&state);
    at->spectrum[i].im = nas_next(&state);
  }
  for (long axis = 0; axis < kFtAxes; axis++) {
    fft_complex forward[kFftMost];
    fft_make_roots(forward, at->n[axis], -1);
    for (long part = 0; part < at->parts; part++) transform(at, at->spectrum, axis, forward, part);
  }
}

static void* make(char size_class, long parts) {
  static const long kSizes[][kFtAxes] = {{64, 64, 64}, {128, 128, 32}, {256, 256, 128}};
  ft* at = nas_memory(sizeof *at);
  at->index = nas_index(size_class);
  at->parts = parts;
  at->total = 1;
  for (int axis = 0; axis < kFtAxes; axis++) {
    at->n[axis] = kSizes[at->index][axis];
    at->stride[axis] = at->total;
    at->total *= at->n[axis];
    at->roots[axis] = nas_memory((size_t)at->n[axis] * sizeof(fft_complex));
    fft_make_roots(at->roots[axis], at->n[axis], 1);
  }
  at->spectrum = nas_memory((size_t)at->total * sizeof(fft_complex));
  at->now = nas_memory((size_t)at->total * sizeof(fft_complex));
  make_decay(at);
  make_spectrum(at);
  return at;
}

static void begin(void* data) {
  ft* at = data;
  memset(at->checksums, 0, sizeof at->checksums);
  at->time = 1;
}

void ft_evolve(void* data, long part) {
  const ft* at = data;
  const long nx = at->n[0];
  const long n_rows = at->total / nx;
  for (long row = nas_first(n_rows, part, at->parts); row < nas_first(n_rows, part + 1, at->parts); row++) {
    const long yz = square_of_frequency(row % at->n[1], at->n[1]) + square_of_frequency(row / at->n[1], at->n[2]);
    for (long i = 0; i < nx; i++) {
      const double decay = at->decay[(yz + square_of_frequency(i, nx)) * at->time];
      at->now[row * nx + i].re = decay * at->spectrum[row * nx + i].re;
      at->now[row * nx + i].im = decay * at->spectrum[row * nx + i].im;
    }
  }
}

void ft_transform(void* data, long axis, long part) {
  const ft* at = data;
  transform(at, at->now, axis, at->roots[axis], part);
}

void ft_checksum(void* data) {
  ft* at = data;
  fft_complex sum = {0, 0};
  for (long j = 1; j <= kChecked; j++) {
    const long x = j % at->n[0];
    const long y = 3 * j % at->n[1];
    const long z = 5 * j % at->n[2];
    const fft_complex* point = &at->now[x + y * at->stride[1] + z * at->stride[2]];
    sum.re += point->re;
    sum.im += point->im;
  }
  const double scale = 1 / (double)at->total;
  at->checksums[at->time - 1] = (fft_complex){scale * sum.re, scale * sum.im};
  at->time++;
}

static void iterate(void* data) {
  const ft* at = data;
  NAS_ITERATION(NAS_SERIAL, data, at->parts)
}

static long iterations(const void* data) { return (void)data, kTimes; }

static void values(void* data, double* found) {
  memcpy(found, ((const ft*)data)->checksums, 2 * kTimes * sizeof *found);
}

static const nas_verification* expected(const void* data) { return &kExpected[((const ft*)data)->index]; }

const nas_program nas_linked = {"nas-ft", 1e-12, make, begin, iterations, iterate, values, expected};
