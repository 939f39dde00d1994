// SPDX-License-Identifier: Apache-2.0
//
// A process is registered with membarrier(2) while it has one thread: with several the kernel takes 5 to 20 ms for
// it, in the first region of a program that has started threads of its own.
//
// test: THREADS 2 ONE_COMPILER
// test: NOT_SANITIZED 'ThreadSanitizer does not see what membarrier(2) orders, so it is not used there'
// test: NOT_STOCK gcc 'libgomp does not use membarrier(2)'
// test: NOT_STOCK clang 'libomp does not use membarrier(2)'
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

enum { kGetRegistrations = 1 << 9 };  // MEMBARRIER_CMD_GET_REGISTRATIONS of Linux 6.3

// A function of its own: clang's main() would call the runtime before it does anything else.
__attribute__((noinline)) static int members(void) {
  int n = 0;
#pragma omp parallel num_threads(2) reduction(+ : n)
  n++;
  return n;
}

int main(void) {
  const long supported = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
  const long registered = syscall(SYS_membarrier, kGetRegistrations, 0, 0);
  const int tells = supported > 0 && registered >= 0;
  CHECK(!tells || (registered & MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) != 0);
  CHECK_EQ(members(), 2);
  return check_finish();
}
