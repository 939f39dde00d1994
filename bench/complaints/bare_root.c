/* SPDX-License-Identifier: Apache-2.0
 *
 * A sandbox without /dev/shm, /proc and /sys; the runner puts the program there
 * (https://github.com/OpenNMT/CTranslate2/issues/916, https://github.com/llvm/llvm-project/issues/146573).
 */
#include "complaints/complaint.h"

int main(void) {
  int n = 0;
#pragma omp parallel num_threads(2) reduction(+ : n)
  n++;
  report_outcome("bare_root", n == 2 ? "works" : "one thread");
  return 0;
}
