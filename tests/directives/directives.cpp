// SPDX-License-Identifier: Apache-2.0
//
// Directives in C++: templates, member functions, lambda expressions, range-for, conditions that declare, objects,
// exceptions.
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "directive_check.h"

namespace outer {
namespace inner {

template <class T, int n>
struct Grid {
  T value[n];
  Grid() : value() {}
  // Inline in the class: its tokens are read before they are parsed.
  void sweep(int id, T step) {
    #pragma omp taskgraph graph_id(id)
    for (int i = 0; i < n; ++i) {
      #pragma omp task depend(inout: value[i]) firstprivate(i, step)
      value[i] += static_cast<T>(i) * step;
    }
  }
};

template <class Iterator>
void count(Iterator begin, Iterator end, long& n) {
  #pragma omp taskiter
  for (Iterator it = begin; it != end; ++it) {
    #pragma omp task depend(inout: n) shared(n)
    n += 1;
  }
}

}  // namespace inner
}  // namespace outer

template <class Container>
long sum(Container& container) {
  long total = 0;
  #pragma omp taskiter update
  for (auto& element : container) {
    #pragma omp task depend(inout: total) shared(total) firstprivate(element)
    total += element;
  }
  return total;
}

static void templates() {
  outer::inner::Grid<double, 3> a;
  outer::inner::Grid<int, 4> b;
  for (int round = 1; round <= 4; round++) {
    a.sweep(0, round);
    a.sweep(1, 1);
    b.sweep(0, round);
  }
  CHECK(a.value[2] == 2 * 14);
  CHECK(b.value[3] == 3 * 10);
  std::vector<int> list{1, 2, 3, 4, 5};
  long n = 0;
  outer::inner::count(list.begin(), list.end(), n);
  CHECK(n == 5);
  CHECK(sum(list) == 15);
}

static void lambdas() {
  long x = 0;
  auto region = [&](int k) {
    #pragma omp taskgraph
    {
      #pragma omp task depend(inout: x) shared(x) firstprivate(k)
      x = x * 2 + k;
    }
    if (k > 100) return 1;  // of the lambda expression, behind the region
    return 0;
  };
  for (int k = 1; k < 5; k++) region(k);
  CHECK(x == ((1 * 2 + 2) * 2 + 3) * 2 + 4);
  // A return in a lambda expression inside a region leaves that, not the region.
  long y = 0;
  for (int k = 0; k < 3; k++) {
    #pragma omp taskgraph
    {
      auto twice = [](int v) { return 2 * v; };
      struct Local {
        int thrice(int v) { return 3 * v; }
      } local;
      int step = twice(k) + local.thrice(k);
      #pragma omp task depend(inout: y) shared(y) firstprivate(step)
      y += step;
    }
  }
  CHECK(y == 15);
}

struct Countdown {
  int left;
  explicit Countdown(int n) : left(n) {}
  explicit operator bool() const { return left > 0; }
};

static void conditions() {
  static int calls;
  calls = 0;
  long n = 0;
  struct Source {
    Countdown next() { return Countdown(4 - calls++); }
  } source;
  #pragma omp taskiter
  while (Countdown c = source.next()) {
    #pragma omp task depend(inout: n) shared(n)
    n++;
  }
  CHECK(n == 4 && calls == 5);
  #pragma omp taskiter
  while (n < 7) {
    #pragma omp task depend(inout: n) shared(n)
    n++;
  }
  CHECK(n == 7);
}

// Objects that a task copies: their copies are made anew for every execution.
static void objects() {
  std::string log;
  for (int round = 0; round < 3; round++) {
    std::string word = round == 0 ? "a long word that does not fit into the object itself; " : "short; ";
    std::shared_ptr<int> counter = std::make_shared<int>(round);
    #pragma omp taskgraph
    {
      #pragma omp task depend(inout: log) shared(log) firstprivate(word, counter)
      log += word + std::to_string(*counter) + " ";
    }
    CHECK(counter.use_count() == 1);
  }
  CHECK(log == "a long word that does not fit into the object itself; 0 short; 1 short; 2 ");
}

// Saved objects: made once for the record, copied from there in each replay, destroyed with it.
struct Counted {
  static int n_copied, n_alive;
  int value;
  explicit Counted(int v) : value(v) { n_alive++; }
  Counted(const Counted& other) : value(other.value) {
    n_copied++;
    n_alive++;
  }
  ~Counted() { n_alive--; }
};
int Counted::n_copied;
int Counted::n_alive;

static bool keeps_saved() { return &rondo_get_graph_stats != nullptr; }

static void saved_objects() {
  std::string log;
  for (int round = 0; round < 3; round++) {
    std::string word = std::string(30, static_cast<char>('a' + round));
    const std::string letters[2] = {word.substr(28), word.substr(29)};
    #pragma omp taskgraph
    {
      #pragma omp task depend(inout: log) shared(log) firstprivate(saved: word, letters)
      {
        log += word.substr(0, 2) + letters[1];
        word = "another one";
      }
    }
  }
  CHECK(log == (keeps_saved() ? "aaaaaaaaa" : "aaabbbccc"));
}

