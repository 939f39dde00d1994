/* SPDX-License-Identifier: Apache-2.0
 *
 * A region that needs a second thread, as a thread's function.
 */
#ifndef RONDO_TESTS_REGION_H
#define RONDO_TESTS_REGION_H

#include "check.h"

static void* use_region(void* unused) {
  int sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 30; i++) sum += i;
  CHECK_EQ(sum, 435);
  return unused;
}

#endif
