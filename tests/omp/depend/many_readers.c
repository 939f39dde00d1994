// SPDX-License-Identifier: Apache-2.0
//
// One writer and then tens of thousands of readers of the same address, repeated, and one address named by tens of
// thousands of outstanding tasks: time and memory must grow linearly. libgomp needs time in proportion to the square
// (it is run with few readers only), so a runtime with that flaw runs into the time limit here.
//
// test: ARGS 100000 STOCK_ARGS 3000
#include <omp.h>

#include "check.h"

int main(int argc, char** argv) {
  const int tasks = TEST_SCALE(argc > 1 ? atoi(argv[1]) : 100000);
  int data = 0, readers = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : data) shared(data)
    data = 1;
    for (int i = 0; i < tasks; i++)
#pragma omp task depend(in : data) shared(data, readers)
    {
      CHECK_EQ(data, 1);
#pragma omp atomic
      readers++;
    }
#pragma omp task depend(inout : data) shared(data, readers) firstprivate(tasks)
    {
      CHECK_EQ(readers, tasks);
      data = 2;
    }
  }
  CHECK_EQ(data, 2);

  readers = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < tasks; i++) {
    if (i % 16 == 0) {
#pragma omp task depend(out : data) shared(data) firstprivate(i)
      data = i;
    } else {
#pragma omp task depend(in : data) shared(data, readers) firstprivate(i)
      {
        CHECK_EQ(data, i - i % 16);
#pragma omp atomic
        readers++;
      }
    }
  }
  CHECK_EQ(readers, tasks - (tasks + 15) / 16);
  return check_finish();
}
