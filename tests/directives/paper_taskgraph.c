/* SPDX-License-Identifier: Apache-2.0
 *
 * Figure 3 of "Taskgraph: A Low Contention OpenMP Tasking Framework", and its nowait and recurrent clauses: tasks in
 * the loop of a region that is encountered IT times.
 *
 * test: STANDARDS c99 c11 c17 c2x c23
 */
#include "directive_check.h"

enum { IT = 10, N = 16 };

static long first[N], second[N];

int main(void) {
  unsigned long records = COUNTED(graph_counted, RECORDS), nodes = COUNTED(graph_counted, NODES);

  #pragma omp parallel
  #pragma omp single
  {
    for (int it=0; it<IT; ++it)
    #pragma omp taskgraph
    for (int i=0; i<N; ++i){
      #pragma omp task
      { first[i] += i; }
      #pragma omp task
      { second[i] += 2 * i; }
    }
  }
  for (int i = 0; i < N; i++) CHECK(first[i] == IT * i && second[i] == 2 * IT * i);
  CHECK_SINCE(graph_counted, RECORDS, records, 1);
  CHECK_SINCE(graph_counted, NODES, nodes, 2 * N);

  #pragma omp parallel
  #pragma omp single
  {
    for (int it=0; it<IT; ++it) {
      #pragma omp taskgraph recurrent nowait
      for (int i=0; i<N; ++i){
        #pragma omp task
        { first[i] -= i; }
        #pragma omp task
        { second[i] -= 2 * i; }
      }
      #pragma omp taskwait
    }
  }
  for (int i = 0; i < N; i++) CHECK(first[i] == 0 && second[i] == 0);
  CHECK_SINCE(graph_counted, RECORDS, records, 2);
  return finish();
}
