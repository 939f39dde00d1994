// SPDX-License-Identifier: Apache-2.0
//
// A child made by fork() that uses no OpenMP and exits, or runs another program, while the parent has a sleeping
// team.
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

int main(int argc, char** argv) {
  if (argc > 1) return 5;
  for (int round = 0; round < 5; round++) {
    int members = 0;
#pragma omp parallel reduction(+ : members)
    members++;
    CHECK_EQ(members, omp_get_max_threads());
    const pid_t child = fork();
    if (child == 0) {
      if (round % 2) _exit(5);
      execl(argv[0], argv[0], "child", (char*)NULL);
      _exit(1);
    }
    int status = 0;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 5);
  }
  return check_finish();
}
