// SPDX-License-Identifier: Apache-2.0
//
// Divide and conquer in C++: two halves are two tasks, and a taskgroup waits for them and for all that they create.
// Small halves are sorted in place, by `final` tasks.
//
//     $ g++-12 -O2 -fopenmp merge_sort.cpp -o merge_sort
//     $ rondo run -- ./merge_sort
#include <algorithm>
#include <cstdio>
#include <vector>

using Iterator = std::vector<unsigned>::iterator;

static void sort(Iterator begin, Iterator end) {
  if (end - begin < 2) return;
  const Iterator middle = begin + (end - begin) / 2;
  const bool is_small = end - begin < 512;
#pragma omp taskgroup
  {
#pragma omp task final(is_small) mergeable
    sort(begin, middle);
#pragma omp task final(is_small) mergeable
    sort(middle, end);
  }
  std::inplace_merge(begin, middle, end);
}

int main() {
  std::vector<unsigned> numbers(200000);
  unsigned bits = 1;
  for (unsigned& number : numbers) number = bits = bits * 1664525u + 1013904223u;
#pragma omp parallel
#pragma omp single
  sort(numbers.begin(), numbers.end());
  const bool is_right = std::is_sorted(numbers.begin(), numbers.end());
  std::puts(is_right ? "ok" : "wrong");
  return is_right ? 0 : 1;
}
