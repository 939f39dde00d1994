// SPDX-License-Identifier: Apache-2.0
//
// declare reduction: a struct with an initializer, whose operation is associative but not the + of numbers.
#include <omp.h>

#include "check.h"

typedef struct {
  long sum;
  int low, high, count;
} summary;

static void merge(summary* into, const summary* from) {
  into->sum += from->sum;
  into->count += from->count;
  if (from->low < into->low) into->low = from->low;
  if (from->high > into->high) into->high = from->high;
}

#pragma omp declare reduction(merge:summary : merge(&omp_out, &omp_in)) \
    initializer(omp_priv = (summary){0, 1 << 30, -(1 << 30), 0})

static const summary kEmpty = {0, 1 << 30, -(1 << 30), 0};

int main(void) {
  for (int round = 0; round < 20; round++) {
    summary total = kEmpty, second = kEmpty;
#pragma omp parallel for reduction(merge : total, second) schedule(guided)
    for (int i = 0; i < 1000; i++) {
      const int value = (i * 31 + round) % 509 - 200;
      const summary one = {value, value, value, 1};
      merge(&total, &one);
      if (i % 2) merge(&second, &one);
    }
    summary want = kEmpty, want_second = kEmpty;
    for (int i = 0; i < 1000; i++) {
      const int value = (i * 31 + round) % 509 - 200;
      const summary one = {value, value, value, 1};
      merge(&want, &one);
      if (i % 2) merge(&want_second, &one);
    }
    CHECK_EQ(total.sum, want.sum);
    CHECK_EQ(total.low, want.low);
    CHECK_EQ(total.high, want.high);
    CHECK_EQ(total.count, 1000);
    CHECK_EQ(second.sum, want_second.sum);
    CHECK_EQ(second.count, 500);
  }
  return check_finish();
}
