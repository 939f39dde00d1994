// SPDX-License-Identifier: Apache-2.0
//
// taskloop in C++: firstprivate objects are copied once a task, lastprivate assigned from the last iteration, random
// access iterators, user-declared reductions; nothing stays alive.
#include <omp.h>

#include <atomic>
#include <string>
#include <vector>

#include "check.h"

namespace {

std::atomic<int> live{0};

struct Counted {
  int value;
  Counted* self;
  explicit Counted(int v = 0) : value(v), self(this) { live++; }
  Counted(const Counted& other) : value(other.value), self(this) {
    CHECK(other.self == &other);
    live++;
  }
  Counted& operator=(const Counted& other) {
    value = other.value;
    return *this;
  }
  Counted& operator+=(const Counted& other) {
    value += other.value;
    return *this;
  }
  ~Counted() {
    CHECK(self == this);
    live--;
  }
};

#pragma omp declare reduction(+ : Counted : omp_out += omp_in) initializer(omp_priv = Counted(0))

}  // namespace

int main() {
  for (int round = 0; round < 10; round++) {
    Counted first(round), last, sum(1000);
    std::vector<std::string> texts(60, "some text that is longer than a small string");
    std::size_t length = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop firstprivate(first) lastprivate(last) num_tasks(9)
      for (int i = 0; i < 100; i++) {
        CHECK(first.self == &first);
        CHECK_EQ(first.value, round);
        last.value = i;
      }
      CHECK_EQ(last.value, 99);
      CHECK_EQ(live, 3);
#pragma omp taskloop grainsize(7) shared(length)
      for (auto it = texts.begin(); it < texts.end(); ++it) {
        *it += "!";
#pragma omp atomic
        length += it->size();
      }
#pragma omp taskloop reduction(+ : sum) num_tasks(6)
      for (int i = 0; i < 50; i++) sum += Counted(i);
    }
    CHECK_EQ(length, 60 * texts[0].size());
    CHECK_EQ(sum.value, 1000 + 1225);
    CHECK_EQ(live, 3);
  }
  CHECK_EQ(live, 0);
  return check_finish();
}
