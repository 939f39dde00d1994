/* SPDX-License-Identifier: Apache-2.0
 *
 * EP, specification section 2.4.1. Random numbers of a batch are made at once, so that what uses them is a loop that
 * compilers like. What is verified: the two sums of the deviates. The numbers of pairs in the ten annuli are computed,
 * too, and are values behind them. Iterations add up: each counts the same pairs, and one that is missing is seen.
 */
#include "nas/ep.h"

#include <math.h>
#include <string.h>

#include "nas/nas.h"

enum { kBatch = 1 << 16, kAnnuli = 10 };

typedef struct counts {
  _Alignas(64) double x, y;
  double annuli[kAnnuli];
} counts;

typedef struct ep {
  size_t index; /* of the class */
  long parts, batches;
  counts* of; /* a part */
} ep;

static const nas_verification kExpected[] = {
    {2, {-3.247834652034740e+3, -6.958407078382297e+3}},
    {2, {-2.863319731645753e+3, -6.320053679109499e+3}},
    {2, {-4.295875165629892e+3, -1.580732573678431e+4}},
};

static void* make(char size_class, long parts) {
  static const int kLogOfPairs[] = {24, 25, 28};
  ep* at = nas_memory(sizeof *at);
  at->index = nas_index(size_class);
  at->batches = (1L << kLogOfPairs[at->index]) / kBatch;
  at->parts = parts;
  at->of = nas_memory((size_t)parts * sizeof *at->of);
  return at;
}

static void begin(void* data) {
  const ep* at = data;
  memset(at->of, 0, (size_t)at->parts * sizeof *at->of);
}

static void count_batch(counts* to, long batch) {
  double uniform[2 * kBatch];
  uint64_t state = nas_jump(271828183, 2 * kBatch * (uint64_t)batch);
  for (long i = 0; i < 2 * kBatch; i++) uniform[i] = 2 * nas_next(&state) - 1;
  for (long i = 0; i < kBatch; i++) {
    const double u = uniform[2 * i];
    const double v = uniform[2 * i + 1];
    const double square = u * u + v * v;
    if (square > 1) continue;
    const double scale = sqrt(-2 * log(square) / square);
    const double x = u * scale;
    const double y = v * scale;
    to->annuli[(int)fmax(fabs(x), fabs(y))]++;
    to->x += x;
    to->y += y;
  }
}

void ep_count(void* data, long part) {
  const ep* at = data;
  counts sum = {0};
  const long end = nas_first(at->batches, part + 1, at->parts);
  for (long batch = nas_first(at->batches, part, at->parts); batch < end; batch++) count_batch(&sum, batch);
  counts* to = &at->of[part];
  to->x += sum.x;
  to->y += sum.y;
  for (int i = 0; i < kAnnuli; i++) to->annuli[i] += sum.annuli[i];
}

static void iterate(void* data) {
  const ep* at = data;
  NAS_ITERATION(NAS_SERIAL, data, at->parts)
}

static long iterations(const void* data) { return (void)data, 1; }

static void values(void* data, double* found) {
  const ep* at = data;
  for (long part = 0; part < at->parts; part++) {
    found[0] += at->of[part].x;
    found[1] += at->of[part].y;
    for (int i = 0; i < kAnnuli; i++) found[2 + i] += at->of[part].annuli[i];
  }
}

static const nas_verification* expected(const void* data) { return &kExpected[((const ep*)data)->index]; }

const nas_program nas_linked = {"nas-ep", 1e-8, make, begin, iterations, iterate, values, expected};
