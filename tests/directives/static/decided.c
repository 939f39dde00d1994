/* SPDX-License-Identifier: Apache-2.0
 *
 * Regions in C, one for each thing that the evaluation decides on; decided.expected says what becomes of them.
 */
#include <omp.h>

void work(void* data, long number);
void effect(void);
extern long total;
extern const long table[4];
static const long fixed[4] = {3, 1, 0, 2};

/* ---- known ---- */

void numbers(long* x) {
  #pragma omp taskgraph
  for (int i = 0; i < 3; i++) {
    #pragma omp task depend(inout: x[i / 2])
    work(x, i);
  }
}

/* Control flow that depends on constants in memory. */
void constant_table(long* x) {
  #pragma omp taskgraph
  for (int i = 0; i < 4; i++) {
    if (fixed[i] == 0) continue;
    #pragma omp task depend(inout: x[fixed[i]])
    work(x, fixed[i]);
  }
}

/* A stride that is a number of the encounter: addresses x + i * n are compared when it runs. */
void stride(long* x, long n) {
  #pragma omp taskgraph
  for (int i = 0; i < 3; i++) {
    #pragma omp task depend(inout: x[i * n])
    work(x, i * n);
  }
}

void kinds(long* x) {
  #pragma omp taskgraph
  {
    #pragma omp task depend(out: x[0])
    work(x, 0);
    #pragma omp task depend(inoutset: x[0])
    work(x, 1);
    #pragma omp task depend(inoutset: x[0])
    work(x, 2);
    #pragma omp task depend(mutexinoutset: x[0])
    work(x, 3);
    #pragma omp task depend(mutexinoutset: x[0])
    work(x, 4);
    #pragma omp task depend(out: omp_all_memory)
    work(x, 5);
    #pragma omp task depend(in: x[0])
    work(x, 6);
  }
}

void priority(long* x) {
  #pragma omp taskgraph
  {
    #pragma omp task priority(3)
    work(x, 0);
  }
}

/* A local variable of the function around is shared. */
long shared_variable(void) {
  long sum = 0;
  #pragma omp taskgraph
  {
    #pragma omp task shared(sum) depend(inout: sum)
    work(&sum, 1);
    #pragma omp task shared(sum) depend(inout: sum)
    work(&sum, 2);
  }
  return sum;
}

void switched(long* x) {
  #pragma omp taskgraph
  for (int i = 0; i < 3; i++) {
    switch (i) {
      case 0:
        #pragma omp task depend(inout: x[0])
        work(x, 10);
        break;
      case 1:
        #pragma omp task depend(inout: x[0])
        work(x, 20);
        break;
      default:
        #pragma omp task depend(inout: x[1])
        work(x, 30);
    }
  }
}

/* ---- recorded when they run ---- */

void count_of_the_encounter(long* x, int n) {
  #pragma omp taskgraph
  for (int i = 0; i < n; i++) {
    #pragma omp task depend(inout: x[i])
    work(x, i);
  }
}

void data_decides(long* x) {
  #pragma omp taskgraph
  for (int i = 0; i < 3; i++) {
    if (x[i] == 0) continue;
    #pragma omp task depend(inout: x[i])
    work(x, i);
  }
}

void table_of_another_unit(long* x) {
  #pragma omp taskgraph
  for (int i = 0; i < (int)table[0]; i++) {
    #pragma omp task depend(inout: x[i])
    work(x, i);
  }
}

void unknown_call(long* x) {
  #pragma omp taskgraph
  for (int i = 0; i < 3; i++) {
    effect();
    #pragma omp task depend(inout: x[i])
    work(x, i);
  }
}

void writes(long* x) {
  #pragma omp taskgraph
  for (int i = 0; i < 3; i++) {
    total++;
    #pragma omp task depend(inout: x[i])
    work(x, i);
  }
}

