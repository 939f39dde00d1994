/* SPDX-License-Identifier: Apache-2.0
 *
 * The part that clang builds: counts the threads of the process that take part in its region. */
void use_threads_clang(void (*note)(void)) {
#pragma omp parallel num_threads(4)
  note();
}
