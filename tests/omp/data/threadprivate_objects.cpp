// SPDX-License-Identifier: Apache-2.0
//
// threadprivate C++ objects: constructed for each thread that uses them, assigned by copyin; function-local and
// static member variables too.
#include <omp.h>

#include <string>

#include "check.h"

namespace {

struct Holder {
  std::string text = "initial value, longer than a small string";
  Holder* self = this;
};

extern Holder holder;
#pragma omp threadprivate(holder)
Holder holder;

struct Owner {
  static int member;
#pragma omp threadprivate(member)
};
int Owner::member = 3;

int& local_counter() {
  static int counter = 10;
#pragma omp threadprivate(counter)
  return counter;
}

}  // namespace

int main() {
  const int threads = omp_get_max_threads();
  int members = 0;
#pragma omp parallel reduction(+ : members)
  {
    CHECK(holder.self == &holder);
    CHECK(holder.text == "initial value, longer than a small string");
    holder.text = "thread " + std::to_string(omp_get_thread_num());
    CHECK_EQ(Owner::member, 3);
    Owner::member += omp_get_thread_num();
    local_counter() += omp_get_thread_num();
    members++;
  }
  CHECK_EQ(members, threads);
#pragma omp parallel
  {
    CHECK(holder.text == "thread " + std::to_string(omp_get_thread_num()));
    CHECK_EQ(Owner::member, 3 + omp_get_thread_num());
    CHECK_EQ(local_counter(), 10 + omp_get_thread_num());
  }
  holder.text = "sent by the primary thread to everybody";
#pragma omp parallel copyin(holder)
  {
    CHECK(holder.text == "sent by the primary thread to everybody");
    CHECK(holder.self == &holder || omp_get_thread_num() > 0);
  }
  return check_finish();
}
