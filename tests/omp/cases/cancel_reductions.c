// SPDX-License-Identifier: Apache-2.0
//
// Cancellation of and inside of constructs in which tasks reduce (OMP_CANCELLATION=true). What a cancelled construct
// has reduced is left open by OpenMP; what those around it and behind it reduce is not.
//
// test: ENV OMP_CANCELLATION=true
#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

enum { kRounds = 20 };

#define OUTER "libomp 19 ends the group of the cancelled construct in place of the one around it"

static int team_size(void) {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  n++;
  return n;
}

// A region that uses whatever the cancelled one may have left behind: slots, memory, groups.
static void check_next_region(int n) {
  int a = 0, b = 0, c = 0, loops = 0;
#pragma omp parallel reduction(task, + : a)
  {
    for (int round = 0; round < 10; round++) {
#pragma omp for reduction(task, + : b) schedule(dynamic)
      for (int i = 0; i < 12; i++) {
#pragma omp task in_reduction(+ : a, b)
        a++, b++;
      }
#pragma omp for reduction(+ : loops) schedule(guided)
      for (int i = 0; i < 12; i++) loops++;
    }
#pragma omp sections reduction(task, + : c)
    {
#pragma omp section
      {
#pragma omp task in_reduction(+ : a, c)
        a++, c++;
      }
    }
#pragma omp task in_reduction(+ : a)
    a++;
  }
  CHECK_EQ(a, 121 + n);
  CHECK_EQ(b, 120);
  CHECK_EQ(c, 1);
  CHECK_EQ(loops, 120);
}

CASE_NOT_LIBOMP(cancel_for, "cancel for of for reduction(task) in parallel reduction(task)", OUTER) {
  const int n = team_size();
  for (int round = 0; round < kRounds; round++) {
    int a = 0, b = 0, executed = 0;
#pragma omp parallel reduction(task, + : a)
    {
#pragma omp task in_reduction(+ : a)
      a++;
#pragma omp for reduction(task, + : b) schedule(static)
      for (int i = 0; i < 800; i++) {
#pragma omp task in_reduction(+ : b)
        b++;
#pragma omp atomic
        executed++;
#pragma omp cancel for
      }
#pragma omp task in_reduction(+ : a)
      a++;
    }
    CHECK_EQ(a, 2 * n);
    CHECK(executed >= 1 && executed <= n);
    check_next_region(n);
  }
}

#ifdef __clang__
CASE_NOT_BUILT("cancel sections of sections reduction(task) in parallel reduction(task)",
               "clang 19 has the thread that cancels meet fewer barriers than the others, which wait for ever")
#else
CASE(cancel_sections, "cancel sections of sections reduction(task) in parallel reduction(task)") {
  const int n = team_size();
  for (int round = 0; round < kRounds; round++) {
    int a = 0, b = 0;
#pragma omp parallel reduction(task, + : a)
    {
#pragma omp sections reduction(task, + : b)
      {
#pragma omp section
        {
#pragma omp task in_reduction(+ : a, b)
          b++, a += 0;
#pragma omp cancel sections
          CHECK(0 && "not reached after cancel sections");
        }
#pragma omp section
        {
#pragma omp task in_reduction(+ : b)
          b++;
        }
      }
#pragma omp task in_reduction(+ : a)
      a++;
    }
    CHECK_EQ(a, n);
    check_next_region(n);
  }
}
#endif

CASE_NOT_LIBOMP(cancel_for_in_taskgroup, "cancel for of for reduction(task) in taskgroup task_reduction", OUTER) {
  const int n = team_size();
  int b = 0, sum = 0;
#pragma omp parallel
  {
    int mine = 0;
#pragma omp taskgroup task_reduction(+ : mine)
    {
#pragma omp for reduction(task, + : b)
      for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : b)
        b++;
#pragma omp cancel for
      }
#pragma omp task in_reduction(+ : mine)
      mine++;
    }
