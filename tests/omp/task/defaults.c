// SPDX-License-Identifier: Apache-2.0
//
// Default data-sharing of task: variables shared in all enclosing constructs are shared, others are firstprivate;
// static and file-scope variables are shared; pointers to arrays and parameters are copied as pointers.
#include <omp.h>

#include "check.h"

static int file_scope = 1;

static void fill(int* array, int n, int start) {
#pragma omp task
  for (int i = 0; i < n; i++) array[i] = start + i;
}

int main(void) {
  static int in_function = 2;
  int shared_in_parallel = 3;
  int array[30] = {0};
#pragma omp parallel shared(shared_in_parallel, array)
#pragma omp single
  {
    int local = 4;
#pragma omp task
    {
      file_scope += 10;
      in_function += 10;
      shared_in_parallel += 10;
      local += 10;
      CHECK_EQ(local, 14);
    }
#pragma omp taskwait
    CHECK_EQ(local, 4);
    CHECK_EQ(shared_in_parallel, 13);
#pragma omp task default(none) shared(local) shared(check_failures)
    {
      local = 5;
      CHECK(local == 5);
    }
#pragma omp taskwait
    CHECK_EQ(local, 5);
    fill(array, 10, 100);
    fill(array + 10, 20, 200);
#pragma omp taskwait
    for (int i = 0; i < 30; i++) CHECK_EQ(array[i], i < 10 ? 100 + i : 190 + i);
  }
  CHECK_EQ(file_scope, 11);
  CHECK_EQ(in_function, 12);
  return check_finish();
}
