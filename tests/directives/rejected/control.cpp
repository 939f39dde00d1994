// SPDX-License-Identifier: Apache-2.0
//
// Tasks of a taskiter loop that use what changes from iteration to iteration: they have it from the recorded one.
struct Pair {
  int i, j;
};
struct Range {
  Pair *first, *last;
  Pair *begin() const { return first; }
  Pair *end() const { return last; }
};
void use(int *);
void use(int, int);

void uses(int *a, int n) {
  #pragma omp taskiter
  for (int i = 0; i < n; i++) {
    for (int b = 0; b < 4; b++) {
      #pragma omp task depend(inout: a[b]) firstprivate(b)
      a[b] += i;
    }
    #pragma omp task shared(i)
    {
      int k = i;
      use(&a[k]);
    }
    #pragma omp taskloop nogroup
    for (int k = 0; k < 3; k++) a[k] += i;
  }
  int j;
  #pragma omp taskiter nowait
  for (j = n; j > 0; j -= 2) {
    #pragma omp task
    {
      #pragma omp task
      use(a + j);
    }
  }
}

void ranges(const Range &range, int *a) {
  #pragma omp taskiter
  for (const Pair &pair : range) {
    #pragma omp task shared(pair)
    use(pair.i, 0);
  }
  #pragma omp taskiter
  for (int *p = a, *end = a + 9; p != end; ++p) {
    #pragma omp task
    ++*p;
  }
}

// An iteration's place in the period is recorded; its number is not.
void unrolled(int *a, int n) {
  #pragma omp taskiter unroll(2)
  for (int i = 0; i < n; i++) {
    #pragma omp task
    a[i % 2] += a[i & 1];
    #pragma omp task
    a[0] += i;
  }
}

// Other variables of the same name, and what has fresh data.
void others(int *a, int n, Pair *p) {
  #pragma omp taskiter
  for (int i = 0; i < n; i++) {
    #pragma omp task
    {
      int i = 3;
      a[i] = p->i;
    }
    #pragma omp task private(i)
    {
      i = 0;
      use(&i);
    }
    #pragma omp taskloop nogroup
    for (int i = 0; i < 3; i++) a[i]++;
    {
      int i = 4;
      #pragma omp task firstprivate(i)
      use(&i);
    }
    a[1] = i;
  }
  #pragma omp taskiter update
  for (int i = 0; i < n; i++) {
    #pragma omp task
    a[0] += i;
  }
  #pragma omp taskiter
  while (a[0] < n) {
    #pragma omp task depend(inout: a[0])
    a[0]++;
  }
}