#pragma omp atomic
    sum += mine;
  }
  CHECK_EQ(sum, n);
  check_next_region(n);
}

// The threads are in different constructs when the region ends.
CASE_NOT_LIBOMP(cancel_parallel_early, "cancel parallel before for reduction(task) that others are in",
                "threads that wait in a reduction do so for ever on libomp 19") {
  const int n = team_size();
  for (int round = 0; round < kRounds; round++) {
    long big[200] = {0};
    int beyond = 0, arrived = 0;
#pragma omp parallel
    {
      if (omp_get_thread_num() == omp_get_num_threads() - 1) {
        int seen = 0;
        for (int spins = 0; seen + 1 < omp_get_num_threads() && spins < 10000; spins++) {
#pragma omp atomic read
          seen = arrived;
        }
#pragma omp cancel parallel
        CHECK(0 && "not reached after cancel parallel");
      }
#pragma omp for reduction(task, + : big) schedule(dynamic)
      for (int i = 0; i < 64; i++) {
#pragma omp atomic
        arrived++;
#pragma omp task in_reduction(+ : big)
        big[i]++;
      }
#pragma omp atomic
      beyond++;
    }
    CHECK_EQ(beyond, 0);
    check_next_region(n);
  }
}

CASE(cancel_parallel_reducing, "cancel parallel of parallel reduction(task) by each thread") {
  const int n = team_size();
  for (int round = 0; round < kRounds; round++) {
    int a = 0, entered = 0;
#pragma omp parallel reduction(task, + : a)
    {
      for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : a)
        a++;
      }
#pragma omp atomic
      entered++;
#pragma omp cancel parallel
      CHECK(0 && "not reached after cancel parallel");
    }
    CHECK_EQ(entered, n);
    check_next_region(n);
  }
}

CASE(cancel_inner_region, "cancel parallel of a region in a task of parallel reduction(task)") {
  omp_set_max_active_levels(2);
  int a = 0;
  const int n = team_size();
#pragma omp parallel reduction(task, + : a)
  {
#pragma omp task in_reduction(+ : a)
    {
      int inner = 0;
#pragma omp parallel num_threads(2) reduction(task, + : inner)
      {
#pragma omp task in_reduction(+ : inner)
        inner++;
#pragma omp cancel parallel
      }
      a++;
#pragma omp parallel num_threads(2) reduction(task, + : a)
      {
#pragma omp task in_reduction(+ : a)
        a += 10 / omp_get_num_threads();
      }
    }
  }
  CHECK_EQ(a, 11 * n);
  omp_set_max_active_levels(1);
}

// The loop's tasks cancel the group that the program has opened around the loop; what the loop's construct opens for
// itself is none that the directive could mean. Each thread has iterations, so each one's group is cancelled.
CASE_NOT_LIBOMP(cancel_taskgroup, "cancel taskgroup in for reduction(task)",
                "libomp 19 cancels the tasks of the loop, and not the taskgroup around it") {
  const int n = team_size();
  for (int round = 0; round < kRounds; round++) {
    int a = 0, behind = 0, points = 0, later = 0;
#pragma omp parallel
    {
#pragma omp taskgroup
      {
#pragma omp for reduction(task, + : a) schedule(static)
        for (int i = 0; i < 8 * n; i++) {
#pragma omp task in_reduction(+ : a)
          {
            a += 0;
#pragma omp cancel taskgroup
            CHECK(0 && "not reached after cancel taskgroup");
          }
        }
#pragma omp task shared(behind)
        {
#pragma omp atomic
          behind++;
        }
#pragma omp for reduction(task, + : a) schedule(static)
        for (int i = 0; i < 2 * n; i++) {
#pragma omp task in_reduction(+ : a) shared(points)
          {
#pragma omp cancellation point taskgroup
            a++;
#pragma omp atomic
            points++;
          }
        }
      }
#pragma omp taskgroup
      {
#pragma omp for reduction(task, + : later)
        for (int i = 0; i < 40; i++) {
#pragma omp task in_reduction(+ : later)
          later++;
        }
      }
    }
    CHECK_EQ(behind, 0);
    CHECK_EQ(points, 0);
    CHECK_EQ(a, 0);
    CHECK_EQ(later, 40);
    check_next_region(n);
  }
}

