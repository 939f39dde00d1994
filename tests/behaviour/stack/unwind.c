// SPDX-License-Identifier: Apache-2.0
//
// A walk up the stack from inside a region or a task passes through the runtime: down to the start of the thread on
// those that the runtime has started, and to main on the initial one.
//
// test: FLAGS -D_GNU_SOURCE
#include <omp.h>
#include <stdint.h>
#include <unwind.h>

#include "check.h"

int main(void);

struct walk {
  int has_main;
  int n_frames;
};

static _Unwind_Reason_Code look(struct _Unwind_Context* context, void* argument) {
  struct walk* walk = argument;
  walk->n_frames++;
  if ((uintptr_t)_Unwind_GetRegionStart(context) == (uintptr_t)main) walk->has_main = 1;
  return walk->n_frames < 1000 ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

static struct walk walk_up(void) {
  struct walk walk = {0, 0};
  CHECK(_Unwind_Backtrace(look, &walk) == _URC_END_OF_STACK);
  CHECK_EQ(walk.has_main, omp_get_thread_num() == 0);
  return walk;
}

int main(void) {
  const int n_here = walk_up().n_frames;
#pragma omp parallel num_threads(3)
  {
    const int n_in_region = walk_up().n_frames;
    if (omp_get_thread_num() == 0) CHECK(n_in_region > n_here);
    if (omp_get_thread_num() != 0) CHECK(n_in_region >= 3);
#pragma omp barrier
#pragma omp master
    for (int i = 0; i < 20; i++) {
#pragma omp task
      CHECK(walk_up().n_frames > 3);
    }
#pragma omp taskwait
  }
  return check_finish();
}
