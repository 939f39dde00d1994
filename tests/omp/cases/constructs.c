// SPDX-License-Identifier: Apache-2.0
//
// parallel, sections, single, masked, critical, barrier, flush, scope with their clauses; what has no region.
#include "omp/cases/cases.h"

int main(int n_arguments, char** arguments) { return cases_main(n_arguments, arguments); }

// ---- parallel
CASE(parallel, "parallel") {
  const int threads = omp_get_max_threads();
  int members = 0;
#pragma omp parallel
  {
    CHECK_EQ(omp_get_num_threads(), threads);
#pragma omp atomic
    members++;
  }
  CHECK_EQ(members, threads);
}
CASE(parallel_if, "parallel if") {
  for (int on = 0; on < 2; on++) {
    int members = 0;
#pragma omp parallel if (on) num_threads(3)
    {
#pragma omp atomic
      members++;
    }
    CHECK_EQ(members, on ? 3 : 1);
  }
}
CASE(parallel_num_threads, "parallel num_threads") {
  for (int n = 1; n < 10; n++) {
    int seen = 0;
#pragma omp parallel num_threads(n)
    {
#pragma omp atomic
      seen |= 1 << omp_get_thread_num();
    }
    CHECK_EQ(seen, (1 << n) - 1);
  }
}
CASE(parallel_default, "parallel default(none | shared | private | firstprivate)") {
  int x = 3, sum = 0;
#pragma omp parallel default(none) shared(sum) firstprivate(x) num_threads(2)
  {
#pragma omp atomic
    sum += x;
    x = 0;
  }
  CHECK_EQ(sum, 6);
#pragma omp parallel default(shared) num_threads(2)
  {
#pragma omp atomic
    x++;
  }
  CHECK_EQ(x, 5);
#pragma omp parallel default(firstprivate) shared(sum) num_threads(2)
  {
    x++;
#pragma omp atomic
    sum += x;
  }
  CHECK_EQ(sum, 18);
  CHECK_EQ(x, 5);
#pragma omp parallel default(private) shared(sum) num_threads(2)
  {
    x = 1;
#pragma omp atomic
    sum += x;
  }
  CHECK_EQ(sum, 20);
  CHECK_EQ(x, 5);
}
CASE(parallel_private, "parallel private, firstprivate, shared of arrays, structs, variable-length arrays") {
  struct {
    char c;
    double d[3];
  } s = {'s', {1, 2, 3}};
  int n = 5;
  int vla[n];
  for (int i = 0; i < n; i++) vla[i] = i;
  int wrong = 0;
#pragma omp parallel firstprivate(s, vla) shared(wrong)
  {
    int mine = s.c != 's' || s.d[2] != 3;
    for (int i = 0; i < n; i++) mine += vla[i] != i;
    s.d[2] = 0;
    for (int i = 0; i < n; i++) vla[i] = -1;
#pragma omp atomic
    wrong += mine;
  }
  CHECK_EQ(wrong, 0);
  CHECK(s.d[2] == 3 && vla[4] == 4);
#pragma omp parallel private(s, vla)
  {
    s.d[0] = omp_get_thread_num();
    vla[0] = omp_get_thread_num();
#pragma omp barrier
    CHECK_EQ(s.d[0], omp_get_thread_num());
    CHECK_EQ(vla[0], omp_get_thread_num());
  }
}
CASE(parallel_proc_bind, "parallel proc_bind(primary | master | close | spread)") {
  int members = 0;
#pragma omp parallel proc_bind(primary) num_threads(2) reduction(+ : members)
  members++;
#pragma omp parallel proc_bind(master) num_threads(2) reduction(+ : members)
  members++;
#pragma omp parallel proc_bind(close) num_threads(2) reduction(+ : members)
  members++;
#pragma omp parallel proc_bind(spread) num_threads(2) reduction(+ : members)
  members++;
  CHECK_EQ(members, 8);
}
CASE(parallel_allocate, "parallel allocate") {
  int x = 7, sum = 0;
#pragma omp parallel firstprivate(x) allocate(omp_large_cap_mem_alloc : x) num_threads(2) reduction(+ : sum)
  sum += x;
  CHECK_EQ(sum, 14);
}
static int copied;
#pragma omp threadprivate(copied)
CASE(parallel_copyin, "parallel copyin") {
  copied = 33;
#pragma omp parallel copyin(copied)
  {
    CHECK_EQ(copied, 33);
    copied = omp_get_thread_num();
  }
  copied = 34;
#pragma omp parallel for copyin(copied)
  for (int i = 0; i < 20; i++) CHECK_EQ(copied, 34);
}
CASE(parallel_nested, "parallel, three levels") {
  omp_set_max_active_levels(3);
  int leaves = 0;
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  {
    CHECK_EQ(omp_get_level(), 3);
    CHECK_EQ(omp_get_active_level(), 3);
    CHECK_EQ(omp_get_team_size(2), 2);
    CHECK(omp_get_ancestor_thread_num(3) == omp_get_thread_num());
#pragma omp atomic
    leaves++;
  }
  CHECK_EQ(leaves, 8);
  omp_set_max_active_levels(1);
}
CASE(parallel_combined, "parallel sections, parallel masked, parallel master") {
  int a = 0, b = 0, c = 0;
#pragma omp parallel sections reduction(+ : a)
  {
#pragma omp section
    a += 1;
#pragma omp section
    a += 2;
  }
  CHECK_EQ(a, 3);
#ifndef __clang__
#pragma omp parallel masked filter(0)
#else
#pragma omp parallel masked
#endif
  b++;
  CHECK_EQ(b, 1);
#pragma omp parallel master
  c++;
  CHECK_EQ(c, 1);
}
#ifdef __clang__
CASE_NOT_BUILT("masked taskloop, parallel masked taskloop simd", "clang 19 drops the whole construct")
#else
CASE(masked_taskloop, "masked taskloop, parallel masked taskloop simd") {
  int sum = 0;
#pragma omp parallel
#pragma omp masked taskloop reduction(+ : sum)
  for (int i = 0; i < 50; i++) sum += i;
  CHECK_EQ(sum, 1225);
  sum = 0;
#pragma omp parallel masked taskloop simd reduction(+ : sum) grainsize(5)
  for (int i = 0; i < 50; i++) sum += i;
  CHECK_EQ(sum, 1225);
}
#endif
CASE(master_taskloop, "master taskloop, parallel master taskloop simd") {
  int sum = 0;
#pragma omp parallel
#pragma omp master taskloop reduction(+ : sum) num_tasks(5)
  for (int i = 0; i < 50; i++) sum += i;
  CHECK_EQ(sum, 1225);
  sum = 0;
#pragma omp parallel master taskloop simd reduction(+ : sum) grainsize(5)
  for (int i = 0; i < 50; i++) sum += i;
  CHECK_EQ(sum, 1225);
}

