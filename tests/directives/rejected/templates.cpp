// SPDX-License-Identifier: Apache-2.0
#include <initializer_list>

void g(int);

template <class T>
struct Holder {
  T value;
  int region(int n) {
    #pragma omp taskgraph graph_id(n) graph_id(n)
    g(n);
    #pragma omp taskgraph
    {
      auto f = [&] { return value; };  // leaves the lambda expression
      struct Local {
        int h() { return 3; }
      };
      g(f() + Local().h());
      if (n > 3) return 3;
    }
    for (int i = 0; i < n; i++) {
      #pragma omp taskgraph
      try {
        if (i == 3) break;
        g(i);
      } catch (...) {
        continue;
      }
    }
    auto inner = [&](int k) {
      #pragma omp taskiter
      for (auto x : {1, 2, 3}) {
        if (x == k) return;
        g(x);
      }
    };
    inner(n);
    return 0;
  }
};

int use() {
  Holder<int> holder{3};
  return holder.region(2);
}