CASE(cancel_reducing_group, "cancel taskgroup of taskgroup task_reduction and of taskloop reduction") {
  const int n = team_size();
  for (int round = 0; round < kRounds; round++) {
    int a = 0;
#pragma omp parallel reduction(task, + : a)
    {
      int mine = 0, next = 0;
#pragma omp taskgroup task_reduction(+ : mine)
      for (int i = 0; i < 20; i++) {
#pragma omp task in_reduction(+ : mine) firstprivate(i)
        {
          mine++;
#pragma omp cancel taskgroup if (i == 5)
        }
      }
#pragma omp taskloop reduction(+ : mine) num_tasks(10)
      for (int i = 0; i < 100; i++) {
        mine++;
#pragma omp cancel taskgroup
      }
#pragma omp taskgroup task_reduction(+ : next)
      for (int i = 0; i < 20; i++) {
#pragma omp task in_reduction(+ : next, a)
        next++, a++;
      }
      CHECK_EQ(next, 20);
    }
    CHECK_EQ(a, 20 * n);
    check_next_region(n);
  }
}

#ifndef __clang__
CASE_NOT_LIBGOMP(cancel_parallel_in_scopes, "cancel parallel while others are in nested scope reduction(task)",
                 "libgomp 12 waits for ever at the region's end") {
  const int n = team_size();
  for (int round = 0; round < kRounds; round++) {
    int a = 0, b = 0, c = 0, beyond = 0;
#pragma omp parallel reduction(task, + : c)
    {
      if (omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp cancel parallel
        CHECK(0 && "not reached after cancel parallel");
      }
#pragma omp scope reduction(task, + : a)
      {
#pragma omp task in_reduction(+ : a)
        a++;
#pragma omp scope reduction(task, + : b)
        {
#pragma omp task in_reduction(+ : a, b, c)
          a++, b++, c++;
        }
#pragma omp task in_reduction(+ : a)
        a++;
      }
#pragma omp atomic
      beyond++;
    }
    CHECK_EQ(beyond, 0);
    check_next_region(n);
  }
}

CASE(cancel_for_in_scope, "cancel for of for reduction(task) in scope reduction(task)") {
  const int n = team_size();
  for (int round = 0; round < kRounds; round++) {
    int a = 0, b = 0;
#pragma omp parallel
#pragma omp scope reduction(task, + : a)
    {
#pragma omp task in_reduction(+ : a)
      a++;
#pragma omp for reduction(task, + : b)
      for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : b)
        b++;
#pragma omp cancel for
      }
#pragma omp task in_reduction(+ : a)
      a++;
    }
    CHECK_EQ(a, 2 * n);
    check_next_region(n);
  }
}

CASE_NOT_LIBGOMP(cancel_taskgroup_in_scope, "cancel taskgroup in nested scope reduction(task)",
                 "libgomp 12 cancels the outer scope's tasks, and not the taskgroup around it") {
  int a = 0, b = 0, behind = 0;
#pragma omp parallel
  {
#pragma omp taskgroup
    {
#pragma omp scope reduction(task, + : a)
      {
#pragma omp scope reduction(task, + : b)
        {
#pragma omp task in_reduction(+ : a, b)
          {
            a++, b++;
#pragma omp cancel taskgroup
          }
        }
      }
#pragma omp task shared(behind)
      {
#pragma omp atomic
        behind++;
      }
    }
  }
  CHECK_EQ(behind, 0);
  check_next_region(team_size());
}
#endif
