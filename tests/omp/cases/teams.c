// SPDX-License-Identifier: Apache-2.0
//
// teams, distribute and what is combined with them, on the host.
#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

enum { kN = 97 };
static int count[kN];
static void expect_each_once(const char* what) {
  for (int i = 0; i < kN; i++)
    if (count[i] != 1) check_differs(what, i, "count", count[i], 1);
  memset(count, 0, sizeof count);
}

// gcc looks at what stands in a teams construct itself; these stand outside of it.
static void add(int* to, int what) {
#pragma omp atomic
  *to += what;
}
static int thread_count(void) { return omp_get_num_threads(); }
static int limit(void) { return omp_get_thread_limit(); }

CASE_NOT_LIBOMP(teams, "teams", "libomp 19: omp_get_num_threads() in it is not 1") {
  int leagues = 0, wrong = 0;
#pragma omp teams
  {
    if (omp_get_team_num() >= omp_get_num_teams() || thread_count() != 1) wrong++;
    add(&leagues, 1);
  }
  CHECK(leagues >= 1);
  CHECK_EQ(wrong, 0);
}
CASE(num_teams, "teams num_teams") {
  int seen = 0;
#pragma omp teams num_teams(3)
  {
    CHECK(omp_get_num_teams() <= 3);
    add(&seen, 1 << omp_get_team_num());
  }
  CHECK(seen == 1 || seen == 3 || seen == 7);
}
#ifdef __clang__
CASE_NOT_BUILT("teams num_teams(lower : upper)", "clang 19 does not know it")
#else
CASE(num_teams_bounds, "teams num_teams(lower : upper)") {
  int leagues = 0;
#pragma omp teams num_teams(2 : 4)
  {
    add(&leagues, 1);
  }
  CHECK(leagues >= 2 && leagues <= 4);
}
#endif
CASE(thread_limit, "teams thread_limit") {
#pragma omp teams num_teams(2) thread_limit(2)
  {
    CHECK_EQ(limit(), 2);
    int members = 0;
#pragma omp parallel num_threads(6) reduction(+ : members)
    members++;
    CHECK(members >= 1 && members <= 2);
  }
}
CASE(teams_data, "teams private firstprivate shared default allocate reduction") {
  int x = 5, y = 0, sum = 0;
#pragma omp teams num_teams(2) default(none) firstprivate(x) private(y) allocate(x) reduction(+ : sum)
  {
    y = x;
    x = 0;
    sum += y;
  }
  CHECK(sum == 10 || sum == 5);
  CHECK_EQ(x, 5);
  CHECK_EQ(y, 0);
}
CASE(parallel_in_teams, "parallel in teams: levels, numbers") {
#pragma omp teams num_teams(2)
#pragma omp parallel num_threads(2)
  {
    CHECK(omp_get_thread_num() < omp_get_num_threads());
    CHECK_EQ(omp_get_level(), 1);
    CHECK(omp_get_team_num() < omp_get_num_teams());
  }
}

#define DISTRIBUTE(name, clauses)                                             \
  CASE(name, "teams distribute " #clauses) {                                  \
    PRAGMA(teams distribute num_teams(3) clauses)                             \
    for (int i = 0; i < kN; i++) count[i]++;                                  \
    expect_each_once("int");                                                  \
    PRAGMA(teams distribute num_teams(2) clauses)                             \
    for (unsigned long long i = 5ULL * kN; i > 0; i -= 5) count[i / 5 - 1]++; \
    expect_each_once("unsigned long long, down");                             \
    PRAGMA(teams distribute clauses collapse(2))                              \
    for (int i = 0; i < 12; i++)                                              \
      for (long j = 0; j < 8; j++) count[i * 8 + j]++;                        \
    count[96]++;                                                              \
    expect_each_once("collapse(2)");                                          \
    PRAGMA(teams distribute simd clauses)                                     \
    for (int i = 0; i < kN; i++) count[i]++;                                  \
    expect_each_once("simd");                                                 \
    PRAGMA(teams distribute parallel for num_teams(2) clauses)                \
    for (int i = 0; i < kN; i++) count[i]++;                                  \
    expect_each_once("parallel for");                                         \
    PRAGMA(teams distribute parallel for simd num_teams(2) clauses)           \
    for (unsigned i = 0; i < kN; i++) count[i]++;                             \
    expect_each_once("parallel for simd");                                    \
  }
DISTRIBUTE(distribute, )
DISTRIBUTE(dist_schedule, dist_schedule(static))
DISTRIBUTE(dist_schedule_chunk, dist_schedule(static, 7))
DISTRIBUTE(distribute_order, order(concurrent))

