/* SPDX-License-Identifier: Apache-2.0 */
#include <omp.h>

void g(int *p);

void constructs(int *p, unsigned n, omp_event_handle_t event) {
  #pragma omp taskgraph
  {
    #pragma omp taskgraph
    g(p);
    #pragma omp barrier
    #pragma omp for
    for (unsigned i = 0; i < n; i++) g(p);
    #pragma omp parallel
    g(p);
    #pragma omp parallel for
    for (unsigned i = 0; i < n; i++) g(p);
    #pragma omp single
    g(p);
    #pragma omp sections
    {
      #pragma omp section
      g(p);
    }
    #pragma omp critical
    g(p);
    #pragma omp masked
    g(p);
    #pragma omp taskgroup
    {
      #pragma omp barrier
    }
    #pragma omp taskwait
    #pragma omp taskyield
    #pragma omp taskloop
    for (unsigned i = 0; i < n; i++) g(p);
    #pragma omp taskloop replayable(0)
    for (unsigned i = 0; i < n; i++) g(p);
    #pragma omp simd
    for (unsigned i = 0; i < n; i++) p[i] = 0;
    #pragma omp atomic
    p[0]++;
    #pragma omp flush
    #pragma omp target
    p[0]++;
    #pragma omp target update to(p[0])
    #pragma omp task detach(event)
    g(p);
    #pragma omp task if(0)
    g(p);
  }
}

/* What a task's body does is its own business, and what says replayable(0) is no part of the region. */
void allowed(int *p, unsigned n) {
  #pragma omp taskgraph
  {
    #pragma omp task
    {
      #pragma omp taskgraph
      g(p);
      #pragma omp parallel for
      for (unsigned i = 0; i < n; i++) g(p);
      #pragma omp taskwait
      #pragma omp critical
      g(p);
    }
    #pragma omp task if(0) replayable(0)
    g(p);
    #pragma omp task if(n > 4 ? 1 : 0)
    g(p);
    #pragma omp task if(task: n ? 1 : 0)
    g(p);
    #pragma omp taskloop nogroup
    for (unsigned i = 0; i < n; i++) g(p);
    #pragma omp taskwait depend(in: p[0])
  }
  #pragma omp taskgraph
  if (n) g(p);
  #pragma omp barrier
}
