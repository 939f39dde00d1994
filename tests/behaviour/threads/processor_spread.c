// SPDX-License-Identifier: Apache-2.0
//
// Two threads of a team that have come to share a processor part again, although neither starves; the mask of the one
// that moves is what it was. Where others use all the other processors, nothing is said about where the threads are.
//
// test: THREADS 2 FLAGS -D_GNU_SOURCE SERIAL NOT_STOCK gcc 'libgomp leaves it to the kernel'
// test: clang 'libomp leaves it to the kernel'
#include <omp.h>
#include <sched.h>

#include "../process.h"
#include "check.h"

static int processors[2];

// Seconds that processors other than the shared one have had nothing to do, as far as this process may use them.
static double idle_seconds(const cpu_set_t* all) {
  FILE* stat = fopen("/proc/stat", "r");
  char line[512];
  double ticks = 0;
  while (stat != NULL && fgets(line, sizeof line, stat) != NULL) {
    int cpu = 0;
    double idle = 0;
    if (sscanf(line, "cpu%d %*f %*f %*f %lf", &cpu, &idle) == 2 && cpu != processors[0] && CPU_ISSET(cpu, all)) {
      ticks += idle;
    }
  }
  if (stat != NULL) fclose(stat);
  return ticks / (double)sysconf(_SC_CLK_TCK);
}

static void region(void) {
#pragma omp parallel num_threads(2)
  processors[omp_get_thread_num()] = sched_getcpu();
}

// Both on one processor; allowed to leave it.
static void meet(const cpu_set_t* all) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processors[0], &one);
#pragma omp parallel num_threads(2)
  CHECK_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  region();
  CHECK_EQ(processors[0], processors[1]);
#pragma omp parallel num_threads(2)
  CHECK_EQ(sched_setaffinity(0, sizeof *all, all), 0);
}

int main(void) {
  cpu_set_t all;
  CHECK_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  if (omp_get_num_procs() < 2) return check_finish();
  region();
  int n_parted = 0, n_could_part = 0;
  for (int round = 0; round < 5; round++) {
    meet(&all);
    const double start = omp_get_wtime(), idle = idle_seconds(&all);
    int n_regions = 0;
    for (; n_regions < 5000 && processors[0] == processors[1]; n_regions++) {
      const double end = omp_get_wtime() + 50e-6;
      while (omp_get_wtime() < end) {
      }
      region();
    }
    n_parted += n_regions < 5000;
    n_could_part += n_regions < 5000 || idle_seconds(&all) - idle > 0.5 * (omp_get_wtime() - start);
#pragma omp parallel num_threads(2)
    {
      cpu_set_t mine;
      CHECK_EQ(sched_getaffinity(0, sizeof mine, &mine), 0);
      CHECK(CPU_EQUAL(&mine, &all));
    }
  }
  CHECK(n_parted > 0 || n_could_part < 3); /* not each time: the other processor may have been somebody else's */
  return check_finish();
}
