// SPDX-License-Identifier: Apache-2.0
//
// A row of cells in a region that was written as a directive, for the tests of `rondo graph`: the calls that a
// compiler's plugin makes of it. The argument says which clauses it has, or what the compiler knows:
//   none   nothing                              recurrent  the clause of that name
//   stale  recurrent, but a captured value changes    inputs  the values that decide, which stay the same
//   short  recurrent, of a single task that does next to nothing
#include <rondo/directive.h>
#include <stdio.h>
#include <string.h>

#include "spend.h"

enum { kN = 10, kSteps = 4 };
static long row[kN + 1];
static rondo_directive_site site = {.file = __FILE__, .line = 23, .version = RONDO_DIRECTIVE_ABI};

static void step(const char* what, long add) {
  unsigned long long values[] = {kN};
  rondo_directive_frame frame = {{values, (void*)1}};
  unsigned flags = !strcmp(what, "inputs") ? RONDO_DIRECTIVE_INPUTS : 0;
  if (!strcmp(what, "recurrent") || !strcmp(what, "stale") || !strcmp(what, "short")) flags = RONDO_DIRECTIVE_RECURRENT;
  if (rondo_directive_taskgraph(&frame, &site, flags, 0)) {
    for (int i = 1; i <= kN && strcmp(what, "short"); i++) {
      rondo_directive_task(1);
#pragma omp task depend(in : row[i - 1]) depend(inout : row[i]) firstprivate(i, add)
      row[i] = spend((row[i] * 3 + row[i - 1] + add) % 1009);
    }
    if (!strcmp(what, "short")) {
      rondo_directive_task(1);
#pragma omp task firstprivate(add)
      row[0] += add;
    }
  }
  rondo_directive_taskgraph_end(&frame, 1);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "none";
  // The fewest ticks of a body count. Enough replays for one of them not to be disturbed.
  const int n_steps = strcmp(what, "short") ? kSteps : 1000;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n_steps; i++) step(what, !strcmp(what, "stale") ? i : 1);
  printf("sum %ld\n", row[kN]);
  return 0;
}