#define PARALLEL_FOR(name, clauses)                                        \
  CASE(name, "teams distribute parallel for " #clauses) {                  \
    PRAGMA(teams distribute parallel for num_teams(2) clauses)             \
    for (int i = 0; i < kN; i++) count[i]++;                               \
    expect_each_once("int");                                               \
    PRAGMA(teams distribute parallel for clauses dist_schedule(static, 9)) \
    for (unsigned long long i = 0; i < kN; i++) count[i]++;                \
    expect_each_once("unsigned long long");                                \
  }
PARALLEL_FOR(schedule_static, schedule(static))
PARALLEL_FOR(schedule_chunk, schedule(static, 3))
PARALLEL_FOR(schedule_dynamic, schedule(dynamic))
PARALLEL_FOR(schedule_guided, schedule(guided))
PARALLEL_FOR(schedule_runtime, schedule(runtime))
PARALLEL_FOR(schedule_auto, schedule(auto))
PARALLEL_FOR(with_if, if (parallel : 0))
PARALLEL_FOR(with_num_threads, num_threads(2))
PARALLEL_FOR(with_proc_bind, proc_bind(close))

CASE_NOT_LIBOMP(chunks_of_one, "teams distribute parallel for (simd) schedule((simd:) static, 1)",
                "libomp 19 leaves iterations out: in teams of one thread, and with simd") {
  for (int n = 1; n < 10; n++) {
#pragma omp teams distribute parallel for num_teams(2) num_threads(4) schedule(static, 1)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      count[i]++;
    }
    for (int i = n; i < kN; i++) count[i]++;
    expect_each_once("static, 1");
#pragma omp teams distribute parallel for simd num_teams(2) num_threads(4) schedule(simd : static, 1)
    for (int i = 0; i < kN - n; i++) count[i]++;
    for (int i = kN - n; i < kN; i++) count[i]++;
    expect_each_once("simd: static, 1");
  }
}

CASE(distribute_data, "distribute private firstprivate lastprivate allocate") {
  int first = 3, last = -1, scratch = 0;
#pragma omp teams num_teams(2) shared(last)
  {
#pragma omp distribute firstprivate(first) private(scratch) lastprivate(last) allocate(scratch)
    for (int i = 0; i < kN; i++) {
      scratch = first - 2;
      count[i] += scratch;
      last = i;
    }
  }
  expect_each_once("data");
  CHECK_EQ(last, kN - 1);
  CHECK_EQ(scratch, 0);
}
CASE(distribute_parallel_for, "distribute parallel for lastprivate reduction in teams") {
  int last = -1;
  long sum = 0;
#pragma omp teams distribute parallel for num_teams(2) lastprivate(last) reduction(+ : sum)
  for (int i = 0; i < kN; i++) {
    last = i;
    sum += i;
  }
  CHECK_EQ(last, kN - 1);
  CHECK_EQ(sum, kN * (kN - 1) / 2);
}
CASE(teams_loop, "teams loop, loop bind(teams)") {
  int sum = 0;
#pragma omp teams loop reduction(+ : sum) num_teams(2)
  for (int i = 0; i < kN; i++) {
    count[i]++;
    sum += i;
  }
  expect_each_once("teams loop");
  CHECK_EQ(sum, kN * (kN - 1) / 2);
#pragma omp teams num_teams(2)
#pragma omp loop bind(teams)
  for (int i = 0; i < kN; i++) count[i]++;
  expect_each_once("bind(teams)");
}
static void create_tasks(int* done) {
  for (int i = 0; i < 20; i++)
#pragma omp task
    add(done, 1);
#pragma omp taskwait
}
CASE(tasks_in_teams, "tasks in teams") {
  int done = 0, leagues = 0;
#pragma omp teams num_teams(2)
  {
    add(&leagues, 1);
    create_tasks(&done);
  }
  CHECK_EQ(done, 20 * leagues);
}
CASE_NOT_LIBOMP(league_settings, "omp_set_num_teams, omp_set_teams_thread_limit",
                "libomp 19: omp_get_thread_limit() does not show it") {
  omp_set_num_teams(2);
  omp_set_teams_thread_limit(3);
  int leagues = 0;
#pragma omp teams reduction(+ : leagues)
  {
    CHECK(omp_get_num_teams() <= 2);
    CHECK(limit() <= 3);
    leagues++;
  }
  CHECK(leagues >= 1 && leagues <= 2);
  omp_set_num_teams(0);
  omp_set_teams_thread_limit(0);
}
