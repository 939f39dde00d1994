/* SPDX-License-Identifier: Apache-2.0
 *
 * A limit that does not reach the library: the program asks for one thread, the library that it calls has a runtime
 * of its own and takes all (https://github.com/joblib/threadpoolctl/issues/208).
 */
#include <omp.h>

#include "complaints/complaint.h"

int library_threads(void);

int main(void) {
  omp_set_num_threads(1);
  report("limits", "team", library_threads());
  return 0;
}
