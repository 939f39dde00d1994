// SPDX-License-Identifier: Apache-2.0
//
// Loops and patterns, which are recorded when they run, and a graph_id: told.expected has what is said of them.
//
// test: FLAGS -g
void work(void* data, long number);

struct Object {
  Object(const Object&);
  ~Object();
  long number;
};

void loop(long* x) {
  #pragma omp taskiter
  for (int i = 0; i < 9; i++) {
    #pragma omp task depend(inout: x[0])
    work(x, 1);
  }
}

void unrolled(long* x, unsigned n) {
  #pragma omp taskiter unroll(2)
  for (int i = 0; i < 9; i++) {
    #pragma omp task depend(inout: x[0])
    work(x, 1);
  }
  #pragma omp taskiter unroll(n)
  for (int i = 0; i < 9; i++) {
    #pragma omp task depend(inout: x[0])
    work(x, 1);
  }
}

void updated(long* x) {
  #pragma omp taskiter update
  for (int i = 0; i < 9; i++) {
    #pragma omp task depend(inout: x[0])
    work(x, i);
  }
}

void objects(long* x, Object object) {
  #pragma omp taskiter
  for (int i = 0; i < 9; i++) {
    #pragma omp task depend(inout: x[0]) firstprivate(object)
    work(x, object.number);
  }
}

void behind_objects(long* x, Object object) {
  #pragma omp taskiter
  while (x[1] < 9) {
    #pragma omp task depend(inout: x[0])
    work(x, 1);
  }
  #pragma omp task firstprivate(object)
  work(x, object.number);
}

void pattern(long* x) {
  #pragma omp task dep_pattern("row")
  {
    #pragma omp task depend(inout: x[0])
    work(x, 1);
  }
}

void named(long* x, const char* tag) {
  #pragma omp task dep_pattern(tag)
  {
    #pragma omp task depend(inout: x[0])
    work(x, 1);
  }
}

// The number of the graph decides like other values, and has the clause's name.
void numbered(long* x, int n, int k) {
  #pragma omp taskgraph graph_id(n + 1) if(k)
  for (int i = 0; i < n; i++) {
    #pragma omp task depend(inout: x[i])
    work(x, k);
  }
}
