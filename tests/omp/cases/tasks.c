// SPDX-License-Identifier: Apache-2.0
//
// task, taskgroup, taskwait, taskyield: every clause, one case each.
#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

enum { kN = 40 };
#define ON_ONE_THREAD PRAGMA(parallel) PRAGMA(single)

CASE(task, "task") {
  int done[kN] = {0};
  ON_ONE_THREAD
  for (int i = 0; i < kN; i++)
#pragma omp task
    done[i] = i + 1;
  for (int i = 0; i < kN; i++) CHECK_EQ(done[i], i + 1);
}
CASE(task_if, "task if") {
  ON_ONE_THREAD
  for (int on = 0; on < 2; on++) {
    int done = 0;
#pragma omp task if (task : on) shared(done)
    done = 1;
    if (!on) CHECK_EQ(done, 1);
#pragma omp taskwait
    CHECK_EQ(done, 1);
  }
}
CASE(task_final, "task final, omp_in_final") {
  ON_ONE_THREAD
  for (int on = 0; on < 2; on++) {
#pragma omp task final(on)
    {
      CHECK_EQ(omp_in_final(), on);
      int inner = 0;
#pragma omp task shared(inner)
      {
        inner = 1;
        CHECK_EQ(omp_in_final(), on);
      }
      if (on) CHECK_EQ(inner, 1);
#pragma omp taskwait
    }
  }
}
CASE(task_untied, "task untied") {
  int sum = 0;
  ON_ONE_THREAD
  for (int i = 0; i < kN; i++)
#pragma omp task untied shared(sum)
  {
#pragma omp taskyield
#pragma omp task shared(sum)
    {
#pragma omp atomic
      sum++;
    }
#pragma omp taskwait
#pragma omp atomic
    sum++;
  }
  CHECK_EQ(sum, 2 * kN);
}
CASE(task_mergeable, "task mergeable") {
  int sum = 0;
  ON_ONE_THREAD
  for (int i = 0; i < kN; i++)
#pragma omp task mergeable if (i % 2) shared(sum)
  {
#pragma omp atomic
    sum += i;
  }
  CHECK_EQ(sum, kN * (kN - 1) / 2);
}
CASE(task_default, "task default(none | shared | firstprivate | private)") {
  int x = 3, sum = 0;
  ON_ONE_THREAD {
#pragma omp task default(none) firstprivate(x) shared(sum)
    {
#pragma omp atomic
      sum += x;
      x = 0;
    }
#pragma omp task default(shared)
    {
#pragma omp atomic
      sum += 3;
    }
#pragma omp task default(firstprivate) shared(sum)
    {
#pragma omp atomic
      sum += x;
      x = 100;
    }
#pragma omp task default(private) shared(sum)
    {
      x = 5;
#pragma omp atomic
      sum += x;
    }
  }
  CHECK_EQ(sum, 14);
  CHECK_EQ(x, 3);
}
CASE(task_private, "task private, firstprivate of arrays and structs") {
  struct {
    char c;
    double d[9];
  } s = {'s', {0}};
  int list[30], scratch = 0, wrong = 0;
  ON_ONE_THREAD {
    for (int i = 0; i < kN; i++) {
      s.d[8] = i;
      list[29] = i;
#pragma omp task firstprivate(s, list, i) private(scratch) shared(wrong)
      {
        scratch = i;
        if (s.d[8] != scratch || list[29] != i || s.c != 's') {
#pragma omp atomic
          wrong++;
        }
        list[29] = -1;
      }
    }
  }
  CHECK_EQ(wrong, 0);
  (void)scratch;
}
CASE(task_allocate, "task allocate") {
  int x = 6, got = 0;
  ON_ONE_THREAD
#pragma omp task firstprivate(x) allocate(omp_default_mem_alloc : x) shared(got)
  got = x;
  CHECK_EQ(got, 6);
}
CASE(task_priority, "task priority") {
  int sum = 0;
  ON_ONE_THREAD
  for (int i = 0; i < kN; i++)
#pragma omp task priority(i) shared(sum)
  {
#pragma omp atomic
    sum += i;
  }
  CHECK_EQ(sum, kN * (kN - 1) / 2);
}
CASE(task_affinity, "task affinity, with iterator") {
  int a[kN] = {0};
  ON_ONE_THREAD
  for (int i = 0; i < kN; i++)
#pragma omp task affinity(a[i]) affinity(iterator(k = 0 : 4) : a[k]) shared(a)
    a[i]++;
  for (int i = 0; i < kN; i++) CHECK_EQ(a[i], 1);
}
CASE(task_detach, "task detach, omp_fulfill_event") {
  int body = 0, after = 0;
  ON_ONE_THREAD {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : body) shared(body)
    body = 1;
#pragma omp task depend(in : body) shared(body, after)
    after = body + 1;
    omp_fulfill_event(event);
#pragma omp taskwait
    CHECK_EQ(after, 2);
  }
}
#define DEPEND(name, kind)                            \
  CASE(name, "task depend(" #kind ")") {              \
    int x = 0, seen[8];                               \
    ON_ONE_THREAD {                                   \
      PRAGMA(task depend(out : x) shared(x))          \
      x = 1;                                          \
      for (int i = 0; i < 8; i++) {                   \
        PRAGMA(task depend(kind : x) shared(x, seen)) \
        seen[i] = x;                                  \
      }                                               \
      PRAGMA(task depend(inout : x) shared(x))        \
      x = 2;                                          \
    }                                                 \
    for (int i = 0; i < 8; i++) CHECK_EQ(seen[i], 1); \
    CHECK_EQ(x, 2);                                   \
  }
