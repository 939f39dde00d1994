// SPDX-License-Identifier: Apache-2.0
//
// The environment variables of OpenMP, all set at once by cases.cmake: what the routines then answer.
//
// test: ENV OMP_SCHEDULE=guided,6 OMP_DYNAMIC=true OMP_MAX_ACTIVE_LEVELS=3 OMP_THREAD_LIMIT=30
// test: OMP_MAX_TASK_PRIORITY=5
// test: OMP_CANCELLATION=true OMP_PROC_BIND=spread OMP_PLACES={0} OMP_AFFINITY_FORMAT=own:%n OMP_DEFAULT_DEVICE=2
// test: OMP_NUM_TEAMS=3 OMP_TEAMS_THREAD_LIMIT=4 OMP_ALLOCATOR=omp_const_mem_alloc
#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

CASE(schedule, "OMP_SCHEDULE") {
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQ((unsigned)kind & ~(unsigned)omp_sched_monotonic, omp_sched_guided);
  CHECK_EQ(chunk, 6);
}
CASE(dynamic, "OMP_DYNAMIC") { CHECK_EQ(omp_get_dynamic(), 1); }
CASE(max_active_levels, "OMP_MAX_ACTIVE_LEVELS") { CHECK_EQ(omp_get_max_active_levels(), 3); }
CASE(thread_limit, "OMP_THREAD_LIMIT") { CHECK_EQ(omp_get_thread_limit(), 30); }
CASE(priority, "OMP_MAX_TASK_PRIORITY") { CHECK_EQ(omp_get_max_task_priority(), 5); }
CASE(cancellation, "OMP_CANCELLATION") { CHECK_EQ(omp_get_cancellation(), 1); }
CASE(proc_bind, "OMP_PROC_BIND") { CHECK_EQ(omp_get_proc_bind(), omp_proc_bind_spread); }
CASE(places, "OMP_PLACES") {
  CHECK_EQ(omp_get_num_places(), 1);
  CHECK_EQ(omp_get_place_num_procs(0), 1);
  int id = -1;
  omp_get_place_proc_ids(0, &id);
  CHECK_EQ(id, 0);
}
CASE(affinity_format, "OMP_AFFINITY_FORMAT") {
  char text[50];
  CHECK_EQ(omp_get_affinity_format(text, sizeof text), 6);
  CHECK(strcmp(text, "own:%n") == 0);
}
CASE(default_device, "OMP_DEFAULT_DEVICE") { CHECK_EQ(omp_get_default_device(), 2); }
CASE(num_teams, "OMP_NUM_TEAMS") { CHECK_EQ(omp_get_max_teams(), 3); }
CASE(teams_thread_limit, "OMP_TEAMS_THREAD_LIMIT") { CHECK_EQ(omp_get_teams_thread_limit(), 4); }
CASE_NOT_LIBOMP(allocator, "OMP_ALLOCATOR", "libomp 19 takes only allocators of memory kinds that the machine has") {
  CHECK(omp_get_default_allocator() == omp_const_mem_alloc);
}
CASE(in_region, "the settings inside of a region") {
#pragma omp parallel
  {
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    CHECK_EQ(chunk, 6);
    CHECK_EQ(omp_get_max_task_priority(), 5);
  }
}
