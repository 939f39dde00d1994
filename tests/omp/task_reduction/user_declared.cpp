// SPDX-License-Identifier: Apache-2.0
//
// Task reductions of a C++ class with a constructor and heap memory: private copies are made on demand, merged once
// and destroyed; also in the recursion of nested groups.
#include <omp.h>

#include <atomic>
#include <vector>

#include "check.h"

namespace {

std::atomic<int> live{0};

struct Bag {
  std::vector<int> items;
  Bag() { live++; }
  Bag(const Bag& other) : items(other.items) { live++; }
  ~Bag() { live--; }
  void merge(const Bag& other) { items.insert(items.end(), other.items.begin(), other.items.end()); }
};

#pragma omp declare reduction(join:Bag : omp_out.merge(omp_in)) initializer(omp_priv = Bag())

void collect(int low, int high, Bag& result) {
  Bag bag;
#pragma omp taskgroup task_reduction(join : bag)
  {
    if (high - low <= 4) {
      for (int i = low; i < high; i++)
#pragma omp task in_reduction(join : bag) firstprivate(i)
        bag.items.push_back(i);
    } else {
      const int middle = (low + high) / 2;
#pragma omp task in_reduction(join : bag) firstprivate(low, middle)
      {
        Bag below;
        collect(low, middle, below);
        bag.merge(below);
      }
#pragma omp task in_reduction(join : bag) firstprivate(middle, high)
      {
        Bag below;
        collect(middle, high, below);
        bag.merge(below);
      }
    }
  }
  result.merge(bag);
}

}  // namespace

int main() {
  for (int round = 0; round < 10; round++) {
    Bag all;
    const int n = 60 + round;
#pragma omp parallel
#pragma omp single
    collect(0, n, all);
    CHECK_EQ(all.items.size(), n);
    std::vector<int> seen(static_cast<std::size_t>(n));
    for (int item : all.items) seen[static_cast<std::size_t>(item)]++;
    for (int count : seen) CHECK_EQ(count, 1);
    CHECK_EQ(live, 1);
  }
  CHECK_EQ(live, 0);
  return check_finish();
}
