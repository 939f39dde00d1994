// SPDX-License-Identifier: Apache-2.0
//
// A sandbox put up after the first region: a filter for all threads refuses membarrier(2), with which threads that
// go to sleep have been cheap. Regions, barriers and tasks go on, with threads that sleep and wake, and one line is
// said.
//
// test: THREADS 2 4 FLAGS -D_GNU_SOURCE NOT_SANITIZED 'the sanitizers do not use membarrier(2)'
// test: STDERR 'the kernel no longer allows membarrier.2.'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <omp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

enum { kRounds = 60, kTasks = 50 };

static int sandbox(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = {sizeof code / sizeof code[0], code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

static void use_everything(int round) {
  int n_tasks = 0, n_members = 0;
#pragma omp parallel
  {
#pragma omp single
    for (int i = 0; i < kTasks; i++) {
      if (i == kTasks / 2 && round % 4 == 0) usleep(1000); /* longer than others look for work */
#pragma omp task
#pragma omp atomic
      n_tasks++;
    }
#pragma omp atomic
    n_members++;
#pragma omp barrier
    CHECK_EQ(n_tasks, kTasks);
    CHECK_EQ(n_members, omp_get_num_threads());
  }
}

int main(void) {
  use_everything(0);
  CHECK_EQ(sandbox(), 0);
  for (int round = 0; round < kRounds; round++) {
    if (round % 8 == 0) usleep(2000); /* all of them sleep */
    use_everything(round);
  }
  return check_finish();
}
