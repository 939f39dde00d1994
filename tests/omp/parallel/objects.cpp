// SPDX-License-Identifier: Apache-2.0
//
// C++ objects in data-sharing clauses of parallel: constructed and destroyed once a thread, copies have the value.
#include <omp.h>

#include <atomic>

#include "check.h"

namespace {

std::atomic<int> live{0};
std::atomic<int> constructed{0};

struct Counted {
  int value;
  int* self;  // points into the object: a bitwise copy would point elsewhere
  explicit Counted(int v = 42) : value(v), self(&value) { live++, constructed++; }
  Counted(const Counted& other) : value(other.value), self(&value) { live++, constructed++; }
  Counted& operator=(const Counted& other) {
    value = other.value;
    return *this;
  }
  ~Counted() { live--; }
};

}  // namespace

int main() {
  for (int round = 0; round < 20; round++) {
    Counted first(round), own(1), last(0);
    const int before = constructed;
    int members = 0;
#pragma omp parallel firstprivate(first) private(own) reduction(+ : members)
    {
      CHECK_EQ(first.value, round);
      CHECK(first.self == &first.value);
      CHECK_EQ(own.value, 42);
      CHECK(own.self == &own.value);
      first.value = own.value = -1;
      members++;
    }
    CHECK_EQ(live, 3);
    CHECK_EQ(constructed - before, 2 * members);
    CHECK_EQ(first.value, round);
#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < 37; i++) last.value = i;
    CHECK_EQ(last.value, 36);
    CHECK(last.self == &last.value);
    CHECK_EQ(live, 3);
  }
  CHECK_EQ(live, 0);
  return check_finish();
}
