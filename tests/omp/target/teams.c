/* SPDX-License-Identifier: Apache-2.0
 *
 * teams inside target: every team of the league runs, knows its number and its limit, and nothing of the league is left
 * behind it.
 */
#include <omp.h>

#include "check.h"

static void league(void) {
  int seen[2] = {0}, sizes[2], limits[2] = {0};
#pragma omp target teams num_teams(2) thread_limit(2) map(tofrom : seen, sizes, limits)
  {
    int team = omp_get_team_num();
#pragma omp parallel
    {
#pragma omp atomic
      seen[team]++;
#pragma omp atomic write
      sizes[team] = omp_get_num_teams();
#pragma omp atomic write
      limits[team] = omp_get_num_threads() <= 2;
    }
  }
  for (int i = 0; i < 2; i++) {
    CHECK(seen[i] >= 1 && seen[i] <= 2);
    CHECK_EQ(sizes[i], 2);
    CHECK_EQ(limits[i], 1);
  }
  CHECK_EQ(omp_get_num_teams(), 1);
  CHECK_EQ(omp_get_team_num(), 0);
}

static void distribute(void) {
  enum { kN = 1000 };
  static int a[kN];
  long sum = 0;
#pragma omp target teams distribute parallel for num_teams(4) map(tofrom : a)
  for (int i = 0; i < kN; i++) a[i] += i;
#pragma omp target teams distribute parallel for collapse(2) reduction(+ : sum) map(tofrom : sum)
  for (int i = 0; i < 10; i++) {
    for (int j = 0; j < kN / 10; j++) sum += a[i * kN / 10 + j];
  }
  CHECK_EQ(sum, (long)kN * (kN - 1) / 2);
#pragma omp target teams loop
  for (int i = 0; i < kN; i++) a[i]++;
  for (int i = 0; i < kN; i++) CHECK_EQ(a[i], i + 1);
#pragma omp target parallel for schedule(dynamic, 7) map(tofrom : a)
  for (int i = 0; i < kN; i++) a[i]--;
#pragma omp target simd
  for (int i = 0; i < kN; i++) a[i] *= 2;
  for (int i = 0; i < kN; i++) CHECK_EQ(a[i], 2 * i);
}

int main(void) {
  int limit = omp_get_thread_limit();
  league();
  distribute();
#pragma omp parallel num_threads(2)
  league();
  CHECK_EQ(omp_get_thread_limit(), limit);
  return check_finish();
}