/* How often it has run so far: the code must run. */
int result(long* x) {
  int n = 0;
  #pragma omp taskgraph
  for (n = 0; n < 3; n++) {
    #pragma omp task depend(inout: x[n])
    work(x, n);
  }
  return n;
}

/* The variable is gone when the region's code is not executed. */
void variable_of_the_region(long* x) {
  #pragma omp taskgraph
  {
    long sum = 7;
    #pragma omp task shared(sum) depend(inout: x[0])
    work(&sum, 1);
  }
}

void volatile_read(volatile long* x, long* y) {
  #pragma omp taskgraph
  {
    long now = *x;
    #pragma omp task firstprivate(now)
    work(y, now);
  }
}

void undeferred(long* x, int c) {
  #pragma omp taskgraph
  {
    #pragma omp task if(c)
    work(x, 0);
  }
}

void final_task(long* x) {
  #pragma omp taskgraph
  {
    #pragma omp task final(1)
    work(x, 0);
  }
}

void maybe_final(long* x, int c) {
  #pragma omp taskgraph
  {
    #pragma omp task final(c)
    work(x, 0);
  }
}

void untied_task(long* x) {
  #pragma omp taskgraph
  {
    #pragma omp task untied
    work(x, 0);
  }
}

void priority_of_the_encounter(long* x, int p) {
  #pragma omp taskgraph
  {
    #pragma omp task priority(p)
    work(x, 0);
  }
}

void not_replayable(long* x) {
  #pragma omp taskgraph
  {
    #pragma omp task replayable(0)
    work(x, 0);
  }
}

static void helper(long* x) {
  #pragma omp task
  work(x, 0);
}
void not_announced(long* x) {
  #pragma omp taskgraph
  helper(x);
}

void saved_data(long* x, long n) {
  #pragma omp taskgraph
  {
    #pragma omp task firstprivate(saved: n)
    work(x, n);
  }
}

void waits(long* x) {
  #pragma omp taskgraph
  {
    #pragma omp task
    work(x, 0);
    #pragma omp taskwait
    #pragma omp task
    work(x, 1);
  }
}

void waits_for_one(long* x) {
  #pragma omp taskgraph
  {
    #pragma omp task depend(out: x[0])
    work(x, 0);
    #pragma omp taskwait depend(in: x[0])
  }
}

void group(long* x) {
  #pragma omp taskgraph
  {
    #pragma omp taskgroup
    {
      #pragma omp task
      work(x, 0);
    }
  }
}

void task_loop(long* x) {
  #pragma omp taskgraph
  {
    #pragma omp taskloop nogroup
    for (int i = 0; i < 8; i++) work(x, i);
  }
}

long reduction(void) {
  long sum = 0;
  #pragma omp taskgroup task_reduction(+: sum)
  {
    #pragma omp taskgraph
    {
      #pragma omp task in_reduction(+: sum)
      sum += 1;
    }
  }
  return sum;
}

void dependence_object(long* x, omp_depend_t* object) {
  #pragma omp taskgraph
  {
    #pragma omp task depend(depobj: *object)
    work(x, 0);
  }
}

void iterated(long* x, int n) {
  #pragma omp taskgraph
  {
    #pragma omp task depend(iterator(i = 0 : n), inout: x[i])
    work(x, 0);
  }
}

void constant_address(long* x) {
  #pragma omp taskgraph
  {
    #pragma omp task depend(inout: *(long*)4096)
    work(x, 0);
  }
}

void no_tasks(void) {
  #pragma omp taskgraph
  {
  }
}

void too_many(long* x) {
  #pragma omp taskgraph
  for (int i = 0; i < 70000; i++) {
    #pragma omp task
    work(x, i);
  }
}

void too_long(long* x) {
  #pragma omp taskgraph
  {
    for (int i = 0, k = 0; i < 2000000000; i++) {
      k = (k * 75 + 74) % 65537;
      if (k == 3) continue;
      if (i % 1000000 == 999999) {
        #pragma omp task firstprivate(k)
        work(x, k);
      }
    }
  }
}