// ---- sections
CASE(sections, "sections nowait private firstprivate lastprivate reduction allocate") {
  for (int round = 0; round < 30; round++) {
    int runs[12] = {0}, last = 0, sum = 0, first = 5, scratch = 0;
#pragma omp parallel shared(runs, last, sum)
    {
#pragma omp sections firstprivate(first) private(scratch) lastprivate(last) reduction(+ : sum)
      {
        {
          runs[0]++, last = 1, sum += first;
        }
#pragma omp section
        runs[1]++, last = 2, sum += 1;
#pragma omp section
        scratch = 10, runs[2]++, last = 3, sum += scratch;
#pragma omp section
        runs[3]++, last = 4;
      }
#pragma omp sections nowait
      {
#pragma omp section
        runs[4]++;
#pragma omp section
        runs[5]++;
      }
#pragma omp sections
      {
#pragma omp section
        runs[6]++;
      }
    }
    for (int i = 0; i < 7; i++) CHECK_EQ(runs[i], 1);
    CHECK_EQ(last, 4);
    CHECK_EQ(sum, 16);
    (void)scratch;
  }
}

// ---- single, masked
CASE(single, "single nowait private firstprivate allocate") {
  int runs = 0, wrong = 0, x = 3;
#pragma omp parallel
  for (int i = 0; i < 50; i++) {
#pragma omp single nowait firstprivate(x) allocate(x)
    {
#pragma omp atomic
      runs += x;
    }
#pragma omp single private(x)
    {
      x = 1;
      wrong += x != 1;
    }
  }
  CHECK_EQ(runs, 150);
  CHECK_EQ(wrong, 0);
}
CASE(copyprivate, "single copyprivate of scalars, arrays, structs, pointers") {
#pragma omp parallel
  for (int i = 0; i < 20; i++) {
    int scalar = -1;
    double array[9];
    struct {
      short s;
      long l;
    } pair;
    const char* text;
#pragma omp single copyprivate(scalar, array, pair, text)
    {
      scalar = i;
      for (int k = 0; k < 9; k++) array[k] = k * i;
      pair.s = 1;
      pair.l = 7L * i;
      text = "here";
    }
    CHECK_EQ(scalar, i);
    CHECK(array[8] == 8.0 * i);
    CHECK_EQ(pair.l, 7 * i);
    CHECK(strcmp(text, "here") == 0);
  }
}
CASE(masked, "masked filter") {
  int seen = -1, runs = 0;
#pragma omp parallel num_threads(3)
  {
    const int want = omp_get_num_threads() - 1;
#pragma omp masked filter(want)
    {
      seen = omp_get_thread_num();
#pragma omp atomic
      runs++;
    }
#pragma omp masked
    CHECK_EQ(omp_get_thread_num(), 0);
#pragma omp masked filter(99)
    CHECK(0 && "no thread has the number 99");
#pragma omp masked filter(omp_get_thread_num())
    {
#pragma omp atomic
      runs++;
    }
  }
  CHECK_EQ(seen, 2);
  CHECK_EQ(runs, 4);
}
CASE(master, "master") {
  int runs = 0;
#pragma omp parallel
  {
#pragma omp master
    {
      CHECK_EQ(omp_get_thread_num(), 0);
      runs++;
    }
  }
  CHECK_EQ(runs, 1);
}

