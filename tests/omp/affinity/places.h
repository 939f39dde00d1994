/* SPDX-License-Identifier: Apache-2.0
 *
 * What the kernel says about the calling thread's processors, compared with what OpenMP says about its place.
 */
#ifndef RONDO_TESTS_PLACES_H
#define RONDO_TESTS_PLACES_H

#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

static inline cpu_set_t my_processors(void) {
  cpu_set_t cpus;
  CHECK_EQ(sched_getaffinity(0, sizeof cpus, &cpus), 0);
  return cpus;
}

/* The processors of a list such as 0-3,5; libomp writes two neighbours as 0,1, the kernel as 0-1. */
static inline cpu_set_t listed_processors(const char* list) {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  while (*list != '\0') {
    char* end;
    long first = strtol(list, &end, 10);
    if (!CHECK(end != list)) break;
    const long last = *end == '-' ? strtol(end + 1, &end, 10) : first;
    for (; first <= last; first++) CPU_SET(first, &cpus);
    list = *end == ',' ? end + 1 : end;
  }
  return cpus;
}

/* The line Cpus_allowed_list of /proc/self/task/TID/status. */
static inline void allowed_list(char* text, size_t bytes) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)gettid());
  FILE* file = fopen(path, "r");
  char line[4096];
  text[0] = '\0';
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    if (strncmp(line, "Cpus_allowed_list:", 18) != 0) continue;
    const char* value = line + 18 + strspn(line + 18, " \t");
    snprintf(text, bytes, "%.*s", (int)strcspn(value, "\n"), value);
  }
  if (file != NULL) fclose(file);
}

/* The calling thread is bound to the place that omp_get_place_num() names, says the kernel twice. Returns the place. */
static inline int check_place(void) {
  int place = omp_get_place_num();
  if (!CHECK(place >= 0 && place < omp_get_num_places())) return 0;
  int n = omp_get_place_num_procs(place);
  int* ids = (int*)malloc((size_t)n * sizeof(int));
  omp_get_place_proc_ids(place, ids);
  cpu_set_t wanted;
  CPU_ZERO(&wanted);
  for (int i = 0; i < n; i++) CPU_SET(ids[i], &wanted);
  free(ids);
  cpu_set_t mine = my_processors();
  CHECK(CPU_EQUAL(&mine, &wanted));
  char said[4096], allowed[4096];
  omp_capture_affinity(said, sizeof said, "%A");
  allowed_list(allowed, sizeof allowed);
  const cpu_set_t captured = listed_processors(said), listed = listed_processors(allowed);
  CHECK(CPU_EQUAL(&captured, &listed));
  return place;
}

#endif
