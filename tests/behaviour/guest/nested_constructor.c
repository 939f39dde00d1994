// SPDX-License-Identifier: Apache-2.0
//
// A library whose constructor runs regions in a region: while it runs, the thread that opens the library holds the
// loader's lock, and no other thread of its team may need it.
#include <omp.h>

#include "rondo.h"

int nested_constructor_members;
int nested_constructor_tasks;

__attribute__((constructor)) static void run_nested_regions(void) {
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num() != 0) {
#pragma omp parallel num_threads(2)
#pragma omp atomic
    nested_constructor_members++;
  }
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num() == 1) {
    for (int round = 0; round < 3; round++) {
      RONDO_TASKGRAPH() {
        for (int i = 0; i < 10; i++) {
#pragma omp task shared(nested_constructor_tasks)
#pragma omp atomic
          nested_constructor_tasks++;
        }
      }
    }
  }
}
