// SPDX-License-Identifier: Apache-2.0
//
// What the two halves of the mixed program, one compiled by gcc and one by clang, offer each other.
#ifndef RONDO_TESTS_MIXED_H
#define RONDO_TESTS_MIXED_H

struct other_half {
  int team_size;        // as the half's compiler's omp_get_num_threads() sees it
  int loop_iterations;  // executed by this thread in the half's worksharing loop
};

// To be called by all threads of a team that the other half created.
struct other_half other_half_join(int* loop_total, int* singles);

// Creates n tasks that add 1, and a chain on *link, as children of the caller's task.
void other_half_create_tasks(int n, int* sum, unsigned* link);

#endif
