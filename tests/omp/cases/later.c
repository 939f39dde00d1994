// SPDX-License-Identifier: Apache-2.0
//
// What clang compiles when it is asked for OpenMP 5.2 or 6.0, which are not its default; gcc 12 knows none of it.
//
// test: FLAGS -fopenmp-version=60 LEFT_OUT gcc 'gcc 12 knows nothing of OpenMP 5.2 and 6.0'
#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

enum { kN = 90 };

CASE(doacross, "ordered doacross(sink), doacross(source)") {
  static int line[kN + 1];
  memset(line, 0, sizeof line);
#pragma omp parallel for ordered(1) schedule(dynamic)
  for (int i = 1; i <= kN; i++) {
#pragma omp ordered doacross(sink : i - 1)
    line[i] = line[i - 1] + i;
#pragma omp ordered doacross(source:)
  }
  CHECK_EQ(line[kN], kN * (kN + 1) / 2);
}

CASE(current_iteration, "ordered doacross(omp_cur_iteration)") {
  static int line[kN + 1];
  memset(line, 0, sizeof line);
#pragma omp parallel for ordered(1) schedule(static, 1)
  for (int i = 1; i <= kN; i++) {
#pragma omp ordered doacross(sink : omp_cur_iteration - 1)
    line[i] = line[i - 1] + i;
#pragma omp ordered doacross(source : omp_cur_iteration)
  }
  CHECK_EQ(line[kN], kN * (kN + 1) / 2);
}

CASE(reverse, "reverse") {
  static int count[kN];
#pragma omp parallel for
#pragma omp reverse
  for (int i = 0; i < kN; i++) count[i]++;
  for (int i = 0; i < kN; i++) CHECK_EQ(count[i], 1);
}

CASE(interchange, "interchange") {
  static int count[9][10];
#pragma omp parallel for
#pragma omp interchange
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 10; j++) count[i][j]++;
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 10; j++) CHECK_EQ(count[i][j], 1);
}

CASE(otherwise, "metadirective otherwise") {
  int size = 0;
#pragma omp metadirective when(implementation = {vendor(gnu)} : nothing) otherwise(parallel num_threads(2))
  {
#pragma omp atomic
    size++;
  }
  CHECK_EQ(size, 2);
}

CASE(target_modifiers, "target map(present, always), has_device_addr") {
  int a = 1;
#pragma omp target data map(tofrom : a)
#pragma omp target map(present, always, tofrom : a)
  a++;
  CHECK_EQ(a, 2);
#pragma omp target has_device_addr(a)
  a++;
  CHECK_EQ(a, 3);
}
