/* SPDX-License-Identifier: Apache-2.0
 *
 * The error directive when it is executed, of severity fatal: its text, then the end. What is behind is not executed.
 *
 * tests: STDERR 'the ship has sunk'
 * test: STATUS 1 LEFT_OUT clang 'programs of clang end by abort(): omp.sync.error_aborts'
 * test error_aborts: STATUS -6 LEFT_OUT gcc 'programs of gcc end with status 1: omp.sync.error'
 */
#include <omp.h>

#include "check.h"

int main(void) {
  puts("before");
  fflush(stdout);
#pragma omp error at(execution) severity(fatal) message("the ship has sunk")
  puts("behind");
  return check_finish();
}
