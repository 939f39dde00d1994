// SPDX-License-Identifier: Apache-2.0
//
// A library that uses OpenMP in a namespace of the loader of its own (dlmopen), with its own C library: threads of
// the program, which that C library does not know, are the first to use it. Argument: the library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>

#include "check.h"

enum { kThreads = 2, kRounds = 10 };

static long (*sum)(long);

static void* use(void* unused) {
  for (int i = 0; i < kRounds; i++) CHECK_EQ(sum(1000), 499530);
  return unused;
}

int main(int n_arguments, char** arguments) {
  CHECK(n_arguments > 1);
  void* handle = dlmopen(LM_ID_NEWLM, arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) printf("%s\n", dlerror());
  if (!CHECK(handle != NULL)) return 1;
  *(void**)&sum = dlsym(handle, "sum");
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  use(NULL);
  return check_finish();
}
