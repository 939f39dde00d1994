// SPDX-License-Identifier: Apache-2.0
//
// Regions in C++, one for each thing that the evaluation decides on; decided_objects.expected says what becomes of
// them.
void work(void* data, long number);

// Containers as libraries have them, but the same with each.
struct View {
  long* first;
  long* last;
  long* begin() const { return first; }
  long* end() const { return last; }
  long& operator[](long i) const { return first[i]; }
};
struct Order {
  int numbers[4];
  constexpr const int* begin() const { return numbers; }
  constexpr const int* end() const { return numbers + 4; }
};
struct Name {
  char text[16];
  Name(const Name&);
  ~Name();
};

// ---- known ----

void lambda(long* x) {
  auto create = [&](int i) {
    #pragma omp task replayable depend(inout: x[i / 2])
    work(x, i);
  };
  #pragma omp taskgraph
  for (int i = 0; i < 3; i++) create(i);
}

template <int N>
struct Halves {
  static void create(long* x) {
    Halves<N / 2>::create(x);
    #pragma omp task replayable depend(inout: x[0])
    work(x, N);
  }
};
template <>
struct Halves<0> {
  static void create(long*) {}
};
void templates(long* x) {
  #pragma omp taskgraph
  Halves<4>::create(x);
}

void array_of_constants(long* x) {
  static constexpr Order kOrder = {{3, 1, 0, 2}};
  #pragma omp taskgraph
  for (int i : kOrder) {
    #pragma omp task depend(inout: x[i % 2])
    work(x, i);
  }
}

void references(long& x, long& y) {
  #pragma omp taskgraph
  {
    #pragma omp task depend(out: x) shared(x)
    work(&x, 1);
    #pragma omp task depend(in: x) depend(out: y) shared(x, y)
    work(&y, x);
  }
}

void elements_of_a_view(const View& x) {
  #pragma omp taskgraph
  for (int i = 0; i < 3; i++) {
    #pragma omp task depend(inout: x[i]) shared(x)
    work(&x[i], i);
  }
}

// ---- recorded when they run ----

void length_of_a_view(const View& x) {
  #pragma omp taskgraph
  for (long& element : x) {
    #pragma omp task depend(inout: element) shared(element)
    work(&element, 0);
  }
}

void object_captured(long* x, const Name& name) {
  Name copy = name;
  #pragma omp taskgraph
  {
    #pragma omp task firstprivate(copy) depend(inout: x[0])
    work(x, copy.text[0]);
  }
}

struct Shape {
  virtual long area() const = 0;
};
void virtual_call(long* x, const Shape& shape) {
  #pragma omp taskgraph
  {
    const long area = shape.area();
    #pragma omp task firstprivate(area)
    work(x, area);
  }
}

void container_made_in_it(long* x) {
  #pragma omp taskgraph
  {
    const Order order = {{2, 0, 1, 2}};
    for (int i : order) {
      #pragma omp task depend(inout: x[i])
      work(x, i);
    }
  }
}

void allocates(long* x) {
  #pragma omp taskgraph
  {
    long* made = new long(3);
    #pragma omp task firstprivate(made)
    work(x, *made);
  }
}

void throws(long* x, bool is_bad) {
  #pragma omp taskgraph
  {
    if (is_bad) throw 1;
    #pragma omp task depend(inout: x[0])
    work(x, 0);
  }
}
