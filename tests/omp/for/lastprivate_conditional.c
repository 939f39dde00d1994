/* SPDX-License-Identifier: Apache-2.0
 *
 * lastprivate(conditional): the value that the last assigning iteration gave, in the order of the loop.
 *
 * test: LEFT_OUT clang 'clang 19 takes a value from a thread that assigned none'
 */
#include <omp.h>

#include "check.h"

int main(void) {
  enum { kN = 2000 };
  int last = -1, other = -1;
#pragma omp parallel for lastprivate(conditional : last) schedule(dynamic, 7)
  for (int i = 0; i < kN; i++) {
    if (i % 13 == 5) last = 3 * i;
  }
  int want = -1;
  for (int i = 0; i < kN; i++) {
    if (i % 13 == 5) want = 3 * i;
  }
  CHECK_EQ(last, want);

#pragma omp parallel for lastprivate(conditional : other) schedule(static, 11)
  for (int i = 0; i < kN; i++) {
    if (i < 500) other = i;
  }
  CHECK_EQ(other, 499);
  return check_finish();
}
