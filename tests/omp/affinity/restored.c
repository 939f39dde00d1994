/* SPDX-License-Identifier: Apache-2.0
 *
 * The initial thread keeps its processors until the first region with more threads than one, or until it asks for its
 * place; a child of fork() and omp_pause_resource() give them back. Threads are bound once, not in every region.
 *
 * test: THREADS 2 4 8 FLAGS -D_GNU_SOURCE -rdynamic ENV OMP_PROC_BIND=close OMP_PLACES=threads
 * test: NOT_SANITIZED 'the thread sanitizer does not support new threads in the child of a process with threads'
 * test: NOT_STOCK gcc 'libgomp 12 binds the initial thread at the start' clang 'libomp 19 keeps what it has bound'
 */
#include <sys/syscall.h>
#include <sys/wait.h>

#include "places.h"

static int n_bindings;

/* In place of the C library's. */
int sched_setaffinity(pid_t thread, size_t bytes, const cpu_set_t* cpus) {
  __atomic_add_fetch(&n_bindings, 1, __ATOMIC_RELAXED);
  return (int)syscall(SYS_sched_setaffinity, thread, bytes, cpus);
}

static void region(void) {
#pragma omp parallel
  check_place();
}

static int status_of_child(cpu_set_t before) {
  pid_t child = fork();
  if (child == 0) {
    cpu_set_t mine = my_processors();
    CHECK(CPU_EQUAL(&mine, &before));
    CHECK_EQ(check_place(), 0);
    region();
    _exit(check_failures != 0);
  }
  int status = -1;
  CHECK_EQ(waitpid(child, &status, 0), child);
  return status;
}

int main(void) {
  cpu_set_t before = my_processors();
#pragma omp parallel num_threads(1)
  {
    cpu_set_t mine = my_processors();
    CHECK(CPU_EQUAL(&mine, &before));
  }
  CHECK_EQ(n_bindings, 0);
  CHECK_EQ(check_place(), 0);
  CHECK_EQ(n_bindings, 1);
  region();
  CHECK_EQ(n_bindings, omp_get_max_threads());
  for (int i = 0; i < 100; i++) region();
  CHECK_EQ(n_bindings, omp_get_max_threads());

  CHECK_EQ(status_of_child(before), 0);
  check_place();

  CHECK_EQ(omp_pause_resource_all(omp_pause_soft), 0);
  cpu_set_t after = my_processors();
  CHECK(CPU_EQUAL(&after, &before));
  CHECK_EQ(check_place(), 0);
  region();
  check_place();
  return check_finish();
}