// ---- critical, barrier, flush
CASE(critical, "critical, critical(name), hint") {
  int a = 0, b = 0, hinted = 0;
#pragma omp parallel
  for (int i = 0; i < 100; i++) {
#pragma omp critical
    a++;
#pragma omp critical(first_name)
    {
      b++;
#pragma omp critical(second_name)
      b++;
    }
#pragma omp critical(hinted_none) hint(omp_sync_hint_none)
    hinted++;
#pragma omp critical(hinted_contended) hint(omp_sync_hint_contended | omp_sync_hint_nonspeculative)
    b++;
#pragma omp critical(hinted_contended) hint(omp_sync_hint_contended | omp_sync_hint_nonspeculative)
    b--;
#pragma omp critical(hinted_uncontended) hint(omp_sync_hint_uncontended)
    CHECK(hinted > 0);
#pragma omp critical(hinted_speculative) hint(omp_sync_hint_speculative)
    CHECK(hinted > 0);
  }
  const int n = 100 * omp_get_max_threads();
  CHECK_EQ(a, n);
  CHECK(b >= n);
  CHECK_EQ(hinted, n);
}
CASE(barrier, "barrier") {
  int arrived = 0;
#pragma omp parallel
  for (int i = 1; i <= 50; i++) {
#pragma omp atomic
    arrived++;
#pragma omp barrier
    CHECK_EQ(arrived, i * omp_get_num_threads());
#pragma omp barrier
  }
}
CASE(flush, "flush, flush(list), flush acquire | release | acq_rel | seq_cst") {
  int data = 0, flag = 0, seen = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      data = 42;
#pragma omp flush release
#pragma omp atomic write
      flag = 1;
    }
    if (omp_get_thread_num() == 1 || omp_get_num_threads() == 1) {
      int ready = 0;
      while (!ready) {
#pragma omp atomic read
        ready = flag;
      }
#pragma omp flush acquire
      seen = data;
    }
