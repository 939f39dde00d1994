// SPDX-License-Identifier: Apache-2.0
//
// target constructs, which run on the host: every mapping sees and leaves the program's data as it would
// if there were one memory.
#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

enum { kN = 50 };

#define MAP(name, ...)                                    \
  CASE(name, "target map(" #__VA_ARGS__ ")") {            \
    int a[kN], sum = 0;                                   \
    for (int i = 0; i < kN; i++) a[i] = i;                \
    PRAGMA(target map(__VA_ARGS__ : a) map(tofrom : sum)) \
    for (int i = 0; i < kN; i++) {                        \
      a[i] = i + 1;                                       \
      sum += a[i];                                        \
    }                                                     \
    CHECK_EQ(sum, kN*(kN + 1) / 2);                       \
  }
MAP(map_to, to)
MAP(map_from, from)
MAP(map_tofrom, tofrom)
MAP(map_alloc, alloc)
MAP(map_always, always, tofrom)
MAP(map_close, close, tofrom)

CASE(map_sections, "target map of array sections, members, pointers") {
  struct {
    int* p;
    int n;
    int own[5];
  } s;
  int store[kN] = {0};
  s.p = store;
  s.n = kN;
#pragma omp target map(tofrom : s.p[10 : 20]) map(to : s.n) map(tofrom : s.own[1 : 3])
  {
    for (int i = 10; i < 30; i++) s.p[i] = s.n;
    s.own[2] = 8;
  }
  CHECK_EQ(store[29], kN);
  CHECK_EQ(store[30], 0);
  CHECK_EQ(s.own[2], 8);
}
CASE(target_private, "target private, firstprivate, implicit firstprivate of scalars") {
  int x = 4, y = 5, scratch = 6, got = 0;
#pragma omp target firstprivate(x) private(scratch) map(from : got)
  {
    scratch = x + y;
    got = scratch;
    x = y = 0;
  }
  CHECK(got == 9 && x == 4 && y == 5 && scratch == 6);
}
CASE(target_defaultmap, "target defaultmap") {
  int x = 1;
#pragma omp target defaultmap(tofrom : scalar)
  x = 2;
  CHECK_EQ(x, 2);
#pragma omp target defaultmap(firstprivate : scalar)
  x = 3;
  CHECK_EQ(x, 2);
#pragma omp target defaultmap(none) map(tofrom : x)
  x = 4;
  CHECK_EQ(x, 4);
}
CASE(target_if_device, "target if, device") {
  int x = 0;
#pragma omp target if (0) map(tofrom : x)
  x += omp_is_initial_device();
#pragma omp target device(omp_get_initial_device()) map(tofrom : x)
  x += omp_is_initial_device();
  CHECK_EQ(x, 2);
}
CASE(target_thread_limit, "target thread_limit, allocate") {
  int members = 0;
#pragma omp target thread_limit(2) map(tofrom : members)
#pragma omp parallel num_threads(2)
  {
#pragma omp atomic
    members++;
  }
  CHECK(members == 1 || members == 2);
}
CASE(target_nowait, "target nowait, depend") {
  int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 1;
#pragma omp target nowait depend(in : x) depend(out : y) map(tofrom : x, y)
    y = x + 1;
#pragma omp target depend(in : y) map(tofrom : x, y)
    x = y + 1;
#pragma omp taskwait
    CHECK(x == 3 && y == 2);
  }
}
CASE(target_pointers, "target is_device_ptr, data use_device_ptr, use_device_addr") {
  int a[kN] = {0};
  int* p = a;
#pragma omp target is_device_ptr(p)
  p[3] = 3;
  CHECK_EQ(a[3], 3);
#pragma omp target data map(tofrom : a) use_device_addr(a)
  a[4] = 4;
  CHECK_EQ(a[4], 4);
#pragma omp target data map(tofrom : p[0 : kN]) use_device_ptr(p)
  p[5] = 5;
  CHECK_EQ(a[5], 5);
}
CASE(target_in_reduction, "target in_reduction") {
  int sum = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < 10; i++)
