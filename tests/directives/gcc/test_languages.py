# SPDX-License-Identifier: Apache-2.0
"""Directives in every level of both languages that gcc 12 has, and in the places where C++ puts code."""

import os
import unittest

from support import GCC, GXX, OUTPUT, PROGRAM, CompilerTest

C: tuple[str, ...] = ("c89", "gnu89", "c99", "gnu99", "c11", "gnu11", "c17", "gnu17", "c2x", "gnu2x")
CXX: tuple[str, ...] = ("c++11", "c++14", "gnu++14", "c++17", "c++20", "gnu++20", "c++23")
if "RONDO_TEST_WHOLE" not in os.environ:  # `make test-long`
    C, CXX = (C[0], *C[-2:]), (CXX[0], *CXX[-2:])

PLACES = """\
#include <cstdio>
#include <numeric>
#include <vector>
#define OMP(x) _Pragma(#x)
#define TWICE(x) OMP(omp taskgraph graph_id(x))

template <class T>
struct Grid {
  std::vector<T> values;
  explicit Grid(int n) : values(n) {}
  void step(int k) {
    T* p = values.data();
    int n = static_cast<int>(values.size());
#pragma omp taskgraph graph_id(k % 2)
    for (int i = 0; i < n; i++) {
#pragma omp task depend(inout : p[i]) firstprivate(saved : i) firstprivate(p) shared(n)
      p[i] += static_cast<T>(i + n);
    }
  }
  T sum() const { return std::accumulate(values.begin(), values.end(), T()); }
};

template <class F>
void each(int n, F f) {
  OMP(omp taskiter unroll(2))
  for (int i = 0; i < n; i++) {
#pragma omp task
    f();
  }
}

namespace {
struct Raw {
  const char* text = R"x(
#pragma omp taskgraph
)x";
};
long counted;
}  // namespace

int main() {
  Grid<double> g(10);
  Grid<long> h(5);
  Raw raw;
#pragma omp parallel
#pragma omp single
  {
    for (int k = 0; k < 6; k++) {
      g.step(k);
      h.step(k);
    }
    auto add = [] {
#pragma omp atomic
      counted++;
    };
    each(7, add);
    [&] {
      TWICE(1) {
#pragma omp task
        add();
      }
    }();
    std::vector<int> list = {1, 2, 3};
#pragma omp taskiter
    for (int one : list) {
#pragma omp task
      add();
      static_cast<void>(one);
    }
  }
  std::printf("%g %ld %ld %c\\n", g.sum(), h.sum(), counted, raw.text[1]);
}
"""

WHILE = """\
#include <stdio.h>
int main(void) {
  double error = 1024, rest = 8;
  int rounds = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskiter
    while (error > 1) {
#pragma omp task depend(inout : error) shared(error, rounds)
      {
        error /= 2;
        rounds++;
      }
    }
#pragma omp taskiter
    do {
#pragma omp task depend(inout : rest) shared(rest)
      rest -= 1;
    } while (rest > 0);
  }
  printf("%g %d %g\\n", error, rounds, rest);
  return 0;
}
"""


class Languages(CompilerTest):
    def test_c(self) -> None:
        self.write("a.c", PROGRAM)
        self.write("w.c", WHILE)
        for standard in C:
            with self.subTest(standard):
                self.must(self.gcc("-O2", f"-std={standard}", "-Wall", "-Wextra", "-pedantic", "a.c"))
                self.assert_runs()
                self.must(self.gcc(f"-std={standard}", "w.c"))
                self.assert_runs(output="1 10 0\n")

    def test_cxx(self) -> None:
        self.write("a.cpp", PLACES)
        self.write("b.cpp", PROGRAM)
        for standard in CXX:
            with self.subTest(standard):
                self.must(self.gcc("-O2", f"-std={standard}", "-Wall", "-Wextra", "-pedantic", "a.cpp", compiler=GXX))
                self.assert_runs(output="870 210 11 #\n")
                self.must(self.gcc(f"-std={standard}", "b.cpp", compiler=GXX))
                self.assert_runs(output=OUTPUT)

    def test_a_template_in_a_header_used_by_two_units(self) -> None:
        self.write("a.hpp", """\
            #include <cstdio>
            template <class T>
            T add(T x) {
            #pragma omp taskgraph
              {
            #pragma omp task shared(x)
                x += 1;
              }
              return x;
            }
            int other(int);
            """)
        main = 'int main() { std::printf("%d %d %g\\n", add(1), other(2), add(1.5)); }\n'
        self.write("a.cpp", '#include "a.hpp"\n' + main)
        self.write("b.cpp", '#include "a.hpp"\nint other(int x) { return add(x); }\n')
        self.must(self.gcc("-O2", "-Wall", "a.cpp", "b.cpp", compiler=GXX))
        self.assert_runs(output="2 3 2.5\n")

    def test_both_languages_in_one_program(self) -> None:
        part = "  int x = 0;\n#pragma omp taskgraph\n  {\n#pragma omp task shared(x)\n    x = 3;\n  }\n"
        begin = '#include <cstdio>\nextern "C" int c_part();\nint main() {\n'
        self.write("a.cpp", begin + part + '  std::printf("%d %d\\n", x, c_part());\n}\n')
        self.write("b.c", "int c_part(void) {\n" + part.replace("3", "4") + "  return x;\n}\n")
        self.must(self.gcc("-c", "b.c", compiler=GCC))
        self.must(self.gcc("a.cpp", "b.o", compiler=GXX))
        self.assert_runs(output="3 4\n")


if __name__ == "__main__":
    unittest.main()
