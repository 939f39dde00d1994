// SPDX-License-Identifier: Apache-2.0
//
// The constructor of a library forks, while another thread's first region waits for the loader, to read the
// description of the machine: parent and child go on. Argument: the library.
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>

#include "../process.h"
#include "../region.h"
#include "check.h"

static int is_loading;
static int status = -1;

static void* first_region(void* unused) {
  while (!__atomic_load_n(&is_loading, __ATOMIC_ACQUIRE)) usleep(100);
  use_region(NULL);
  return unused;
}

static void child(void) {
  use_region(NULL);
  if (check_failures != 0) _exit(1);
}

void in_constructor(void);
void in_constructor(void) {
  __atomic_store_n(&is_loading, 1, __ATOMIC_RELEASE);
  usleep(100000);  // so that the other thread comes to the loader, mostly
  status = status_of_child(child);
}

int main(int n_arguments, char** arguments) {
  pthread_t thread;
  (void)omp_get_max_threads();  // the runtime's start would wait for the loader before that
  CHECK_EQ(pthread_create(&thread, NULL, first_region, NULL), 0);
  if (n_arguments > 1) CHECK(dlopen(arguments[1], RTLD_NOW) != NULL);
  CHECK_EQ(status, 0);
  pthread_join(thread, NULL);
  return check_finish();
}