#pragma omp target in_reduction(+ : sum)
    sum += i;
  CHECK_EQ(sum, 46);
}
CASE(target_data, "target data map, if, device") {
  int a[kN] = {0};
#pragma omp target data map(tofrom : a) if (1) device(omp_get_initial_device())
  {
#pragma omp target
    a[1] = 5;
#pragma omp target update from(a)
    CHECK_EQ(a[1], 5);
    a[2] = 6;
#pragma omp target update to(a[2 : 1])
#pragma omp target map(alloc : a)
    a[3] = a[2] + 1;
  }
  CHECK_EQ(a[3], 7);
}
CASE(enter_exit_data, "target enter data, target exit data, nowait, depend") {
  int a[kN] = {0};
#pragma omp target enter data map(to : a)
#pragma omp target
  a[7] = 7;
#pragma omp target exit data map(from : a)
  CHECK_EQ(a[7], 7);
#pragma omp parallel
#pragma omp single
  {
#pragma omp target enter data map(alloc : a) nowait depend(inout : a)
#pragma omp target nowait depend(inout : a) map(alloc : a)
    a[8] = 8;
#pragma omp target update from(a) nowait depend(inout : a)
#pragma omp target exit data map(release : a) nowait depend(inout : a)
#pragma omp taskwait
  }
#pragma omp target enter data map(to : a)
#pragma omp target exit data map(delete : a)
  CHECK_EQ(a[8], 8);
}
CASE(target_parallel, "target parallel, target parallel for, target parallel for simd, target parallel loop") {
  int members = 0, a[kN] = {0}, sum = 0;
#pragma omp target parallel num_threads(2) map(tofrom : members)
  {
#pragma omp atomic
    members++;
  }
  CHECK_EQ(members, 2);
#pragma omp target parallel for map(tofrom : a) schedule(dynamic)
  for (int i = 0; i < kN; i++) a[i]++;
#pragma omp target parallel for simd map(tofrom : a)
  for (int i = 0; i < kN; i++) a[i]++;
#pragma omp target parallel loop map(tofrom : a)
  for (int i = 0; i < kN; i++) a[i]++;
#pragma omp target simd map(tofrom : a)
  for (int i = 0; i < kN; i++) a[i]++;
#pragma omp target parallel for reduction(+ : sum) map(tofrom : sum)
  for (int i = 0; i < kN; i++) sum += a[i];
  CHECK_EQ(sum, 4 * kN);
}
CASE(target_teams, "target teams, target teams distribute (parallel for) (simd), target teams loop") {
  int leagues = 0, a[kN] = {0};
#pragma omp target teams num_teams(2) reduction(+ : leagues) map(tofrom : leagues)
  leagues++;
  CHECK(leagues == 1 || leagues == 2);
#pragma omp target teams distribute map(tofrom : a)
  for (int i = 0; i < kN; i++) a[i]++;
#pragma omp target teams distribute parallel for map(tofrom : a) collapse(2)
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 10; j++) a[i * 10 + j]++;
#pragma omp target teams distribute parallel for simd map(tofrom : a) num_teams(2) thread_limit(2)
  for (int i = 0; i < kN; i++) a[i]++;
#pragma omp target teams distribute simd map(tofrom : a)
  for (int i = 0; i < kN; i++) a[i]++;
#pragma omp target teams loop map(tofrom : a)
  for (int i = 0; i < kN; i++) a[i]++;
  for (int i = 0; i < kN; i++) CHECK_EQ(a[i], 5);
}

