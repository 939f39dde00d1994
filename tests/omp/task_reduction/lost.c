// SPDX-License-Identifier: Apache-2.0
//
// clang 19 loses the pointer whose section a task reduces, if the taskgroup that reduces it is in another function:
// the program ends with a line that says so, and not with an access to address 0.
//
// test: STATUS -6 STDERR "in_reduction has lost the address" LEFT_OUT gcc 'gcc passes the address on'
// test: NOT_STOCK clang 'libomp 19 ends the program, too'
#include "check.h"

static void add_one(long* sum) {
#pragma omp task in_reduction(+ : sum[0])
  sum[0]++;
}

int main(void) {
  long sum = 0;
  if (check_finish() != 0) return 1;
  fflush(stdout);
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  add_one(&sum);
  puts("the program goes on");
  return 1;
}
