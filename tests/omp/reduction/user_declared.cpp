// SPDX-License-Identifier: Apache-2.0
//
// declare reduction on a C++ class with a constructor and heap memory: copies are constructed, merged and destroyed.
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
  Bag& operator=(const Bag&) = default;
  ~Bag() { live--; }
  void merge(const Bag& other) { items.insert(items.end(), other.items.begin(), other.items.end()); }
};

#pragma omp declare reduction(join:Bag : omp_out.merge(omp_in)) initializer(omp_priv = Bag())

}  // namespace

int main() {
  for (int round = 0; round < 10; round++) {
    Bag bag;
    bag.items.push_back(-1);
#pragma omp parallel for reduction(join : bag) schedule(dynamic, 3)
    for (int i = 0; i < 500; i++) bag.items.push_back(i);
    CHECK_EQ(bag.items.size(), 501);
    std::vector<int> seen(501);
    for (int item : bag.items) seen[static_cast<std::size_t>(item + 1)]++;
    for (int count : seen) CHECK_EQ(count, 1);
    CHECK_EQ(live, 1);
  }
  CHECK_EQ(live, 0);
  return check_finish();
}