#pragma omp declare target
static int on_device = 6;
static int twice(int x) { return 2 * x; }
#pragma omp end declare target
static int linked[4];
#pragma omp declare target link(linked)
CASE(declare_target, "declare target, to, link, device_type") {
  int got = 0;
#pragma omp target map(from : got) map(tofrom : linked)
  {
    got = twice(on_device);
    linked[1] = 9;
  }
  CHECK_EQ(got, 12);
  CHECK_EQ(linked[1], 9);
}
#ifdef __clang__
CASE(declare_mapper, "declare mapper") {
  typedef struct {
    int n;
    int* p;
  } list;
#pragma omp declare mapper(list l) map(l.n, l.p[0 : l.n])
  int store[5] = {0};
  list l = {5, store};
#pragma omp target map(tofrom : l)
  l.p[4] = 2;
  CHECK_EQ(store[4], 2);
}
#else
CASE_NOT_BUILT("declare mapper", "gcc does not know it")
#endif
#ifdef __clang__
CASE(uses_allocators, "target uses_allocators") {
  int x = 5, got = 0;
#pragma omp target uses_allocators(omp_default_mem_alloc) firstprivate(x) allocate(omp_default_mem_alloc : x) \
    map(from : got)
  got = x;
  CHECK_EQ(got, 5);
}
#else
CASE_NOT_BUILT("target uses_allocators", "gcc 12 does not know it")
#endif

#ifdef __clang__
CASE_NOT_BUILT("target: the initial ICVs", "clang's host code for a target region is a plain call")
CASE_NOT_BUILT("target in a parallel region of a league", "clang's host code for a target region is a plain call")
#else
static int max_threads_here(void) { return omp_get_max_threads(); }
CASE(initial_icvs, "target: the initial ICVs") {
  omp_sched_t kind, kind_inside;
  int chunk, chunk_inside;
  omp_get_schedule(&kind, &chunk);
  const int n_threads = omp_get_max_threads(), levels = omp_get_max_active_levels(), limit = omp_get_thread_limit();
  omp_set_num_threads(n_threads + 3);
  omp_set_schedule(omp_sched_guided, 7);
  omp_set_max_active_levels(levels + 1);
  omp_set_dynamic(1);
#pragma omp parallel num_threads(2)
  {
    omp_set_num_threads(n_threads + 5);
#pragma omp target map(from : kind_inside, chunk_inside)
    {
      CHECK_EQ(omp_get_max_threads(), n_threads);
      CHECK_EQ(omp_get_max_active_levels(), levels);
      CHECK_EQ(omp_get_dynamic(), 0);
      CHECK_EQ(omp_get_thread_limit(), limit);
      CHECK_EQ(omp_get_level(), 0);
      CHECK_EQ(omp_in_parallel(), 0);
      omp_set_num_threads(2);
      omp_get_schedule(&kind_inside, &chunk_inside);
      CHECK(kind_inside == kind && chunk_inside == chunk);
    }
    CHECK_EQ(omp_get_max_threads(), n_threads + 5);
  }
#pragma omp target teams num_teams(2)
  CHECK_EQ(max_threads_here(), n_threads);
#pragma omp target nowait
  {
    omp_get_schedule(&kind_inside, &chunk_inside);
    CHECK(kind_inside == kind && chunk_inside == chunk);
  }
#pragma omp taskwait
  CHECK_EQ(omp_get_max_threads(), n_threads + 3);
  omp_set_num_threads(n_threads);
  omp_set_schedule(kind, chunk);
  omp_set_max_active_levels(levels);
  omp_set_dynamic(0);
}
CASE(in_league, "target in a parallel region of a league") {
  int n = 0, inside = 0;
#pragma omp teams num_teams(3)
  {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      CHECK_EQ(omp_get_num_teams(), 3);
#pragma omp target map(tofrom : n, inside)
      {
        n++;
        CHECK_EQ(omp_get_num_teams(), 1);
        CHECK_EQ(omp_get_team_num(), 0);
#pragma omp parallel num_threads(2)
#pragma omp single
        CHECK_EQ(omp_get_num_teams(), 1);
      }
#pragma omp target teams num_teams(2) map(tofrom : inside)
      {
        inside++;
        CHECK_EQ(omp_get_num_teams(), 2);
      }
      CHECK_EQ(omp_get_num_teams(), 3);
    }
  }
  CHECK_EQ(n, 3);
  CHECK_EQ(inside, 6);
  CHECK_EQ(omp_get_num_teams(), 1);
}
#endif
