// SPDX-License-Identifier: Apache-2.0
//
// A row of cells under a tag, for the tests of `rondo graph`. The argument says what is special about it:
//   clean    nothing                            differ   the third block has other dependences
//   refused  a block creates an undeferred task early    the first block is left
//   final    the encountering task is final     region   the blocks are part of task graph regions
#include <rondo.h>
#include <stdio.h>
#include <string.h>

enum { kN = 5, kUses = 4 };
static long row[kN + 1];

static void block(const char* what, int use) {
  RONDO_DEP_PATTERN("row of 5") {
    for (int i = 1; i <= kN; i++) {
      long* before = !strcmp(what, "differ") && use == 2 && i == 3 ? &row[0] : &row[i - 1];
#pragma omp task depend(in : *before) depend(inout : row[i]) firstprivate(i, before)
      row[i] = (row[i] * 3 + *before + 1) % 1009;
    }
    if (!strcmp(what, "early") && use == 0) break;
    if (!strcmp(what, "refused")) {
#pragma omp task if (0)
      row[0] = 0;
    }
  }
#pragma omp taskwait
}

static void use_once(const char* what, int use) {
  if (strcmp(what, "region")) return block(what, use);
  RONDO_TASKGRAPH() { block(what, use); }
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "clean";
#pragma omp parallel
#pragma omp single
  for (int use = 0; use < kUses; use++) {
#pragma omp task final(!strcmp(what, "final"))
    use_once(what, use);
#pragma omp taskwait
  }
  printf("sum %ld\n", row[kN]);
  return 0;
}
