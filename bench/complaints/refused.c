/* SPDX-License-Identifier: Apache-2.0
 *
 * A thread that cannot be created ends the program (https://github.com/E3SM-Project/E3SM/issues/2206): here the address
 * space has no room for the stacks of 2000 threads.
 */
#include <omp.h>
#include <sys/resource.h>

#include "complaints/complaint.h"

int main(void) {
  const struct rlimit limit = {(rlim_t)1 << 30, (rlim_t)1 << 30};
  setrlimit(RLIMIT_AS, &limit);
  int n = 0;
#pragma omp parallel num_threads(2000) reduction(+ : n)
  n++;
  report_outcome("refused", n >= 2 ? "works" : "one thread");
  return 0;
}
