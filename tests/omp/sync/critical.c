// SPDX-License-Identifier: Apache-2.0
//
// critical: unnamed, two names and a hint exclude each other as their names say; a name in another function of the
// program is the same lock; also from tasks.
#include <omp.h>

#include "check.h"

enum { kRounds = 400 };

static int inside_alpha, inside_beta, inside_unnamed;
static int count_alpha, count_beta, count_unnamed;

static void alpha_elsewhere(void) {
#pragma omp critical(alpha)
  {
    CHECK_EQ(inside_alpha++, 0);
    count_alpha++;
    CHECK_EQ(--inside_alpha, 0);
  }
}

int main(void) {
  const int rounds = TEST_SCALE(kRounds);
#pragma omp parallel
  {
    for (int round = 0; round < rounds; round++) {
#pragma omp critical
      {
        CHECK_EQ(inside_unnamed++, 0);
        count_unnamed++;
        CHECK_EQ(--inside_unnamed, 0);
      }
#pragma omp critical(alpha)
      {
        CHECK_EQ(inside_alpha++, 0);
#pragma omp critical(beta) hint(omp_sync_hint_contended)
        {
          CHECK_EQ(inside_beta++, 0);
          count_beta++;
          CHECK_EQ(--inside_beta, 0);
        }
        count_alpha++;
        CHECK_EQ(--inside_alpha, 0);
      }
      alpha_elsewhere();
    }
#pragma omp barrier
#pragma omp single
    for (int i = 0; i < rounds; i++)
#pragma omp task
    {
#pragma omp critical(beta) hint(omp_sync_hint_contended)
      count_beta++;
    }
  }
  const int threads = omp_get_max_threads();
  CHECK_EQ(count_unnamed, threads * rounds);
  CHECK_EQ(count_alpha, 2 * threads * rounds);
  CHECK_EQ(count_beta, (threads + 1) * rounds);
  return check_finish();
}
