/* SPDX-License-Identifier: Apache-2.0
 *
 * What the two plugins of unload.c have in common: UNLOAD_AMOUNT makes their code differ.
 */
#include <rondo.h>

enum { kUnloadTasks = 6 };

/* A region of the plugin's own. */
__attribute__((visibility("default"))) void plugin_region(long* cell, int step) {
  RONDO_TASKGRAPH() {
    for (int i = 0; i < kUnloadTasks; i++)
#pragma omp task depend(inout : *cell) firstprivate(cell, i, step)
      *cell = (*cell * 3 + i + step + UNLOAD_AMOUNT) % 10007;
  }
}

/* Tasks for a region of the program. */
__attribute__((visibility("default"))) void plugin_tasks(long* cell) {
  for (int i = 0; i < kUnloadTasks; i++)
#pragma omp task depend(inout : *cell) firstprivate(cell, i)
    *cell = (*cell * 3 + i + UNLOAD_AMOUNT) % 10007;
}
