/* SPDX-License-Identifier: Apache-2.0
 *
 * What OpenMP 6.0 section 14.3 asks of the data of recorded tasks, and of where a region stands; with -Wpedantic.
 *
 * test: FLAGS -Wpedantic -Wno-unused-variable -Wno-sign-compare
 */
void g(int *p);
int *of(int);

struct pair {
  int x, *y;
};

/* Variables of the region's block end with it, its tasks may not. */
void shared_variables(int *a, int n, int outer) {
  #pragma omp taskgraph
  {
    int inner = a[0], *pointer = a, array[3] = {1, 2, 3};
    struct pair pair;
    static int kept;
    unsigned long long wide;
    for (int i = 0; i < n; i++) {
      #pragma omp task shared(i, inner, pointer, outer) shared(array, pair, wide, kept)
      g(a);
      #pragma omp task firstprivate(inner, pointer, i) shared(outer)
      {
        int own = 0;
        #pragma omp task shared(own)
        own++;
        #pragma omp taskwait
      }
    }
    {
      int outer = 3;
      (void)outer;
    }
    #pragma omp task shared(outer)
    outer++;
    #pragma omp task shared(inner) replayable(0)
    inner++;
    #pragma omp taskloop nogroup shared(inner)
    for (int k = 0; k < n; k++) a[k] = inner * a[k];
  }
}

/* What a dependence is written with; not its variable itself, nor members, functions, constants and types. */
void dependences(int *a, int n, struct pair *p, int (*m)[4]) {
  enum { three = 3 };
  #pragma omp taskgraph
  for (int i = 0; i < n; i++) {
    int j = i + 1;
    #pragma omp task depend(inout: a[i]) firstprivate(i)
    g(&a[i]);
    #pragma omp task depend(in: a[i + j], p->y[i]) depend(inout: a[three]) firstprivate(saved: i)
    g(&a[i]);
    #pragma omp task depend(in: m[n][j]) firstprivate(n) firstprivate(saved: j)
    g(m[j]);
    #pragma omp task depend(iterator(k = 0 : n), in: a[k]) depend(out: p->x) affinity(a[i])
    g(p->y);
    #pragma omp taskwait depend(in: a[j])
    #pragma omp task depend(in: a[i]) replayable(0)
    g(a);
  }
  #pragma omp task depend(in: a[n]) firstprivate(n)
  g(a);
}

void affinities(int *a) {
  #pragma omp taskgraph
  {
    #pragma omp task affinity(a[0], *of(3)) affinity(iterator(k = 0 : 3) : of(4)[k])
    g(a);
    #pragma omp task affinity(*of(3)) replayable(0)
    g(a);
  }
}

void final_tasks(int *a, int c) {
  #pragma omp task final(1)
  {
    #pragma omp taskgraph
    g(a);
    #pragma omp task
    {
      #pragma omp taskgraph
      g(a);
    }
  }
  #pragma omp task final(c)
  {
    #pragma omp taskgraph
    g(a);
  }
}
