/* SPDX-License-Identifier: Apache-2.0
 *
 * One processor is slower than the other: another process uses half of it
 * (https://github.com/KratosMultiphysics/Kratos/issues/12924: all cores wait for the slowest, 3 times). A loop of 4 ms
 * on two equal processors, again and again; 2.67 ms each if nobody waits. The second argument is the schedule.
 */
#include <omp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "complaints/complaint.h"

static pid_t start_neighbour(void) {
  const pid_t child = fork();
  if (child != 0) return child;
  cpu_set_t allowed, last;
  sched_getaffinity(0, sizeof allowed, &allowed);
  CPU_ZERO(&last);
  for (int i = 0; i < CPU_SETSIZE; i++) {
    if (!CPU_ISSET(i, &allowed)) continue;
    CPU_ZERO(&last);
    CPU_SET(i, &last);
  }
  sched_setaffinity(0, sizeof last, &last);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (;;) measure_turn(1000000);
}

int main(int argc, char** argv) {
  const long n = rounds(argc, argv, 200);
  const char* schedule = argc > 2 ? argv[2] : "dynamic";
  const uint64_t turns = turns_of(20e3);
  omp_set_schedule(strcmp(schedule, "static") == 0 ? omp_sched_static : omp_sched_dynamic, 0);
  const pid_t neighbour = start_neighbour();
  const double start_s = measure_now_s();
  for (long i = 0; i < n; i++) {
    if (strcmp(schedule, "tasks") == 0) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
      for (int k = 0; k < 200; k++) measure_turn(turns);
    } else {
#pragma omp parallel for schedule(runtime)
      for (int k = 0; k < 200; k++) measure_turn(turns);
    }
  }
  const double ms = 1e3 * (measure_now_s() - start_s) / (double)n;
  kill(neighbour, SIGKILL);
  waitpid(neighbour, NULL, 0);
  report("slow_core", "ms", ms);
  return 0;
}
