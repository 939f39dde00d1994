// SPDX-License-Identifier: Apache-2.0
//
// Regions of C++: lambdas, recursion, containers of known shape, captured objects, templates.
//
// test: EDGES
#include <array>
#include <vector>

#include "static_check.h"

static constexpr int kN = 8;

struct Scale {
  long factor, shift;
  long of(long value) const { return factor * value + shift; }
};

static long cell[kN * kN], expected[kN * kN];

// A class is captured by value, through its copy constructor.
static void with_object(const Scale& scale) {
  #pragma omp taskgraph
  for (int i = 0; i < kN; i++) {
    Scale mine = {scale.factor, i};
    #pragma omp task depend(inout : cell[i]) depend(in : cell[(i + 1) % kN]) firstprivate(mine)
    cell[i] = mine.of(cell[i]) + cell[(i + 1) % kN];
  }
}

static void serial_with_object(const Scale& scale) {
  for (int i = 0; i < kN; i++) expected[i] = Scale{scale.factor, i}.of(expected[i]) + expected[(i + 1) % kN];
}

// Two tasks a node of a binary tree, created by a function that calls itself.
static void tree(int node, int depth) {
  if (depth == 0) return;
  #pragma omp task replayable depend(in : cell[node / 2]) depend(inout : cell[node])
  cell[node] += cell[node / 2] + 1;
  tree(2 * node, depth - 1);
  tree(2 * node + 1, depth - 1);
}

static void recursive() {
  #pragma omp taskgraph
  tree(1, 4);
}

static void serial_tree(int node, int depth) {
  if (depth == 0) return;
  expected[node] += expected[node / 2] + 1;
  serial_tree(2 * node, depth - 1);
  serial_tree(2 * node + 1, depth - 1);
}

// Pointers in a table; each is a value of the encounter.
static void table(std::array<long*, 6>& rows) {
  #pragma omp taskgraph
  for (std::size_t i = 1; i < rows.size(); i++) {
    #pragma omp task depend(in : *rows[i - 1]) depend(inout : *rows[i]) shared(rows)
    *rows[i] += 2 * *rows[i - 1];
  }
}

// The body of a lambda; a template of two sizes.
template <int kCount>
static void generic(long* data) {
  auto create = [data](int i) {
    #pragma omp task replayable depend(inout : data[i % 3]) firstprivate(i, data)
    data[i % 3] = 3 * data[i % 3] + i;
  };
  #pragma omp taskgraph
  for (int i = 0; i < kCount; i++) create(i);
}

static void serial_generic(long* data, int n) {
  for (int i = 0; i < n; i++) data[i % 3] = 3 * data[i % 3] + i;
}

// Vectors: their sizes are not known, the addresses of their elements are found in them.
static void vectors(std::vector<long>& a, std::vector<long>& b) {
  #pragma omp taskgraph
  for (int i = 0; i < kN; i++) {
    #pragma omp task depend(in : a[i]) depend(inout : b[i]) shared(a, b)
    b[std::size_t(i)] += a[std::size_t(i)] + i;
  }
}

static bool is_same() { return memcmp(cell, expected, sizeof cell) == 0; }

int main() {
  unsigned long records = COUNTED(graph_counted, RECORDS), pure = COUNTED(graph_counted, PURE_REPLAYS),
                recaptures = COUNTED(graph_counted, RECAPTURES);
  constexpr int kRounds = 3;
  std::array<long*, 6> rows;
  for (std::size_t i = 0; i < rows.size(); i++) rows[i] = &cell[9 * i];
  std::vector<long> a(kN, 3), b(kN, 4);
  #pragma omp parallel
  #pragma omp single
  for (int round = 0; round < kRounds; round++) {
    with_object({2, 1});
    serial_with_object({2, 1});
    CHECK(is_same());
    recursive();
    serial_tree(1, 4);
    CHECK(is_same());
    table(rows);
    for (std::size_t i = 1; i < rows.size(); i++) expected[9 * i] += 2 * expected[9 * (i - 1)];
    CHECK(is_same());
    generic<7>(cell);
    generic<11>(cell);
    serial_generic(expected, 7);
    serial_generic(expected, 11);
    CHECK(is_same());
    vectors(a, b);
    for (int i = 0; i < kN; i++) CHECK(b[std::size_t(i)] == 4 + (round + 1) * (3 + i));
  }
  CHECK_STATIC(records, 0, pure, 6 * kRounds, recaptures, 0);
  return finish();
}
