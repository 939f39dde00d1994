// SPDX-License-Identifier: Apache-2.0
//
// copyprivate with C++ objects: the copy assignment operator is called once for each other thread.
#include <omp.h>

#include <atomic>
#include <string>

#include "check.h"

namespace {

std::atomic<int> assignments{0};

struct Tracked {
  std::string text;
  Tracked& operator=(const Tracked& other) {
    text = other.text;
    assignments++;
    return *this;
  }
};

}  // namespace

int main() {
  const int threads = omp_get_max_threads();
#pragma omp parallel
  for (int round = 0; round < 50; round++) {
    Tracked tracked;
    int array[5] = {0};
#pragma omp single copyprivate(tracked, array)
    {
      tracked.text = std::string(static_cast<std::size_t>(round), 'x');
      array[4] = round;
    }
    CHECK_EQ(tracked.text.size(), round);
    CHECK_EQ(array[4], round);
  }
  CHECK_EQ(assignments, 50 * (threads - 1));
  return check_finish();
}