DEPEND(depend_in, in)
DEPEND(depend_out, out)
DEPEND(depend_inout, inout)
DEPEND(depend_mutexinoutset, mutexinoutset)
#ifdef __clang__
DEPEND(depend_inoutset, inoutset)
CASE(depend_all_memory, "task depend(inout: omp_all_memory)") {
  int a = 0, b = 0, both = 0;
  ON_ONE_THREAD {
#pragma omp task depend(out : a) shared(a)
    a = 1;
#pragma omp task depend(out : b) shared(b)
    b = 2;
#pragma omp task depend(inout : omp_all_memory) shared(a, b, both)
    both = a + b;
#pragma omp task depend(in : a) shared(a, both)
    a = both + 1;
  }
  CHECK(both == 3 && a == 4);
}
#else
CASE_NOT_BUILT("task depend(inoutset)", "gcc 12 does not know it")
CASE_NOT_BUILT("task depend(inout: omp_all_memory)", "gcc 12 does not know it")
#endif
CASE(depend_sections, "task depend of array sections and elements") {
  int a[10] = {0}, got = 0;
  int* p = a;
  (void)p;
  ON_ONE_THREAD {
#pragma omp task depend(out : a[2 : 3]) shared(a)
    a[2] = 7;
#pragma omp task depend(in : p[2 : 3]) shared(got, a)
    got = a[2];
#pragma omp task depend(in : *(a + 2)) shared(a)
    CHECK_EQ(a[2], 7);
  }
  CHECK_EQ(got, 7);
}
CASE(depend_iterator, "task depend(iterator)") {
  static int a[kN];
  static int sum;  // gcc 12 hands a task with iterators shared automatic variables by value
  ON_ONE_THREAD {
    for (int i = 0; i < kN; i++)
#pragma omp task depend(out : a[i]) shared(a)
      a[i] = i;
#pragma omp task depend(iterator(i = 0 : kN), in : a[i]) shared(a, sum)
    for (int i = 0; i < kN; i++) sum += a[i];
#pragma omp task depend(iterator(int i = kN - 1 : 0 : -2, j = 0 : 2), inout : a[i - j]) shared(a)
    a[0] = sum;
  }
  CHECK_EQ(a[0], kN * (kN - 1) / 2);
}
CASE(depend_depobj, "depobj depend, update, destroy; task depend(depobj)") {
  int x = 0, got = 0;
  omp_depend_t object;
#pragma omp depobj(object) depend(out : x)
  ON_ONE_THREAD {
#pragma omp task depend(depobj : object) shared(x)
    x = 5;
#pragma omp depobj(object) update(in)
#pragma omp task depend(depobj : object) shared(x, got)
    got = x;
#pragma omp task depend(inout : x) shared(x, got)
    x = got + 1;
  }
  CHECK(got == 5 && x == 6);
#pragma omp depobj(object) destroy
}
CASE(depend_chain, "task depend, a chain of a hundred") {
  long x = 1, want = 1;
  ON_ONE_THREAD
  for (int i = 0; i < 100; i++)
#pragma omp task depend(inout : x) shared(x)
    x = x * 3 % 10007 + i;
  for (int i = 0; i < 100; i++) want = want * 3 % 10007 + i;
  CHECK_EQ(x, want);
}
CASE(taskwait, "taskwait") {
  ON_ONE_THREAD {
    int done = 0;
    for (int i = 0; i < kN; i++)
#pragma omp task shared(done)
    {
#pragma omp atomic
      done++;
    }
#pragma omp taskwait
    CHECK_EQ(done, kN);
  }
}
CASE(taskwait_depend, "taskwait depend") {
  ON_ONE_THREAD {
    int x = 0, y = 0;
#pragma omp task depend(out : x) shared(x)
    x = 1;
#pragma omp task depend(out : y) shared(y)
    y = 1;
#pragma omp taskwait depend(in : x)
    CHECK_EQ(x, 1);
#pragma omp taskwait depend(inout : x, y)
    CHECK_EQ(y, 1);
  }
}
#ifdef __clang__
CASE(taskwait_nowait, "taskwait depend nowait") {
  ON_ONE_THREAD {
    int x = 0, y = 0;
#pragma omp task depend(out : x) shared(x)
    x = 1;
#pragma omp taskwait depend(in : x) depend(out : y) nowait
#pragma omp task depend(in : y) shared(x, y)
    y = x + 1;
#pragma omp taskwait
    CHECK_EQ(y, 2);
  }
}
#else
CASE_NOT_BUILT("taskwait depend nowait", "gcc 12 does not know it")
#endif
CASE(taskyield, "taskyield") {
  int done = 0;
#pragma omp parallel
  for (int i = 0; i < 10; i++) {
#pragma omp task shared(done)
    {
#pragma omp taskyield
#pragma omp atomic
      done++;
    }
#pragma omp taskyield
  }
  CHECK_EQ(done, 10 * omp_get_max_threads());
}
CASE(taskgroup, "taskgroup") {
  ON_ONE_THREAD {
    int done = 0;
#pragma omp taskgroup
    for (int i = 0; i < 10; i++)
#pragma omp task shared(done)
#pragma omp task shared(done)
    {
#pragma omp atomic
      done++;
    }
    CHECK_EQ(done, 10);
  }
}

