// SPDX-License-Identifier: Apache-2.0
//
// C++ objects with copy constructors captured by the tasks of a region (gcc passes a copy function to the runtime,
// clang a destructor thunk): each encounter captures current values, and every copy is destroyed.
//
// test: STDERR_MAY 'fallback_objects\.cpp:'
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "graph/graph_check.h"

namespace {

std::atomic<int> live{0};

struct Counted {
  int value;
  Counted* self;
  explicit Counted(int v) : value(v), self(this) { live++; }
  Counted(const Counted& other) : value(other.value), self(this) {
    CHECK(other.self == &other);
    live++;
  }
  Counted& operator=(const Counted&) = delete;
  ~Counted() {
    CHECK(self == this);
    live--;
  }
};

}  // namespace

int main() {
  std::shared_ptr<int> owner = std::make_shared<int>(0);
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < 10; step++) {
    std::vector<std::string> out(8);
    int chain = 0;
    *owner = step;
    rondo::taskgraph([&] {
      for (int i = 0; i < 8; i++) {
        Counted counted(i + step);
        std::string text(static_cast<std::size_t>(i) * 10 + 1, static_cast<char>('a' + step));
        std::string* target = &out[static_cast<std::size_t>(i)];
#pragma omp task depend(out : *target) firstprivate(counted, text, owner, target, i, step)
        {
          CHECK_EQ(counted.value, i + step);
          CHECK(counted.self == &counted);
          CHECK_EQ(*owner, step);
          text += std::to_string(counted.value);
          *target = text;
          counted.value = -1;
        }
#pragma omp task depend(in : *target) depend(inout : chain) shared(chain) firstprivate(target)
        chain = (chain * 3 + static_cast<int>(target->size())) % 10007;
      }
    });
    int expected = 0;
    for (int i = 0; i < 8; i++) {
      const std::string text =
          std::string(static_cast<std::size_t>(i) * 10 + 1, static_cast<char>('a' + step)) + std::to_string(i + step);
      CHECK(out[static_cast<std::size_t>(i)] == text);
      expected = (expected * 3 + static_cast<int>(text.size())) % 10007;
    }
    CHECK_EQ(chain, expected);
    CHECK_EQ(live, 0);
    CHECK_EQ(owner.use_count(), 1);
  }
  return check_finish();
}
