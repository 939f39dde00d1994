/* SPDX-License-Identifier: Apache-2.0
 *
 * Fourier transforms of a few rows at once.
 */
#ifndef RONDO_BENCH_NAS_FFT_H
#define RONDO_BENCH_NAS_FFT_H

enum { kFftRows = 8, kFftMost = 256 };

typedef struct fft_complex {
  double re, im;
} fft_complex;

/* An element of all rows. */
typedef fft_complex fft_column[kFftRows];

/* exp(sign 2 pi i k / n) for k below n / 2. */
void fft_make_roots(fft_complex* roots, long n, int sign);

/* Transforms kFftRows rows of n elements, a power of two; not scaled. */
void fft_rows(fft_column* x, long n, const fft_complex* roots);

#endif
