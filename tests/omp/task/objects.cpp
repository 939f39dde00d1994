// SPDX-License-Identifier: Apache-2.0
//
// C++ objects captured by tasks: copy-constructed at creation, destroyed once after the body, also for tasks that run
// undeferred, are nested, have dependences, or are detached from their creator's scope.
#include <omp.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "check.h"

namespace {

std::atomic<int> live{0};
std::atomic<int> copies{0};

struct Counted {
  int value;
  Counted* self;
  explicit Counted(int v) : value(v), self(this) { live++; }
  Counted(const Counted& other) : value(other.value), self(this) {
    CHECK(other.self == &other);
    live++;
    copies++;
  }
  Counted& operator=(const Counted&) = delete;
  ~Counted() {
    CHECK(self == this);
    value = -1;
    live--;
  }
};

// More than the runtime copies to the stack, and an array that asks for more alignment than a block has anyway.
struct Large {
  Counted counted;
  char room[5000] = {};
  alignas(128) double aligned[4] = {1, 2, 3, 4};
  explicit Large(int v) : counted(v) { room[4999] = static_cast<char>(v); }
};

void nest(const Large& large, int depth) {
  if (depth == 0) return;
  Large own(large);
#pragma omp task firstprivate(own, depth) if (depth % 2) final(depth == 2)
  {
    CHECK_EQ(own.counted.value, own.room[4999]);
#ifndef __clang__  // which does not tell the runtime
    CHECK_EQ(reinterpret_cast<std::uintptr_t>(own.aligned) % 128, 0u);
#endif
    own.room[4999]++;
    own.counted.value++;
    nest(own, depth - 1);
  }
}

void orphan(Counted by_value, const std::string& text) {
  std::string copy = text;
#pragma omp task firstprivate(by_value, copy)
  {
    CHECK_EQ(by_value.value, static_cast<int>(copy.size()));
    by_value.value++;
  }
}

}  // namespace

int main() {
  for (int round = 0; round < 10; round++) {
    std::atomic<int> ran{0};
    std::shared_ptr<int> owner = std::make_shared<int>(round);
    int link = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 40; i++) {
      Counted counted(i);
      Counted pair[2] = {Counted(i), Counted(-i)};
      std::string text(static_cast<std::size_t>(i) * 3, 'a');
#pragma omp task firstprivate(counted, pair, text, owner)
      {
        CHECK_EQ(counted.value, i);
        CHECK(counted.self == &counted);
        CHECK_EQ(pair[1].value, -i);
        CHECK(pair[1].self == &pair[1]);
        CHECK_EQ(text.size(), 3 * i);
        CHECK_EQ(*owner, round);
        counted.value = 1000;
        ran++;
      }
#pragma omp task firstprivate(counted) if (i % 2)
      {
        CHECK_EQ(counted.value, i);
        ran++;
#pragma omp task firstprivate(counted)
        {
          CHECK_EQ(counted.value, i);
          ran++;
        }
      }
#pragma omp task firstprivate(counted, text) depend(inout : link) shared(link)
      {
        CHECK_EQ(link++, i);
        CHECK_EQ(text.size(), 3 * counted.value);
        ran++;
      }
      orphan(Counted(i * 3), text);
      nest(Large(i), 4);
#pragma omp task firstprivate(counted) final(true)
      ran++;
    }
    CHECK_EQ(ran, 200);
    CHECK_EQ(live, 0);
    CHECK_EQ(owner.use_count(), 1);
  }
  CHECK(copies >= 10 * 40 * 6);
  return check_finish();
}
