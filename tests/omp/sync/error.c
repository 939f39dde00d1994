/* SPDX-License-Identifier: Apache-2.0
 *
 * The error directive when it is executed, of severity fatal: its text, then the end. What is behind is not executed.
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
