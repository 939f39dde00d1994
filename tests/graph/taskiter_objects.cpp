// SPDX-License-Identifier: Apache-2.0
//
// rondo::taskiter and rondo::taskiter_while: C++ objects that tasks capture by value are made and destroyed once an
// execution; exceptions end a loop.
//
// test: STDERR 'the taskiter loop at .*taskiter_objects\.cpp:[0-9]+ cannot be made'
#include <stdexcept>
#include <vector>

#include "graph_check.h"

namespace {

long n_alive;
long n_bad;

// Holds its own address: a copy of its bytes would show.
struct Object {
  explicit Object(long v) : value(v), self(this) { count(1); }
  Object(const Object& other) : value(other.value), self(this) {
    other.check();
    count(1);
  }
  Object& operator=(const Object&) = delete;
  ~Object() {
    check();
    count(-1);
  }
  void check() const {
    if (self != this) {
#pragma omp atomic
      n_bad++;
    }
  }
  static void count(long n) {
#pragma omp atomic
    n_alive += n;
  }
  long value;
  Object* self;
};

void objects() {
  std::vector<long> sums(4);
  {
    const Object one(1);
    rondo::taskiter(50, {}, [&](uint64_t) {
      for (long& sum : sums) {
        long* target = &sum;
#pragma omp task firstprivate(one, target) depend(inout : target[0])
        {
          one.check();
          *target += one.value;
        }
      }
    });
  }
  for (long sum : sums) CHECK_EQ(sum, 50);
  CHECK_EQ(n_alive, 0);
  CHECK_EQ(n_bad, 0);
}

void exceptions() {
  for (uint64_t when : {0, 1, 5}) {
    long n = 0;
    bool caught = false;
    try {
      rondo::taskiter(50, {rondo::update()}, [&](uint64_t t) {
        long* target = &n;
#pragma omp task firstprivate(target) depend(inout : target[0])
        ++*target;
        if (t == when) throw std::runtime_error("over");
      });
    } catch (const std::runtime_error&) {
      caught = true;
    }
    CHECK(caught);
    CHECK_EQ(n, static_cast<long>(when) + 1);
  }
}

void while_form() {
  double residual = 1;
  int n_conditions = 0;
  rondo::taskiter_while(
      [&] {
        n_conditions++;
        return residual > 1e-3;
      },
      {rondo::condition_on(&residual)},
      [&] {
        double* target = &residual;
#pragma omp task firstprivate(target) depend(inout : target[0])
        *target /= 2;
      });
  CHECK(residual <= 1e-3);
  CHECK_EQ(n_conditions, 11);
}

template <class T>
T count_up(T start, uint64_t n) {
  T value = start;
  rondo::taskiter(n, {rondo::unroll(2)}, [&](uint64_t) {
    T* target = &value;
#pragma omp task firstprivate(target) depend(inout : target[0])
    *target += 1;
  });
  return value;
}

// Cannot be recorded: the message names this file.
void undeferred() {
  long n = 0;
  rondo::taskiter(8, {}, [&](uint64_t) {
#pragma omp task shared(n) if (0)
    n++;
  });
  rondo::taskiter_while([&] { return n < 16; }, {},
                        [&] {
#pragma omp task shared(n) if (0)
                          n++;
                        });
  CHECK_EQ(n, 16);
}

}  // namespace

int main() {
#pragma omp parallel
#pragma omp single
  {
    objects();
    exceptions();
    while_form();
    undeferred();
    CHECK_EQ(count_up<int>(3, 10), 13);
    CHECK_EQ(count_up<long>(3, 11), 14);
  }
  return check_finish();
}
