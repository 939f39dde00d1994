/* SPDX-License-Identifier: Apache-2.0
 *
 * omp_pause_resource, tools, affinity and display routines: what they answer, and that regions work afterwards. A hard
 * pause ends the threads that wait for a region: the next ones have new copies of threadprivate variables.
 */
#include <omp.h>
#include <string.h>

#include "check.h"

static int sum_of_numbers(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 1; i <= 100; i++) sum += i;
  return sum;
}

static int is_known;
#pragma omp threadprivate(is_known)

static int n_known_threads(void) {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  {
    if (omp_get_thread_num() != 0) n += is_known;
    is_known = 1;
  }
  return n;
}

int main(void) {
  CHECK_EQ(sum_of_numbers(), 5050);
  CHECK_EQ(omp_pause_resource(omp_pause_soft, omp_get_initial_device()), 0);
  CHECK_EQ(sum_of_numbers(), 5050);
  for (int i = 0; i < 20; i++) {
    CHECK_EQ(n_known_threads(), 0);
    CHECK_EQ(omp_pause_resource_all(omp_pause_hard), 0);
  }
  CHECK_EQ(sum_of_numbers(), 5050);

  char text[200];
  omp_set_affinity_format("thread %n of %N at level %L");
  size_t length = omp_get_affinity_format(text, sizeof text);
  CHECK_EQ(length, strlen("thread %n of %N at level %L"));
  CHECK(strcmp(text, "thread %n of %N at level %L") == 0);
  CHECK_EQ(omp_get_affinity_format(text, 7), length);
  CHECK(strcmp(text, "thread") == 0);
#pragma omp parallel num_threads(2)
  {
    char mine[200], want[200];
    size_t captured = omp_capture_affinity(mine, sizeof mine, NULL);
    snprintf(want, sizeof want, "thread %d of %d at level 1", omp_get_thread_num(), omp_get_num_threads());
    CHECK_EQ(captured, strlen(want));
    CHECK(strcmp(mine, want) == 0);
    omp_capture_affinity(mine, sizeof mine, "%0.3t|%n");
    snprintf(want, sizeof want, "000|%d", omp_get_thread_num());
    CHECK(strcmp(mine, want) == 0);
  }

  double start = omp_get_wtime(), tick = omp_get_wtick();
  CHECK(tick > 0 && tick < 1);
  CHECK(omp_get_wtime() >= start);
  int n_places = omp_get_num_places();
  CHECK(n_places >= 0);
  for (int i = 0; i < n_places; i++) CHECK(omp_get_place_num_procs(i) > 0);
  CHECK(omp_get_place_num() >= -1);
  CHECK(omp_get_max_task_priority() >= 0);
  CHECK(omp_get_supported_active_levels() >= 1);
  omp_set_num_teams(3);
  CHECK_EQ(omp_get_max_teams(), 3);
  omp_set_teams_thread_limit(2);
  CHECK_EQ(omp_get_teams_thread_limit(), 2);
  return check_finish();
}
