// SPDX-License-Identifier: Apache-2.0
//
// fork() before the first region and between regions: the child, which has one thread left, can use OpenMP again (as
// programs that fork workers do), and the parent is not disturbed.
//
// test: NOT_STOCK gcc 'libgomp 12 hangs in a child forked after a parallel region'
// test: NOT_SANITIZED 'the thread sanitizer does not support new threads in the child of a process with threads'
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static int region_and_tasks(void) {
  int sum = 0, tasks = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp atomic
    sum++;
#pragma omp single
    for (int i = 0; i < 20; i++)
#pragma omp task shared(tasks)
    {
#pragma omp atomic
      tasks++;
    }
  }
  return sum == 3 && tasks == 20;
}

static void fork_once(void) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) _exit(region_and_tasks() && region_and_tasks() ? 42 : 1);
  int status = 0;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 42);
}

int main(void) {
  fork_once();
  CHECK(region_and_tasks());
  fork_once();
  CHECK(region_and_tasks());
  return check_finish();
}