static void life_of_saved_objects() {
  long sum = 0;
  for (int round = 1; round <= 6; round++) {
    Counted counted(round);
    Counted::n_copied = 0;
    #pragma omp taskgraph graph_reset(round == 4)
    {
      #pragma omp task depend(inout: sum) shared(sum) firstprivate(saved: counted)
      {
        sum += counted.value;
        counted.value = 100;
      }
    }
    CHECK(Counted::n_copied == (keeps_saved() && (round == 1 || round == 4) ? 2 : 1));
    CHECK(Counted::n_alive == (keeps_saved() ? 2 : 1));
  }
  CHECK(sum == (keeps_saved() ? 3 * 1 + 3 * 4 : 21));
}

// Whether it is an object depends on the template's argument. A taskloop's tasks copy the same one.
template <class T>
static T saved_in_template(const T* values, int n) {
  T sum = T();
  for (int round = 0; round < n; round++) {
    const T& value = values[round];
    #pragma omp taskgraph
    {
      #pragma omp task depend(inout: sum) shared(sum) firstprivate(saved: value)
      sum += value;
      #pragma omp taskwait depend(inout: sum)
      #pragma omp taskloop nogroup num_tasks(2) shared(sum) firstprivate(saved: value)
      for (int i = 0; i < 4; i++) {
        #pragma omp critical
        sum += value;
      }
    }
  }
  return sum;
}

struct WithMember {
  std::string member;
  std::string twice(const std::string& then) {
    std::string log;
    for (int round = 0; round < 2; round++) {
      #pragma omp taskgraph
      {
        #pragma omp task depend(inout: log) shared(log) firstprivate(saved: member)
        log += member;
      }
      member = then;
    }
    return log;
  }
};

static void kinds_of_saved_variables() {
  const int numbers[] = {1, 2, 3};
  const double reals[] = {1, 2, 3};
  const std::string words[] = {"a", "b", "c"};
  CHECK(saved_in_template(numbers, 3) == (keeps_saved() ? 15 : 30));
  CHECK(saved_in_template(reals, 3) == (keeps_saved() ? 15 : 30));
  CHECK(saved_in_template(words, 3) == (keeps_saved() ? std::string(15, 'a') : "aaaaabbbbbccccc"));
  CHECK(WithMember{"x"}.twice("y") == (keeps_saved() ? "xx" : "xy"));
}

// An exception ends the region; its tasks are waited for, and the next encounter is as ever.
static void exceptions() {
  long x = 0;
  for (int round = 0; round < 4; round++) {
    try {
      #pragma omp taskgraph
      {
        #pragma omp task depend(inout: x) shared(x)
        x += 10;
        if (round == 1) throw std::runtime_error("left");
        #pragma omp task depend(inout: x) shared(x)
        x += 1;
      }
    } catch (const std::runtime_error&) {
      CHECK(round == 1);
    }
  }
  CHECK(x == 43);
  long y = 0;
  try {
    #pragma omp taskiter
    for (int t = 0; t < 5; t++) {
      #pragma omp task depend(inout: y) shared(y)
      y++;
      if (t == 0) throw std::runtime_error("left");
    }
  } catch (const std::runtime_error&) {
  }
  CHECK(y == 1);
}

// What a function declares has internal linkage here.
namespace {

template <class T>
T unnamed_template(T x) {
  #pragma omp taskgraph
  {
    #pragma omp task shared(x) depend(inout: x)
    x += 1;
  }
  return x;
}

struct Unnamed {
  int n[1] = {0};
  void loop() {
    #pragma omp taskiter
    for (int i = 0; i < 3; i++) {
      #pragma omp task depend(inout: n[0])
      n[0]++;
    }
  }
  void defined_outside();
};

namespace within {
int called(int kept) {
  int x = 0;
  for (int round = 0; round < 3; round++) {
    #pragma omp taskgraph
    {
      #pragma omp task shared(x) depend(inout: x) firstprivate(saved: kept)
      x += kept;
    }
  }
  return x;
}
}  // namespace within

}  // namespace

void Unnamed::defined_outside() {
  #pragma omp taskgraph
  {
    #pragma omp task dep_pattern("one")
    n[0] += 10;
  }
}

static void unnamed_namespace() {
  Unnamed object;
  object.loop();
  object.defined_outside();
  CHECK(object.n[0] == 13);
  CHECK(unnamed_template(1) == 2);
  CHECK(unnamed_template(1L) == 2);
  CHECK(within::called(4) == 12);
}

static int initialised = [] {
  int x = 0;
  #pragma omp taskgraph
  {
    #pragma omp task shared(x)
    x = 3;
  }
  return x;
}();

int main() {
  CHECK(initialised == 3);
  #pragma omp parallel
  #pragma omp single
  {
    templates();
    lambdas();
    conditions();
    objects();
    saved_objects();
    life_of_saved_objects();
    kinds_of_saved_variables();
    exceptions();
    unnamed_namespace();
  }
  return finish();
}
