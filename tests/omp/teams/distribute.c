/* SPDX-License-Identifier: Apache-2.0
 *
 * distribute and the constructs combined with it: every iteration once, whatever the schedules, lastprivate from the
 * last one.
 */
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kN = 1003 };
static int count[kN];

static void check_once(int first, int step, const char* what) {
  for (int i = 0; i < kN; i++) {
    int want = i >= first && (i - first) % step == 0;
    if (count[i] != want) check_differs(what, i, "count", count[i], want);
  }
  memset(count, 0, sizeof count);
}

int main(void) {
#pragma omp teams distribute num_teams(3)
  for (int i = 0; i < kN; i++) count[i]++;
  check_once(0, 1, "teams distribute");

#pragma omp teams distribute dist_schedule(static, 7)
  for (int i = 0; i < kN; i++) count[i]++;
  check_once(0, 1, "dist_schedule");

  int last = -1;
#pragma omp teams distribute lastprivate(last)
  for (int i = 5; i < kN; i += 3) {
    count[i]++;
    last = i;
  }
  check_once(5, 3, "lastprivate");
  CHECK_EQ(last, 5 + (kN - 6) / 3 * 3);

#pragma omp teams distribute parallel for num_teams(2) schedule(static, 5)
  for (int i = 0; i < kN; i++) count[i]++;
  check_once(0, 1, "parallel for static");

#pragma omp teams distribute parallel for num_teams(2) dist_schedule(static, 50) schedule(dynamic, 3)
  for (int i = 0; i < kN; i++) {
#pragma omp atomic
    count[i]++;
  }
  check_once(0, 1, "parallel for dynamic");

  long long sum = 0;
#pragma omp teams distribute parallel for collapse(2) reduction(+ : sum)
  for (int i = 0; i < 30; i++) {
    for (long long j = 0; j < 40; j++) sum += i * j;
  }
  CHECK_EQ(sum, 435LL * 780);

#pragma omp teams num_teams(2)
  {
#pragma omp distribute parallel for
    for (unsigned i = 0; i < (unsigned)kN; i++) {
#pragma omp atomic
      count[i]++;
    }
#pragma omp distribute  // another team may still be at the same element in the first loop
    for (int i = kN - 1; i >= 0; i--) {
#pragma omp atomic
      count[i]--;
    }
  }
  check_once(kN, 1, "two in one league");

#pragma omp teams loop
  for (int i = 0; i < kN; i++) count[i]++;
  check_once(0, 1, "teams loop");
  return check_finish();
}
