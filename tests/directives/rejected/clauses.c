/* SPDX-License-Identifier: Apache-2.0 */
void g(int *p);

void taskgraph_clauses(int *p) {
  #pragma omp taskgraph bogus
  g(p);
  #pragma omp taskgraph graph_id(1) depend(in: p[0])
  g(p);
  #pragma omp taskgraph graph_id(1) if(1) graph_id(2)
  g(p);
  #pragma omp taskgraph graph_id
  g(p);
  #pragma omp taskgraph graph_id()
  g(p);
  #pragma omp taskgraph recurrent(1) nowait(0)
  g(p);
  #pragma omp taskgraph if(p[0] nogroup
  g(p);
  #pragma omp taskgraph (3)
  g(p);
  #pragma omp taskgraph unroll(2)
  g(p);
}

void taskiter_clauses(int *p, int n) {
  int i;
  #pragma omp taskiter unroll
  for (i = 0; i < n; i++) g(p);
  #pragma omp taskiter unroll(0)
  for (i = 0; i < n; i++) g(p);
  #pragma omp taskiter unroll(2) unroll(3)
  for (i = 0; i < n; i++) g(p);
  #pragma omp taskiter update(1) graph_id(3)
  for (i = 0; i < n; i++) g(p);
  #pragma omp taskiter nowait task_reduction(+: i)
  for (i = 0; i < n; i++) g(p);
}

void task_clauses(int *p, unsigned n) {
  #pragma omp task dep_pattern
  g(p);
  #pragma omp task dep_pattern()
  g(p);
  #pragma omp task dep_pattern(7)
  g(p);
  #pragma omp task replayable replayable(0)
  g(p);
  #pragma omp task replayable()
  g(p);
  #pragma omp task firstprivate(saved:)
  g(p);
  #pragma omp taskloop dep_pattern("t")
  for (unsigned i = 0; i < n; i++) g(p);
  #pragma omp taskwait depend(in: p[0]) dep_pattern("t")
  #pragma omp taskwait replayable(0)
}

void unbalanced(int n) {
#pragma omp taskgraph graph_id(n
  n++;
#pragma omp taskgraph graph_id(n))
  n++;
#pragma omp taskgraph graph_id(n]
  n++;
#pragma omp task replayable(n
  n++;
#pragma omp task replayable(n))
  n++;
#pragma omp task replayable shared(n
  n++;
#pragma omp task shared(n) replayable]
  n++;
#pragma omp task firstprivate(saved: n
  n++;
#pragma omp task dep_pattern("a"
  n++;
#pragma omp taskgraph
  {
#pragma omp task shared(n
    n++;
#pragma omp task shared(n])
    n++;
#pragma omp task shared(n))
    n++;
  }
#pragma omp taskiter unroll(2
  for (int i = 0; i < n; i++) n++;
}
