/* SPDX-License-Identifier: Apache-2.0
 *
 * The thread that ends the process has never called OpenMP, and those that have are over or idle.
 */
#include <pthread.h>

#include "check.h"

static void* region(void* data) {
#pragma omp parallel num_threads(3)
#pragma omp atomic
  *(int*)data += 1;
  return NULL;
}

int main(void) {
  int n = 0;
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, region, &n), 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
  CHECK_EQ(n, 3);
  return check_finish();
}
