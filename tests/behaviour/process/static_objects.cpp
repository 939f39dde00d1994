// SPDX-License-Identifier: Apache-2.0
//
// Parallel regions before main (constructors), after main (destructors, atexit handlers), and in the destructors of
// thread-local objects of the program's threads.
#include <omp.h>

#include <thread>

#include "check.h"

namespace {

int sum_in_parallel() {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(3) schedule(dynamic)
  for (int i = 0; i < 100; i++) sum += i;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task shared(sum)
  sum++;
  return sum;
}

struct Static {
  bool says_ok;
  explicit Static(bool last) : says_ok(last) { CHECK_EQ(sum_in_parallel(), 4951); }
  ~Static() {
    CHECK_EQ(sum_in_parallel(), 4951);
    if (says_ok && check_finish() != 0) _Exit(1);
    if (says_ok) fflush(stdout);
  }
};

struct Local {
  bool is_made = true;
  ~Local() { CHECK_EQ(sum_in_parallel(), 4951); }
};

Static first(true);
Static second(false);
thread_local Local local;

}  // namespace

int main() {
  atexit([] { CHECK_EQ(sum_in_parallel(), 4951); });
  std::thread([] {
    CHECK(local.is_made);
    CHECK_EQ(sum_in_parallel(), 4951);
  }).join();
  CHECK(local.is_made);
  return 0;
}
