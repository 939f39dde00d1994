/* SPDX-License-Identifier: Apache-2.0
 *
 * Intel's memory routines and queries.
 *
 * test: ENV OMP_CANCELLATION=true LEFT_OUT gcc 'libgomp has no __kmpc_ and kmp_ functions'
 */
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

int kmp_get_num_known_threads(void);
int kmp_get_cancellation_status(int kind);
int __kmpc_get_target_offload(void);

static void memory(void) {
  char* block = kmp_malloc(100);
  CHECK(block != NULL);
  memset(block, 7, 100);
  block = kmp_realloc(block, 1000);
  CHECK(block[0] == 7 && block[99] == 7);
  kmp_free(block);
  char* zeros = kmp_calloc(10, 20);
  for (int i = 0; i < 200; i++) CHECK_EQ(zeros[i], 0);
  kmp_free(zeros);
  double* aligned = kmp_aligned_malloc(sizeof(double), 256);
  CHECK_EQ((uintptr_t)aligned % 256, 0);
  *aligned = 1.5;
  kmp_free(aligned);
}

int main(void) {
  memory();
#pragma omp parallel
  memory();
  CHECK(kmp_get_num_known_threads() >= omp_get_max_threads());
  CHECK(kmp_get_stacksize() > 0);
  CHECK_EQ(kmp_get_stacksize_s() > 0, 1);
  CHECK(kmp_get_blocktime() >= 0);
  const int blocktimes[] = {7, 0, 1000000, 1};
  for (int i = 0; i < 4; i++) {
    kmp_set_blocktime(blocktimes[i]);
    CHECK_EQ(kmp_get_blocktime(), blocktimes[i]);
    int members = 0;
#pragma omp parallel reduction(+ : members)
    members++;
    CHECK_EQ(members, omp_get_max_threads());
  }
  CHECK(kmp_get_library() >= 1 && kmp_get_library() <= 3);
  CHECK_EQ(__kmpc_get_target_offload(), 1);

  /* 1 parallel, 2 loop, 3 sections, 4 taskgroup */
  int before = -1, after = -1, outside = -1;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
      before = kmp_get_cancellation_status(4);
#pragma omp task if (0)
      {
#pragma omp cancel taskgroup
      }
      after = kmp_get_cancellation_status(4);
    }
    outside = kmp_get_cancellation_status(4);
  }
  CHECK_EQ(before, 0);
  CHECK_EQ(after, 1);
  CHECK_EQ(outside, 0);
  CHECK_EQ(kmp_get_cancellation_status(1), 0);
  return check_finish();
}
