/* SPDX-License-Identifier: Apache-2.0
 *
 * The loads of irregular lengths; see lengths.h.
 */
#include "irregular/lengths.h"

#include <math.h>

/* A number in [0, 1) that looks random and depends on `value` alone (the finaliser of MurmurHash3). */
static double chance(uint64_t value) {
  value = (value + 1) * 0x9e3779b97f4a7c15u;
  value = (value ^ value >> 33) * 0xff51afd7ed558ccdu;
  value = (value ^ value >> 33) * 0xc4ceb9fe1a85ec53u;
  return (double)((value ^ value >> 33) >> 11) / 9007199254740992.0;
}

/* One of `period`, at a place in each period that looks random. */
static int is_chosen(long i, long period) {
  return i % period == (long)(chance((uint64_t)(i / period)) * (double)period);
}

int lengths_sleeps(enum lengths_kind kind, long i) { return kind == kSleeps && is_chosen(i, 500); }

double lengths_ns(enum lengths_kind kind, long i, long n_tasks) {
  switch (kind) {
    case kRare:
      return is_chosen(i, 200) ? 200e3 : 30;
    case kMiddle:
      return i >= n_tasks / 2 && i < n_tasks / 2 + 16 ? 1e6 : 30;
    case kTail: {
      const double ns = 30 * pow(1 - chance((uint64_t)i), -1 / 1.1);
      return ns < 1e6 ? ns : 1e6;
    }
    case kBursts:
      return i % 550 < 500 ? 30 : 5e3;
    case kSpread:
      return 100 + 2900 * chance((uint64_t)i);
    case kSleeps:
      return is_chosen(i, 500) ? 200e3 : 300;
    case kNumLengths:
      break;
  }
  return 0;
}

double lengths_span(enum lengths_kind kind, enum lengths_order order, long n_tasks) {
  double chains_ns[kNumChains] = {0};
  double longest_ns = 0;
  double total_ns = 0;
  for (long i = 0; i < n_tasks; i++) {
    const double ns = lengths_ns(kind, i, n_tasks);
    double* chain_ns = &chains_ns[i % kNumChains];
    *chain_ns = order == kChains ? *chain_ns + ns : ns;
    if (*chain_ns > longest_ns) longest_ns = *chain_ns;
    total_ns += ns;
  }
  return longest_ns / total_ns;
}
