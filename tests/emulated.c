// SPDX-License-Identifier: Apache-2.0
//
// What qemu-user lacks, without OpenMP: the reasons of emulated.txt. On the machine itself each of these ends well.
// aarch64-linux-gnu-gcc-12 tests/emulated.c -o emulated; qemu-aarch64 -L /usr/aarch64-linux-gnu ./emulated exec|fork|
// filter|abort
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void* sleep_for_a_moment(void* nothing) {
  usleep(500000);
  return nothing;
}
static void* end(void* nothing) { return nothing; }

// A child of a process with threads starts another one.
static int fork_beside_a_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sleep_for_a_moment, NULL);
  const pid_t child = fork();
  if (child == 0) {
    pthread_t other;
    if (pthread_create(&other, NULL, end, NULL) != 0 || pthread_join(other, NULL) != 0) _exit(1);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  pthread_join(thread, NULL);
  return status;
}

static int filter_calls(void) {
  struct sock_filter allow = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
  const struct sock_fprog filter = {1, &allow};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : errno;
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  if (strcmp(argv[1], "abort") == 0) abort();
  int status = 2;
  if (strcmp(argv[1], "done") == 0) status = 0;
  if (strcmp(argv[1], "fork") == 0) status = fork_beside_a_thread();
  if (strcmp(argv[1], "filter") == 0) status = filter_calls();
  if (strcmp(argv[1], "exec") == 0) {
    execl(argv[0], argv[0], "done", (char*)NULL);
    status = errno;
  }
  printf("%s: %s\n", argv[1], status == 0 ? "ok" : "FAILED");
  return status != 0;
}
