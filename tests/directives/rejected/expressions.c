/* SPDX-License-Identifier: Apache-2.0 */
#define EXPRESSION nosuch_in_macro
void g(int *p);
struct s {
  int member;
};

void expressions(int *p, struct s s, double d) {
  #pragma omp taskgraph graph_id(nosuch + 1)
  g(p);
  #pragma omp taskgraph graph_id(EXPRESSION)
  g(p);
  #pragma omp taskgraph graph_id(p)
  g(p);
  #pragma omp taskgraph graph_id(d) if(nosuch2)
  g(p);
  #pragma omp taskgraph if(s) graph_reset(nosuch3)
  g(nosuch4);
  #pragma omp taskiter unroll(nosuch5)
  for (int i = 0; i < nosuch6; i += nosuch7) g(nosuch8);
  #pragma omp taskiter
  while (p[0] < nosuch9) g(p);
  #pragma omp taskiter
  do g(p);
  while (nosuch10);
  #pragma omp task replayable(nosuch11) depend(in: p[nosuch12]) firstprivate(saved: nosuch13)
  g(p);
  #pragma omp task dep_pattern(nosuch14) nonsense(3)
  g(p);
}
