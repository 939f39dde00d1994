/* SPDX-License-Identifier: Apache-2.0
 *
 * Stockham's algorithm, radix 2: each pass reads one array and writes the other one, in an order that makes a reversal
 * of bits unnecessary. The innermost loop is over rows, whose elements lie side by side.
 */
#include "nas/fft.h"

#include <math.h>
#include <string.h>

void fft_make_roots(fft_complex* roots, long n, int sign) {
  for (long k = 0; k < n / 2; k++) {
    const double angle = sign * 2 * 3.14159265358979323846 * (double)k / (double)n;
    roots[k] = (fft_complex){cos(angle), sin(angle)};
  }
}

/* Elements k and k + n / 2 become two neighbours of a transform of half the length. */
static void pass(const fft_column* from, fft_column* to, long length, long stride, const fft_complex* roots) {
  const long half = length / 2;
  for (long p = 0; p < half; p++) {
    const fft_complex root = roots[p * stride];
    for (long q = 0; q < stride; q++) {
      const fft_complex* a = from[q + stride * p];
      const fft_complex* b = from[q + stride * (p + half)];
      fft_complex* sum = to[q + stride * 2 * p];
      fft_complex* rest = to[q + stride * (2 * p + 1)];
      for (int row = 0; row < kFftRows; row++) {
        const double re = a[row].re - b[row].re;
        const double im = a[row].im - b[row].im;
        sum[row].re = a[row].re + b[row].re;
        sum[row].im = a[row].im + b[row].im;
        rest[row].re = re * root.re - im * root.im;
        rest[row].im = re * root.im + im * root.re;
      }
    }
  }
}

void fft_rows(fft_column* x, long n, const fft_complex* roots) {
  fft_column other[kFftMost];
  fft_column* from = x;
  fft_column* to = other;
  for (long length = n, stride = 1; length > 1; length /= 2, stride *= 2) {
    pass(from, to, length, stride, roots);
    fft_column* written = to;
    to = from;
    from = written;
  }
  if (from != x) memcpy(x, from, (size_t)n * sizeof *x);
}
