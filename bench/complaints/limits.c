/* SPDX-License-Identifier: Apache-2.0
 *
 * A limit that does not reach the library: the program asks for one thread, the library that it calls has a runtime
 * of its own and takes all (https://github.com/joblib/threadpoolctl/issues/208). With the argument `alone` nobody asks,
 * and what is limited is for the environment to say; the program's own regions should not be.
 */
#include <omp.h>
#include <string.h>

#include "complaints/complaint.h"

int library_threads(void);

static int own_threads(void) {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  n++;
  return n;
}

int main(int argc, char** argv) {
  const int alone = argc > 2 && strcmp(argv[2], "alone") == 0;
  if (!alone) omp_set_num_threads(1);
  const int team = library_threads();
  if (alone && own_threads() == 1) measure_fail("limits: the program is limited, too");
  report("limits", "team", team);
  return 0;
}