// ---- where tasks may be created
CASE(in_constructs, "task in for, sections, single, masked, critical, nested parallel, outside of parallel") {
  int done = 0;
#define COUNTED \
  PRAGMA(task shared(done)) { PRAGMA(atomic) done++; }
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 10; i++)
      COUNTED
#pragma omp sections
          {
#pragma omp section
              COUNTED
#pragma omp section
                  COUNTED}
#pragma omp single
      COUNTED
#pragma omp masked
          COUNTED
#pragma omp critical
              COUNTED
#pragma omp parallel num_threads(2)
          COUNTED
  }
  COUNTED
#pragma omp taskwait
  const int inner = omp_get_max_active_levels() > 1 ? 4 : 2;
  CHECK_EQ(done, 10 + 2 + 1 + 1 + 2 + inner + 1);
}
CASE(recursion, "task, recursive") {
  int leaves = 0;
  ON_ONE_THREAD {
#pragma omp taskgroup
    for (int a = 0; a < 5; a++)
#pragma omp task shared(leaves)
      for (int b = 0; b < 5; b++)
#pragma omp task shared(leaves)
        for (int c = 0; c < 5; c++)
#pragma omp task shared(leaves)
        {
#pragma omp atomic
          leaves++;
        }
    CHECK_EQ(leaves, 125);
  }
}
