// SPDX-License-Identifier: Apache-2.0
//
// rondo::dep_pattern with what C++ tasks capture: objects that are constructed and destroyed once an execution,
// blocks of different sizes under one tag, untied tasks and priorities, and an exception that leaves the block.
//
// test: STDERR 'objects\.cpp:[0-9]+ cannot be recorded for dep_pattern'
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "graph/pattern/pattern_check.h"

namespace {

constexpr int kN = 20, kRounds = 20;

std::atomic<long> alive{0};
std::atomic<long> runs{0};

struct Payload {
  std::string text;
  explicit Payload(std::string t) : text(std::move(t)) { alive++; }
  Payload(const Payload& other) : text(other.text) { alive++; }
  ~Payload() { alive--; }
};

void append(std::string& to, const std::string& what) {
  to += what;
  runs++;
}

template <class Value>
void block(std::vector<std::string>& cells, const Value& value, const std::string& text, int stop_at) {
  rondo::dep_pattern("objects", [&] {
    for (int i = 0; i < kN; i++) {
      if (i == stop_at) throw std::runtime_error("the block is left");
      std::string* self = &cells[static_cast<std::size_t>(i % 5)];
      Value copy(value);
      switch (i % 3) {
        case 0: {
#pragma omp task depend(inout : *self) firstprivate(copy, self, text)
          append(*self, text);
          break;
        }
        case 1: {
#pragma omp task untied depend(inout : *self) firstprivate(copy, self, text, i)
          {
            append(*self, std::to_string(i));
#pragma omp taskyield
            append(*self, ".");
          }
          break;
        }
        default: {
#pragma omp task priority(i) depend(inout : *self) firstprivate(copy, self, i)
          append(*self, std::to_string(i) + ",");
          break;
        }
      }
    }
  });
}

void serially(std::vector<std::string>& cells, const std::string& text, int n) {
  for (int i = 0; i < n; i++) {
    std::string& self = cells[static_cast<std::size_t>(i % 5)];
    self += i % 3 == 0 ? text : std::to_string(i) + (i % 3 == 1 ? "." : ",");
  }
}

// Cannot be recorded: the message names this file.
void undeferred() {
  int n = 0;
  rondo::dep_pattern("objects, undeferred", [&] {
#pragma omp task shared(n) if (0)
    n++;
  });
  CHECK_EQ(n, 1);
}

struct Large {
  Payload payload;
  char more[300] = {};
  explicit Large(const Payload& p) : payload(p) {}
};

}  // namespace

int main() {
  std::vector<std::string> cells(5), expected(5);
  const Payload small("some text that is too long to be kept inside the string object itself");
  const Large large(small);
  for (int round = 0; round < kRounds; round++) {
    const std::string text = "round " + std::to_string(round);
    const bool throws = round % 5 == 4;
#pragma omp parallel
#pragma omp single
    try {
      round % 2 ? block(cells, large, text, throws ? 13 : -1) : block(cells, small, text, throws ? 13 : -1);
      CHECK(!throws);
    } catch (const std::runtime_error&) {
      CHECK(throws);
#pragma omp taskwait
    }
    serially(expected, text, throws ? 13 : kN);
    for (std::size_t i = 0; i < 5; i++) CHECK(cells[i] == expected[i]);
    CHECK_EQ(alive.load(), 2);
  }
#pragma omp parallel
#pragma omp single
  undeferred();
  CHECK_PATTERN(recorded, 1);
  CHECK_PATTERN(uses, kRounds - 1);
  CHECK_PATTERN(mismatches, 0);
  return check_finish();
}
