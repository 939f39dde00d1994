/* SPDX-License-Identifier: Apache-2.0
 *
 * Prints the OpenMP runtimes and the parts of Rondo that are in this process: "loaded: FILE", each once.
 */
#ifndef RONDO_TEST_LOADED_H
#define RONDO_TEST_LOADED_H

#include <stdio.h>
#include <string.h>

static void print_loaded(void) {
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[4096];
  char last[4096] = "";
  if (!maps) return;
  while (fgets(line, sizeof line, maps)) {
    const char* path = strchr(line, '/');
    const char* name = path ? strrchr(path, '/') + 1 : NULL;
    if (!name || strncmp(name, "lib", 3) || !strcmp(path, last)) continue;
    if (!strstr(name, "omp") && !strstr(name, "rondo")) continue;
    strcpy(last, path);
    printf("loaded: %s", path);
  }
  fclose(maps);
}

#endif
