// SPDX-License-Identifier: Apache-2.0
//
// C++ regions for the tests of `rondo graph` and `rondo check graph`: one that captures objects, and one that breaks
// its promise when it is given an argument.
#include <rondo.h>

#include <cstdio>
#include <string>

int main(int argc, char**) {
  std::string text = "some characters that do not fit into the object itself";
  size_t sum = 0;
#pragma omp parallel
#pragma omp single
  for (size_t step = 0; step < 4; step++) {
    rondo::taskgraph({rondo::same_data()}, [&] {
#pragma omp task firstprivate(text) shared(sum) depend(inout : sum)
      sum += text.size();
    });
    size_t captured = argc > 1 ? step : 1;
    rondo::taskgraph({rondo::same_data()}, [&] {
#pragma omp task firstprivate(captured) shared(sum) depend(inout : sum)
      sum += captured;
    });
  }
  std::printf("sum %zu\n", sum);
}
