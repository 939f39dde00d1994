// SPDX-License-Identifier: Apache-2.0
// Directives that stand in no function: behind one, in namespaces and classes, before declarations and statements.
#include <initializer_list>
void g(int *p);
int n;
#pragma omp taskgraph
{ n++; }
#pragma omp taskiter
for (int i = 0; i < 3; i++) n++;
#pragma omp task replayable
int kept;
extern "C" {
#pragma omp taskgraph graph_id(1)
void f(int *p) { g(p + kept); }
#pragma omp taskwait replayable depend(in: n)
}
namespace a::b {
template <class T>
struct S : T {
  int m = n;
#pragma omp taskgraph
  int other;
  explicit S(int k) : m{k}, other{k + 1} {
#pragma omp taskgraph
    {
#pragma omp task shared(n)
      n += m;
    }
  }
#pragma omp task dep_pattern("t")
};
enum class E { x };
#pragma omp taskgraph if(n)
E of_enum() { return E::x; }
auto lambda = [](int k) {
#pragma omp taskgraph
  g(&k);
};
auto braced{[](int k) {
#pragma omp taskgraph
  g(&k);
}};
int values[] = {1, 2};
#pragma omp taskgraph
int last() {
  for (int value : {1, 2}) {
#pragma omp taskgraph
    g(&value);
  }
  return values[0];
}
#pragma omp taskiter
for (int value : {1, 2}) {
#pragma omp taskgraph
  g(&value);
}
}
int behind;
