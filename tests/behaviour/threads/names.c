// SPDX-License-Identifier: Apache-2.0
//
// Threads that the runtime starts are named rondo-N in ps, top and debuggers; the program's own keep their names.
//
// test: THREADS 4 FLAGS -D_GNU_SOURCE NOT_STOCK gcc 'libgomp names no threads' clang 'libomp names no threads'
#include <omp.h>
#include <pthread.h>
#include <string.h>

#include "check.h"

int main(void) {
  pthread_setname_np(pthread_self(), "mine");
#pragma omp parallel num_threads(5)
  {
    char name[16], wanted[16] = "mine";
    pthread_getname_np(pthread_self(), name, sizeof name);
    if (omp_get_thread_num() != 0) snprintf(wanted, sizeof wanted, "rondo-%d", omp_get_thread_num());
    CHECK(strcmp(name, wanted) == 0);
  }
  return check_finish();
}
