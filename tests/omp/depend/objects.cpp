// SPDX-License-Identifier: Apache-2.0
//
// Dependences on members, references and elements of containers; tasks created in constructors, lambdas and
// templates.
#include <omp.h>

#include <array>
#include <vector>

#include "check.h"

namespace {

struct Pipeline {
  std::array<int, 3> stage{};
  int items = 0;
  void push(int item) {
    int *first = &stage[0], *second = &stage[1], *third = &stage[2];
#pragma omp task depend(inout : *first) firstprivate(first, item)
    CHECK_EQ((*first)++, item);
#pragma omp task depend(in : *first) depend(inout : *second) firstprivate(first, second, item)
    {
      CHECK_EQ(*first, item + 1);
      CHECK_EQ((*second)++, item);
    }
#pragma omp task depend(in : *second) depend(inout : *third) firstprivate(second, third, item)
    {
      CHECK_EQ(*second, item + 1);
      CHECK_EQ((*third)++, item);
    }
    items++;
  }
};

template <class T>
void scale(std::vector<T>& values, T factor) {
  for (std::size_t i = 0; i < values.size(); i++) {
    T& value = values[i];
    auto multiply = [factor](T& x) { x = x * factor + 1; };
#pragma omp task depend(inout : value) shared(value) firstprivate(multiply)
    multiply(value);
  }
}

}  // namespace

int main() {
  Pipeline pipeline;
  std::vector<unsigned> numbers(30, 1);
  std::vector<double> reals(10, 0.5);
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 60; i++) pipeline.push(i);
    for (unsigned factor = 2; factor < 12; factor++) scale(numbers, factor);
    scale(reals, 4.0);
    scale(reals, 2.0);
  }
  CHECK_EQ(pipeline.stage[2], 60);
  unsigned expected = 1;
  for (unsigned factor = 2; factor < 12; factor++) expected = expected * factor + 1;
  for (unsigned number : numbers) CHECK_EQ(number, expected);
  for (double real : reals) CHECK(real == 7);
  return check_finish();
}
