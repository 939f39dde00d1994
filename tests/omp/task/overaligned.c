// SPDX-License-Identifier: Apache-2.0
//
// A captured variable aligned to a cache line keeps that alignment in the task: gcc passes it to the runtime. (clang
// 19 aligns the captured block to 16 bytes whatever the variable wants.)
//
// test: LEFT_OUT clang 'clang 19 does not tell the runtime about alignments above 16 bytes'
#include <omp.h>
#include <stdint.h>

#include "check.h"

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; i++) {
    _Alignas(64) int line[16] = {0};
    _Alignas(128) double wide[3] = {0, 0, 0};
    line[15] = i;
    wide[2] = i;
#pragma omp task firstprivate(line, wide)
    {
      CHECK_EQ((uintptr_t)line % 64, 0);
      CHECK_EQ((uintptr_t)wide % 128, 0);
      CHECK_EQ(line[15], i);
      CHECK(wide[2] == i);
    }
  }
  return check_finish();
}
