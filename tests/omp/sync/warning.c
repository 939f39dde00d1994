/* SPDX-License-Identifier: Apache-2.0
 *
 * The error directive when it is executed: a warning says its text and the program goes on.
 *
 * test: STDERR 'the sea is rough'
 */
#include <omp.h>

#include "check.h"

int main(void) {
  int n = 0;
#pragma omp error at(execution) severity(warning) message("the sea is rough")
  n++;
  CHECK_EQ(n, 1);
  return check_finish();
}