#pragma omp flush
#pragma omp flush(data, flag)
#pragma omp flush acq_rel
#ifndef __clang__
#pragma omp flush seq_cst
#endif
  }
  CHECK_EQ(seen, 42);
}

// ---- scope
#ifdef __clang__
CASE_NOT_BUILT("scope private firstprivate reduction nowait", "clang 19 knows scope but cannot compile it")
#else
CASE(scope, "scope private reduction nowait") {
  int sum = 0, x = 9;
#pragma omp parallel
  {
#pragma omp scope reduction(+ : sum) private(x)
    {
      x = 2;
      sum += x;
    }
    CHECK_EQ(sum, 2 * omp_get_num_threads());
#pragma omp scope nowait
    x = 9;
  }
  CHECK_EQ(x, 9);
}
#endif

// ---- directives without a region of their own
CASE(nothing, "nothing") {
  int x = 1;
#pragma omp nothing
  x++;
  CHECK_EQ(x, 2);
}
CASE(error_directive, "error at(compilation | execution) severity(warning)") {
  int quiet = 0;
  if (quiet) {
#pragma omp error at(execution) severity(warning) message("not reached")
  }
  CHECK_EQ(quiet, 0);
}

#ifdef __clang__
#define VENDOR llvm
#else
#define VENDOR gnu
#endif
int of_vendor(int x) { return x + 2000; }
PRAGMA(declare variant(of_vendor) match(implementation = {vendor(VENDOR)}))
int by_vendor(int x) { return x; }
int in_parallel(int x) { return x + 100; }
#pragma omp declare variant(in_parallel) match(construct = {parallel})
int by_construct(int x) { return x; }
int never(int x) { return x - 1; }
#pragma omp declare variant(never) match(user = {condition(0)})
int by_condition(int x) { return x; }

CASE(declare_variant, "declare variant match(construct | implementation | user)") {
  CHECK_EQ(by_vendor(1), 2001);
  CHECK_EQ(by_construct(1), 1);
  CHECK_EQ(by_condition(1), 1);
  int inside = 0;
#pragma omp parallel num_threads(2) reduction(+ : inside)
  inside += by_construct(1);
  CHECK_EQ(inside, 202);
}

#ifdef __clang__
CASE(metadirective, "metadirective when default") {
  int members = 0;
#pragma omp metadirective when(implementation = {vendor(llvm)} : parallel num_threads(2)) default(nothing)
  {
#pragma omp atomic
    members++;
  }
  CHECK_EQ(members, 2);
  members = 0;
#pragma omp metadirective when(user = {condition(0)} : nothing) default(parallel for num_threads(2))
  for (int i = 0; i < 10; i++) {
#pragma omp atomic
    members++;
  }
  CHECK_EQ(members, 10);
}
#pragma omp begin assumes no_openmp
static int without_openmp(int x) { return x + 1; }
#pragma omp end assumes
CASE(assumes, "begin assumes, end assumes") { CHECK_EQ(without_openmp(1), 2); }

int replaced(void) { return 1; }
#pragma omp begin declare variant match(implementation = {vendor(llvm)})
int replaced(void) { return 2; }
#pragma omp end declare variant
CASE(begin_declare_variant, "begin declare variant, end declare variant") { CHECK_EQ(replaced(), 2); }
CASE_NOT_BUILT("assume", "clang 19 does not know it")
#else
CASE_NOT_BUILT("metadirective when default", "gcc 12 does not know it")
CASE_NOT_BUILT("begin assumes, end assumes", "gcc 12 does not know them")
CASE_NOT_BUILT("assume", "gcc 12 does not know it")
CASE_NOT_BUILT("begin declare variant, end declare variant", "gcc 12 does not know it")
#endif
