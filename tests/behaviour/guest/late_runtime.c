// SPDX-License-Identifier: Apache-2.0
//
// A program that does not know of OpenMP, whose initial thread ends by pthread_exit(). Another thread has opened a
// library that uses it, so Rondo was not there when the initial thread could have been noted: the process ends all
// the same with its last thread, if need be when the pooled threads have been idle for long. Argument: the library.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>

#include "../process.h"
#include "check.h"

enum { kTeam = 4, kDeadline_s = 60 };

static const char* library;

static void use(void) {
  void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  int (*team_size)(int);
  if (handle == NULL) _exit(1);
  *(void**)&team_size = dlsym(handle, "team_size");
  if (team_size == NULL || team_size(kTeam) != kTeam) _exit(2);
}

static void* use_in_thread(void* unused) {
  use();
  return unused;
}

static pid_t start_one_that_ends(int initial_thread_uses) {
  fflush(stdout);
  const pid_t child = fork();
  if (child != 0) return child;
  alarm(kDeadline_s);
  pthread_t thread;
  pthread_create(&thread, NULL, use_in_thread, NULL);
  pthread_join(thread, NULL);
  if (initial_thread_uses) use();
  pthread_exit(NULL);
}

int main(int n_arguments, char** arguments) {
  CHECK(n_arguments > 1);
  library = arguments[1];
  pid_t children[2];
  for (int i = 0; i < 2; i++) children[i] = start_one_that_ends(i);
  for (int i = 0; i < 2; i++) {
    int status = -1;
    waitpid(children[i], &status, 0);
    CHECK_EQ(status, 0);
  }
  return check_finish();
}
