/* SPDX-License-Identifier: Apache-2.0
 *
 * An ordinary OpenMP program that tells which library serves it: runs a parallel region, then prints
 *   served by FILE        the library whose omp_get_num_threads it calls
 *   mapped FILE           each OpenMP runtime in its memory map
 *   threads N             what omp_get_max_threads says
 * and ends with the status given as its argument. Built by gcc and by clang, as a program and as a library (NO_MAIN,
 * with SERVE as the name of the function), linked to a stock runtime.
 */
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SERVE
#define SERVE serve
#endif

static void print_mapped_runtimes(void) {
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[4096];
  char last[4096] = "";
  if (maps == NULL) {
    perror("/proc/self/maps");
    exit(EXIT_FAILURE);
  }
  while (fgets(line, sizeof line, maps) != NULL) {
    const char* file = strchr(line, '/');
    const char* name = file != NULL ? strrchr(line, '/') : NULL;
    if (name == NULL || strcmp(file, last) == 0) {
      continue;
    }
    strcpy(last, file);
    if (strstr(name, "libgomp") || strstr(name, "libomp") || strstr(name, "libiomp") || strstr(name, "librondo")) {
      printf("mapped %s", file);
    }
  }
  fclose(maps);
}

void SERVE(void);
void SERVE(void) {
  int sum = 0;
  Dl_info library;
#pragma omp parallel reduction(+ : sum)
  sum += omp_get_thread_num() >= 0;
  if (sum < 1) {
    printf("the parallel region did not run\n");
    exit(EXIT_FAILURE);
  }
  /* The address that this object's own calls use. */
  if (dladdr((void*)omp_get_num_threads, &library) == 0 || library.dli_fname == NULL) {
    printf("served by nobody known\n");
  } else {
    printf("served by %s\n", library.dli_fname);
  }
  print_mapped_runtimes();
  printf("threads %d\n", omp_get_max_threads());
  fflush(stdout);
}

#ifndef NO_MAIN
int main(int argc, char** argv) {
  SERVE();
  return argc > 1 ? atoi(argv[1]) : 0;
}
#endif
