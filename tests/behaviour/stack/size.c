// SPDX-License-Identifier: Apache-2.0
//
// The stacks of the runtime's threads have the size that the environment asks for, whichever of the variables says
// so, and cost nothing until they are used. Argument: the size in MiB.
//
// tests: THREADS 4 ARGS 64 FLAGS -D_GNU_SOURCE NOT_SANITIZED 'the sanitizers make stacks larger'
// tests: NOT_STOCK gcc 'libgomp does not know all these variables' clang 'libomp does not know all these variables'
// test size.OMP_STACKSIZE_M: ENV OMP_STACKSIZE=64M
// test size.GOMP_STACKSIZE_6: ENV GOMP_STACKSIZE=65536
// test size.KMP_STACKSIZE_M: ENV KMP_STACKSIZE=64M
// test size.OMP_STACKSIZE_6: ENV OMP_STACKSIZE=65536
#include <omp.h>
#include <pthread.h>

#include "../process.h"
#include "check.h"

int main(int argc, char** argv) {
  const size_t wanted = (size_t)(argc > 1 ? atoi(argv[1]) : 8) << 20;
  const long before_kib = resident_kib();
#pragma omp parallel num_threads(4)
  if (omp_get_thread_num() != 0) {
    pthread_attr_t attributes;
    void* low = NULL;
    size_t bytes = 0;
    CHECK_EQ(pthread_getattr_np(pthread_self(), &attributes), 0);
    pthread_attr_getstack(&attributes, &low, &bytes);
    pthread_attr_destroy(&attributes);
    CHECK(bytes <= wanted && bytes + 65536 >= wanted);  // less the guard
  }
  CHECK(resident_kib() - before_kib < 4096);
  return check_finish();
}
