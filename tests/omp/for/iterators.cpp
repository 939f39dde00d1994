// SPDX-License-Identifier: Apache-2.0
//
// Loops over random access iterators and range-based for, class objects in lastprivate and reduction of members.
#include <omp.h>

#include <string>
#include <vector>

#include "check.h"

int main() {
  std::vector<int> values(777);
#pragma omp parallel for schedule(dynamic, 10)
  for (auto it = values.begin(); it < values.end(); ++it) *it = static_cast<int>(it - values.begin());
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(guided)
  for (auto it = values.rbegin(); it < values.rend(); it += 2) sum += *it;
  CHECK_EQ(sum, 388L * 389);
  int visited = 0;
#pragma omp parallel for reduction(+ : visited)
  for (int value : values) visited += value >= 0;
  CHECK_EQ(visited, 777);
  std::string last;
#pragma omp parallel for lastprivate(last) schedule(guided)
  for (int i = 0; i < 100; i++) last = std::to_string(i) + " and a text that does not fit into the object";
  CHECK(last == "99 and a text that does not fit into the object");
  return check_finish();
}
