/* SPDX-License-Identifier: Apache-2.0
 *
 * A child of fork() hangs in its first parallel region (https://github.com/facebookresearch/faiss/issues/5206,
 * https://github.com/microsoft/LightGBM/issues/4751).
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "complaints/complaint.h"

static int region(void) {
  int n = 0;
#pragma omp parallel num_threads(2) reduction(+ : n)
  n++;
  return n;
}

int main(void) {
  region();
  const pid_t child = fork();
  if (child == 0) {
    alarm(2);
    _exit(region() == 2 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  report_outcome("fork", WIFSIGNALED(status) ? "hangs" : WEXITSTATUS(status) ? "one thread" : "works");
  return 0;
}
